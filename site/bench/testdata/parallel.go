// 64 independent loops, to be shared by all processors. With an argument: that many.
package main

import (
	"fmt"
	"os"
	"strconv"
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
	loops := 64
	if len(os.Args) > 1 {
		loops, _ = strconv.Atoi(os.Args[1])
	}
	for range 12 {
		began := time.Now()
		var wg sync.WaitGroup
		sums := make([]int, loops)
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
