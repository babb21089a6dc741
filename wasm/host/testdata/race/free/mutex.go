// A counter under a mutex.

package main

import "sync"

func main() {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
	println(n)
}
