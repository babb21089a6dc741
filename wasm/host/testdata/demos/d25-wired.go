// Watch the P: in the second round the second of three goroutines is wired to a thread. When its turn comes, the P
// jumps to that thread, and back when it yields; the order of the three is that of the first round.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func round(wire bool) (order []int) {
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			if wire && i == 1 {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
			}
			for range 3 {
				order = append(order, i)
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
	return order
}

func main() {
	fmt.Println(round(false))
	fmt.Println(round(true))
}
