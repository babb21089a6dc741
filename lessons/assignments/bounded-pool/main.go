package main

import (
	"fmt"
	"sync"
)

// thumbnail makes one small picture. It computes, and some pictures take longer.
func thumbnail(n int) int {
	x := n
	for i := range 1_000 + 2_000*(n%5) {
		x = (x*31 + i) % 1_000_003
	}
	return x
}

// thumbnails makes n of them, workers at a time.
func thumbnails(n, workers int) []int {
	made := make([]int, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			made[i] = thumbnail(i)
		})
	}
	wg.Wait()
	return made
}

func main() {
	made := thumbnails(60, 4)
	fmt.Println(made[:10])
	fmt.Println(made[50:])
}
