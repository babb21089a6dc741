// Watch where each goroutine comes from: every 61st time slice it is the global queue.
package main

import "sync"

func main() {
	var wg sync.WaitGroup
	for range 350 {
		wg.Go(func() {})
	}
	wg.Wait()
}
