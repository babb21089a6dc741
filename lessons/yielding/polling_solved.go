//go:build ignore

package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var answer int64
	ready := make(chan bool)
	var wg sync.WaitGroup
	for n := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-ready
			fmt.Println("reader", n, "got", answer)
		}()
	}
	time.Sleep(200 * time.Microsecond)
	answer = 42
	close(ready)
	wg.Wait()
}
