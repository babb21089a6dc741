// Closing a channel orders what was before it.

package main

import "sync"

func main() {
	start := make(chan struct{})
	n := 0
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			<-start
			println(n)
		})
	}
	n = 42
	close(start)
	wg.Wait()
}
