//go:build ignore

package main

import "fmt"

const (
	letters = 8
	room    = 0
)

func main() {
	box := make(chan int, room)
	done := make(chan int)
	go func() {
		sum := 0
		for letter := range box {
			sum += letter
		}
		done <- sum
	}()
	for letter := range letters {
		box <- letter
	}
	close(box)
	fmt.Println("sum", <-done)
}
