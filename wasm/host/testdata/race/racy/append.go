// Two goroutines append to a slice.

package main

import "sync"

func main() {
	var s []int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { s = append(s, i) })
	}
	wg.Wait()
	println(len(s) > 0)
}
