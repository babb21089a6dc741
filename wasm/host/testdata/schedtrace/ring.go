// RULE: goroutines that a busy one made stand in the ring; the newest is in runnext, which does not count.
package main

import "runtime"

var sink int

func main() {
	runtime.Gosched()
	for i := 0; i < 11; i++ {
		go func() {}()
	}
	for i := 0; i < 600_000_000; i++ {
		sink++
	}
}
