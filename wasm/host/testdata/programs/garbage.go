// Lots of garbage while live data must survive: trees, rings, maps, slices of pointers.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

type node struct {
	left, right *node
	depth       int
}

func build(d int) *node {
	if d == 0 {
		return &node{}
	}
	return &node{build(d - 1), build(d - 1), d}
}

func (n *node) check() int {
	if n.left == nil {
		return 1
	}
	return 1 + n.left.check() + n.right.check()
}

type link struct {
	next *link
	data [10]int
}

func main() {
	long := build(12)
	total := 0
	for d := 4; d <= 10; d += 2 {
		for range 1 << (12 - d) {
			total += build(d).check()
		}
	}
	fmt.Println(total, long.check())

	var first *link
	last := &first
	for i := range 2000 {
		l := &link{}
		l.data[i%10] = i
		*last = l
		last = &l.next
		_ = make([]byte, 1000)
	}
	sum := 0
	for l := first; l != nil; l = l.next {
		for _, v := range l.data {
			sum += v
		}
	}
	fmt.Println(sum)

	m := map[string][]*int{}
	for i := range 20000 {
		k := fmt.Sprint("key", i%100)
		v := i
		m[k] = append(m[k], &v)
		if i%1000 == 999 {
			delete(m, fmt.Sprint("key", i/1000))
			runtime.GC()
		}
	}
	sum = 0
	for _, vs := range m {
		for _, v := range vs {
			sum += *v
		}
	}
	fmt.Println(len(m), sum)

	var wg sync.WaitGroup
	results := make([]string, 10)
	for g := range results {
		wg.Go(func() {
			var parts []string
			for i := range 300 {
				parts = append(parts, strings.Repeat(string(rune('a'+g)), i%7))
				if i%50 == 0 {
					runtime.Gosched()
				}
			}
			results[g] = strings.Join(parts, "")
		})
	}
	wg.Wait()
	for g, s := range results {
		if len(s) != 897 || strings.Trim(s, string(rune('a'+g))) != "" {
			fmt.Println("damaged", g, len(s))
		}
	}
	chans := make([]chan *node, 50)
	for i := range chans {
		chans[i] = make(chan *node, 1)
		go func() { chans[i] <- build(i % 8) }()
	}
	runtime.GC()
	sum = 0
	for _, c := range chans {
		sum += (<-c).check()
	}
	fmt.Println(sum)
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	fmt.Println(ms.NumGC > 0, ms.Mallocs > 10000)
	closures := make([]func() int, 1000)
	for i := range closures {
		big := make([]int, 100)
		big[50] = i
		closures[i] = func() int { return big[50] }
	}
	runtime.GC()
	sum = 0
	for _, f := range closures {
		sum += f()
	}
	fmt.Println(sum)
}

// Output:
// 32428 8191
// 1999000
// 99 185718400
// 3016
// true true
// 499500
