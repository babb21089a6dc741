// 64 independent loops, to be shared by all processors.
package main

import (
	"fmt"
	"sync"
	"time"
)

func work(n int) int {
	s := 0
	for i := 0; i < n; i++ {
		s = (s + i*i) ^ int(uint(s)>>3)
	}
	return s
}

func main() {
	for range 12 {
		began := time.Now()
		var wg sync.WaitGroup
		sums := make([]int, 64)
		for i := range sums {
			wg.Go(func() { sums[i] = work(3_000_000) })
		}
		wg.Wait()
		for _, s := range sums {
			if s != sums[0] {
				panic("wrong")
			}
		}
		fmt.Println(time.Since(began).Nanoseconds())
	}
}
