// Each goroutine has its own element.

package main

import "sync"

func main() {
	s := make([]int, 10)
	var wg sync.WaitGroup
	for i := range s {
		wg.Go(func() { s[i] = i })
	}
	wg.Wait()
	println(len(s))
}
