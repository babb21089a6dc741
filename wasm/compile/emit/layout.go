// This file lays the graph out as structured control flow, from the dominator
// tree (Ramsey, Beyond Relooper, ICFP 2022). A node with one way in stands
// where that edge is. One with several forward edges in (a merge) stands behind
// a wasm block around all that its dominator does before; a loop header opens a
// wasm loop. Nothing ever falls through, so an if needs no else.
//
// The whole is
//
//	block $exit
//	  block $unwind (result i32)    ;; the line comes on the stack
//	    the graph
//	  end
//	  rt.unwindframe(info, line)
//	end
//	zeros, fuel
//
// Needs: a reducible graph, and indices for locals (colour).

package emit

import (
	"slices"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
	"github.com/gopark/gopark/wasm/link"
)

type coder struct {
	*fn
	body
	g      *flow
	kids   [][]*node // merges in the dominator tree, last in order first
	merge  []bool
	header []bool
	labels []*node // open blocks, loops and ifs
	loops  []bool  // which of them are loops
	exit   *node   // stand for the outer blocks in labels; nil if nobody goes there
	unwind *node
	lastBr int // where the last instruction begins if it is "br 0", else -1
}

func (f *fn) layout() *body {
	c := &coder{fn: f, g: f.flow(), lastBr: -1}
	c.mark()
	if c.needs() {
		c.exit, c.unwind = &node{comment: "exit"}, &node{comment: "unwind"}
		c.open(encode.OpBlock, encode.Void, c.exit)
		c.open(encode.OpBlock, byte(encode.I32), c.unwind)
		c.tree(c.g.order[0])
		c.op(encode.OpUnreachable)
		c.end()
		line := c.ours(&c.line)
		c.local(encode.OpLocalSet, line)
		c.addr(f.info(), 0)
		c.local(encode.OpLocalGet, line)
		c.call(RT + "unwindframe")
		c.end()
		for _, t := range f.Results {
			c.expr(ir.Zero(t))
		}
		if f.fuel != ir.NoLocal {
			c.local(encode.OpLocalGet, f.fuel)
		}
	} else {
		c.tree(c.g.order[0])
		c.op(encode.OpUnreachable)
	}
	c.op(encode.OpEnd)
	return &c.body
}

// needs reports whether any way leads to the exit.
func (c *coder) needs() bool {
	unwinds := func(call *ir.Call) bool { return call.Unwind == ir.ToCaller }
	for _, n := range c.g.order {
		if n.term.point != nil {
			return true
		}
		for _, in := range n.ins {
			switch in := in.(type) {
			case *ir.Call:
				if unwinds(in) && !c.canFreeze(in) {
					return true
				}
			case *ir.Check:
				if unwinds(in.Call) {
					return true
				}
			}
		}
	}
	return false
}

// mark finds merges and headers, and hangs merges under their dominators.
func (c *coder) mark() {
	c.kids = make([][]*node, c.nnodes)
	c.merge = make([]bool, c.nnodes)
	c.header = make([]bool, c.nnodes)
	for _, n := range c.g.order {
		forward := 0
		for _, p := range c.g.preds[n.id] {
			switch {
			case c.g.back(p, n):
				if !c.g.dominates(n, p) {
					c.bug("irreducible at %d %s", n.id, n.comment)
				}
				c.header[n.id] = true
			case p.term.kind == table:
				forward += 2
			default:
				forward++
			}
		}
		c.merge[n.id] = forward > 1
	}
	for i := len(c.g.order) - 1; i > 0; i-- {
		if n := c.g.order[i]; c.merge[n.id] {
			d := c.g.idom[n.id].id
			c.kids[d] = append(c.kids[d], n)
		}
	}
}

// open begins a block, loop or if.
func (c *coder) open(op encode.Op, result byte, label *node) {
	c.op(op)
	c.code = append(c.code, result)
	c.labels = append(c.labels, label)
	c.loops = append(c.loops, op == encode.OpLoop)
}

// end closes what was opened last. A jump there just before is not needed.
func (c *coder) end() {
	if c.lastBr >= 0 && c.lastBr+2 == len(c.code) {
		c.code = c.code[:c.lastBr]
	}
	c.labels = c.labels[:len(c.labels)-1]
	c.loops = c.loops[:len(c.loops)-1]
	c.op(encode.OpEnd)
	c.lastBr = -1
}

// tree writes n and all it dominates.
func (c *coder) tree(n *node) {
	if c.header[n.id] {
		c.open(encode.OpLoop, encode.Void, n)
		c.within(n, c.kids[n.id])
		c.end()
		return
	}
	c.within(n, c.kids[n.id])
}

// within writes n inside the blocks of its merges, and each merge behind its
// block.
func (c *coder) within(n *node, kids []*node) {
	for _, k := range kids {
		c.open(encode.OpBlock, encode.Void, k)
	}
	c.node(n)
	for i := len(kids) - 1; i >= 0; i-- {
		c.end()
		c.tree(kids[i])
	}
}

// goTo writes the edge from n to m.
func (c *coder) goTo(n, m *node) {
	if c.isLabel(n, m) {
		c.br(m)
	} else {
		c.tree(m)
	}
}

func (c *coder) isLabel(n, m *node) bool { return c.g.back(n, m) || c.merge[m.id] }

func (c *coder) depth(label *node) uint32 {
	for i := len(c.labels) - 1; i >= 0; i-- {
		if c.labels[i] == label {
			return uint32(len(c.labels) - 1 - i)
		}
	}
	panic(bug("no label for " + label.comment))
}

func (c *coder) br(label *node) {
	d := c.depth(label)
	at := len(c.code)
	c.op(encode.OpBr)
	c.u(d)
	if d == 0 && !c.loops[len(c.loops)-1] {
		c.lastBr = at
	}
}

func (c *coder) node(n *node) {
	t := &n.term
	if n.cost != 0 && t.kind != poll {
		c.charge(n.cost, encode.OpLocalSet)
	}
	for _, in := range n.ins {
		c.ins(in)
	}
	switch t.kind {
	case jump:
		c.goTo(n, t.to[0])
	case branch:
		c.branch(n)
	case table:
		c.expr(t.x)
		c.op(encode.OpBrTable)
		c.u(uint32(len(t.to) - 1))
		for _, to := range t.to {
			c.u(c.depth(to))
		}
	case ret:
		for _, v := range t.vals {
			c.expr(v)
		}
		if c.fuel != ir.NoLocal {
			c.local(encode.OpLocalGet, c.fuel)
		}
		c.op(encode.OpReturn)
	case unreachable:
		c.op(encode.OpUnreachable)
	case check:
		c.expr(t.x)
		c.rarely()
		c.open(encode.OpIf, encode.Void, nil)
		c.args(t.call)
		c.drop(t.call)
		c.setLine(t.call.Line)
		c.goTo(n, t.handler)
		c.end()
		c.goTo(n, t.to[0])
	case look:
		c.look(n)
	case poll:
		c.poll(n)
	}
}

// branch puts the condition in front of whichever side is only a jump.
func (c *coder) branch(n *node) {
	x, then, els := n.term.x, n.term.to[0], n.term.to[1]
	if x.Op == encode.OpI32Eqz {
		x, then, els = x.Args[0], els, then
	}
	if !c.isLabel(n, then) && c.isLabel(n, els) {
		x, then, els = not(x), els, then
	}
	c.expr(x)
	switch {
	case then == els:
		c.op(encode.OpDrop)
	case c.isLabel(n, then):
		c.hint(then, els)
		c.op(encode.OpBrIf)
		c.u(c.depth(then))
	default:
		c.hint(then, els)
		c.open(encode.OpIf, encode.Void, nil)
		c.tree(then)
		c.end()
	}
	c.goTo(n, els)
}

// rarely tells the engine that the branch written next is rarely taken: what is behind it
// goes out of the way, and values stay in registers on the main way.
func (c *coder) rarely() {
	c.relocs = append(c.relocs, link.Reloc{Kind: link.Rarely, Off: uint32(len(c.code))})
}

// hint does so for a branch to then, or else to els, if one of them is rare.
func (c *coder) hint(then, els *node) {
	switch rare := c.isRare(then); {
	case rare == c.isRare(els):
	case rare:
		c.rarely()
	default:
		c.relocs = append(c.relocs, link.Reloc{Kind: link.Mostly, Off: uint32(len(c.code))})
	}
}

// isRare reports whether n ends in a call that never returns: a panic.
func (c *coder) isRare(n *node) bool {
	switch n.term.kind {
	case unreachable:
		return true
	case look:
		return n.term.call.Never
	case jump:
		to := n.term.to[0]
		return to.term.kind == look && to.term.call.Never
	}
	return n.rare
}

var opposite = map[encode.Op]encode.Op{
	encode.OpI32Eq: encode.OpI32Ne, encode.OpI32Ne: encode.OpI32Eq,
	encode.OpI32LtS: encode.OpI32GeS, encode.OpI32GeS: encode.OpI32LtS,
	encode.OpI32LtU: encode.OpI32GeU, encode.OpI32GeU: encode.OpI32LtU,
	encode.OpI32GtS: encode.OpI32LeS, encode.OpI32LeS: encode.OpI32GtS,
	encode.OpI32GtU: encode.OpI32LeU, encode.OpI32LeU: encode.OpI32GtU,
	encode.OpI64Eq: encode.OpI64Ne, encode.OpI64Ne: encode.OpI64Eq,
	encode.OpI64LtS: encode.OpI64GeS, encode.OpI64GeS: encode.OpI64LtS,
	encode.OpI64LtU: encode.OpI64GeU, encode.OpI64GeU: encode.OpI64LtU,
	encode.OpI64GtS: encode.OpI64LeS, encode.OpI64LeS: encode.OpI64GtS,
	encode.OpI64GtU: encode.OpI64LeU, encode.OpI64LeU: encode.OpI64GtU,
}

// not is the condition that holds when x does not.
func not(x *ir.Expr) *ir.Expr {
	if op, ok := opposite[x.Op]; ok {
		return &ir.Expr{Op: op, Args: x.Args}
	}
	return ir.Node(encode.OpI32Eqz, x)
}

// look writes what follows a call that may have frozen, or unwound to the
// handler.
func (c *coder) look(n *node) {
	t := &n.term
	if !t.call.Never {
		c.global(encode.OpGlobalGet, ir.GlobalMode)
		c.rarely()
		c.open(encode.OpIf, encode.Void, nil)
	}
	switch {
	case t.point == nil:
		c.setLine(t.call.Line)
		c.goTo(n, t.handler)
	case t.handler == nil:
		c.freeze(t.point)
		c.br(c.exit)
	default:
		c.freeze(t.point)
		c.global(encode.OpGlobalGet, ir.GlobalMode)
		c.i32(1)
		c.op(encode.OpI32Eq)
		c.op(encode.OpBrIf)
		c.u(c.depth(c.exit))
		c.goTo(n, t.handler)
	}
	if !t.call.Never {
		c.end()
		c.goTo(n, t.to[0])
	}
}

func (c *coder) poll(n *node) {
	c.charge(n.cost, encode.OpLocalTee)
	c.i32(0)
	c.op(encode.OpI32LtS)
	c.rarely()
	c.open(encode.OpIf, encode.Void, nil)
	c.local(encode.OpLocalGet, c.fuel)
	c.global(encode.OpGlobalSet, ir.GlobalFuel)
	if n.term.tight {
		c.call(RT + "fueloutloop")
	} else {
		c.call(RT + "fuelout")
	}
	c.freeze(n.term.point)
	c.br(c.exit)
	c.end()
	c.goTo(n, n.term.to[0])
}

// freeze calls the helper that makes the frame of p, or in mode 2 records it.
func (c *coder) freeze(p *point) {
	for _, l := range p.live {
		c.local(encode.OpLocalGet, l)
	}
	c.i32(int32(p.k))
	c.addr(c.info(), 0)
	c.call(c.freezeHelper(c.shape(p)))
}

func (c *coder) setLine(line int32) {
	c.i32(line)
	c.local(encode.OpLocalSet, c.ours(&c.line))
}

// charge leaves fuel - cost in fuel (and, by tee, on the stack).
func (c *coder) charge(cost int32, op encode.Op) {
	c.local(encode.OpLocalGet, c.fuel)
	c.i32(cost)
	c.op(encode.OpI32Sub)
	c.local(op, c.fuel)
}

// ins writes an instruction that stays in its node.
func (c *coder) ins(in ir.Ins) {
	switch in := in.(type) {
	case *ir.Set:
		c.expr(in.X)
		if in.Dst == ir.NoLocal {
			c.op(encode.OpDrop)
		} else {
			c.local(encode.OpLocalSet, in.Dst)
		}
	case *ir.Do:
		c.expr(in.X)
	case *ir.Check:
		c.expr(in.Cond)
		c.rarely()
		c.open(encode.OpIf, encode.Void, nil)
		c.args(in.Call)
		c.drop(in.Call)
		c.fail(in.Call)
		c.end()
	case *ir.Guard:
		c.expr(in.Cond)
		c.rarely()
		c.open(encode.OpIf, encode.Void, nil)
		c.args(in.Call)
		c.end()
	case *ir.Call:
		c.args(in)
		if in.Never && !c.canFreeze(in) && in.Unwind != ir.ToHandler {
			c.drop(in)
			c.fail(in)
			return
		}
		for _, d := range slices.Backward(in.Dst) {
			if d == ir.NoLocal {
				c.op(encode.OpDrop)
			} else {
				c.local(encode.OpLocalSet, d)
			}
		}
		if in.Unwind == ir.ToCaller && !c.canFreeze(in) {
			c.global(encode.OpGlobalGet, ir.GlobalMode)
			c.rarely()
			c.open(encode.OpIf, encode.Void, nil)
			c.fail(in)
			c.end()
		}
	}
}

// fail leaves the function behind a call that unwinds.
func (c *coder) fail(call *ir.Call) {
	if call.Unwind == ir.NoUnwind {
		c.op(encode.OpUnreachable)
		return
	}
	c.i32(call.Line)
	c.op(encode.OpBr)
	c.u(c.depth(c.unwind))
}

// drop takes the results of a call from the stack that never returns.
func (c *coder) drop(call *ir.Call) {
	for range call.Results {
		c.op(encode.OpDrop)
	}
}

// args writes arguments and call; the results except fuel stay on the stack.
func (c *coder) args(call *ir.Call) {
	for _, a := range call.Args {
		c.expr(a)
	}
	if (call.Clock || call.Reload) && c.fuel != ir.NoLocal {
		c.local(encode.OpLocalGet, c.fuel)
		c.global(encode.OpGlobalSet, ir.GlobalFuel)
	}
	if call.ABI != ir.Plain {
		if c.fuel != ir.NoLocal {
			c.local(encode.OpLocalGet, c.fuel)
		} else {
			c.i32(noFuelLimit)
		}
	}
	sig := Sig(call.Params, call.Results, call.ABI)
	if call.Slot != nil {
		c.expr(call.Slot)
		c.callIndirect(sig)
	} else {
		c.callSig(call.Sym, sig)
	}
	if call.ABI != ir.Plain {
		if c.fuel != ir.NoLocal {
			c.local(encode.OpLocalSet, c.fuel)
		} else {
			c.op(encode.OpDrop)
		}
	} else if call.Reload && c.fuel != ir.NoLocal {
		c.global(encode.OpGlobalGet, ir.GlobalFuel)
		c.local(encode.OpLocalSet, c.fuel)
	}
}
