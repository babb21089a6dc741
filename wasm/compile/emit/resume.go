// This file adds the way from the entry of a function to its points, and lays
// out frames.
//
// For each point there is a stub, which loads the frame. A stub may not jump
// into a loop past its header, so it sets the selector and goes to the header
// of the outermost loop around the point; at a door in front of every such
// header a selector that is not 0 leads on, to the next header inside or to
// the point, where it becomes 0 again. Loops without such a point get no door.
//
// Needs: what frames hold (live). Leaves: the graph reducible.

package emit

import (
	"fmt"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// A frame holds locals in the order of these classes.
const shapeClasses = 5

var frameOrder = [...]int{ir.Ptr: 0, ir.I32: 1, ir.F32: 2, ir.I64: 3, ir.F64: 4}

// shape is the layout of a frame: how many locals of each class.
type shape [shapeClasses]int

const frameHeader = 16

func (f *fn) shape(p *point) (s shape) {
	for _, l := range p.live {
		s[frameOrder[f.Locals[l]]]++
	}
	return s
}

// offsets lists where each local is, in order, and the size class.
func (s shape) offsets() (offs []uint32, class uint32) {
	at := uint32(frameHeader)
	for c, n := range s {
		size := uint32(4)
		if c >= 3 {
			size = 8
			at = (at + 7) &^ 7
		}
		for range n {
			offs = append(offs, at)
			at += size
		}
	}
	return offs, (at + 15) / 16
}

func (s shape) types() (ts []ir.Type) {
	for c, t := range []ir.Type{ir.Ptr, ir.I32, ir.F32, ir.I64, ir.F64} {
		for range s[c] {
			ts = append(ts, t)
		}
	}
	return ts
}

func (s shape) String() string { return fmt.Sprintf("%d.%d.%d.%d.%d", s[0], s[1], s[2], s[3], s[4]) }

func loadOp(t ir.Type) encode.Op {
	return [...]encode.Op{encode.OpI32Load, encode.OpI64Load, encode.OpF32Load, encode.OpF64Load, encode.OpI32Load}[t]
}

func storeOp(t ir.Type) encode.Op {
	return [...]encode.Op{encode.OpI32Store, encode.OpI64Store, encode.OpF32Store, encode.OpF64Store, encode.OpI32Store}[t]
}

// door is what stands in front of a loop's header.
type door struct {
	node   *node
	routes []route
}

type route struct {
	selector int
	to       *node
}

func (f *fn) resume() {
	if len(f.points) == 0 {
		return
	}
	g := f.flow()
	loops, inner := g.loops()
	f.ours(&f.frame)
	r := &resumer{fn: f, doors: make([]*door, f.nnodes)}
	r.nodes = append(r.nodes, g.order...)
	var stubs []*node
	for _, p := range f.points {
		l := inner[p.target.id]
		if l != nil && l.header == p.target {
			l = l.outer
		}
		stubs = append(stubs, r.stub(p, l))
	}
	for _, l := range loops {
		if d := r.doors[l.header.id]; d != nil {
			r.open(d, l.header)
		}
	}
	load := r.add("thaw")
	load.rare = true
	load.ins = []ir.Ins{
		&ir.Set{Dst: f.frame, X: ir.GetGlobal(ir.GlobalThaw)},
		&ir.Do{X: ir.SetGlobal(ir.GlobalThaw, ir.I32C(0))},
	}
	load.term = term{kind: jump, to: stubs}
	if len(stubs) > 1 {
		load.term = term{kind: table, to: stubs, x: ir.Mem(encode.OpI32Load16U, 8, ir.Get(f.frame))}
	}
	entry := r.add("entry")
	entry.term = term{kind: branch, x: ir.GetGlobal(ir.GlobalThaw), to: []*node{load, f.entry}}
	for _, n := range r.nodes {
		n.edges(func(to **node) {
			if id := (*to).id; id < len(r.doors) && r.doors[id] != nil && r.doors[id].node != n {
				*to = r.doors[id].node
			}
		})
	}
	f.entry = entry
}

type resumer struct {
	*fn
	nodes     []*node
	doors     []*door // by header ID
	selectors int
}

func (r *resumer) add(comment string) *node {
	n := r.newNode(comment)
	r.nodes = append(r.nodes, n)
	return n
}

// stub makes the stub of p, whose way leads into loop l and all around it.
func (r *resumer) stub(p *point, l *loop) *node {
	s := r.add(fmt.Sprintf("stub %d", p.k))
	shape := r.shape(p)
	offs, _ := shape.offsets()
	for i, local := range p.live {
		s.ins = append(s.ins, &ir.Set{Dst: local, X: ir.Mem(loadOp(r.Locals[local]), int64(offs[i]), ir.Get(r.frame))})
	}
	for i, d := range p.dst {
		if d != ir.NoLocal {
			s.ins = append(s.ins, &ir.Set{Dst: d, X: ir.Mem(loadOp(p.result[i]), int64(8*i), ir.GetGlobal(ir.GlobalM))})
		}
	}
	s.ins = append(s.ins, &ir.Set{Dst: r.fuel, X: ir.GetGlobal(ir.GlobalFuel)})
	if l == nil {
		r.free(s, p.target)
		return s
	}
	r.selectors++
	sel := r.ours(&r.selector)
	s.ins = append(s.ins, &ir.Set{Dst: sel, X: ir.I32C(int32(r.selectors))})
	arrive := r.add("arrive")
	arrive.rare = true
	arrive.ins = []ir.Ins{&ir.Set{Dst: sel, X: ir.I32C(0)}}
	arrive.term = term{kind: jump, to: []*node{p.target}}
	to := arrive
	for ; l != nil; l = l.outer {
		d := r.doors[l.header.id]
		if d == nil {
			d = &door{node: r.add("door")}
			r.doors[l.header.id] = d
		}
		d.routes = append(d.routes, route{r.selectors, to})
		to = l.header
	}
	r.free(s, to)
	return s
}

// free writes the end of s: the frame is the next to be used by a freeze, if it is of the right size then.
// A goroutine that waits again and again in one place needs no other. What was kept before is
// given back.
func (r *resumer) free(s, rest *node) {
	old := r.ours(&r.line)
	s.ins = append(s.ins,
		&ir.Set{Dst: old, X: ir.GetGlobal(ir.GlobalSpare)},
		&ir.Do{X: ir.SetGlobal(ir.GlobalSpare, ir.Get(r.frame))})
	give := r.add("free")
	give.rare = true
	give.ins = []ir.Ins{&ir.Call{
		Sym: RT + "framefree", Params: []ir.Type{ir.Ptr, ir.I32},
		Args: []*ir.Expr{ir.Get(old), ir.Mem(encode.OpI32Load, 12, ir.Get(old))},
	}}
	give.term = term{kind: jump, to: []*node{rest}}
	s.term = term{kind: branch, x: ir.Get(old), to: []*node{give, rest}}
}

// open writes the door of a header.
func (r *resumer) open(d *door, header *node) {
	x := ir.Get(r.selector)
	in := d.routes[0].to
	first := d.routes[0].selector
	var to []*node
	same := true
	for _, rt := range d.routes {
		for len(to) < rt.selector-first {
			to = append(to, in)
		}
		to = append(to, rt.to)
		same = same && rt.to == in
	}
	if !same {
		in = r.add("which")
		in.rare = true
		if first != 0 {
			x = ir.Node(encode.OpI32Sub, x, ir.I32C(int32(first)))
		}
		in.term = term{kind: table, x: x, to: to}
	}
	d.node.term = term{kind: branch, x: ir.Get(r.selector), to: []*node{in, header}}
}
