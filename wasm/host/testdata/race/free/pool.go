// Buffers of a Pool.

package main

import (
	"bytes"
	"sync"
)

func main() {
	p := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			b := p.Get().(*bytes.Buffer)
			b.Reset()
			b.WriteString("hello")
			p.Put(b)
		})
	}
	wg.Wait()
}
