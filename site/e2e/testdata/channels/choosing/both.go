package main

import "fmt"

func main() {
	tea := make(chan string)
	salt := make(chan string)
	go func() { salt <- "salt" }()
	for range 2 {
		select {
		case got := <-tea:
			fmt.Println("got", got)
		case got := <-salt:
			fmt.Println("got", got)
			go func() { tea <- "tea" }()
		}
	}
}
