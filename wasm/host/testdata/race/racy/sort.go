// A slice is sorted while it is read.

package main

import (
	"sort"
	"sync"
)

func main() {
	s := []int{3, 1, 2}
	var wg sync.WaitGroup
	wg.Go(func() { sort.Ints(s) })
	println(s[1] > 0)
	wg.Wait()
}
