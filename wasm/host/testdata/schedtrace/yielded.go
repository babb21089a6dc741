// RULE: those that yielded come back from the global queue as a batch, and stand in the ring; 260 more
// make it overflow once.
package main

import "runtime"

var sink int

func main() {
	runtime.Gosched()
	for i := 0; i < 5; i++ {
		go func() { runtime.Gosched() }()
	}
	runtime.Gosched()
	for i := 0; i < 260; i++ {
		go func() {}()
	}
	for i := 0; i < 600_000_000; i++ {
		sink++
	}
}
