// This file makes the graph the passes work on. A node is a block, or a part of
// one: a block ends where a point is, and where an unwinding call may go to the
// handler, so that both are edges and the passes need not look into a node.
//
// Leaves: f.entry, f.points (without what lives there), nodes that can be
// reached; jumps to jumps are gone, straight lines are one node.

package emit

import (
	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

type node struct {
	id      int
	comment string
	cost    int32 // charged at its start
	line    int32
	rare    bool // hardly ever reached
	ins     []ir.Ins
	term    term
}

type kind uint8

const (
	jump        kind = iota
	branch           // to[0] if x, else to[1]
	table            // to[x], or the last
	ret              // vals
	unreachable      //
	check            // if x, then call, which unwinds to the handler; else to[0]
	look             // after a call: look at the mode; to[0] unless the call never returns
	poll             // freeze when fuel is below zero, else to[0]
)

// term ends a node.
type term struct {
	kind    kind
	x       *ir.Expr
	vals    []*ir.Expr
	call    *ir.Call // check, look
	to      []*node
	handler *node  // check, look: where unwinding goes, or nil
	point   *point // look (nil if the call cannot freeze), poll
	tight   bool   // poll: in a loop that calls nothing
}

// point is where the function can be left and entered again.
type point struct {
	k      int
	target *node
	dst    []ir.Local // results of the callee
	result []ir.Type  // and their types
	line   int32
	live   []ir.Local // what the frame holds, in the order of the frame
}

func (f *fn) newNode(comment string) *node {
	n := &node{id: f.nnodes, comment: comment}
	f.nnodes++
	return n
}

func (f *fn) newPoint(target *node, line int32) *point {
	p := &point{k: len(f.points), target: target, line: line}
	f.points = append(f.points, p)
	return p
}

// edges calls visit with the place of every edge out of n.
func (n *node) edges(visit func(**node)) {
	for i := range n.term.to {
		visit(&n.term.to[i])
	}
	if n.term.handler != nil {
		visit(&n.term.handler)
	}
}

type builder struct {
	*fn
	nodes   []*node // by block ID
	handler *node   // records the frame, then goes to the handler
	work    []*ir.Block
}

func (f *fn) build() {
	if f.ABI != ir.Plain {
		f.ours(&f.fuel)
	}
	for i, b := range f.Blocks {
		b.ID = i
	}
	b := &builder{fn: f, nodes: make([]*node, len(f.Blocks))}
	f.entry = b.node(f.Blocks[0])
	for len(b.work) > 0 {
		last := len(b.work) - 1
		blk := b.work[last]
		b.work = b.work[:last]
		b.block(blk)
	}
	f.entry = skipJumps(f.entry)
	f.straighten()
}

// node is the first node of a block.
func (b *builder) node(blk *ir.Block) *node {
	if blk.ID >= len(b.Blocks) || b.Blocks[blk.ID] != blk {
		b.bug("block %q is not of the function", blk.Comment)
	}
	if b.nodes[blk.ID] == nil {
		b.nodes[blk.ID] = b.newNode(blk.Comment)
		b.work = append(b.work, blk)
	}
	return b.nodes[blk.ID]
}

func (b *builder) block(blk *ir.Block) {
	n := b.nodes[blk.ID]
	n.line = blk.Line
	if b.ABI != ir.Plain {
		n.cost = blk.Cost
	}
	for i := 0; n != nil && i < len(blk.Ins); i++ {
		switch in := blk.Ins[i].(type) {
		case *ir.Call:
			n.rare = n.rare || in.Cold
			if i == len(blk.Ins)-1 && b.isTail(in, blk.Term) {
				n.ins = append(n.ins, in)
				break
			}
			n = b.call(n, in)
		case *ir.Check:
			n = b.check(n, in)
		default:
			n.ins = append(n.ins, in)
		}
	}
	if n != nil {
		b.term(n, blk.Term)
	}
}

func (b *builder) term(n *node, t ir.Term) {
	switch t := t.(type) {
	case *ir.Jump:
		n.term = term{kind: jump, to: []*node{b.node(t.To)}}
	case *ir.If:
		n.term = term{kind: branch, x: t.Cond, to: []*node{b.node(t.Then), b.node(t.Else)}}
	case *ir.Switch:
		n.term = term{kind: table, x: t.X}
		for _, to := range t.To {
			n.term.to = append(n.term.to, b.node(to))
		}
	case *ir.Return:
		if len(t.Vals) != len(b.Results) {
			b.bug("return of %d values, not %d", len(t.Vals), len(b.Results))
		}
		n.term = term{kind: ret, vals: t.Vals}
	case *ir.Unreachable:
		n.term = term{kind: unreachable}
	default:
		b.bug("block %d %q ends in %T", n.id, n.comment, t)
	}
}

// canFreeze reports whether the function has a point behind the call.
func (f *fn) canFreeze(c *ir.Call) bool {
	if c.ABI == ir.Resumable && f.ABI == ir.Fueled {
		f.bug("call of resumable %s", c.Sym)
	}
	return c.ABI == ir.Resumable && f.ABI == ir.Resumable
}

// isTail reports whether all that follows c is the return of its results, in a
// function that no traceback shows. Then nothing is left to be done after it, in any
// mode: the function returns, and leaves no frame. Who is thawed next is its caller,
// and the results it finds in the M are those of the callee.
func (f *fn) isTail(c *ir.Call, t ir.Term) bool {
	ret, ok := t.(*ir.Return)
	if !ok || !f.Hidden || !f.canFreeze(c) || c.Unwind == ir.ToHandler || c.Never || len(ret.Vals) != len(c.Dst) {
		return false
	}
	for i, v := range ret.Vals {
		if v.Op != encode.OpLocalGet || v.Local != c.Dst[i] || c.Results[i] != f.Results[i] {
			return false
		}
	}
	return true
}

// call appends a call to n, and returns the node behind it: nil if it never
// returns.
func (b *builder) call(n *node, c *ir.Call) *node {
	if len(c.Dst) != len(c.Results) || len(c.Args) != len(c.Params) {
		b.bug("call of %s: %d of %d arguments, %d of %d results", c.Sym, len(c.Args), len(c.Params), len(c.Dst), len(c.Results))
	}
	n.ins = append(n.ins, c)
	freezes := b.canFreeze(c)
	if !freezes && c.Unwind != ir.ToHandler {
		if c.Never {
			n.term = term{kind: unreachable}
			return nil
		}
		return n
	}
	if freezes {
		at := b.newNode("look")
		n.term = term{kind: jump, to: []*node{at}}
		n = at
	}
	n.term = term{kind: look, call: c}
	if freezes {
		p := b.newPoint(n, c.Line)
		p.dst, p.result = c.Dst, c.Results
		n.term.point = p
	}
	if c.Unwind == ir.ToHandler {
		n.term.handler = b.handlerFor(freezes)
	}
	if c.Never {
		return nil
	}
	next := b.newNode("next")
	n.term.to = []*node{next}
	return next
}

func (b *builder) check(n *node, c *ir.Check) *node {
	if !c.Call.Never {
		b.bug("check calls %s, which returns", c.Call.Sym)
	}
	next := b.newNode("next")
	switch {
	case b.canFreeze(c.Call):
		fails := b.newNode("fails")
		n.term = term{kind: branch, x: c.Cond, to: []*node{fails, next}}
		b.call(fails, c.Call)
	case c.Call.Unwind == ir.ToHandler:
		n.term = term{kind: check, x: c.Cond, call: c.Call, to: []*node{next}, handler: b.handlerFor(false)}
	default:
		n.ins = append(n.ins, c)
		b.nnodes--
		return n
	}
	return next
}

// handlerFor is where a call goes to unwind to the handler. The freeze helper
// has recorded the frame already.
func (b *builder) handlerFor(recorded bool) *node {
	if b.Handler == nil {
		b.bug("unwinds to no handler")
	}
	h := b.node(b.Handler)
	if recorded {
		return h
	}
	if b.handler == nil {
		b.handler = b.newNode("record")
		b.handler.ins = []ir.Ins{&ir.Call{
			Sym: RT + "unwindframe", Params: []ir.Type{ir.Ptr, ir.I32},
			Args: []*ir.Expr{ir.SymAddr(b.info(), 0), ir.Get(b.ours(&b.line))},
		}}
		b.handler.term = term{kind: jump, to: []*node{h}}
	}
	return b.handler
}

// skipJumps is where a jump to n ends up.
func skipJumps(n *node) *node {
	for steps := 0; n.term.kind == jump && len(n.ins) == 0 && n.cost == 0 && steps < 100; steps++ {
		n = n.term.to[0]
	}
	return n
}

// straighten takes out empty nodes and joins straight lines.
func (f *fn) straighten() {
	preds := make([]int, f.nnodes)
	preds[f.entry.id]++
	order := reachable(f.entry, f.nnodes)
	for _, n := range order {
		n.edges(func(to **node) { *to = skipJumps(*to) })
	}
	order = reachable(f.entry, f.nnodes)
	for _, n := range order {
		n.edges(func(to **node) { preds[(*to).id]++ })
	}
	for _, n := range order {
		for n.term.kind == jump && n.term.to[0] != n && preds[n.term.to[0].id] == 1 && n.term.to[0].term.point == nil {
			next := n.term.to[0]
			n.ins = append(n.ins, next.ins...)
			n.cost += next.cost
			n.rare = n.rare || next.rare
			n.term = next.term
			preds[next.id] = 0
			*next = node{id: next.id, term: term{kind: unreachable}}
		}
	}
}

// reachable lists the nodes that can be reached, in depth-first order.
func reachable(entry *node, n int) []*node {
	seen := make([]bool, n)
	var order []*node
	work := []*node{entry}
	for len(work) > 0 {
		last := len(work) - 1
		x := work[last]
		work = work[:last]
		if seen[x.id] {
			continue
		}
		seen[x.id] = true
		order = append(order, x)
		x.edges(func(to **node) { work = append(work, *to) })
	}
	return order
}
