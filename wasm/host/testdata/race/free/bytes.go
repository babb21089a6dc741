// Each goroutine has its own byte of a word.

package main

import "sync"

func main() {
	var b [8]byte
	var wg sync.WaitGroup
	for i := range b {
		wg.Go(func() { b[i]++ })
	}
	wg.Wait()
	println(b[7])
}
