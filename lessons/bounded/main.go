package main

import (
	"fmt"
	"sync"
)

const requests = 200

// handle computes for a while. It never waits.
func handle(n int) (x int) {
	for i := range 3_000 {
		x = x*31 + i*n
	}
	return x
}

func main() {
	var wg sync.WaitGroup
	var results [requests]int
	for n := range requests {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results[n] = handle(n)
		}()
	}
	wg.Wait()
	fmt.Println(results[0], results[requests-1])
}
