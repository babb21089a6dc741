// Two goroutines write to a map, each its own key.

package main

import "sync"

func main() {
	m := map[int]int{}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { m[i] = i })
	}
	wg.Wait()
	println(len(m))
}
