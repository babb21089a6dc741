// D7: main starts a tiny goroutine, which wakes a thread to search for work; then main sleeps, the tiny one ends, and this
// P has nothing to do, either. It does not search: of the two Ps that are busy one does already. When a third P is
// busy it does.
package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

func rounds() {
	for range 30 {
		go func() {}()
		time.Sleep(50 * time.Microsecond)
	}
}

func main() {
	rounds()
	var stop atomic.Bool
	go func() {
		for !stop.Load() {
		}
	}()
	rounds()
	stop.Store(true)
	fmt.Println("done")
}
