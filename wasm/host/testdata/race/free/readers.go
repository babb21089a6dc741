// Many read at the same time.

package main

import "sync"

func main() {
	m := map[string]int{"a": 1}
	s := []int{1, 2, 3}
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() { _ = m["a"] + s[1] + len(m) })
	}
	wg.Wait()
	m["b"] = 2
	s[1] = 0
}
