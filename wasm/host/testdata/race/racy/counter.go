// Two goroutines add to a variable.

package main

import "sync"

func main() {
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { n++ })
	}
	wg.Wait()
	println(n)
}
