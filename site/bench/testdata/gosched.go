// Ten goroutines that yield to each other.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func main() {
	const k, n = 10, 100_000
	for range 12 {
		began := time.Now()
		var wg sync.WaitGroup
		for range k {
			wg.Go(func() {
				for range n / k * 5 {
					runtime.Gosched()
				}
			})
		}
		wg.Wait()
		fmt.Println(float64(time.Since(began).Nanoseconds()) / (n * 5))
	}
}
