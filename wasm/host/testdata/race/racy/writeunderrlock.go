// Two goroutines write under RLock.

package main

import "sync"

func main() {
	var mu sync.RWMutex
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.RLock()
			n++
			mu.RUnlock()
		})
	}
	wg.Wait()
	println(n > 0)
}
