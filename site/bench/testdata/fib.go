// Calls: a recursive function.
package main

import (
	"fmt"
	"time"
)

//go:noinline
func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func main() {
	for range 12 {
		began := time.Now()
		if fib(35) != 9227465 {
			panic("wrong")
		}
		fmt.Println(time.Since(began).Nanoseconds())
	}
}
