// A cache with a doubly linked list, a trie, a graph search and a bank of state machines.
package main

import (
	"fmt"
	"slices"
	"strings"
)

type entry[K comparable, V any] struct {
	k          K
	v          V
	prev, next *entry[K, V]
}

type lru[K comparable, V any] struct {
	cap   int
	items map[K]*entry[K, V]
	root  entry[K, V]
	hits  int
}

func newLRU[K comparable, V any](n int) *lru[K, V] {
	c := &lru[K, V]{cap: n, items: make(map[K]*entry[K, V])}
	c.root.prev, c.root.next = &c.root, &c.root
	return c
}

func (c *lru[K, V]) unlink(e *entry[K, V]) { e.prev.next, e.next.prev = e.next, e.prev }
func (c *lru[K, V]) front(e *entry[K, V]) {
	e.prev, e.next = &c.root, c.root.next
	e.prev.next, e.next.prev = e, e
}

func (c *lru[K, V]) get(k K, load func(K) V) V {
	if e, ok := c.items[k]; ok {
		c.hits++
		c.unlink(e)
		c.front(e)
		return e.v
	}
	if len(c.items) == c.cap {
		old := c.root.prev
		c.unlink(old)
		delete(c.items, old.k)
	}
	e := &entry[K, V]{k: k, v: load(k)}
	c.items[k] = e
	c.front(e)
	return e.v
}

type trie struct {
	kids map[rune]*trie
	end  bool
}

func (t *trie) add(w string) {
	for _, r := range w {
		if t.kids == nil {
			t.kids = map[rune]*trie{}
		}
		if t.kids[r] == nil {
			t.kids[r] = &trie{}
		}
		t = t.kids[r]
	}
	t.end = true
}

func (t *trie) with(prefix string) (out []string) {
	for _, r := range prefix {
		if t = t.kids[r]; t == nil {
			return nil
		}
	}
	var walk func(*trie, string)
	walk = func(t *trie, s string) {
		if t.end {
			out = append(out, s)
		}
		for r, k := range t.kids {
			walk(k, s+string(r))
		}
	}
	walk(t, prefix)
	slices.Sort(out)
	return
}

type graph map[string][]string

func (g graph) path(from, to string) []string {
	prev := map[string]string{from: from}
	for q := []string{from}; len(q) > 0; q = q[1:] {
		if q[0] == to {
			var p []string
			for n := to; ; n = prev[n] {
				p = append([]string{n}, p...)
				if n == from {
					return p
				}
			}
		}
		for _, n := range g[q[0]] {
			if _, seen := prev[n]; !seen {
				prev[n] = q[0]
				q = append(q, n)
			}
		}
	}
	return nil
}

func (g graph) sorted() (out []string, ok bool) {
	state := map[string]int{}
	var visit func(string) bool
	visit = func(n string) bool {
		switch state[n] {
		case 1:
			return false
		case 2:
			return true
		}
		state[n] = 1
		for _, m := range g[n] {
			if !visit(m) {
				return false
			}
		}
		state[n] = 2
		out = append(out, n)
		return true
	}
	keys := make([]string, 0, len(g))
	for k := range g {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if !visit(k) {
			return nil, false
		}
	}
	return out, true
}

type state func(*machine, rune) state
type machine struct {
	words, lines int
}

func between(m *machine, r rune) state {
	switch r {
	case '\n':
		m.lines++
		return between
	case ' ':
		return between
	}
	m.words++
	return inside
}

func inside(m *machine, r rune) state {
	if r == ' ' || r == '\n' {
		return between(m, r)
	}
	return inside
}

func main() {
	c := newLRU[int, string](3)
	loads := 0
	for _, k := range []int{1, 2, 3, 1, 4, 1, 2, 3, 3, 1} {
		c.get(k, func(k int) string { loads++; return strings.Repeat("v", k) })
	}
	first := c.get(1, nil)
	fmt.Println(loads, c.hits, len(c.items), first)
	for e := c.root.next; e != &c.root; e = e.next {
		fmt.Print(e.k, e.v, " ")
	}
	fmt.Println()
	var t trie
	for _, w := range strings.Fields("go gopher gopark park part party über") {
		t.add(w)
	}
	fmt.Println(t.with("go"), t.with("part"), t.with("ü"), t.with("x"))
	g := graph{"a": {"b", "c"}, "b": {"d"}, "c": {"d", "e"}, "d": {"f"}, "e": {"f"}, "f": nil}
	fmt.Println(g.path("a", "f"), g.path("f", "a"))
	fmt.Println(g.sorted())
	g["f"] = []string{"a"}
	fmt.Println(g.sorted())
	var m machine
	s := state(between)
	for _, r := range "two words\nand three more\n\nend" {
		s = s(&m, r)
	}
	fmt.Println(m)
}

// Output:
// 6 5 3 v
// 1v 3vvv 2vv
// [go gopark gopher] [part party] [über] []
// [a b d f] []
// [f d b e c a] true
// [] false
// {6 3}
