// RULE: each overflow moves 129 to the global queue.
package main

import "runtime"

var sink int

func main() {
	runtime.Gosched()
	for i := 0; i < 500; i++ {
		go func() {}()
	}
	for i := 0; i < 600_000_000; i++ {
		sink++
	}
}
