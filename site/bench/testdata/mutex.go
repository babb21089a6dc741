// A mutex handed from one goroutine to another: the one that unlocks lets the
// other in, and waits for it.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func main() {
	const k, n = 4, 200_000
	for range 12 {
		began := time.Now()
		var mu sync.Mutex
		var wg sync.WaitGroup
		turns := 0
		for range k {
			wg.Go(func() {
				for range n / k {
					mu.Lock()
					turns++
					runtime.Gosched() // the others come, and wait for mu
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		if turns != n {
			panic("wrong")
		}
		fmt.Println(float64(time.Since(began).Nanoseconds()) / n)
	}
}
