// RULE: the Error method of a panic's value runs in the goroutine that panicked, as
// ordinary code: it may use channels, wait for locks and recover from its own panics.
package main

import (
	"fmt"
	"sync"
)

type slow struct {
	mu   *sync.Mutex
	text chan string
}

func (s slow) Error() string {
	defer func() { fmt.Println("recovered", recover()) }()
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { panic("inside") }()
	defer func() { fmt.Println("got", <-s.text) }()
	return "never"
}

type text struct{ c chan string }

func (t text) String() string { return <-t.c + " and more" }

func main() {
	c := make(chan string)
	go func() {
		c <- "for Error"
		c <- "for String"
	}()
	defer func() { panic(slow{new(sync.Mutex), c}) }()
	panic(text{c})
}
