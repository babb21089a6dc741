// A lock made of compare-and-swap.

package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

type spinlock struct{ v uint32 }

func (l *spinlock) lock() {
	for !atomic.CompareAndSwapUint32(&l.v, 0, 1) {
		runtime.Gosched()
	}
}

func (l *spinlock) unlock() { atomic.StoreUint32(&l.v, 0) }

func main() {
	var l spinlock
	n := 0
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			l.lock()
			n++
			l.unlock()
		})
	}
	wg.Wait()
	println(n)
}
