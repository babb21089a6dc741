package main

import "fmt"

const room = 3

func main() {
	shelf := make(chan int, room)
	done := make(chan bool)
	go func() {
		for loaf := range shelf {
			fmt.Println("sold", loaf)
		}
		close(done)
	}()
	for loaf := 1; loaf <= 8; loaf++ {
		shelf <- loaf
	}
	close(shelf)
	<-done
}
