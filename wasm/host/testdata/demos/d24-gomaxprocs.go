// Watch the Ps: the world stops, two of four vanish, and what was queued on them goes to the head of the global
// queue; later they come back.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func busy(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
	}
}

func main() {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 270 { // more than a ring holds
				wg.Go(func() { busy(20 * time.Microsecond) })
			}
			busy(time.Millisecond)
		})
	}
	time.Sleep(500 * time.Microsecond)
	fmt.Println("had", runtime.GOMAXPROCS(2))
	time.Sleep(time.Millisecond)
	fmt.Println("had", runtime.GOMAXPROCS(4))
	wg.Wait()
}
