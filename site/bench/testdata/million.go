// Eight pairs of goroutines hand a number to and fro: more than a million events.
package main

import "sync"

func double(in, out chan int) {
	for n := range in {
		out <- 2 * n
	}
}

func main() {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			in, out := make(chan int), make(chan int)
			go double(in, out)
			for i := range 20_000 {
				in <- i
				<-out
			}
			close(in)
		})
	}
	wg.Wait()
}
