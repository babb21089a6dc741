// D12: a goroutine blocks its thread in a system call of 100 ms. Its P stays with it until sysmon, which looks every 20 µs,
// has seen the call twice. Then another thread gets the P, and goes on with the queue.
package main

import (
	"fmt"
	"sync"
	"syscall"
	"time"
)

func sleep(ns int64) {
	ts := syscall.Timespec{Nsec: ns}
	syscall.Nanosleep(&ts, nil)
}

func main() {
	sleep(100) // the first call of a P is taken at once for one that was seen before
	began := time.Now()
	for time.Since(began) < 50*time.Microsecond { // sysmon has begun to look
	}
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			fmt.Println("goroutine", i, "runs before the call is over:", time.Since(began) < 90*time.Millisecond)
		})
	}
	wg.Go(func() { sleep(100e6) })
	wg.Wait()
}
