// Each goroutine writes a variable of its own, read after Wait.

package main

import "sync"

func main() {
	var a, b int
	var err error
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		a = 1
	}()
	go func() {
		defer wg.Done()
		b, err = 2, nil
	}()
	wg.Wait()
	println(a+b, err == nil)
}
