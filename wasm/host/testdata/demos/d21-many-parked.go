// Watch the memory of 200,000 goroutines that wait: some hundred bytes each, and no thread.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

const many = 200_000

func main() {
	var wg sync.WaitGroup
	stop := make(chan bool)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range many {
		wg.Go(func() { <-stop })
		if i%100 == 0 {
			runtime.Gosched() // let them wait
		}
	}
	runtime.Gosched()
	runtime.GC()
	runtime.ReadMemStats(&after)
	used := after.HeapAlloc + after.StackInuse - before.HeapAlloc - before.StackInuse
	fmt.Println(runtime.NumGoroutine(), "goroutines,", used/many, "bytes each")
	close(stop)
	wg.Wait()
}
