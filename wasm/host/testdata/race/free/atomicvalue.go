// A map in an atomic.Value.

package main

import (
	"runtime"
	"sync/atomic"
)

func main() {
	var v atomic.Value
	go func() {
		m := map[string]int{}
		m["a"] = 1
		v.Store(m)
	}()
	for v.Load() == nil {
		runtime.Gosched()
	}
	println(v.Load().(map[string]int)["a"])
}
