// Two goroutines use the same field of a struct.

package main

import "sync"

type point struct{ x, y int }

func main() {
	p := new(point)
	var wg sync.WaitGroup
	wg.Go(func() { p.x = 1 })
	wg.Go(func() { p.x = 2 })
	wg.Wait()
	println(p.y)
}
