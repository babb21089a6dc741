// A named result is written by a goroutine that goes on when the function has returned.

package main

import "time"

func f() (n int) {
	go func() { n = 1 }()
	return 2
}

func main() {
	println(f() > 0)
	time.Sleep(time.Millisecond)
}
