package main

import "fmt"

func main() {
	post := make(chan string, 2)
	post <- "a letter"
	post <- "a card"
	close(post)
	for range 3 {
		item, ok := <-post
		fmt.Printf("%q %v\n", item, ok)
	}
}
