package main

import "fmt"

func main() {
	questions := make(chan string)
	answers := make(chan string)
	go func() {
		question := <-questions
		answers <- "you asked: " + question
	}()
	fmt.Println(<-answers) // before anybody has asked
	questions <- "why?"
}
