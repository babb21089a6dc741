// RULE: those that a close wakes stand in the ring of the one that closed; the last woken is in runnext.
package main

import "runtime"

var sink int

func main() {
	c := make(chan int)
	for i := 0; i < 20; i++ {
		go func() { <-c }()
	}
	runtime.Gosched()
	runtime.Gosched()
	close(c)
	for i := 0; i < 600_000_000; i++ {
		sink++
	}
}
