//go:build ignore

package main

import (
	"fmt"
	"time"
)

// crunch computes until d is over, and never waits.
func crunch(d time.Duration) (rounds int) {
	for start := time.Now(); time.Since(start) < d; rounds++ {
	}
	return rounds
}

func main() {
	crunch(100 * time.Millisecond)
	fmt.Println("done")
}
