//go:build ignore

package main

import (
	"fmt"
	"time"
)

const lines = 60

// store keeps a line, and is slow.
func store(line int) {
	time.Sleep(100 * time.Microsecond)
}

func main() {
	queue := make(chan int)
	for line := range lines {
		go func() { queue <- line }() // do not let the reader wait
	}
	fmt.Println("all read")
	for range lines {
		store(<-queue)
	}
	fmt.Println("all stored")
}
