package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 25 {
				runtime.Gosched()
			}
			fmt.Println("polite", n)
		}()
	}
	wg.Wait()
}
