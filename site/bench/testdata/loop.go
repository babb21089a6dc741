// A tight loop over integers.
package main

import (
	"fmt"
	"time"
)

//go:noinline
func loop(n int) int {
	s := 0
	for i := 0; i < n; i++ {
		s = (s + i*i) ^ int(uint(s)>>3)
	}
	return s
}

func main() {
	const n = 100_000_000
	sum := 0
	for range 12 {
		began := time.Now()
		sum += loop(n)
		fmt.Println(float64(time.Since(began).Nanoseconds()) / n)
	}
	if sum == 0 {
		panic("wrong")
	}
}
