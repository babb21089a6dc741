//go:build ignore

package main

import "fmt"

// think takes some microseconds.
func think() {
	for range 50_000 {
	}
}

// player sends each ball back.
func player(in, out chan int) {
	for ball := range in {
		think()
		out <- ball + 1
	}
	close(out)
}

func main() {
	ping, pong := make(chan int), make(chan int)
	patient := make(chan bool)
	go func() {
		fmt.Println("my turn, at last")
		patient <- true
	}()
	go player(ping, pong)
	for range 75 {
		ping <- 0
		think()
		<-pong
	}
	fmt.Println("game over")
	<-patient
}
