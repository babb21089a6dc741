//go:build ignore

package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	gate := make(chan bool)
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-gate
			fmt.Println(n, "is through")
		}()
		runtime.Gosched() // let it come to the gate
	}
	close(gate)
	wg.Wait()
}
