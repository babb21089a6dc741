// Two goroutines append to slices of the same array: both write behind its end.

package main

import "sync"

func main() {
	base := make([]int, 1, 10)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			own := append(base, i)
			_ = own
		})
	}
	wg.Wait()
	println(len(base))
}
