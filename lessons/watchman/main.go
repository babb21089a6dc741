package main

import (
	"fmt"
	"sync"
)

// node is what a list is made of.
type node struct {
	next *node
	data [12]int
}

// build makes a list, and lets go of it.
func build(n int) (length int) {
	var head *node
	for range n {
		head = &node{next: head}
	}
	for ; head != nil; head = head.next {
		length++
	}
	return length
}

func main() {
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			build(14_000)
		}()
	}
	wg.Wait()
	fmt.Println("four lists built")
}
