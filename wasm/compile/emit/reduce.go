// This file gives every loop one entry. Only goto makes others, so nearly all
// functions pass as they are.
//
// A strongly connected part with several entries gets a dispatcher: a node that
// switches on a local. All edges to the entries, from outside and inside, set
// the local and go to the dispatcher, which is then the only entry. The same is
// done inside the part, without its entry. No code is doubled.

package emit

import "github.com/gopark/gopark/wasm/compile/ir"

func (f *fn) reduce() {
	if g := f.flow(); !g.reducible() {
		f.reducePart(g.order)
		if !f.flow().reducible() {
			f.bug("still irreducible")
		}
	}
}

// reducePart works on the graph of some nodes. The function's entry has an
// edge from outside.
func (f *fn) reducePart(nodes []*node) {
	for _, part := range f.components(nodes) {
		if entries := f.entries(part); len(entries) == 1 {
			f.reducePart(without(part, entries[0]))
		} else {
			f.reducePart(append(part, f.dispatch(part, entries)...))
		}
	}
}

func without(nodes []*node, x *node) []*node {
	var rest []*node
	for _, n := range nodes {
		if n != x {
			rest = append(rest, n)
		}
	}
	return rest
}

// entries lists the nodes of a part with an edge from outside.
func (f *fn) entries(part []*node) []*node {
	inside := make([]bool, f.nnodes)
	for _, n := range part {
		inside[n.id] = true
	}
	entered := make([]bool, f.nnodes)
	entered[f.entry.id] = true
	for _, n := range reachable(f.entry, f.nnodes) {
		if !inside[n.id] {
			n.edges(func(to **node) { entered[(*to).id] = true })
		}
	}
	var list []*node
	for _, n := range part {
		if entered[n.id] {
			list = append(list, n)
		}
	}
	return list
}

// dispatch leads all edges to the entries through one new node, and returns
// the nodes it added to the part in front of that. A point at an entry stays
// there.
func (f *fn) dispatch(part, entries []*node) []*node {
	inside := make([]bool, f.nnodes)
	for _, n := range part {
		inside[n.id] = true
	}
	d := f.newNode("dispatch")
	which := f.NewLocal(ir.I32)
	d.term = term{kind: table, x: ir.Get(which), to: entries}
	from := reachable(f.entry, f.nnodes)
	old := f.nnodes
	// One way for edges from inside and one for those from outside: a node that
	// both go through would be a second entry.
	via := func() (ways, made []*node) {
		ways = make([]*node, old)
		for i, e := range entries {
			v := f.newNode("via")
			v.ins = []ir.Ins{&ir.Set{Dst: which, X: ir.I32C(int32(i))}}
			v.term = term{kind: jump, to: []*node{d}}
			ways[e.id] = v
			made = append(made, v)
		}
		return ways, made
	}
	in, added := via()
	out, _ := via()
	for _, n := range from {
		ways := out
		if inside[n.id] {
			ways = in
		}
		n.edges(func(to **node) {
			if v := ways[(*to).id]; v != nil {
				*to = v
			}
		})
	}
	if v := out[f.entry.id]; v != nil {
		f.entry = v
	}
	return added
}

// components lists the strongly connected parts of the graph of some nodes
// that hold a cycle (Tarjan).
func (f *fn) components(nodes []*node) [][]*node {
	t := &tarjan{index: make([]int, f.nnodes), low: make([]int, f.nnodes), in: make([]bool, f.nnodes), on: make([]bool, f.nnodes)}
	for _, n := range nodes {
		t.in[n.id] = true
	}
	for _, n := range nodes {
		if t.index[n.id] == 0 {
			t.visit(n)
		}
	}
	return t.parts
}

type tarjan struct {
	index, low []int // by node ID; index 0 is not visited
	in, on     []bool
	stack      []*node
	next       int
	parts      [][]*node
}

func (t *tarjan) visit(n *node) {
	t.next++
	t.index[n.id], t.low[n.id] = t.next, t.next
	t.stack = append(t.stack, n)
	t.on[n.id] = true
	self := false
	n.edges(func(to **node) {
		s := *to
		switch {
		case !t.in[s.id]:
		case t.index[s.id] == 0:
			t.visit(s)
			t.low[n.id] = min(t.low[n.id], t.low[s.id])
		case t.on[s.id]:
			self = self || s == n
			t.low[n.id] = min(t.low[n.id], t.index[s.id])
		}
	})
	if t.low[n.id] != t.index[n.id] {
		return
	}
	i := len(t.stack) - 1
	for t.stack[i] != n {
		i--
	}
	part := append([]*node(nil), t.stack[i:]...)
	for _, p := range part {
		t.on[p.id] = false
	}
	t.stack = t.stack[:i]
	if len(part) > 1 || self {
		t.parts = append(t.parts, part)
	}
}
