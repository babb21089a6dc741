//go:build ignore

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
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range jobs {
				made[i] = thumbnail(i)
			}
		})
	}
	for i := range n {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	return made
}

func main() {
	made := thumbnails(60, 4)
	fmt.Println(made[:10])
	fmt.Println(made[50:])
}
