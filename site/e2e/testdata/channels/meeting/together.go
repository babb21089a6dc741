//go:build ignore

package main

import "fmt"

func main() {
	door := make(chan string)
	done := make(chan bool)
	go func() {
		fmt.Println("got", <-door)
		close(done)
	}()
	door <- "tea"
	<-done
}
