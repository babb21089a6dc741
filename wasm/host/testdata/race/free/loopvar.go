// Since Go 1.22 each round of a loop has its own variable.

package main

import "sync"

func main() {
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		wg.Go(func() { _ = i })
	}
	wg.Wait()
}
