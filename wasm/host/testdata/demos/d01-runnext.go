// Watch runnext: each go statement puts the newest in, and kicks the one before into the ring.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() { fmt.Println(i) })
	}
	wg.Wait()
}
