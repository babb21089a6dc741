// A hundred goroutines, and a WaitGroup that waits for all of them.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	const k, n = 100, 200_000
	for range 12 {
		began := time.Now()
		var done atomic.Int64
		for range n / k {
			var wg sync.WaitGroup
			for range k {
				wg.Go(func() { done.Add(1) })
			}
			wg.Wait()
		}
		if done.Load() != n {
			panic("wrong")
		}
		fmt.Println(float64(time.Since(began).Nanoseconds()) / n)
	}
}
