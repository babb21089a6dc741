// One ranges over a map while another deletes from it.

package main

import "sync"

func main() {
	m := map[int]bool{1: true, 2: true, 3: true}
	var wg sync.WaitGroup
	wg.Go(func() { delete(m, 2) })
	n := 0
	for range m {
		n++
	}
	wg.Wait()
	println(n > 0)
}
