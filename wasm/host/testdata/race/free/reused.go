// Memory of an object that is gone is another object.

package main

import (
	"runtime"
	"sync"
)

type node struct {
	next *node
	n    [4]int
}

func main() {
	var wg sync.WaitGroup
	for round := range 4 {
		for range 3 {
			wg.Go(func() {
				var list *node
				for i := range 2000 {
					list = &node{next: list}
					list.n[i%4] = i
					if i%100 == 0 {
						list = nil
					}
				}
			})
		}
		if round%2 == 1 {
			runtime.GC()
		}
	}
	wg.Wait()
}
