// A buffered channel orders a send before its receive, not a receive before a later send.

package main

import "sync"

func main() {
	c := make(chan bool, 2)
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			c <- true
			n++
			<-c
		})
	}
	wg.Wait()
	println(n > 0)
}
