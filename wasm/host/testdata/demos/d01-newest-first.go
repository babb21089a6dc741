// D1: five goroutines are made on one P. Each new one takes the slot runnext, and the one that was
// there goes to the tail of the queue: 4 runs first, then 0, 1, 2, 3.
package main

import (
	"fmt"
	"sync"
)

var wg sync.WaitGroup

func say(i int) {
	defer wg.Done()
	fmt.Println(i)
}

func main() {
	for i := range 5 {
		wg.Add(1)
		go say(i)
	}
	wg.Wait()
}
