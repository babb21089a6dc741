// Watch the lock of the scheduler while four threads do 1,000 tiny jobs: with one queue for all (policy m:n or
// go1.0) it is always held and the threads wait for it, with a queue for each P it is nearly always free.
package main

import (
	"fmt"
	"sync"
)

// job makes the next one of its chain.
func job(left int, wg *sync.WaitGroup) {
	if left == 0 {
		wg.Done()
		return
	}
	go job(left-1, wg)
}

func main() {
	var wg sync.WaitGroup
	for range 20 {
		wg.Add(1)
		go job(50, &wg)
	}
	wg.Wait()
	fmt.Println("done")
}
