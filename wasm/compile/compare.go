// This file lowers == and !=.

package compile

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

func (n *fn) equality(in *ssa.BinOp) {
	e := n.equal(in.X, in.Y)
	if in.Op == token.NEQ {
		e = not(e)
	}
	n.define(in, []*ir.Expr{e})
}

func (n *fn) equal(x, y ssa.Value) *ir.Expr {
	t := x.Type()
	if isNil(x) {
		x, y = y, x
		t = x.Type()
	}
	if isNil(y) { // also slices, maps and funcs, which have no other comparison
		return eqz(n.use(x)[0])
	}
	if types.IsInterface(t) != types.IsInterface(y.Type()) {
		panic(bug{pos: x.Pos(), msg: "mixed comparison of " + t.String() + " and " + y.Type().String()})
	}
	if n.u.ByRef(t) {
		xs := n.useBriefly(x)
		return n.equalComps(t, xs, n.useBriefly(y))
	}
	xs := n.use(x)
	return n.equalComps(t, xs, n.use(y))
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value != nil {
		return false
	}
	switch c.Type().Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return c.Type().Underlying().(*types.Basic).Kind() == types.UnsafePointer || c.Type() == types.Typ[types.UntypedNil]
	}
	return false
}

// equalComps compares two values of type t.
func (n *fn) equalComps(t types.Type, xs, ys []*ir.Expr) *ir.Expr {
	if n.u.ByRef(t) {
		return n.equalMemory(t, xs[0], ys[0])
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return n.equalStrings(xs, ys)
		case u.Info()&types.IsComplex != 0:
			o := encode.OpF32Eq
			if n.types(t)[0] == ir.F64 {
				o = encode.OpF64Eq
			}
			return and(op(o, xs[0], ys[0]), op(o, xs[1], ys[1]))
		}
		return n.equalWord(n.types(t)[0], xs[0], ys[0])
	case *types.Interface:
		return n.equalInterfaces(t, xs, ys)
	case *types.Struct:
		ts := n.types(t)
		n.simples(xs, ts)
		n.simples(ys, ts)
		e := i32(1)
		k := 0
		for i := range u.NumFields() {
			ft := u.Field(i).Type()
			c := len(n.comps(ft))
			if u.Field(i).Name() != "_" {
				e = n.andThen(e, func() *ir.Expr { return n.equalComps(ft, dups(xs[k:k+c]), dups(ys[k:k+c])) })
			}
			k += c
		}
		return e
	case *types.Array:
		if u.Len() == 0 {
			return i32(1)
		}
		return n.equalComps(u.Elem(), xs, ys)
	}
	return n.equalWord(n.types(t)[0], xs[0], ys[0])
}

func dups(xs []*ir.Expr) []*ir.Expr {
	out := make([]*ir.Expr, len(xs))
	for i, x := range xs {
		out[i] = dup(x)
	}
	return out
}

// andThen is x && y(), where y is only evaluated if x holds and if it is not a plain tree.
func (n *fn) andThen(x *ir.Expr, y func() *ir.Expr) *ir.Expr {
	if isConstVal(x, 1) {
		return y()
	}
	n.flushMem() // not in the part that may be skipped
	before, ins := n.cur, len(n.cur.Ins)
	probe := n.ir.NewBlock("and")
	n.cur = probe
	e := y()
	if n.cur == probe && len(probe.Ins) == 0 {
		n.ir.Blocks = n.ir.Blocks[:len(n.ir.Blocks)-1]
		n.cur = before
		return and(x, e)
	}
	if len(before.Ins) != ins {
		panic(bug{pos: n.f.Pos(), msg: "block grew under andThen"})
	}
	r := n.ir.NewLocal(ir.I32)
	done := n.ir.NewBlock("and.done")
	before.Ins = append(before.Ins, &ir.Set{Dst: r, X: i32(0)})
	before.Term = &ir.If{Cond: x, Then: probe, Else: done}
	n.emit(&ir.Set{Dst: r, X: e})
	n.jump(done)
	return getLocal(r)
}

func (n *fn) equalWord(t ir.Type, x, y *ir.Expr) *ir.Expr {
	switch t {
	case ir.F32:
		return op(encode.OpF32Eq, x, y)
	case ir.F64:
		return op(encode.OpF64Eq, x, y)
	case ir.I64:
		if isConstVal(y, 0) {
			return op(encode.OpI64Eqz, x)
		}
		return op(encode.OpI64Eq, x, y)
	}
	if isConstVal(y, 0) {
		return eqz(x)
	}
	return op(encode.OpI32Eq, x, y)
}

// equalStrings compares the lengths, and then the bytes.
func (n *fn) equalStrings(xs, ys []*ir.Expr) *ir.Expr {
	if isConstVal(xs[1], 0) {
		xs, ys = ys, xs
	}
	if isConstVal(ys[1], 0) {
		return op(encode.OpI64Eqz, xs[1])
	}
	ts := []ir.Type{ir.Ptr, ir.I64}
	n.simples(xs, ts)
	n.simples(ys, ts)
	return n.andThen(op(encode.OpI64Eq, dup(xs[1]), dup(ys[1])), func() *ir.Expr {
		return n.rtcall1("memequal", xs[0], ys[0], ys[1])
	})
}

// equalInterfaces compares the type words, and then the values.
func (n *fn) equalInterfaces(t types.Type, xs, ys []*ir.Expr) *ir.Expr {
	ts := []ir.Type{ir.Ptr, ir.Ptr}
	n.simples(xs, ts)
	n.simples(ys, ts)
	x, y := xs[0], ys[0]
	if t.Underlying().(*types.Interface).NumMethods() > 0 {
		// There may be two tables for one type: compare the types in them. The
		// memory below 4096 is 0, and so is the type of a nil interface.
		x = n.simple(loadOp(encode.OpI32Load, x, itabType), ir.Ptr)
		y = n.simple(loadOp(encode.OpI32Load, y, itabType), ir.Ptr)
	}
	return n.andThen(op(encode.OpI32Eq, dup(x), y), func() *ir.Expr {
		return n.rtcall1("efaceeq", x, xs[1], ys[1])
	})
}

// equalMemory compares by-reference values.
func (n *fn) equalMemory(t types.Type, x, y *ir.Expr) *ir.Expr {
	if n.u.Regular(t) {
		return n.rtcall1("memequal", x, y, i64(n.u.Size(t)))
	}
	sym := n.b.Eq(t)
	l := n.ir.NewLocal(ir.I32)
	c := &ir.Call{Sym: sym, Params: []ir.Type{ir.Ptr, ir.Ptr}, Results: []ir.Type{ir.I32}, Args: []*ir.Expr{x, y}, Dst: []ir.Local{l}, Line: n.line}
	if n.u.EqPanics(t) { // an interface inside may hold what cannot be compared
		c.Unwind = n.unwind()
		n.flushMem()
	}
	n.emit(c)
	return getLocal(l)
}

const itabType = 8 // offset of the type in an itab
