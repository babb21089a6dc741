// Watch the objects themselves: the fields of a G, an M and a P, the ring of 256 places that 300 new goroutines
// overflow, and the dead Gs, which the next 300 goroutines use again.
package main

import (
	"fmt"
	"sync"
)

func main() {
	for range 2 {
		var wg sync.WaitGroup
		for range 300 {
			wg.Go(func() {})
		}
		wg.Wait()
	}
	fmt.Println("done")
}
