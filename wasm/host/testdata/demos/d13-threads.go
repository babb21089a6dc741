// D13: 50 goroutines that read from pipes park in the network poller, and need no threads. 20 that are in
// system calls need 20.
package main

import (
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

func main() {
	var wg sync.WaitGroup
	var ends []*os.File
	for range 50 {
		r, w, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		ends = append(ends, w)
		wg.Go(func() { r.Read(make([]byte, 1)) })
	}
	time.Sleep(20 * time.Millisecond)
	fmt.Println("50 read")
	for _, w := range ends {
		w.Close()
	}
	wg.Wait()
	for range 20 {
		wg.Go(func() {
			ts := syscall.Timespec{Nsec: 200e6}
			syscall.Nanosleep(&ts, nil)
		})
	}
	wg.Wait()
	fmt.Println("20 slept")
}
