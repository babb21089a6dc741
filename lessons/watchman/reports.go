//go:build ignore

package main

import (
	"fmt"
	"strconv"
	"sync"
)

// report writes the squares of n and the numbers after it.
func report(n int) []byte {
	text := make([]byte, 0, 16<<10) // room enough
	for i := range 20 {
		text = strconv.AppendInt(text, int64((n+i)*(n+i)), 10)
		text = append(text, ' ')
	}
	return text
}

func main() {
	var wg sync.WaitGroup
	var sizes [3]int
	for worker := range sizes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range 300 {
				sizes[worker] += len(report(n))
			}
		}()
	}
	wg.Wait()
	fmt.Println(sizes)
}
