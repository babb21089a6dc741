//go:build ignore

// Sixteen goroutines, all made on one P. With 17 the first steal takes eight, too.
package main

import (
	"fmt"
	"sync"
)

const jobs = 16 // one in runnext, 15 in the ring: half of 15, rounded up, is 8

var wg sync.WaitGroup

// crunch keeps a P busy. It never waits.
func crunch(rounds int) int {
	x := 1
	for range rounds {
		x = x*31 + 7
	}
	return x
}

func job(rounds int) {
	defer wg.Done()
	crunch(rounds)
}

func main() {
	wg.Add(1 + jobs)
	go job(40_000) // for the other P
	crunch(20_000) // until it has begun
	for range jobs {
		go job(10_000)
	}
	crunch(140_000) // main does not wait yet
	wg.Wait()
	fmt.Println("all done")
}
