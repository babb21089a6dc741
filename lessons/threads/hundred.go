//go:build ignore

package main

import (
	"fmt"
	"sync"
)

var squares [100]int

func main() {
	var wg sync.WaitGroup
	for job := range squares {
		wg.Add(1)
		go func() {
			defer wg.Done()
			squares[job] = job * job
		}()
	}
	wg.Wait()

	sum := 0
	for _, s := range squares {
		sum += s
	}
	fmt.Println(sum)
}
