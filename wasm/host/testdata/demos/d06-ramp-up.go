// D6: all other Ps are idle when one goroutine makes 64 jobs. The threads wake one after the other: one that
// finds work wakes the next.
package main

import (
	"fmt"
	"sync"
	"time"
)

func job() {
	for t := time.Now(); time.Since(t) < time.Millisecond; {
	}
}

func main() {
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(job)
	}
	wg.Wait()
	fmt.Println("64 jobs done")
}
