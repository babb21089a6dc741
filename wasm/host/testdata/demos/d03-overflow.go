// D3: the queue of a P has 256 places. The goroutine that finds it full takes the oldest 128 along to the
// global queue.
package main

import (
	"fmt"
	"sync"
)

const n = 300

func main() {
	var wg sync.WaitGroup
	ran := 0
	for range n {
		wg.Go(func() { ran++ })
	}
	wg.Wait()
	fmt.Println(ran, "ran") // on more than one P this is a data race
}
