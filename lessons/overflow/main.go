package main

import (
	"fmt"
	"sync"
)

const jobs = 300

var squares [jobs]int

func main() {
	var wg sync.WaitGroup
	for n := range squares {
		wg.Add(1)
		go func() {
			defer wg.Done()
			squares[n] = n * n
		}()
	}
	wg.Wait()
	fmt.Println(squares[jobs-1])
}
