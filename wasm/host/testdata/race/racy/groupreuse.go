// A WaitGroup is used again while somebody may still wait for the first round.

package main

import (
	"sync"
	"time"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go wg.Wait()
	time.Sleep(time.Millisecond)
	wg.Done()
	wg.Add(1)
	wg.Done()
	time.Sleep(time.Millisecond)
}
