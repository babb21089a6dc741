//go:build ignore

package main

import (
	"fmt"
	"strconv"
	"sync"
)

// report writes the squares of n and the numbers after it, behind text.
func report(text []byte, n int) []byte {
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
			text := make([]byte, 0, 16<<10) // room enough, for all
			for n := range 300 {
				text = report(text[:0], n)
				sizes[worker] += len(text)
			}
		}()
	}
	wg.Wait()
	fmt.Println(sizes)
}
