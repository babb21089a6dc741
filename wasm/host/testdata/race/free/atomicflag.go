// A flag of package atomic orders what was written before it.

package main

import (
	"runtime"
	"sync/atomic"
)

func main() {
	var ready atomic.Bool
	s := ""
	go func() {
		s = "hello"
		ready.Store(true)
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
	println(s)
}
