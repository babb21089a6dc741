//go:build ignore

package main

import (
	"fmt"
	"time"
)

func main() {
	orders := make(chan int, 6)
	done := make(chan bool)
	go func() {
		for order := range orders {
			time.Sleep(time.Millisecond)
			fmt.Println("order", order, "is ready")
		}
		close(done)
	}()
	for order := range 6 {
		orders <- order
	}
	close(orders)
	// wash up
	time.Sleep(6 * time.Millisecond)
	<-done
	fmt.Println("home")
}
