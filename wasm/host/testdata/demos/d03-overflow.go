// Watch the ring fill up: one more than it holds, and half of it moves to the global queue.
package main

import "sync"

func main() {
	var wg sync.WaitGroup
	for range 300 {
		wg.Go(func() {})
	}
	wg.Wait()
}
