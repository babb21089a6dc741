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
	go func() {
		for line := range lines {
			queue <- line
		}
		fmt.Println("all read")
		close(queue)
	}()
	for line := range queue {
		store(line)
	}
	fmt.Println("all stored")
}
