package main

import (
	"fmt"
	"sync"
)

func main() {
	jobs := make(chan int, 8)
	stop := make(chan bool)
	for n := range 8 {
		jobs <- n
	}
	close(stop)
	var wg sync.WaitGroup
	for {
		select {
		case n := <-jobs:
			wg.Go(func() {
				fmt.Println("job", n)
			})
		case <-stop:
			wg.Wait()
			fmt.Println("stopped")
			return
		}
	}
}
