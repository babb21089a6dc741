// A bounded buffer of a Mutex and two Conds between three producers and four consumers. Each item comes out once, and it never holds too many.
package main

import (
	"fmt"
	"sync"
)

type buffer struct {
	mu       sync.Mutex
	notEmpty *sync.Cond
	notFull  *sync.Cond
	items    []int
	size     int
	closed   bool
	overfull int
}

func newBuffer(size int) *buffer {
	b := &buffer{size: size}
	b.notEmpty, b.notFull = sync.NewCond(&b.mu), sync.NewCond(&b.mu)
	return b
}

func (b *buffer) put(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == b.size {
		b.notFull.Wait()
	}
	if b.items = append(b.items, n); len(b.items) > b.size {
		b.overfull++
	}
	b.notEmpty.Signal()
}

func (b *buffer) get() (n int, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 {
		if b.closed {
			return 0, false
		}
		b.notEmpty.Wait()
	}
	n, b.items = b.items[0], b.items[1:]
	b.notFull.Signal()
	return n, true
}

func (b *buffer) close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.notEmpty.Broadcast()
}

func main() {
	b := newBuffer(5)
	var producers, consumers sync.WaitGroup
	for p := range 3 {
		producers.Go(func() {
			for i := range 100 {
				b.put(p*100 + i)
			}
		})
	}
	seen := make([]int, 300) // each item has its own place
	var count [4]int
	for c := range count {
		consumers.Go(func() {
			for n, ok := b.get(); ok; n, ok = b.get() {
				seen[n]++
				count[c]++
			}
		})
	}
	producers.Wait()
	b.close()
	consumers.Wait()
	wrong := 0
	for _, n := range seen {
		if n != 1 {
			wrong++
		}
	}
	fmt.Println(count[0]+count[1]+count[2]+count[3], "items,", wrong, "wrong,", b.overfull, "too many")
}
