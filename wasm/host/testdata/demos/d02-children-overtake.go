// D2: three goroutines wait in the queue. A fourth makes a child, which makes a child: each of
// them is in runnext, and overtakes the three.
package main

import (
	"fmt"
	"sync"
)

var wg sync.WaitGroup

func chain(n int) {
	defer wg.Done()
	fmt.Println("chain", n)
	if n < 4 {
		wg.Add(1)
		go chain(n + 1)
	}
}

func main() {
	wg.Add(4)
	for i := range 3 {
		go func() {
			defer wg.Done()
			fmt.Println("old", i)
		}()
	}
	go chain(1)
	wg.Wait()
}
