package main

import (
	"fmt"
	"time"
)

// crunch never calls anything and never waits.
func crunch() {
	for n := 0; ; n++ {
		_ = n * n
	}
}

func main() {
	go fmt.Println("is it my turn?")
	go crunch()
	for tick := range 3 {
		time.Sleep(time.Millisecond)
		fmt.Println("tick", tick)
	}
}
