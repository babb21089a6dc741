// len of a map that another goroutine fills.

package main

import "sync"

func main() {
	m := map[int]bool{}
	var wg sync.WaitGroup
	wg.Go(func() { m[1] = true })
	println(len(m) < 2)
	wg.Wait()
}
