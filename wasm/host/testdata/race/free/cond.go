// A queue with a condition variable.

package main

import "sync"

func main() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	var queue []int
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			mu.Lock()
			for len(queue) == 0 {
				cond.Wait()
			}
			queue = queue[1:]
			mu.Unlock()
		})
	}
	for i := range 3 {
		mu.Lock()
		queue = append(queue, i)
		mu.Unlock()
		cond.Signal()
	}
	wg.Wait()
	println(len(queue))
}
