package main

import (
	"fmt"
	"sync"
)

// work computes for a while.
func work(rounds int) int {
	x := 1
	for range rounds {
		x = x*31 + 7
	}
	return x
}

func main() {
	var wg sync.WaitGroup
	for range 32 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			work(20_000)
		}()
	}
	wg.Wait()
	fmt.Println("all done")
}
