//go:build ignore

package main

import (
	"fmt"
	"sync"
)

const (
	parts = 2000    // more than fit into one ring
	steps = 200_000 // in all
)

var sums [parts]int

// work does its part of the steps.
func work(part int) {
	for i := range steps / parts {
		sums[part] += i % 7
	}
}

func main() {
	var wg sync.WaitGroup
	for part := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			work(part)
		}()
	}
	wg.Wait()
	fmt.Println(len(sums) > 0, "all parts done")
}
