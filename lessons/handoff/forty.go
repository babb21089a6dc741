//go:build ignore

package main

import (
	"fmt"
	"os"
	"sync"
)

func main() {
	os.WriteFile("notes.txt", []byte("hello"), 0o644)
	var wg sync.WaitGroup
	var sizes [40]int
	for n := range sizes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			text, _ := os.ReadFile("notes.txt")
			sizes[n] = len(text)
		}()
	}
	wg.Wait()

	sum := 0
	for _, size := range sizes {
		sum += size
	}
	fmt.Println(sum, "bytes")
}
