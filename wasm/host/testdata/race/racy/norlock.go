// A reader forgets RLock.

package main

import "sync"

type cache struct {
	mu sync.RWMutex
	m  map[string]int
}

func (c *cache) set(k string, v int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[k] = v
}

func (c *cache) get(k string) int { return c.m[k] }

func main() {
	c := &cache{m: map[string]int{}}
	var wg sync.WaitGroup
	wg.Go(func() { c.set("a", 1) })
	wg.Go(func() { println(c.get("a") < 2) })
	wg.Wait()
}
