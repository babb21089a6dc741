// D11: four goroutines compute on one P, in turn, for 10 ms each. So each waits about 30 ms for its turn.
package main

import (
	"fmt"
	"sync"
)

// compute takes about 50 ms.
func compute() {
	x := 1
	for range 25_000_000 {
		x = x*31 + 7
	}
}

func main() {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(compute)
	}
	wg.Wait()
	fmt.Println("done")
}
