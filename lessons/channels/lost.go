//go:build ignore

package main

import "fmt"

func main() {
	box := make(chan string)
	go func() {
		for letter := range box {
			fmt.Println("read", letter)
		}
	}()
	for _, letter := range []string{"A", "B", "C", "D"} {
		box <- letter
	}
	fmt.Println("all sent")
}
