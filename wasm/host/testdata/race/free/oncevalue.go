// OnceValue.

package main

import "sync"

func main() {
	get := sync.OnceValue(func() map[string]int { return map[string]int{"a": 1} })
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { println(get()["a"]) })
	}
	wg.Wait()
}
