// This file places the checks of fuel, and the charges.
//
// A loop in a function with Poll gets one check, on the way from its latches to
// its header; a function with PollEntry one behind its entry. What the nodes of
// a loop cost that run in every round is charged in one go by the check, or by
// the latch. A last, broken round is then not charged for them: the price is a
// fixed one for each way through the function, which is all that matters.
//
// A function without loops whose ways cost about the same pays once, at its
// entry, what lies between the dearest and the cheapest: subtractions along the
// way would cost a small recursive function more than its own work.

package emit

import (
	"strings"

	"github.com/gopark/gopark/wasm/compile/ir"
)

func (f *fn) placeFuel() {
	if f.ABI == ir.Plain {
		return
	}
	g := f.flow()
	all, inner := g.loops()
	for _, l := range all {
		last := l.latches[0]
		for _, n := range l.latches[1:] {
			last = g.common(last, n)
		}
		at := last
		if f.Poll && f.ABI == ir.Resumable {
			at = f.pollNode("poll", l.header)
			at.term.tight = f.isTight(g, inner, l)
			for _, n := range l.latches {
				redirect(n, l.header, at)
			}
		} else if len(l.latches) > 1 || last.term.kind != jump {
			continue
		}
		for n := last; ; n = g.idom[n.id] {
			if inner[n.id] == l && n != at {
				at.cost += n.cost
				n.cost = 0
			}
			if n == l.header {
				break
			}
			if g.idom[n.id] == n {
				f.bug("header %d %s not above %d", l.header.id, l.header.comment, last.id)
			}
		}
	}
	if len(all) == 0 {
		f.payAtEntry(g)
	}
	if f.PollEntry && f.ABI == ir.Resumable {
		first := f.entry
		f.entry = f.pollNode("enter", first)
		if inner[first.id] == nil {
			f.entry.cost += first.cost
			first.cost = 0
		}
	}
}

// sameCost is how far apart the ways through a function may be that pays at entry.
const sameCost = 16

// payAtEntry charges at the entry for all of a function without loops.
func (f *fn) payAtEntry(g *flow) {
	type way struct{ least, most int32 }
	ways := make([]way, f.nnodes)
	for i := len(g.order) - 1; i >= 0; i-- {
		n := g.order[i]
		var rest way
		first := true
		n.edges(func(e **node) {
			w := ways[(*e).id]
			if first {
				rest, first = w, false
			}
			rest = way{min(rest.least, w.least), max(rest.most, w.most)}
		})
		ways[n.id] = way{rest.least + n.cost, rest.most + n.cost}
	}
	w := ways[f.entry.id]
	if w.most-w.least > sameCost {
		return
	}
	for _, n := range g.order {
		n.cost = 0
	}
	f.entry.cost = (w.least + w.most) / 2
}

// isTight says whether a loop calls nothing, so that Go's compiler would put no check into it: under
// policy preempt=calls its goroutine cannot be made to yield. Small functions that call nothing themselves have no check
// in Go either; here that is every one that is compiled to a plain function.
func (f *fn) isTight(g *flow, inner []*loop, l *loop) bool {
	for _, n := range g.order {
		in := inner[n.id]
		for in != nil && in != l {
			in = in.outer
		}
		if in == nil {
			continue
		}
		for _, i := range n.ins {
			if c, ok := i.(*ir.Call); ok && !c.Never && (c.ABI != ir.Plain || strings.HasPrefix(c.Sym, RT) || strings.HasPrefix(c.Sym, "runtime.")) {
				return false
			}
		}
	}
	return true
}

// pollNode makes a check in front of to.
func (f *fn) pollNode(comment string, to *node) *node {
	line := to.line
	if line == 0 {
		line = f.Line
	}
	n := f.newNode(comment)
	n.cost = 1
	n.term = term{kind: poll, to: []*node{to}, point: f.newPoint(to, line)}
	return n
}

func redirect(n, from, to *node) {
	n.edges(func(e **node) {
		if *e == from {
			*e = to
		}
	})
}
