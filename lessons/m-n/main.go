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
	for n := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			job(n)
		}()
	}
	wg.Wait()
	fmt.Println(results[1], results[jobs-1])
}
