package main

import (
	"fmt"
	"sync"
)

func wash() (n int) {
	for i := range 20_000 {
		n += i & 1
	}
	return n
}

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	clean := 0
	for range 4 {
		wg.Go(func() {
			for range 5 {
				mu.Lock()
				clean += wash()
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(clean)
}
