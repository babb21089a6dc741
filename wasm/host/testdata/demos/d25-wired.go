// Watch the P: it goes to the M of the wired goroutine and back, and the order stays the same.
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
			if name == "b" {
				runtime.LockOSThread()
			}
			for range 3 {
				fmt.Print(name)
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
}
