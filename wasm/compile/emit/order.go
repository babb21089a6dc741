// This file analyses the graph: reverse postorder, dominators (Cooper, Harvey
// and Kennedy), loops. A flow is valid until an edge changes.

package emit

// flow is what the passes ask of a graph; all but order is by node ID.
type flow struct {
	order []*node // reverse postorder
	rpo   []int   // place in order, -1 if not reachable
	preds [][]*node
	idom  []*node
}

func (f *fn) flow() *flow {
	g := &flow{rpo: make([]int, f.nnodes), preds: make([][]*node, f.nnodes), idom: make([]*node, f.nnodes)}
	g.number(f.entry)
	g.dominators()
	return g
}

// number fills order, rpo and preds.
func (g *flow) number(entry *node) {
	type visit struct {
		n     *node
		succs []*node
	}
	seen := make([]bool, len(g.rpo))
	open := func(n *node) visit {
		seen[n.id] = true
		v := visit{n: n}
		n.edges(func(to **node) { v.succs = append(v.succs, *to) })
		return v
	}
	var post []*node
	stack := []visit{open(entry)}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if last := len(v.succs) - 1; last >= 0 {
			s := v.succs[last]
			v.succs = v.succs[:last]
			if !seen[s.id] {
				stack = append(stack, open(s))
			}
			continue
		}
		post = append(post, v.n)
		stack = stack[:len(stack)-1]
	}
	for i := range g.rpo {
		g.rpo[i] = -1
	}
	g.order = make([]*node, len(post))
	for i, n := range post {
		g.order[len(post)-1-i] = n
		g.rpo[n.id] = len(post) - 1 - i
	}
	for _, n := range g.order {
		n.edges(func(to **node) { g.preds[(*to).id] = append(g.preds[(*to).id], n) })
	}
}

func (g *flow) dominators() {
	entry := g.order[0]
	g.idom[entry.id] = entry
	for changed := true; changed; {
		changed = false
		for _, n := range g.order[1:] {
			var d *node
			for _, p := range g.preds[n.id] {
				if g.idom[p.id] == nil {
					continue
				}
				if d == nil {
					d = p
				} else {
					d = g.common(d, p)
				}
			}
			if g.idom[n.id] != d {
				g.idom[n.id] = d
				changed = true
			}
		}
	}
}

// common is the nearest node that dominates both.
func (g *flow) common(a, b *node) *node {
	for a != b {
		for g.rpo[a.id] > g.rpo[b.id] {
			a = g.idom[a.id]
		}
		for g.rpo[b.id] > g.rpo[a.id] {
			b = g.idom[b.id]
		}
	}
	return a
}

// dominates reports whether every way to b leads through a.
func (g *flow) dominates(a, b *node) bool {
	for g.rpo[b.id] > g.rpo[a.id] {
		b = g.idom[b.id]
	}
	return a == b
}

// back reports whether an edge goes back (or to itself).
func (g *flow) back(from, to *node) bool { return g.rpo[to.id] <= g.rpo[from.id] }

// reducible reports whether every loop has one entry.
func (g *flow) reducible() bool {
	for _, n := range g.order {
		ok := true
		n.edges(func(to **node) { ok = ok && (!g.back(n, *to) || g.dominates(*to, n)) })
		if !ok {
			return false
		}
	}
	return true
}

// loop is a natural loop; all back edges to one header make one loop.
type loop struct {
	header  *node
	latches []*node
	outer   *loop
}

// loops finds the loops of a reducible graph, in the order of their headers
// (so an outer loop is before its inner ones), and the innermost loop of each
// node by ID.
func (g *flow) loops() (all []*loop, inner []*loop) {
	inner = make([]*loop, len(g.rpo))
	byHeader := make([]*loop, len(g.rpo))
	for _, n := range g.order {
		var l *loop
		for _, p := range g.preds[n.id] {
			if !g.back(p, n) {
				continue
			}
			if l == nil {
				l = &loop{header: n}
				byHeader[n.id] = l
				all = append(all, l)
			}
			if len(l.latches) == 0 || l.latches[len(l.latches)-1] != p {
				l.latches = append(l.latches, p)
			}
		}
	}
	// Innermost first: a loop already found inside is stepped over.
	for i := len(all) - 1; i >= 0; i-- {
		l := all[i]
		work := append([]*node(nil), l.latches...)
		for len(work) > 0 {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			in := inner[n.id]
			if in == nil {
				inner[n.id] = l
				if n != l.header {
					work = append(work, g.preds[n.id]...)
				}
				continue
			}
			for in.outer != nil && in != l {
				in = in.outer
			}
			if in != l {
				in.outer = l
				work = append(work, g.preds[in.header.id]...)
			}
		}
		if inner[l.header.id] == nil {
			inner[l.header.id] = l
		}
	}
	return all, inner
}

// holds reports whether loop l is m or around it.
func (l *loop) holds(m *loop) bool {
	for m != nil && m != l {
		m = m.outer
	}
	return m == l && l != nil
}
