// Merge sort, one goroutine for each half down to 64 elements. Each works on its own part of the array.
package main

import (
	"fmt"
	"slices"
	"sync"
)

func sort(a, spare []int) {
	if len(a) <= 64 {
		slices.Sort(a)
		return
	}
	mid := len(a) / 2
	var wg sync.WaitGroup
	wg.Go(func() { sort(a[:mid], spare[:mid]) })
	sort(a[mid:], spare[mid:])
	wg.Wait()
	merge(a, spare, mid)
}

func merge(a, spare []int, mid int) {
	copy(spare, a)
	left, right := spare[:mid], spare[mid:]
	for i := range a {
		if len(right) == 0 || len(left) > 0 && left[0] <= right[0] {
			a[i], left = left[0], left[1:]
		} else {
			a[i], right = right[0], right[1:]
		}
	}
}

func main() {
	a := make([]int, 5000)
	x := uint32(1)
	for i := range a {
		x = x*1664525 + 1013904223
		a[i] = int(x >> 12 % 100000)
	}
	sum := 0
	for _, v := range a {
		sum += v
	}
	sort(a, make([]int, len(a)))
	for _, v := range a {
		sum -= v
	}
	fmt.Println(slices.IsSorted(a), sum, a[0], a[len(a)/2], a[len(a)-1])
}
