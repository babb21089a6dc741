//go:build ignore

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for _, n := range []int{1, 2, 3, 4, 0} { // the last one started runs first
		wg.Add(1)
		go func() {
			defer wg.Done()
			fmt.Println("job", n)
		}()
	}
	wg.Wait()
}
