// Many read a cache under an RWMutex, and fill it under the same lock. Each entry is computed once, whoever is first; writers keep two fields equal.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type cache struct {
	mu       sync.RWMutex
	entries  map[int]int
	computed int
	fills    int // always as many as computed
}

var torn atomic.Int64

func (c *cache) get(n int) int {
	c.mu.RLock()
	v, ok := c.entries[n]
	if c.fills != c.computed {
		torn.Add(1)
	}
	c.mu.RUnlock()
	if ok {
		return v
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.entries[n]; ok { // somebody else was faster
		return v
	}
	c.computed++
	v = fib(n)
	c.entries[n] = v
	c.fills++
	return v
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func main() {
	c := cache{entries: map[int]int{}}
	var sum atomic.Int64
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for k := range 60 {
				sum.Add(int64(c.get((i + k) % 15)))
			}
		})
	}
	wg.Wait()
	fmt.Printf("sum %d, %d entries, %d computed, %d torn reads\n", sum.Load(), len(c.entries), c.computed, torn.Load())
}
