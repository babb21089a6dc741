// A go statement, the goroutine's end, and the wait for it.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	const n = 200_000
	for range 12 {
		began := time.Now()
		sum := 0
		var wg sync.WaitGroup
		for i := range n {
			wg.Add(1)
			go func() {
				sum += i & 1
				wg.Done()
			}()
			wg.Wait()
		}
		if sum != n/2 {
			panic("wrong")
		}
		fmt.Println(float64(time.Since(began).Nanoseconds()) / n)
	}
}
