//go:build ignore

package main

import (
	"fmt"
	"time"
)

func main() {
	go func() {
		time.Sleep(500 * time.Millisecond)
		fmt.Println("good morning")
	}()
	answers := make(chan string)
	fmt.Println(<-answers) // nobody will ever send
}
