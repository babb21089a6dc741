// D9: Gosched puts a goroutine at the tail of the global queue. Three that do so take turns.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for round := range 4 {
				fmt.Println("goroutine", i, "round", round)
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
}
