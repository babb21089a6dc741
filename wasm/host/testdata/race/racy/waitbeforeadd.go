// Add is called in the goroutine that Wait waits for.

package main

import (
	"sync"
	"time"
)

func main() {
	var wg sync.WaitGroup
	n := 0
	go func() {
		wg.Add(1)
		n = 1
		wg.Done()
	}()
	wg.Wait()
	println(n < 2)
	time.Sleep(time.Millisecond)
}
