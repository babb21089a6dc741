// D12: a goroutine blocks its thread in a system call of 100 ms. Its P stays with it at first; sysmon takes the P away
// and gives it to another thread, which goes on with the queue.
package main

import (
	"fmt"
	"sync"
	"syscall"
	"time"
)

func main() {
	began := time.Now()
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			fmt.Println("goroutine", i, "runs before the call is over:", time.Since(began) < 90*time.Millisecond)
		})
	}
	wg.Go(func() {
		ts := syscall.Timespec{Nsec: 100e6}
		syscall.Nanosleep(&ts, nil)
	})
	wg.Wait()
}
