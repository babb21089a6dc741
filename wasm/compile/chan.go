// This file lowers channels and select.
//
// A value is sent from memory, and received into memory that is nothing else's
// while the goroutine waits: a sender writes it while the receiver is frozen. For a
// small value this is a field of the goroutine (cell). Else the memory is not used
// again, so that a large value received needs no copy.

package compile

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

func (n *fn) makeChan(in *ssa.MakeChan) {
	p := n.rtcall1("makechan", n.typeAddr(in.Type()), n.indexI64(in.Size))
	n.define(in, []*ir.Expr{p})
}

// memoryOf is the address of memory that holds v and does not change.
func (n *fn) memoryOf(v ssa.Value) *ir.Expr {
	t := v.Type()
	size := n.u.Size(t)
	switch {
	case size == 0:
		n.use(v)
		return symAddr(zerobase, 0)
	case n.u.ByRef(t):
		return n.use1(v)
	}
	if c, ok := v.(*ssa.Const); ok {
		if p := n.staticBox(c, size); p != nil {
			return p
		}
	}
	xs := n.useSimple(v)
	p := n.newObject(t)
	n.storeFresh(p, 0, t, xs)
	return dup(p)
}

func elemOf(ch ssa.Value) types.Type { return ch.Type().Underlying().(*types.Chan).Elem() }

// hasCell reports whether a value of type t fits into field Elem of the goroutine.
func (n *fn) hasCell(t types.Type) bool {
	size := n.u.Size(t)
	return size > 0 && size <= n.prog.cellSize && !n.u.ByRef(t)
}

// cell is the address of that field. It must not live across a call: the local would be
// kept in the frame.
func (n *fn) cell() *ir.Expr {
	return getLocal(n.setTemp(op(encode.OpI32Add, getGlobal(ir.GlobalG), i32(int32(n.prog.cellOff))), ir.Ptr))
}

func (n *fn) send(in *ssa.Send) {
	t := in.X.Type()
	if _, ok := in.X.(*ssa.Const); ok || !n.hasCell(t) {
		x := n.memoryOf(in.X)
		n.rtcall("chansend", nil, n.raceObject(n.use1(in.Chan), raceRead), x)
		return
	}
	xs := n.useSimple(in.X)
	c := n.raceObject(n.simple(n.use1(in.Chan), ir.Ptr), raceRead)
	n.flushMem() // what was received last may still be there
	p := n.cell()
	n.storeFresh(p, 0, t, xs)
	n.rtcall("chansend", nil, c, dup(p))
}

func (n *fn) recv(in *ssa.UnOp) {
	t := elemOf(in.X)
	used := len(refs(in)) > 0
	c := n.use1(in.X)
	buf := i32(0)
	cell := used && n.hasCell(t)
	switch {
	case cell:
		c = n.simple(c, ir.Ptr)
		buf = n.cell()
	case used && n.u.Size(t) > 0:
		buf = n.newObject(t)
	}
	if !in.CommaOk {
		n.rtcall("chanrecv", []ir.Local{ir.NoLocal}, c, buf)
		if !used {
			n.define(in, n.zeroValue(t))
			return
		}
		if cell {
			buf = n.cell()
		}
		n.define(in, n.received(dup(buf), t))
		return
	}
	ok := n.rtcall1("chanrecv", c, buf)
	if !used {
		return
	}
	if cell {
		buf = n.cell()
	}
	n.defineTuple(in, append(n.received(dup(buf), t), ok))
}

// received reads a value from memory that is only its own.
func (n *fn) received(buf *ir.Expr, t types.Type) []*ir.Expr {
	if n.u.Size(t) == 0 {
		return n.zeroValue(t)
	}
	return n.loadFrom(buf, 0, t, true)
}

// selected is what is kept of a select for the Extracts of what it received.
type selected struct {
	buf  *ir.Expr // memory of the received value
	cell bool     // it is the cell, whose address is computed anew
}

func (n *fn) selects(in *ssa.Select) {
	if n.selectsOf == nil {
		n.selectsOf = map[*ssa.Select]selected{}
	}
	if len(in.States) == 0 {
		if in.Blocking {
			n.rtcall("block", nil)
		}
		n.defineTuple(in, []*ir.Expr{i64(-1), i32(0)})
		return
	}
	buf, cell := n.selectBuffer(in)
	n.selectsOf[in] = selected{buf, cell}
	var index, ok *ir.Expr
	if cell && len(in.States) == 1 {
		buf = n.cell()
	}
	if len(in.States) == 1 {
		index, ok = n.selectOne(in, buf)
	} else {
		index, ok = n.selectMany(in, buf)
	}
	t := in.Type().(*types.Tuple)
	xs := []*ir.Expr{index, ok}
	for i := 2; i < t.Len(); i++ {
		xs = append(xs, n.zeroValue(t.At(i).Type())...) // see extractSelect
	}
	n.defineTuple(in, xs)
}

// selectBuffer is the memory that the received value goes to: one for all cases, since
// one is chosen. If all values fit it is the cell.
func (n *fn) selectBuffer(in *ssa.Select) (buf *ir.Expr, cell bool) {
	size, ptrs := int64(0), false
	cell = true
	for _, s := range in.States {
		if t := elemOf(s.Chan); s.Dir == types.RecvOnly && n.u.Size(t) > 0 {
			size = max(size, n.u.Size(t))
			ptrs = ptrs || n.u.HasPtrs(t)
			cell = cell && n.hasCell(t)
		}
	}
	switch {
	case size == 0:
		return symAddr(zerobase, 0), false
	case cell:
		return nil, true
	}
	return n.malloc(size, !ptrs), false
}

// selectOne is a select with one case: a plain operation, or one that does not wait.
func (n *fn) selectOne(in *ssa.Select, buf *ir.Expr) (index, ok *ir.Expr) {
	s := in.States[0]
	if s.Dir == types.SendOnly {
		x := n.memoryOf(s.Send)
		c := n.use1(s.Chan)
		if in.Blocking {
			n.rtcall("chansend", nil, c, x)
			return i64(0), i32(0)
		}
		did := n.rtcall1("selectnbsend", c, x)
		return op(encode.OpSelect, i64(0), i64(-1), did), i32(0)
	}
	c := n.use1(s.Chan)
	if in.Blocking {
		return i64(0), n.rtcall1("chanrecv", c, dup(buf))
	}
	r := n.rtcalls("selectnbrecv", dup(buf), c)
	return op(encode.OpSelect, i64(0), i64(-1), r[0]), r[1]
}

// selectMany calls selectgo with an array of cases, the sends first.
func (n *fn) selectMany(in *ssa.Select, buf *ir.Expr) (index, ok *ir.Expr) {
	var order []int
	for i, s := range in.States {
		if s.Dir == types.SendOnly {
			order = append(order, i)
		}
	}
	sends := len(order)
	for i, s := range in.States {
		if s.Dir == types.RecvOnly {
			order = append(order, i)
		}
	}
	type pair struct{ c, elem *ir.Expr }
	var pairs []pair
	for _, i := range order {
		s := in.States[i]
		e := buf
		switch {
		case s.Dir == types.SendOnly:
			e = n.memoryOf(s.Send)
		case e == nil:
			pairs = append(pairs, pair{n.simple(n.use1(s.Chan), ir.Ptr), nil})
			continue
		}
		pairs = append(pairs, pair{n.simple(n.use1(s.Chan), ir.Ptr), n.simple(e, ir.Ptr)})
	}
	cases := n.rtcall1("selectcases", i64(int64(len(order))))
	var own *ir.Expr
	if buf == nil {
		own = n.cell()
	}
	for i, p := range pairs {
		if p.elem == nil {
			p.elem = own
		}
		n.emit(&ir.Do{X: storeOp(encode.OpI64Store, dup(cases), int64(16*i), extendU(dup(p.c)))})
		n.emit(&ir.Do{X: storeOp(encode.OpI64Store, dup(cases), int64(16*i+8), extendU(dup(p.elem)))})
	}
	r := n.rtcalls("selectgo", dup(cases), i64(int64(sends)), i64(int64(len(order)-sends)), i32(b2i(in.Blocking)))
	straight := true
	table := []byte{0xff}
	for i, k := range order {
		straight = straight && i == k
		table = append(table, byte(k))
	}
	if straight {
		return r[0], r[1]
	}
	at := op(encode.OpI32Add, wrap(r[0]), symAddr(n.b.Bytes(table, 1), 1))
	return extendS(loadOp(encode.OpI32Load8S, at, 0)), r[1]
}

// extractSelect is what the i-th receive of a select received.
func (n *fn) extractSelect(in *ssa.Extract, s *ssa.Select) bool {
	if in.Index < 2 || n.selectsOf == nil {
		return false
	}
	sel := n.selectsOf[s]
	switch {
	case n.u.Size(in.Type()) == 0:
		n.define(in, n.zeroValue(in.Type()))
	case sel.cell:
		n.define(in, n.received(dup(n.cell()), in.Type()))
	default:
		n.define(in, n.received(dup(sel.buf), in.Type()))
	}
	return true
}
