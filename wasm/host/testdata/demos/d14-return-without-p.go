// Watch main (G1) come back from its system call: the only P is busy, so G1 goes to the tail of the global
// queue and its thread sleeps, until the time slice of the busy goroutine ends.
package main

import (
	"fmt"
	"sync/atomic"
	"syscall"
)

func main() {
	var stop atomic.Bool
	go func() { // never yields
		for !stop.Load() {
		}
	}()
	pause := syscall.Timespec{Nsec: 35e6}
	syscall.Nanosleep(&pause, nil) // sysmon takes the P away meanwhile
	stop.Store(true)
	fmt.Println("main is back")
}
