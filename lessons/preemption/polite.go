//go:build ignore

package main

import (
	"fmt"
	"time"
)

// crunch adds up for a while.
func crunch(done chan int) {
	sum := 0
	for n := range 10_000_000 {
		sum += n % 10
	}
	fmt.Println("sum", sum)
	done <- sum
}

func main() {
	done := make(chan int, 1)
	go crunch(done)
	for tick := range 3 {
		time.Sleep(time.Millisecond)
		fmt.Println("tick", tick)
	}
	<-done
}
