package main

import (
	"fmt"
	"time"
)

func main() {
	jobs := make(chan int)
	results := make(chan int)
	for range 3 {
		go func() {
			for n := range jobs {
				results <- n * n
			}
		}()
	}
	sum := 0
	for n := range 6 {
		jobs <- n
		sum += <-results
	}
	fmt.Println("sum", sum)
	time.Sleep(time.Millisecond)
}
