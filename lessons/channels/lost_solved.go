//go:build ignore

package main

import "fmt"

func main() {
	box, done := make(chan string), make(chan bool)
	go func() {
		for letter := range box {
			fmt.Println("read", letter)
		}
		close(done)
	}()
	for _, letter := range []string{"A", "B", "C", "D"} {
		box <- letter
	}
	close(box)
	fmt.Println("all sent")
	<-done
}
