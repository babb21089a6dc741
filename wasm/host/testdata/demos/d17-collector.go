// Watch a collection: the world stops twice, for a moment; in between one P in four marks, and those who
// allocate help. The loop that calls nothing is cut where it is.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type node struct {
	next *node
	data [6]uint64
}

func main() {
	var stop atomic.Bool
	go func() { // calls nothing
		for !stop.Load() {
		}
	}()
	var wg sync.WaitGroup
	var lists [2]*node
	for i := range lists {
		wg.Go(func() {
			for range 60_000 {
				lists[i] = &node{next: lists[i]}
			}
		})
	}
	wg.Wait()
	runtime.GC()
	stop.Store(true)
	fmt.Println("kept:", lists[0] != nil, lists[1] != nil)
}
