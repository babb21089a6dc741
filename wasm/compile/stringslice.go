// This file lowers strings and slices: slicing, making, appending, copying.

package compile

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

var sliceTypes = []ir.Type{ir.Ptr, ir.I64, ir.I64}

// slice is x[low:high:max].
func (n *fn) slice(in *ssa.Slice) {
	switch t := in.X.Type().Underlying().(type) {
	case *types.Basic:
		xs := n.useSimple(in.X)
		n.define(in, n.substring(in, xs))
	case *types.Slice:
		xs := n.useSimple(in.X)
		n.define(in, n.subslice(in, xs[0], xs[1], xs[2], n.u.Size(t.Elem()), false))
	case *types.Pointer:
		a := t.Elem().Underlying().(*types.Array)
		if n.skip[asInstr(in.X)] { // make([]T, n, constant)
			l := n.simple(n.indexI64(in.High), ir.I64)
			p := n.rtcall1("makeslice", n.typeAddr(a.Elem()), dup(l), i64(a.Len()))
			n.define(in, []*ir.Expr{p, dup(l), i64(a.Len())})
			return
		}
		x := n.simple(n.nonNil(in.X), ir.Ptr)
		n.define(in, n.subslice(in, x, i64(a.Len()), i64(a.Len()), n.u.Size(a.Elem()), true))
	default:
		panic(bug{pos: in.Pos(), msg: "slice of " + t.String()})
	}
}

// bound is an optional bound of a slice expression as a repeatable i64.
func (n *fn) bound(v ssa.Value, absent *ir.Expr) (x *ir.Expr, unsigned bool) {
	if v == nil {
		return absent, false
	}
	return n.simple(n.indexI64(v), ir.I64), isUnsigned(v.Type())
}

func (n *fn) failAbove(x *ir.Expr, unsigned bool, limit *ir.Expr, name string) {
	if isConst(x) && isConst(limit) && x.Imm >= 0 && x.Imm <= limit.Imm {
		return
	}
	if isConstVal(x, 0) || x.Op == encode.OpLocalGet && limit.Op == encode.OpLocalGet && x.Local == limit.Local {
		return
	}
	if unsigned {
		name += "U"
	}
	n.failIf(op(encode.OpI64GtU, dup(x), dup(limit)), name, dup(x), dup(limit))
}

func sub64(x, y *ir.Expr) *ir.Expr {
	if isConstVal(y, 0) {
		return x
	}
	if isConst(x) && isConst(y) {
		return i64(x.Imm - y.Imm)
	}
	return op(encode.OpI64Sub, x, y)
}

func (n *fn) substring(in *ssa.Slice, xs []*ir.Expr) []*ir.Expr {
	high, hu := n.bound(in.High, xs[1])
	low, lu := n.bound(in.Low, i64(0))
	if in.High != nil {
		n.failAbove(high, hu, xs[1], "panicSliceAlen")
	}
	n.failAbove(low, lu, high, "panicSliceB")
	length := sub64(dup(high), dup(low))
	if isConstVal(low, 0) {
		return []*ir.Expr{dup(xs[0]), length}
	}
	length = n.simple(length, ir.I64)
	return []*ir.Expr{n.advance(dup(xs[0]), dup(low), 1, dup(length)), dup(length)}
}

func (n *fn) subslice(in *ssa.Slice, ptr, length, capacity *ir.Expr, size int64, array bool) []*ir.Expr {
	low, lu := n.bound(in.Low, i64(0))
	high, hu := n.bound(in.High, length)
	if in.Max != nil {
		m, mu := n.bound(in.Max, nil)
		if array {
			n.failAbove(m, mu, capacity, "panicSlice3Alen")
		} else {
			n.failAbove(m, mu, capacity, "panicSlice3Acap")
		}
		n.failAbove(high, hu, m, "panicSlice3B")
		n.failAbove(low, lu, high, "panicSlice3C")
		capacity = m
	} else {
		if in.High != nil {
			if array {
				n.failAbove(high, hu, capacity, "panicSliceAlen")
			} else {
				n.failAbove(high, hu, capacity, "panicSliceAcap")
			}
		}
		n.failAbove(low, lu, high, "panicSliceB")
	}
	p := dup(ptr)
	c := sub64(dup(capacity), dup(low))
	if !isConstVal(low, 0) {
		c = n.simple(c, ir.I64)
		p = n.advance(p, dup(low), size, dup(c))
		c = dup(c)
	}
	return []*ir.Expr{p, sub64(dup(high), dup(low)), c}
}

// advance is p + i*size if left is not 0, and else p: what is empty must not
// point behind its array, to another object.
func (n *fn) advance(p, i *ir.Expr, size int64, left *ir.Expr) *ir.Expr {
	if isConst(left) {
		if left.Imm == 0 {
			return p
		}
		return addIndex(p, i, size)
	}
	off := scale(wrap(i), size)
	if off.Op == encode.OpI32Const {
		off = i32(int32(off.Imm))
	}
	return op(encode.OpI32Add, p, op(encode.OpSelect, off, i32(0), op(encode.OpI64Ne, left, i64(0))))
}

func (n *fn) sliceToArrayPointer(in *ssa.SliceToArrayPointer) {
	a := deref(in.Type()).Underlying().(*types.Array)
	xs := n.useSimple(in.X)
	n.failIf(op(encode.OpI64LtS, dup(xs[1]), i64(a.Len())), "panicSliceConvert", dup(xs[1]), i64(a.Len()))
	n.define(in, []*ir.Expr{xs[0]})
}

func (n *fn) makeSlice(in *ssa.MakeSlice) {
	et := in.Type().Underlying().(*types.Slice).Elem()
	l := n.simple(n.indexI64(in.Len), ir.I64)
	c := l
	if in.Cap != in.Len {
		c = n.simple(n.indexI64(in.Cap), ir.I64)
	}
	var p *ir.Expr
	if isConst(l) && isConst(c) && l.Imm >= 0 && l.Imm <= c.Imm && c.Imm*n.u.Size(et) < 1<<16 {
		p = symAddr(zerobase, 0)
		if size := c.Imm * n.u.Size(et); size > 0 {
			p = n.malloc(size, !n.u.HasPtrs(et))
		}
	} else {
		p = n.rtcall1("makeslice", n.typeAddr(et), dup(l), dup(c))
	}
	n.define(in, []*ir.Expr{p, dup(l), dup(c)})
}

// appendTo is append(s, t...); t may be a string.
func (n *fn) appendTo(v ssa.Value, s, t ssa.Value) {
	et := v.Type().Underlying().(*types.Slice).Elem()
	size := n.u.Size(et)
	xs := n.useSimple(s)
	elems, direct := n.elems[t]
	var ys []*ir.Expr
	num := i64(int64(len(elems)))
	if !direct {
		ys = n.useSimple(t)
		num = ys[1]
	}
	if isConstVal(num, 0) {
		n.define(v, xs)
		return
	}
	newLen := n.setTemp(op(encode.OpI64Add, dup(xs[1]), dup(num)), ir.I64)
	p, c := n.ir.NewLocal(ir.Ptr), n.ir.NewLocal(ir.I64)
	n.emit(&ir.Set{Dst: p, X: dup(xs[0])})
	n.emit(&ir.Set{Dst: c, X: dup(xs[2])})
	grow, done := n.ir.NewBlock("append.grow"), n.ir.NewBlock("append")
	n.branchTo(op(encode.OpI64GtU, getLocal(newLen), getLocal(c)), grow, done)
	n.cur = grow
	if n.raceMemory && size > 0 { // it reads them
		n.raceRange(xs[0], n.simple(scale(wrap(dup(xs[1])), size), ir.I32), raceRead)
	}
	n.rtcall("growslice", []ir.Local{p, ir.NoLocal, c}, getLocal(p), getLocal(newLen), getLocal(c), dup(num), n.typeAddr(et))
	n.jump(done)
	if size > 0 && direct {
		dst := n.simple(op(encode.OpI32Add, getLocal(p), scale(wrap(dup(xs[1])), size)), ir.Ptr)
		for i, e := range elems {
			n.raceAccess(addOff(dup(dst), int64(i)*size), size, raceWrite)
			n.storeTo(dup(dst), int64(i)*size, et, n.useBriefly(e))
		}
	} else if size > 0 {
		dst := op(encode.OpI32Add, getLocal(p), scale(wrap(dup(xs[1])), size))
		n.copyElems(et, dst, dup(ys[0]), scale(wrap(dup(num)), size))
	}
	n.define(v, []*ir.Expr{getLocal(p), getLocal(newLen), getLocal(c)})
}

// findElems finds the arrays that ssa makes for append(s, x, y): a variable, its
// elements set, sliced, and nothing else done with it. The elements can be stored
// where append puts them, and the array need not be.
func (n *fn) findElems() {
	n.elems = map[ssa.Value][]ssa.Value{}
	n.skip = map[ssa.Instruction]bool{}
	for _, b := range n.f.Blocks {
		for _, in := range b.Instrs {
			s, ok := in.(*ssa.Slice)
			if !ok {
				continue
			}
			if isAppendArg(s) {
				n.findElemsOf(s)
			}
			if a, ok := s.X.(*ssa.Alloc); ok && a.Comment == "makeslice" && len(refs(a)) == 1 {
				if s.High != nil && s.Low == nil && !n.below(s.High, deref(a.Type()).Underlying().(*types.Array).Len()+1) {
					n.skip[a] = true // its checks are those of make
				}
			}
		}
	}
}

func asInstr(v ssa.Value) ssa.Instruction {
	in, _ := v.(ssa.Instruction)
	return in
}

func isAppendArg(s *ssa.Slice) bool {
	rs := refs(s)
	if len(rs) != 1 || s.Low != nil || s.High != nil || s.Max != nil {
		return false
	}
	c, ok := rs[0].(*ssa.Call)
	if !ok || c.Block() != s.Block() {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append" && c.Call.Args[1] == s && c.Call.Args[0] != s
}

func (n *fn) findElemsOf(s *ssa.Slice) {
	a, ok := s.X.(*ssa.Alloc)
	if !ok {
		return
	}
	arr := deref(a.Type()).Underlying().(*types.Array)
	if arr.Len() > 8 || a.Block() != s.Block() {
		return
	}
	elems := make([]ssa.Value, arr.Len())
	gone := []ssa.Instruction{a, s}
	for _, r := range refs(a) {
		if r == s {
			continue
		}
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			return
		}
		k, ok := ia.Index.(*ssa.Const)
		rs := refs(ia)
		if !ok || len(rs) != 1 || ia.Block() != s.Block() {
			return
		}
		st, ok := rs[0].(*ssa.Store)
		if !ok || st.Val == ia || st.Block() != s.Block() || elems[k.Int64()] != nil {
			return
		}
		elems[k.Int64()] = st.Val
		gone = append(gone, ia, st)
	}
	for _, e := range elems {
		if e == nil {
			return
		}
	}
	n.elems[s] = elems
	for _, g := range gone {
		n.skip[g] = true
	}
}

// copyTo is copy(dst, src).
func (n *fn) copyTo(v ssa.Value, dst, src ssa.Value) {
	et := dst.Type().Underlying().(*types.Slice).Elem()
	size := n.u.Size(et)
	xs, ys := n.useSimple(dst), n.useSimple(src)
	k := n.setTemp(op(encode.OpSelect, dup(xs[1]), dup(ys[1]), op(encode.OpI64LtS, dup(xs[1]), dup(ys[1]))), ir.I64)
	if size > 0 {
		n.copyElems(et, xs[0], ys[0], scale(wrap(getLocal(k)), size))
	}
	if v != nil {
		n.define(v, []*ir.Expr{getLocal(k)})
	}
}

// copyElems copies bytes of a slice of et to where other elements are.
func (n *fn) copyElems(et types.Type, dst, src, bytes *ir.Expr) {
	if n.raceMemory {
		dst, src, bytes = n.simple(dst, ir.Ptr), n.simple(src, ir.Ptr), n.simple(bytes, ir.I32)
		n.raceRange(src, bytes, raceRead)
		n.raceRange(dst, bytes, raceWrite)
		dst, src, bytes = dup(dst), dup(src), dup(bytes)
	}
	if n.u.HasPtrs(et) {
		dst, bytes = n.simple(dst, ir.Ptr), n.simple(bytes, ir.I32)
		n.shadeRange(dst, bytes)
	}
	n.do(op(encode.OpMemoryCopy, dst, src, bytes))
}
