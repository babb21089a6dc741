//go:build ignore

package main

import (
	"fmt"
	"sync"
)

var wg sync.WaitGroup

func old(n int) {
	defer wg.Done()
	fmt.Println("old", n)
}

// family starts its child, and is done.
func family(generation int) {
	defer wg.Done()
	fmt.Println("generation", generation)
	if generation < 4 {
		wg.Add(1)
		go family(generation + 1)
	}
}

func main() {
	wg.Add(5)
	for n := range 4 {
		go old(n)
	}
	go family(1)
	wg.Wait()
}
