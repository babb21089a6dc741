// D5: P1 is kept busy while P0 fills its queue with nine goroutines, and runnext with a tenth. Then
// P1 has nothing to do, and P0 does not wait: it loops until the thief has run all ten.
package main

import (
	"fmt"
	"sync/atomic"
)

const n = 10

func main() {
	var started, release atomic.Bool
	go func() {
		started.Store(true)
		for !release.Load() {
		}
	}()
	for !started.Load() {
	}
	var order [n]int
	var ran atomic.Int32
	for i := range n {
		go func() {
			order[ran.Load()] = i // one after the other: there is one thief
			ran.Add(1)
		}()
	}
	release.Store(true)
	for ran.Load() < n {
	}
	fmt.Println(order)
}
