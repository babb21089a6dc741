// A slice is copied while it is written.

package main

import "sync"

func main() {
	src := make([]byte, 64)
	var wg sync.WaitGroup
	wg.Go(func() { src[40] = 1 })
	dst := make([]byte, 64)
	println(copy(dst, src))
	wg.Wait()
}
