//go:build ignore

package main

import (
	"fmt"
	"sync"
)

const (
	requests = 200
	workers  = 4
)

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
	jobs := make(chan int)
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range jobs {
				results[n] = handle(n)
			}
		}()
	}
	for n := range requests {
		jobs <- n
	}
	close(jobs)
	wg.Wait()
	fmt.Println(results[0], results[requests-1])
}
