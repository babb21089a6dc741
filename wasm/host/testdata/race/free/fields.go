// Neighbours in a struct.

package main

import "sync"

type pair struct {
	a, b int32
}

func main() {
	var p pair
	var wg sync.WaitGroup
	wg.Go(func() { p.a = 1 })
	wg.Go(func() { p.b = 2 })
	wg.Wait()
	println(p.a, p.b)
}
