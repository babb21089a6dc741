// Two goroutines write the same byte of a word.

package main

import "sync"

func main() {
	var b [8]byte
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { b[3]++ })
	}
	wg.Wait()
	println(b[2])
}
