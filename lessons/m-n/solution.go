//go:build ignore

package main

import (
	"fmt"
	"sync"
)

const jobs = 400

var results [jobs]int

func job(n int) {
	for i := range 50 {
		results[n] += i * n
	}
}

func main() {
	var wg sync.WaitGroup
	for first := 0; first < jobs; first += 25 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := first; n < first+25; n++ {
				job(n)
			}
		}()
	}
	wg.Wait()
	fmt.Println(results[1], results[jobs-1])
}
