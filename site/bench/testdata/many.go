// Ten thousand goroutines wait for work that main hands out, one piece at a time.
package main

import "sync"

func main() {
	var wg sync.WaitGroup
	c := make(chan int)
	for range 10_000 {
		wg.Go(func() {
			for range c {
			}
		})
	}
	for i := range 30_000 {
		c <- i
	}
	close(c)
	wg.Wait()
}
