// RULE: the ring holds 256; the next one takes the older 128 with it to the global queue.
package main

import "runtime"

var sink int

func main() {
	runtime.Gosched()
	for i := 0; i < 300; i++ {
		go func() {}()
	}
	for i := 0; i < 600_000_000; i++ {
		sink++
	}
}
