// Much is live while more is allocated: who allocates must help to mark.
package main

import "fmt"

type node struct {
	l, r *node
	v    int
}

func build(d int) *node {
	if d == 0 {
		return &node{v: 1}
	}
	return &node{build(d - 1), build(d - 1), d}
}

func (n *node) sum() int {
	if n == nil {
		return 0
	}
	return n.v + n.l.sum() + n.r.sum()
}

func main() {
	keep := build(16)
	total := 0
	for range 12 {
		total += build(13).sum()
	}
	fmt.Println(keep.sum(), total)
}

// Output:
// 196590 294732
