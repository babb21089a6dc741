//go:build ignore

package main

import (
	"fmt"
	"sync"
	"time"
)

const requests = 200

// handle waits for somebody.
func handle(n int) int {
	time.Sleep(time.Millisecond)
	return n * n
}

func main() {
	var wg sync.WaitGroup
	var results [requests]int
	tickets := make(chan bool, 8)
	for n := range requests {
		wg.Add(1)
		go func() {
			defer wg.Done()
			tickets <- true
			results[n] = handle(n)
			<-tickets
		}()
	}
	wg.Wait()
	fmt.Println(results[0], results[requests-1])
}
