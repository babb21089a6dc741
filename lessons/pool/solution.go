//go:build ignore

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	answer := make(chan int, 6)
	for range 6 {
		answer <- 42
	}
	for range 6 {
		wg.Add(1)
		go func() { // a helper
			defer wg.Done()
			fmt.Println("got", <-answer)
		}()
	}
	wg.Wait()
}
