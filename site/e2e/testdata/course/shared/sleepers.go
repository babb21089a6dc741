package main

import (
	"fmt"
	"sync"
	"time"
)

const nap = 10 * time.Millisecond

func main() {
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			time.Sleep(nap)
			fmt.Println("sleeper", i, "is up")
		})
	}
	wg.Wait()
}
