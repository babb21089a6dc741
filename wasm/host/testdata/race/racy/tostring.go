// A buffer becomes a string while it is used again.

package main

import "sync"

func main() {
	buf := []byte("hello")
	var wg sync.WaitGroup
	wg.Go(func() { buf[0] = 'j' })
	s := string(buf)
	wg.Wait()
	println(len(s))
}
