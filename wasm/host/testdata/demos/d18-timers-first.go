// Watch four sleepers whose time comes while main keeps the only P busy: all their timers run when main
// waits, before anything is taken from the queue. The last one is then in front, and the others
// are behind what was queued already.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func main() {
	var wg sync.WaitGroup
	base := time.Now()
	for i := 1; i <= 4; i++ {
		wg.Go(func() {
			time.Sleep(time.Until(base.Add(time.Duration(i) * time.Millisecond)))
			fmt.Println("sleeper", i)
		})
	}
	runtime.Gosched() // they sleep now
	for _, name := range []string{"first", "second"} {
		wg.Go(func() { fmt.Println("queued", name) })
	}
	for time.Since(base) < 6*time.Millisecond { // less than a time slice
	}
	wg.Wait()
}
