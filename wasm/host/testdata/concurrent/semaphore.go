// A channel with four places lets four goroutines in at a time. More than four are never seen inside, and all get in.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	const places, visitors = 4, 30
	sem := make(chan struct{}, places)
	var inside, tooMany, visits atomic.Int64
	var wg sync.WaitGroup
	for i := range visitors {
		wg.Go(func() {
			for k := range 5 {
				sem <- struct{}{}
				if inside.Add(1) > places {
					tooMany.Add(1)
				}
				if (i+k)%7 == 0 {
					time.Sleep(100 * time.Microsecond)
				} else {
					runtime.Gosched()
				}
				visits.Add(1)
				inside.Add(-1)
				<-sem
			}
		})
	}
	wg.Wait()
	fmt.Println(visits.Load(), "visits,", tooMany.Load(), "too many,", len(sem), "left")
}
