//go:build ignore

package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	var answer atomic.Int64
	var wg sync.WaitGroup
	for n := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for answer.Load() == 0 {
				runtime.Gosched() // let others work meanwhile
			}
			fmt.Println("reader", n, "got", answer.Load())
		}()
	}
	time.Sleep(200 * time.Microsecond)
	answer.Store(42)
	wg.Wait()
}
