// Each goroutine has a lock, but not the same.

package main

import "sync"

func main() {
	var a, b sync.Mutex
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		a.Lock()
		n++
		a.Unlock()
	})
	wg.Go(func() {
		b.Lock()
		n++
		b.Unlock()
	})
	wg.Wait()
	println(n > 0)
}
