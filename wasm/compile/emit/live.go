// This file finds, for every node, the locals whose values are still needed at
// its start, and from that what the frame of each point must hold. Our own
// locals (fuel and so on) are left out: they never are in a frame.

package emit

import (
	"slices"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// bits64 is a set of locals.
type bits64 []uint64

func (b bits64) has(l ir.Local) bool { return b[l>>6]&(1<<(l&63)) != 0 }
func (b bits64) add(l ir.Local)      { b[l>>6] |= 1 << (l & 63) }
func (b bits64) del(l ir.Local)      { b[l>>6] &^= 1 << (l & 63) }

// merge adds c, and reports whether b grew.
func (b bits64) merge(c bits64) bool {
	grew := false
	for i, w := range c {
		if w&^b[i] != 0 {
			b[i] |= w
			grew = true
		}
	}
	return grew
}

// liveness is the result for a graph: sets by node ID.
type liveness struct {
	at  []bits64
	tmp bits64
}

func (f *fn) liveness(g *flow) *liveness {
	words := (len(f.Locals) + 63) / 64
	lv := &liveness{at: make([]bits64, f.nnodes), tmp: make(bits64, words)}
	store := make([]uint64, words*len(g.order))
	for i, n := range g.order {
		lv.at[n.id] = store[i*words : (i+1)*words : (i+1)*words]
	}
	for changed := true; changed; {
		changed = false
		for i := len(g.order) - 1; i >= 0; i-- {
			n := g.order[i]
			set := lv.end(n)
			backward(n, set.add, set.del)
			if lv.at[n.id].merge(set) {
				changed = true
			}
		}
	}
	return lv
}

// end is the set behind the last instruction of n, valid until the next call.
func (lv *liveness) end(n *node) bits64 {
	clear(lv.tmp)
	n.edges(func(to **node) { lv.tmp.merge(lv.at[(*to).id]) })
	return lv.tmp
}

// backward visits the uses and definitions of locals in n, last first.
func backward(n *node, use, def func(ir.Local)) {
	w := walker{use, def}
	w.exprs(n.term.vals)
	if n.term.kind == check {
		w.call(n.term.call)
	}
	w.expr(n.term.x)
	for i := len(n.ins) - 1; i >= 0; i-- {
		w.ins(n.ins[i])
	}
}

type walker struct{ use, def func(ir.Local) }

func (w walker) ins(in ir.Ins) {
	switch in := in.(type) {
	case *ir.Set:
		if in.Dst != ir.NoLocal {
			w.def(in.Dst)
		}
		w.expr(in.X)
	case *ir.Do:
		w.expr(in.X)
	case *ir.Call:
		for _, d := range in.Dst {
			if d != ir.NoLocal {
				w.def(d)
			}
		}
		w.call(in)
	case *ir.Check:
		w.call(in.Call)
		w.expr(in.Cond)
	case *ir.Guard:
		w.call(in.Call)
		w.expr(in.Cond)
	}
}

func (w walker) call(c *ir.Call) {
	w.expr(c.Slot)
	w.exprs(c.Args)
}

func (w walker) exprs(xs []*ir.Expr) {
	for i := len(xs) - 1; i >= 0; i-- {
		w.expr(xs[i])
	}
}

func (w walker) expr(x *ir.Expr) {
	if x == nil {
		return
	}
	switch x.Op {
	case encode.OpLocalGet:
		w.use(x.Local)
	case encode.OpLocalTee:
		w.def(x.Local)
	}
	w.exprs(x.Args)
}

// live fills in what the frames hold.
func (f *fn) live() (*flow, *liveness) {
	g := f.flow()
	lv := f.liveness(g)
	for _, p := range f.points {
		set := slices.Clone(lv.at[p.target.id])
		for _, own := range []ir.Local{f.fuel, f.selector, f.frame, f.line} {
			if own != ir.NoLocal {
				set.del(own)
			}
		}
		for i, d := range p.dst {
			if d == ir.NoLocal {
				continue
			}
			if !set.has(d) {
				p.dst = slices.Clone(p.dst)
				p.dst[i] = ir.NoLocal
			}
			set.del(d)
		}
		for class := range shapeClasses {
			for l, t := range f.Locals {
				if set.has(ir.Local(l)) && frameOrder[t] == class {
					p.live = append(p.live, ir.Local(l))
				}
			}
		}
	}
	return g, lv
}
