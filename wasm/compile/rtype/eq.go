// This file makes the functions that compare two values in memory.
//
// The plain form (p, q) -> bool is for == on values held by reference; the
// closure, in the form of func values, is abi.Type.Equal. Fields are compared
// in source order, since comparing an interface may panic.
package rtype

import (
	"go/types"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// RT is the prefix of package core/rt's symbols.
const RT = "github.com/gopark/gopark/core/rt."

// maxInlineMem is the longest run of memory compared without a call.
const maxInlineMem = 32

// Eq is the plain function (p, q pointer) -> i32 that compares two values of t.
func (b *Builder) Eq(t types.Type) string {
	ps := mergeMem(b.u.pieces(nil, t, 0))
	name := "type..eq." + shape(ps)
	b.need(name, func() { b.funcs = append(b.funcs, eqFunc(name, ps)) })
	return name
}

// EqClosure is the func value of Eq(t).
func (b *Builder) EqClosure(t types.Type) string {
	return b.algClosure("eqfn:", b.Eq(t), []ir.Type{ir.Ptr, ir.Ptr}, ir.I32, b.u.EqPanics(t))
}

// algClosure makes a func value of a plain function.
func (b *Builder) algClosure(prefix, plain string, params []ir.Type, result ir.Type, unwinds bool) string {
	indirect := plain + "·f"
	b.need(indirect, func() { b.funcs = append(b.funcs, indirectForm(indirect, plain, params, result, unwinds)) })
	return b.closure(prefix, indirect)
}

// indirectForm takes a closure first, and fuel, which it gives back.
func indirectForm(name, plain string, params []ir.Type, result ir.Type, unwinds bool) *ir.Func {
	f := &ir.Func{Sym: name, Name: plain, Params: len(params) + 1, Results: []ir.Type{result}, ABI: ir.Fueled, Dup: true}
	f.Locals = append([]ir.Type{ir.Ptr}, params...)
	call := &ir.Call{Sym: plain, Params: params, Results: f.Results, Unwind: unwinding(unwinds)}
	for i := range params {
		call.Args = append(call.Args, ir.Get(ir.Local(i+1)))
	}
	r := f.NewLocal(result)
	call.Dst = []ir.Local{r}
	blk := f.NewBlock("entry")
	blk.Cost = 4
	blk.Ins = []ir.Ins{call}
	blk.Term = &ir.Return{Vals: []*ir.Expr{ir.Get(r)}}
	return f
}

func unwinding(unwinds bool) ir.Unwinding {
	if unwinds {
		return ir.ToCaller
	}
	return ir.NoUnwind
}

// eqGen generates one comparing function.
type eqGen struct {
	f    *ir.Func
	blk  *ir.Block // being filled
	diff *ir.Block // returns false
}

func eqFunc(name string, ps []piece) *ir.Func {
	f := &ir.Func{Sym: name, Name: name, Params: 2, Locals: []ir.Type{ir.Ptr, ir.Ptr}, Results: []ir.Type{ir.I32}, Dup: true}
	g := &eqGen{f: f, blk: f.NewBlock("entry")}
	g.diff = f.NewBlock("different")
	g.diff.Term = &ir.Return{Vals: []*ir.Expr{ir.I32C(0)}}
	g.pieces(ps, 0, 1)
	g.blk.Term = &ir.Return{Vals: []*ir.Expr{ir.I32C(1)}}
	if len(f.Blocks) == 2 {
		f.Blocks = f.Blocks[:1] // nothing was compared
	}
	return f
}

// want goes on in a new block if cond holds, else to different.
func (g *eqGen) want(cond *ir.Expr) {
	next := g.f.NewBlock("")
	g.blk.Term = &ir.If{Cond: cond, Then: next, Else: g.diff}
	g.blk = next
}

func (g *eqGen) set(t ir.Type, x *ir.Expr) ir.Local {
	l := g.f.NewLocal(t)
	g.blk.Ins = append(g.blk.Ins, &ir.Set{Dst: l, X: x})
	return l
}

// call calls a plain function that answers true or false, and wants true.
func (g *eqGen) call(sym string, unwinds bool, params []ir.Type, args ...*ir.Expr) {
	r := g.f.NewLocal(ir.I32)
	g.blk.Ins = append(g.blk.Ins, &ir.Call{Sym: sym, Params: params, Results: []ir.Type{ir.I32},
		Args: args, Dst: []ir.Local{r}, Unwind: unwinding(unwinds)})
	g.want(ir.Get(r))
}

// pieces compares pieces at the addresses in p and q.
func (g *eqGen) pieces(ps []piece, p, q ir.Local) {
	for _, x := range ps {
		switch x.kind {
		case pieceMem:
			g.mem(x, p, q)
		case pieceString:
			g.string(x, p, q)
		case pieceF32:
			g.want(same(encode.OpF32Eq, encode.OpF32Load, p, q, x.off))
		case pieceF64:
			g.want(same(encode.OpF64Eq, encode.OpF64Load, p, q, x.off))
		case pieceC64:
			g.want(same(encode.OpF32Eq, encode.OpF32Load, p, q, x.off))
			g.want(same(encode.OpF32Eq, encode.OpF32Load, p, q, x.off+4))
		case pieceC128:
			g.want(same(encode.OpF64Eq, encode.OpF64Load, p, q, x.off))
			g.want(same(encode.OpF64Eq, encode.OpF64Load, p, q, x.off+8))
		case pieceEface, pieceIface:
			g.iface(x, p, q)
		case pieceArray:
			g.array(x, p, q)
		}
	}
}

// same compares what load finds at p+off and q+off.
func same(eq, load encode.Op, p, q ir.Local, off int64) *ir.Expr {
	return ir.Node(eq, ir.Mem(load, off, ir.Get(p)), ir.Mem(load, off, ir.Get(q)))
}

// plus is the address l+off.
func plus(l ir.Local, off int64) *ir.Expr {
	if off == 0 {
		return ir.Get(l)
	}
	return ir.Node(encode.OpI32Add, ir.Get(l), ir.I32C(int32(off)))
}

func (g *eqGen) mem(x piece, p, q ir.Local) {
	if x.size > maxInlineMem {
		g.call(RT+"memequal", false, []ir.Type{ir.Ptr, ir.Ptr, ir.I64}, plus(p, x.off), plus(q, x.off), ir.I64C(x.size))
		return
	}
	var cond *ir.Expr
	for off, end := x.off, x.off+x.size; off < end; {
		w := widest(end - off)
		c := same(w.eq, w.load, p, q, off)
		if cond != nil {
			c = ir.Node(encode.OpI32And, cond, c)
		}
		cond = c
		off += w.size
	}
	g.want(cond)
}

// word is a size of memory that is loaded at once.
type word struct {
	size     int64
	eq, load encode.Op
}

func widest(n int64) word {
	switch {
	case n >= 8:
		return word{8, encode.OpI64Eq, encode.OpI64Load}
	case n >= 4:
		return word{4, encode.OpI32Eq, encode.OpI32Load}
	case n >= 2:
		return word{2, encode.OpI32Eq, encode.OpI32Load16U}
	}
	return word{1, encode.OpI32Eq, encode.OpI32Load8U}
}

func (g *eqGen) string(x piece, p, q ir.Local) {
	n := g.set(ir.I64, ir.Mem(encode.OpI64Load, x.off+8, ir.Get(p)))
	g.want(ir.Node(encode.OpI64Eq, ir.Get(n), ir.Mem(encode.OpI64Load, x.off+8, ir.Get(q))))
	g.call(RT+"memequal", false, []ir.Type{ir.Ptr, ir.Ptr, ir.I64}, load(p, x.off), load(q, x.off), ir.Get(n))
}

func load(l ir.Local, off int64) *ir.Expr { return ir.Mem(encode.OpI32Load, off, ir.Get(l)) }

// iface compares the types, then leaves the values to the runtime. The type of
// an itab is at offset 8; that of no itab is read from address 8, where there
// is always 0. Itabs themselves are not compared: there may be two of a kind.
func (g *eqGen) iface(x piece, p, q ir.Local) {
	typ := func(l ir.Local) *ir.Expr {
		if x.kind == pieceEface {
			return load(l, x.off)
		}
		return ir.Mem(encode.OpI32Load, 8, load(l, x.off))
	}
	t := g.set(ir.Ptr, typ(p))
	g.want(ir.Node(encode.OpI32Eq, ir.Get(t), typ(q)))
	g.call("runtime.efaceeq", true, []ir.Type{ir.Ptr, ir.Ptr, ir.Ptr}, ir.Get(t), load(p, x.off+8), load(q, x.off+8))
}

func (g *eqGen) array(x piece, p, q ir.Local) {
	if len(x.elem) == 0 || x.n == 0 {
		return
	}
	pe, qe := g.set(ir.Ptr, plus(p, x.off)), g.set(ir.Ptr, plus(q, x.off))
	end := g.set(ir.Ptr, plus(pe, x.n*x.size))
	loop, after := g.f.NewBlock("loop"), g.f.NewBlock("after")
	g.blk.Term = &ir.Jump{To: loop}
	g.blk = loop
	g.pieces(x.elem, pe, qe)
	g.blk.Ins = append(g.blk.Ins, &ir.Set{Dst: pe, X: plus(pe, x.size)}, &ir.Set{Dst: qe, X: plus(qe, x.size)})
	g.blk.Term = &ir.If{Cond: ir.Node(encode.OpI32Eq, ir.Get(pe), ir.Get(end)), Then: after, Else: loop}
	g.blk = after
}
