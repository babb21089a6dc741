package main

import "fmt"

func main() {
	door := make(chan string)
	go func() {
		door <- "tea"
		door <- "salt"
		door <- "rice"
		close(door)
	}()
	for parcel := range door {
		fmt.Println("got", parcel)
	}
}
