// This file makes the functions that hash values in memory.
//
// They give what runtime.typehash gives for the same type, so that a map made
// through reflect finds what compiled code put into it: field by field, blank
// ones left out, plain memory in one go only where a whole type is that.
package rtype

import (
	"go/types"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// Hash is the plain function (p pointer, h i64) -> i64 that hashes a value of t.
func (b *Builder) Hash(t types.Type) string {
	ps := b.u.pieces(nil, t, 0)
	name := "type..hash." + shape(ps)
	b.need(name, func() { b.funcs = append(b.funcs, hashFunc(name, ps)) })
	return name
}

// HashClosure is the func value of Hash(t).
func (b *Builder) HashClosure(t types.Type) string {
	return b.algClosure("hashfn:", b.Hash(t), []ir.Type{ir.Ptr, ir.I64}, ir.I64, b.u.HashPanics(t))
}

// hashGen generates one hashing function. The local h holds the hash so far.
type hashGen struct {
	f   *ir.Func
	blk *ir.Block
	h   ir.Local
}

func hashFunc(name string, ps []piece) *ir.Func {
	f := &ir.Func{Sym: name, Name: name, Params: 2, Locals: []ir.Type{ir.Ptr, ir.I64}, Results: []ir.Type{ir.I64}, Dup: true}
	g := &hashGen{f: f, blk: f.NewBlock("entry"), h: 1}
	g.pieces(ps, 0)
	g.blk.Term = &ir.Return{Vals: []*ir.Expr{ir.Get(g.h)}}
	return f
}

func (g *hashGen) pieces(ps []piece, p ir.Local) {
	for _, x := range ps {
		if x.kind == pieceArray {
			g.array(x, p)
		} else {
			g.call(x, p)
		}
	}
}

// call hashes one piece by a function of the runtime.
func (g *hashGen) call(x piece, p ir.Local) {
	c := &ir.Call{
		Sym: "runtime." + hasher(x), Params: []ir.Type{ir.Ptr, ir.I64}, Results: []ir.Type{ir.I64},
		Args: []*ir.Expr{plus(p, x.off), ir.Get(g.h)}, Dst: []ir.Local{g.h},
		Unwind: unwinding(x.kind == pieceEface || x.kind == pieceIface),
	}
	if c.Sym == "runtime.memhash" {
		c.Params = append(c.Params, ir.I64)
		c.Args = append(c.Args, ir.I64C(x.size))
	}
	g.blk.Ins = append(g.blk.Ins, c)
}

func hasher(x piece) string {
	switch x.kind {
	case pieceString:
		return "strhash"
	case pieceF32:
		return "f32hash"
	case pieceF64:
		return "f64hash"
	case pieceC64:
		return "c64hash"
	case pieceC128:
		return "c128hash"
	case pieceEface:
		return "nilinterhash"
	case pieceIface:
		return "interhash"
	}
	switch x.size {
	case 4:
		return "memhash32"
	case 8:
		return "memhash64"
	}
	return "memhash"
}

func (g *hashGen) array(x piece, p ir.Local) {
	if len(x.elem) == 0 || x.n == 0 {
		return
	}
	set := func(t ir.Type, v *ir.Expr) ir.Local {
		l := g.f.NewLocal(t)
		g.blk.Ins = append(g.blk.Ins, &ir.Set{Dst: l, X: v})
		return l
	}
	e := set(ir.Ptr, plus(p, x.off))
	end := set(ir.Ptr, plus(e, x.n*x.size))
	loop, after := g.f.NewBlock("loop"), g.f.NewBlock("after")
	g.blk.Term = &ir.Jump{To: loop}
	g.blk = loop
	g.pieces(x.elem, e)
	g.blk.Ins = append(g.blk.Ins, &ir.Set{Dst: e, X: plus(e, x.size)})
	g.blk.Term = &ir.If{Cond: ir.Node(encode.OpI32Eq, ir.Get(e), ir.Get(end)), Then: after, Else: loop}
	g.blk = after
}
