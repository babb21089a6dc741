// Wired starts threads that end with their goroutines, one after the other: wired N.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
)

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	var wg sync.WaitGroup
	for range n {
		wg.Go(runtime.LockOSThread)
		wg.Wait()
	}
	fmt.Println(n, "threads have ended")
}
