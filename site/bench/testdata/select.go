// A select of four channels that waits each time, and whose senders wait for it.
package main

import (
	"fmt"
	"time"
)

func main() {
	const n = 200_000
	var in [4]chan int
	for i := range in {
		in[i] = make(chan int)
		go func() {
			for {
				in[i] <- i
			}
		}()
	}
	for range 12 {
		began := time.Now()
		var got [4]int
		for range n {
			select {
			case v := <-in[0]:
				got[v]++
			case v := <-in[1]:
				got[v]++
			case v := <-in[2]:
				got[v]++
			case v := <-in[3]:
				got[v]++
			}
		}
		if got[0]+got[1]+got[2]+got[3] != n {
			panic("wrong")
		}
		fmt.Println(float64(time.Since(began).Nanoseconds()) / n)
	}
}
