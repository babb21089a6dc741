// D7: one goroutine is busy, others come in groups of five that end at the same time. An M that runs dry searches only
// if fewer than half as many search as Ps are busy; if not, it goes to sleep.
package main

import (
	"fmt"
	"sync"
	"time"
)

func busy(d time.Duration, since time.Time) {
	for time.Since(since) < d {
	}
}

func main() {
	var wg sync.WaitGroup
	wg.Go(func() { busy(10*time.Millisecond, time.Now()) })
	for range 40 {
		var group sync.WaitGroup
		began := time.Now()
		for range 5 {
			group.Go(func() { busy(200*time.Microsecond, began) })
		}
		group.Wait()
	}
	wg.Wait()
	fmt.Println("done")
}
