// Watch the end of the system call: the only P is busy. The goroutine waits in the global queue, its M sleeps.
package main

import (
	"sync"
	"sync/atomic"
	"syscall"
)

func main() {
	var wg sync.WaitGroup
	var back atomic.Bool
	wg.Go(func() {
		for !back.Load() {
		}
	})
	wg.Go(func() {
		ts := syscall.NsecToTimespec(5_000_000)
		syscall.Nanosleep(&ts, nil)
		back.Store(true)
	})
	wg.Wait()
}
