// A variable outside of the loop is captured by all goroutines.

package main

import "sync"

func main() {
	var wg sync.WaitGroup
	var i int
	for i = 0; i < 3; i++ {
		wg.Go(func() { println(i) })
	}
	wg.Wait()
}
