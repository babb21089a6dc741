//go:build ignore

package main

import (
	"fmt"
	"sync"
)

const jobs = 100

var sums [jobs]int

// step adds up a little.
func step(n, rounds int) {
	for i := range rounds {
		sums[n] += i % 7
	}
}

func main() {
	var wg sync.WaitGroup
	var mine int
	for n := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			step(n, 100)
		}()
		for i := range 2000 { // main has work of its own
			mine += i % 7
		}
	}
	wg.Wait()

	sum := 0
	for _, s := range sums {
		sum += s
	}
	fmt.Println(sum, mine)
}
