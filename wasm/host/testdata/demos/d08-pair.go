// Watch the third goroutine: two that wake each other share one time slice, and it waits for the end of that.
package main

import (
	"runtime"
	"time"
)

func main() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v
		}
	}()
	third := make(chan bool, 1)
	ping <- 0
	<-pong
	runtime.Gosched() // now the other waits for ping
	go func() { third <- true }()
	ping <- 0 // wakes the other into runnext: the third is kicked into the ring
	<-pong
	for start := time.Now(); len(third) == 0 && time.Since(start) < time.Second; {
		ping <- 1
		<-pong
	}
}
