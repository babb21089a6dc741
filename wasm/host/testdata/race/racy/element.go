// Two goroutines write the same element.

package main

import "sync"

func main() {
	var a [8]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { a[i/2] = i })
	}
	wg.Wait()
	println(len(a))
}
