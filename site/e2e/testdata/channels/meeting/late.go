package main

import (
	"fmt"
	"time"
)

func main() {
	door := make(chan string)
	start := time.Now()
	go func() {
		// the customer is late
		time.Sleep(5 * time.Millisecond)
		fmt.Println("got", <-door)
	}()
	door <- "tea"
	took := time.Since(start)
	took = took.Round(time.Millisecond)
	fmt.Println("it took", took)
}
