// Two goroutines write to a bytes.Buffer.

package main

import (
	"bytes"
	"sync"
)

func main() {
	var b bytes.Buffer
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { b.WriteString("hello") })
	}
	wg.Wait()
	println(b.Len() > 0)
}
