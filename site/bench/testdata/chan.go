// A round trip over two unbuffered channels.
package main

import (
	"fmt"
	"time"
)

func main() {
	const n = 200_000
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v + 1
		}
	}()
	for range 12 {
		began := time.Now()
		v := 0
		for range n {
			ping <- v
			v = <-pong
		}
		if v != n {
			panic("wrong")
		}
		fmt.Println(float64(time.Since(began).Nanoseconds()) / n)
	}
}
