// Readers and writers.

package main

import "sync"

func main() {
	var mu sync.RWMutex
	m := map[int]int{}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			mu.Lock()
			m[i] = i
			mu.Unlock()
		})
		wg.Go(func() {
			mu.RLock()
			_ = m[i]
			mu.RUnlock()
		})
	}
	wg.Wait()
	println(len(m))
}
