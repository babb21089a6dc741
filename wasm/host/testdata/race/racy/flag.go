// What is published by a plain flag.

package main

import "time"

var (
	ready bool
	value string
)

func main() {
	go func() {
		value = "hello"
		ready = true
	}()
	for !ready {
		time.Sleep(time.Millisecond)
	}
	println(value)
}
