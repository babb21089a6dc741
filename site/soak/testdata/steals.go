// Steals makes goroutines in small bursts, from a few families: all Ps but those of the families run dry all the
// time, and steal. It counts how often each goroutine ran to its end.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	families = 2
	bursts   = 5000
	burst    = 6
)

var ran [families * bursts * burst]atomic.Int32

func family(base int) {
	for b := range bursts {
		var wg sync.WaitGroup
		for i := range burst {
			wg.Go(func() {
				for range 300 * (i + 1) {
					spin.Load()
				}
				runtime.Gosched()
				ran[base+b*burst+i].Add(1)
			})
		}
		wg.Wait()
	}
}

var spin atomic.Int32

func main() {
	var wg sync.WaitGroup
	for f := range families {
		wg.Go(func() { family(f * bursts * burst) })
	}
	wg.Wait()
	wrong := 0
	for i := range ran {
		if ran[i].Load() != 1 {
			wrong++
		}
	}
	fmt.Println(wrong, "ran not exactly once")
}
