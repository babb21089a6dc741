// Watch the number of threads: 1,000 goroutines wait at once. With a thread for each (policy 1:1) there are as
// many threads, otherwise a few.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var ready, done sync.WaitGroup
	start := make(chan bool)
	ready.Add(1000)
	for range 1000 {
		done.Go(func() {
			ready.Done()
			<-start
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
	fmt.Println("done")
}
