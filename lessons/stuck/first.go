//go:build ignore

package main

import (
	"fmt"
	"time"
)

// ask takes a while, another one for each mirror.
func ask(mirror int) string {
	time.Sleep(time.Duration(mirror) * time.Millisecond)
	return fmt.Sprint("answer of mirror ", mirror)
}

// fastest asks three mirrors, and gives the answer that comes first.
func fastest() string {
	answers := make(chan string)
	for mirror := 1; mirror <= 3; mirror++ {
		go func() { answers <- ask(mirror) }()
	}
	return <-answers
}

func main() {
	count := 0
	for range 10 {
		if fastest() != "" {
			count++
		}
	}
	time.Sleep(10 * time.Millisecond) // other work
	fmt.Println(count, "answers")
}
