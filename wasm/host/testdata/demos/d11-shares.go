// Watch three loops on one P: 10 ms each, in turn. So each waits for 20 ms and more.
package main

import "sync"

var sink [3]int

func main() {
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for n := range 12_000_000 {
				sink[i] += n
			}
		})
	}
	wg.Wait()
}
