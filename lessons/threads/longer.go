//go:build ignore

package main

import (
	"fmt"
	"sync"
)

// work computes a little.
func work(rounds int) int {
	x := 1
	for i := range rounds {
		x = x*31 + i
	}
	return x
}

func main() {
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			work(1_000_000)
		}()
	}
	wg.Wait()
	fmt.Println("all done")
}
