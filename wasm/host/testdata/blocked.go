// Blocked has many goroutines that block their threads at the same time: for ever, or so many ms.
//
//	blocked [N [MS]]
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"syscall"
)

func arg(i, other int) int {
	if i >= len(os.Args) {
		return other
	}
	n, err := strconv.Atoi(os.Args[i])
	if err != nil {
		panic(err)
	}
	return n
}

func main() {
	n, ms := arg(1, 100), arg(2, 1e9)
	fmt.Println(n, "are about to block")
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { syscall.Nanosleep(&syscall.Timespec{Sec: int64(ms / 1000), Nsec: int64(ms % 1000 * 1e6)}, nil) })
	}
	wg.Wait()
	fmt.Println("all are back")
}
