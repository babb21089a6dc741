// One logger for all.

package main

import (
	"io"
	"log"
	"sync"
)

func main() {
	l := log.New(io.Discard, "", log.LstdFlags)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { l.Printf("hello %d", i) })
	}
	wg.Wait()
}
