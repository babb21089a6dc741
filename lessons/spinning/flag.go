//go:build ignore

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// compute keeps a P busy.
func compute() {
	for range 100_000 {
	}
}

func main() {
	var stop atomic.Bool
	var wg sync.WaitGroup
	for range 7 {
		wg.Go(func() {
			for !stop.Load() {
			}
		})
	}
	compute() // meanwhile each gets a P
	stop.Store(true)
	wg.Go(compute) // one job for seven threads
	compute()
	wg.Wait()
	fmt.Println("all done")
}
