package main

import (
	"fmt"
	"time"
)

const loaves = 10

func main() {
	shelf := make(chan int, 4)
	go bake(shelf)
	time.Sleep(2 * time.Millisecond)
	fmt.Println("on the shelf:", len(shelf))
	sell(shelf)
	fmt.Println("sold out")
}

// bake puts loaves onto the shelf.
func bake(shelf chan<- int) {
	for loaf := range loaves {
		shelf <- loaf
	}
	close(shelf)
}

// sell takes a millisecond for each loaf.
func sell(shelf <-chan int) {
	for range shelf {
		time.Sleep(time.Millisecond)
	}
}
