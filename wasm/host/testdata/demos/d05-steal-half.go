// Watch P1: it has run out of work, and P0 has nine in its ring and one in runnext.
package main

import "sync/atomic"

var sink int

func main() {
	var started, release atomic.Bool
	var ended atomic.Int32
	go func() { // keeps the other P busy until the ring is filled
		started.Store(true)
		for !release.Load() {
		}
	}()
	for !started.Load() {
	}
	for range 10 {
		go func() {
			for i := range 2000 {
				sink += i
			}
			ended.Add(1)
		}()
	}
	release.Store(true)
	for ended.Load() < 10 { // does not yield: only the thief may run them
	}
}
