// A pointer that is published by an atomic store.

package main

import (
	"runtime"
	"sync/atomic"
)

type config struct{ n int }

func main() {
	var p atomic.Pointer[config]
	go func() { p.Store(&config{42}) }()
	c := p.Load()
	for c == nil {
		runtime.Gosched()
		c = p.Load()
	}
	println(c.n)
}
