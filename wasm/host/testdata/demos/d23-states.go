// Watch the lamp of each goroutine: dead, runnable, running, waiting or in a system call, runnable again, dead.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"time"
)

func main() {
	var wg sync.WaitGroup
	c := make(chan int)
	wg.Go(func() { c <- 1 })
	wg.Go(func() { <-c })
	wg.Go(runtime.Gosched)
	wg.Go(func() { time.Sleep(time.Millisecond) })
	wg.Go(func() {
		pause := syscall.Timespec{Nsec: 15e6}
		syscall.Nanosleep(&pause, nil)
	})
	wg.Go(func() {
		pause := syscall.Timespec{Nsec: 100} // too short to lose the P
		syscall.Nanosleep(&pause, nil)
	})
	for range 2 {
		wg.Go(func() { // longer than a time slice
			for start := time.Now(); time.Since(start) < 25*time.Millisecond; {
			}
		})
	}
	wg.Wait()
	fmt.Println("all are dead")
}
