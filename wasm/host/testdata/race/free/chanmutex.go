// A channel of one place is a mutex.

package main

import "sync"

func main() {
	lock := make(chan bool, 1)
	n := 0
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			lock <- true
			n++
			<-lock
		})
	}
	wg.Wait()
	println(n)
}
