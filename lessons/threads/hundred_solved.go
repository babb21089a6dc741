//go:build ignore

package main

import (
	"fmt"
	"sync"
)

var squares [100]int

func main() {
	var wg sync.WaitGroup
	for first := 0; first < len(squares); first += 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for job := first; job < first+10; job++ {
				squares[job] = job * job
			}
		}()
	}
	wg.Wait()

	sum := 0
	for _, s := range squares {
		sum += s
	}
	fmt.Println(sum)
}
