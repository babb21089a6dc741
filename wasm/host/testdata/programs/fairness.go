// Two goroutines that wake each other share one time slice. It ends like any other,
// so they do not starve those behind them, even with one P.
package main

import (
	"fmt"
	"sync/atomic"
)

func main() {
	var behind atomic.Int32
	for range 7 {
		go func() { behind.Add(1) }()
	}
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v + 1
		}
		close(pong)
	}()
	v := 0
	for behind.Load() < 7 {
		ping <- v
		v = <-pong
	}
	close(ping)
	_, open := <-pong
	for behind.Load() < 7 {
		wait := make(chan int)
		go close(wait)
		<-wait
	}
	fmt.Println(behind.Load(), open)
}

// Output:
// 7 false
