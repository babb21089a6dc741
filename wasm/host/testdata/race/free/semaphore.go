// A channel of two places lets two in: each has its own place.

package main

import "sync"

func main() {
	sem := make(chan int, 2)
	sem <- 0
	sem <- 1
	var used [2]int
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			i := <-sem
			used[i]++
			sem <- i
		})
	}
	wg.Wait()
	println(used[0] + used[1])
}
