// Atomic counters: sums, a maximum by compare-and-swap, tickets that nobody gets twice. All are the same in any order.
package main

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

func raise(max *atomic.Int64, v int64) {
	for {
		old := max.Load()
		if v <= old || max.CompareAndSwap(old, v) {
			return
		}
	}
}

func main() {
	var sum, most, ticket atomic.Int64
	var bits atomic.Uint64
	tickets := make([][]int64, 10)
	var wg sync.WaitGroup
	for i := range tickets {
		wg.Go(func() {
			for k := range 500 {
				sum.Add(int64(k))
				raise(&most, int64(i*k%977))
				if k%50 == i {
					tickets[i] = append(tickets[i], ticket.Add(1))
				}
			}
			bits.Or(1 << i)
		})
	}
	wg.Wait()
	all := slices.Concat(tickets...)
	slices.Sort(all)
	fmt.Println(sum.Load(), most.Load(), bits.Load())
	fmt.Println(len(all), all[0], all[len(all)-1], len(slices.Compact(all)))
}
