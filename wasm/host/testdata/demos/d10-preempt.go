// Watch the loop: it never gives way by itself. After 10 ms it is asked to.
package main

import "sync/atomic"

func main() {
	var stop atomic.Bool
	go func() { stop.Store(true) }()
	for n := 0; !stop.Load(); n++ {
	}
}
