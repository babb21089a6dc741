// An atomic add and a plain read.

package main

import (
	"sync"
	"sync/atomic"
)

func main() {
	var n int64
	var wg sync.WaitGroup
	wg.Go(func() { atomic.AddInt64(&n, 1) })
	println(n < 2)
	wg.Wait()
}
