// Many goroutines, one after the other.

package main

import "sync"

func main() {
	n := 0
	for range 20 {
		var wg sync.WaitGroup
		var mu sync.Mutex
		for range 100 {
			wg.Go(func() {
				mu.Lock()
				n++
				mu.Unlock()
			})
		}
		wg.Wait()
	}
	println(n)
}
