package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { fmt.Println(i) })
	}
	wg.Wait()
}
