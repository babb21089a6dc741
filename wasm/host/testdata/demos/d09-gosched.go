// Watch the global queue: who calls Gosched goes to its end, so the three take turns.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b", "c"} {
		wg.Go(func() {
			for range 4 {
				fmt.Print(name)
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
}
