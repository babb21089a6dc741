// D8: two goroutines exchange a value through runnext, and share one time slice. A third waits in the queue
// until the slice of 10 ms is over.
package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

func main() {
	ping, pong := make(chan int), make(chan int)
	var third atomic.Bool
	go third.Store(true)
	go func() {
		for v := range ping {
			pong <- v + 1
		}
	}()
	began, v := time.Now(), 0
	for !third.Load() {
		ping <- v
		v = <-pong
	}
	fmt.Println("hundreds of rounds:", v > 300, "the third waited 10 ms:", time.Since(began) >= 10*time.Millisecond)
}
