// Watch the Ps: the world stops, three of four go away, and what was queued on them goes to the head of
// the global queue.
package main

import (
	"runtime"
	"sync"
	"time"
)

var sink [64]int

func main() {
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			for n := range 200_000 {
				sink[i] += n
			}
		})
	}
	time.Sleep(2 * time.Millisecond) // the others steal
	runtime.GOMAXPROCS(1)
	wg.Wait()
}
