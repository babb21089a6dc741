// D10: main loops without a call while another goroutine waits for the only P. After 10 ms it is
// preempted and goes to the tail of the global queue. Before Go 1.14 it never ended.
package main

import (
	"fmt"
	"sync/atomic"
)

func main() {
	var stop atomic.Bool
	go stop.Store(true)
	n := 0
	for !stop.Load() {
		n++
	}
	fmt.Println("stopped after many rounds:", n > 1000)
}
