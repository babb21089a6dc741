// Printing at the same time.

package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { _ = fmt.Sprintf("%d %v %q", i, []int{i}, map[string]int{"a": i}) })
	}
	wg.Wait()
	fmt.Println("done")
}
