// Watch a send to a goroutine that already waits: the value goes straight to it, and the sender goes on.
// Then watch close wake four: the first one that waited runs first, the others in the opposite order.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	values := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() { fmt.Println("received", <-values) })
	runtime.Gosched() // it waits now
	values <- 42
	fmt.Println("the sender goes on")
	wg.Wait()

	closed := make(chan bool)
	for i := range 4 {
		wg.Go(func() {
			<-closed
			fmt.Println("waiter", i)
		})
		runtime.Gosched() // so they wait in this order
	}
	close(closed)
	fmt.Println("closed")
	wg.Wait()
}
