// A select sends.

package main

import "sync"

func main() {
	c, quit := make(chan []int), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			s := []int{i}
			select {
			case c <- s:
			case <-quit:
				return
			}
		}
	})
	for range 3 {
		s := <-c
		s[0]++
	}
	close(quit)
	wg.Wait()
}
