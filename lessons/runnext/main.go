package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for _, n := range []int{0, 1, 2, 3, 4} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fmt.Println("job", n)
		}()
	}
	wg.Wait()
}
