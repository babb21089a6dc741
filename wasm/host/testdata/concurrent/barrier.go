// Workers meet at a barrier made of a Cond after each round. No round begins before all have ended the one before, so the sums are fixed.
package main

import (
	"fmt"
	"sync"
)

type barrier struct {
	mu      sync.Mutex
	all     *sync.Cond
	size    int
	waiting int
	round   int
}

func newBarrier(size int) *barrier {
	b := &barrier{size: size}
	b.all = sync.NewCond(&b.mu)
	return b
}

func (b *barrier) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	round := b.round
	if b.waiting++; b.waiting == b.size {
		b.waiting = 0
		b.round++
		b.all.Broadcast()
		return
	}
	for b.round == round {
		b.all.Wait()
	}
}

// Each cell becomes the sum of its neighbours and itself, modulo 1000.
func main() {
	const cells, rounds = 9, 25
	b := newBarrier(cells)
	now, next := make([]int, cells), make([]int, cells)
	for i := range now {
		now[i] = i
	}
	var wg sync.WaitGroup
	for i := range cells {
		wg.Go(func() {
			mine, other := now, next
			for range rounds {
				left, right := mine[(i+cells-1)%cells], mine[(i+1)%cells]
				other[i] = (left + mine[i] + right) % 1000
				b.wait()
				mine, other = other, mine
			}
		})
	}
	wg.Wait()
	fmt.Println(next, b.round)
}
