// Sleeping orders nothing.

package main

import "time"

func main() {
	n := 0
	go func() { n = 1 }()
	time.Sleep(10 * time.Millisecond)
	println(n)
}
