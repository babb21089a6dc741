// Linked structures change while the collector marks: pointers are moved from
// old objects to new ones and back, through fields, slices, maps, channels, closures,
// interfaces and atomics. Every node knows what it must hold.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type node struct {
	next, side *node
	key        int
	check      int
	data       []int
}

func newNode(key int) *node {
	n := &node{key: key, check: key*7 + 1}
	n.data = []int{key, key + 1, key + 2}
	return n
}

func (n *node) verify() int {
	if n.check != n.key*7+1 || len(n.data) != 3 || n.data[0] != n.key || n.data[2] != n.key+2 {
		panic(fmt.Sprintf("node %d is broken: %+v", n.key, *n))
	}
	return n.key
}

type box struct {
	n    *node
	any  any
	link *box
}

// garbage makes the collector run.
func garbage(n int) (keep []byte) {
	for range n {
		keep = make([]byte, 900)
		_ = append([]*node{nil}, newNode(n))
	}
	return keep
}

type rng uint32

func (r *rng) next(n int) int {
	*r = *r*1664525 + 1013904223
	return int(*r>>8) % n
}

// shuffle moves the nodes of a table around for a while.
func shuffle(seed, size, rounds int) int {
	r := rng(seed)
	tab := make([]*node, size)
	want := 0
	for i := range tab {
		tab[i] = newNode(seed*1_000_000 + i)
		want += tab[i].key
	}
	var shared atomic.Pointer[node]
	m := map[int]*node{}
	c := make(chan *node, 4)
	big := make(chan box, 2)
	var boxes *box
	for round := range rounds {
		i, j := r.next(size), r.next(size)
		switch round % 9 {
		case 0: // exchange
			tab[i], tab[j] = tab[j], tab[i]
		case 1: // into a new object, and out again later
			b := &box{n: tab[i], link: boxes}
			tab[i] = nil
			boxes = b
			garbage(1)
			tab[i] = b.n
			b.n = nil
			if round%5 == 0 {
				boxes = nil
			}
		case 2: // through a channel
			c <- tab[i]
			tab[i] = nil
			garbage(1)
			tab[i] = <-c
		case 3: // through a map
			m[i] = tab[i]
			tab[i] = nil
			garbage(1)
			tab[i] = m[i]
			delete(m, i)
		case 4: // through an atomic
			shared.Store(tab[i])
			tab[i] = nil
			garbage(1)
			tab[i] = shared.Swap(nil)
		case 5: // through an interface and a closure
			n := tab[i]
			get := func() *node { return n }
			var x any = get
			tab[i] = nil
			garbage(1)
			tab[i] = x.(func() *node)()
		case 6: // a list turned round
			var head *node
			for k := range 5 {
				n := tab[(i+k)%size]
				tab[(i+k)%size] = nil
				n.next = head
				head = n
			}
			garbage(1)
			for k := 4; k >= 0; k-- {
				n := head
				head = n.next
				n.next = nil
				tab[(i+k)%size] = n
			}
		case 7: // copy, clear, append
			part := append([]*node(nil), tab[:size/2]...)
			clear(tab[:size/2])
			garbage(1)
			copy(tab, part)
			clear(part)
		case 8: // a large value through a channel
			big <- box{n: tab[i], any: tab[j]}
			if i != j {
				tab[j] = nil
			}
			tab[i] = nil
			garbage(1)
			b := <-big
			tab[i] = b.n
			tab[j] = b.any.(*node)
		}
		if round%97 == 0 {
			runtime.Gosched()
		}
	}
	got := 0
	for _, n := range tab {
		got += n.verify()
	}
	if got != want {
		panic(fmt.Sprint("sum ", got, ", want ", want))
	}
	return got
}

func main() {
	sums := make([]int, 6)
	var wg sync.WaitGroup
	for g := range sums {
		wg.Go(func() { sums[g] = shuffle(g+1, 60+g*40, 3000) })
	}
	wg.Wait()
	fmt.Println(sums)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	runtime.GC()
	runtime.ReadMemStats(&after)
	fmt.Println(before.NumGC > 2, after.NumGC > before.NumGC)
}

// Output:
// [60001770 200004950 420009730 720016110 1100024090 1560033670]
// true true
