// Package sync/atomic with one P, with several, and with one again: no operation is lost.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

const workers, rounds = 4, 500_000

// contend lets all workers write the same words, and returns what must be workers*rounds.
func contend() (added, exchanged int64, swapped, flips uint32) {
	var sum, cas atomic.Int64
	var last, count, bits, turned atomic.Uint32
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for range rounds {
				sum.Add(1)
				for {
					old := cas.Load()
					if cas.CompareAndSwap(old, old+1) {
						break
					}
				}
				if last.Swap(uint32(w)) < workers {
					count.Add(1)
				}
				bit := uint32(1) << w
				if bits.Or(bit)&bit == 0 && bits.And(^bit)&bit != 0 { // nobody else touches this bit
					turned.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return sum.Load(), cas.Load(), count.Load(), turned.Load()
}

func main() {
	for _, procs := range []int{1, 2, 4, 1} {
		runtime.GOMAXPROCS(procs)
		fmt.Println(contend())
	}
}

// Output:
// 2000000 2000000 2000000 2000000
// 2000000 2000000 2000000 2000000
// 2000000 2000000 2000000 2000000
// 2000000 2000000 2000000 2000000
