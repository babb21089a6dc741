// Watch the P of the goroutine that sleeps in the system: sysmon takes it, and another M goes on with it.
package main

import (
	"sync"
	"syscall"
)

var sink int

func main() {
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := range 100_000 {
				sink += i
			}
		})
	}
	wg.Go(func() {
		ts := syscall.NsecToTimespec(100_000_000)
		syscall.Nanosleep(&ts, nil)
	})
	wg.Wait()
}
