// A struct is copied while one of its fields is written.

package main

import "sync"

type point struct{ x, y, z int }

func main() {
	p := &point{1, 2, 3}
	var wg sync.WaitGroup
	wg.Go(func() { p.z = 4 })
	q := *p
	wg.Wait()
	println(q.x + q.y)
}
