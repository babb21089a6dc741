//go:build ignore

package main

import "fmt"

func main() {
	door := make(chan string)
	done := make(chan bool)
	door <- "tea"
	go func() {
		fmt.Println("got", <-door)
		close(done)
	}()
	<-done
}
