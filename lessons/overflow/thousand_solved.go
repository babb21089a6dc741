//go:build ignore

package main

import (
	"fmt"
	"sync"
)

var squares [1000]int

func main() {
	var wg sync.WaitGroup
	for n := range squares {
		wg.Add(1)
		go func() {
			defer wg.Done()
			squares[n] = n * n
		}()
		if n%200 == 199 {
			wg.Wait() // the ring is empty again
		}
	}
	wg.Wait()

	sum := 0
	for _, s := range squares {
		sum += s
	}
	fmt.Println(sum)
}
