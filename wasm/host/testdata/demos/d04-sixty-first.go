// D4: some of 350 goroutines are in the global queue. The P looks there on every 61st tick only, but
// then before anything else, even before runnext, which is filled: each goroutine makes one more.
package main

import (
	"fmt"
	"sync"
)

const n = 350

func main() {
	var wg sync.WaitGroup
	ran := 0
	for range n {
		wg.Go(func() {
			ran++
			wg.Go(func() { ran++ })
		})
	}
	wg.Wait()
	fmt.Println(ran, "ran") // on more than one P this is a data race
}
