// Package inline puts the bodies of small functions in place of their calls.
//
// The runtime consists of many small functions, so that it can be read; and V8 does
// not inline wasm calls everywhere. Only Plain functions that never unwind are
// inlined: they are never in a frozen frame or a traceback, so nobody can
// tell the difference. A call's cost is charged where it was (lowering put it in the
// block), so virtual time does not depend on what is inlined either.
//
// Needs: ir as lowering leaves it: a local is set before it is read, except a
// parameter. Leaves: the same. An argument that is a constant, or a local, takes the
// place of a parameter that the body does not set; what becomes constant by this is
// folded (fold.go), and branches that it decides are taken at once (thread.go).
package inline

import (
	"slices"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// Sizes are numbers of expression nodes and instructions.
const (
	small    = 48   // inlined wherever it is called
	single   = 150  // inlined if there is one call
	enough   = 2000 // a function that has grown to this grows no more
	callSize = 4
)

// Body returns a copy of f to be inlined, or nil if that is not possible or not worth it: f
// is too large, or has a loop, against which a call is nothing. once says that f is called in one place only.
func Body(f *ir.Func, once bool) *ir.Func {
	if f.ABI != ir.Plain || f.Handler != nil || f.HasRecover || f.Poll || f.PollEntry {
		return nil
	}
	limit := small
	if once {
		limit = single
	}
	if n, ok := size(f); !ok || n > limit || hasLoop(f) {
		return nil
	}
	return clone(f)
}

// Calls inlines what body gives for the callees of f. It reports whether f changed.
func Calls(f *ir.Func, body func(sym string) *ir.Func) bool {
	in := inliner{f: f, body: body}
	in.size, _ = size(f)
	in.work = slices.Clone(f.Blocks)
	for i := 0; i < len(in.work); i++ { // the list grows
		in.block(in.work[i])
	}
	if in.changed {
		fold(f)
	}
	return in.changed
}

type inliner struct {
	f       *ir.Func
	body    func(sym string) *ir.Func
	work    []*ir.Block // blocks of f itself, not of bodies: these are done
	size    int
	changed bool
}

// block inlines the calls in b. What is behind one becomes a block of its own,
// unless the body is a straight line.
func (in *inliner) block(b *ir.Block) {
	for i := 0; i < len(b.Ins); i++ {
		call, ok := b.Ins[i].(*ir.Call)
		if !ok || call.Sym == "" || call.ABI != ir.Plain || call.Unwind != ir.NoUnwind || call.Never || call.Reload {
			continue
		}
		callee := in.body(call.Sym)
		if callee == nil || len(call.Args) != callee.Params || in.size > enough {
			continue
		}
		in.changed = true
		n, _ := size(callee)
		in.size += n
		binds, sub := in.bind(call, callee)
		blocks := copyBlocks(callee, sub)
		rest := b.Ins[i+1:]
		if ret, ok := blocks[0].Term.(*ir.Return); ok {
			body := slices.Concat(binds, blocks[0].Ins, results(call, ret))
			b.Ins = slices.Concat(b.Ins[:i], body, rest)
			i += len(body) - 1
			continue
		}
		after := &ir.Block{Comment: "after", Line: b.Line, Ins: slices.Clone(rest), Term: b.Term}
		for _, c := range blocks {
			if ret, ok := c.Term.(*ir.Return); ok {
				c.Ins = append(c.Ins, results(call, ret)...)
				c.Term = &ir.Jump{To: after}
			}
		}
		b.Ins = slices.Concat(b.Ins[:i], binds)
		b.Term = &ir.Jump{To: blocks[0]}
		in.f.Blocks = append(append(in.f.Blocks, blocks...), after)
		in.work = append(in.work, after)
		return
	}
}

// bind gives each local of callee a local of the caller, or a parameter its argument.
func (in *inliner) bind(call *ir.Call, callee *ir.Func) (binds []ir.Ins, sub []*ir.Expr) {
	set := setsOf(callee)
	simple := !slices.ContainsFunc(call.Args, hasTee)
	sub = make([]*ir.Expr, len(callee.Locals))
	for i, t := range callee.Locals {
		if i < callee.Params {
			arg := call.Args[i]
			if set[i] == 0 && (isConst(arg) || simple && isPlace(arg, call.Dst)) {
				sub[i] = arg
				continue
			}
		}
		l := in.f.NewLocal(t)
		sub[i] = ir.Get(l)
		if i < callee.Params {
			binds = append(binds, &ir.Set{Dst: l, X: call.Args[i]})
		}
	}
	return binds, sub
}

// isPlace reports whether x is a local, or a constant distance behind one, that is none of dst.
func isPlace(x *ir.Expr, dst []ir.Local) bool {
	if base, off := splitAddr(x); off != 0 {
		x = base
	}
	return x.Op == encode.OpLocalGet && !slices.Contains(dst, x.Local)
}

// results sets the destinations of call to what the body returns. The body
// reads none of them.
func results(call *ir.Call, ret *ir.Return) []ir.Ins {
	var sets []ir.Ins
	for i, x := range ret.Vals {
		if call.Dst[i] != ir.NoLocal || !isConst(x) && x.Op != encode.OpLocalGet {
			sets = append(sets, &ir.Set{Dst: call.Dst[i], X: x})
		}
	}
	return sets
}

// clone copies f.
func clone(f *ir.Func) *ir.Func {
	c := *f
	c.Locals = slices.Clone(f.Locals)
	sub := make([]*ir.Expr, len(f.Locals))
	for i := range sub {
		sub[i] = ir.Get(ir.Local(i))
	}
	c.Blocks = copyBlocks(f, sub)
	return &c
}

// copyBlocks copies the blocks of f, with other locals and without their cost, which
// the call has paid.
func copyBlocks(f *ir.Func, sub []*ir.Expr) []*ir.Block {
	to := map[*ir.Block]*ir.Block{}
	blocks := make([]*ir.Block, len(f.Blocks))
	for i, b := range f.Blocks {
		blocks[i] = &ir.Block{Comment: b.Comment}
		to[b] = blocks[i]
	}
	c := copier{sub, to}
	for i, b := range f.Blocks {
		for _, x := range b.Ins {
			blocks[i].Ins = append(blocks[i].Ins, c.ins(x))
		}
		blocks[i].Term = c.term(b.Term)
	}
	return blocks
}

type copier struct {
	sub []*ir.Expr // what stands for each local
	to  map[*ir.Block]*ir.Block
}

func (c copier) local(l ir.Local) ir.Local {
	if l == ir.NoLocal {
		return l
	}
	return c.sub[l].Local // what is set is a local
}

func (c copier) ins(in ir.Ins) ir.Ins {
	switch in := in.(type) {
	case *ir.Set:
		return &ir.Set{Dst: c.local(in.Dst), X: c.expr(in.X)}
	case *ir.Do:
		return &ir.Do{X: c.expr(in.X)}
	case *ir.Check:
		return &ir.Check{Cond: c.expr(in.Cond), Call: c.call(in.Call)}
	case *ir.Guard:
		return &ir.Guard{Cond: c.expr(in.Cond), Call: c.call(in.Call)}
	case *ir.Call:
		return c.call(in)
	}
	return nil
}

func (c copier) call(call *ir.Call) *ir.Call {
	d := *call
	d.Slot = c.expr(call.Slot)
	d.Args = c.exprs(call.Args)
	d.Dst = make([]ir.Local, len(call.Dst))
	for i, l := range call.Dst {
		d.Dst[i] = c.local(l)
	}
	return &d
}

func (c copier) term(t ir.Term) ir.Term {
	switch t := t.(type) {
	case *ir.Jump:
		return &ir.Jump{To: c.to[t.To]}
	case *ir.If:
		return &ir.If{Cond: c.expr(t.Cond), Then: c.to[t.Then], Else: c.to[t.Else]}
	case *ir.Switch:
		s := &ir.Switch{X: c.expr(t.X)}
		for _, b := range t.To {
			s.To = append(s.To, c.to[b])
		}
		return s
	case *ir.Return:
		return &ir.Return{Vals: c.exprs(t.Vals)}
	}
	return &ir.Unreachable{}
}

func (c copier) exprs(xs []*ir.Expr) []*ir.Expr {
	out := make([]*ir.Expr, len(xs))
	for i, x := range xs {
		out[i] = c.expr(x)
	}
	return out
}

func (c copier) expr(x *ir.Expr) *ir.Expr {
	if x == nil {
		return nil
	}
	d := *x
	switch x.Op {
	case encode.OpLocalGet:
		return copyExpr(c.sub[x.Local])
	case encode.OpLocalSet, encode.OpLocalTee:
		d.Local = c.local(x.Local)
	}
	d.Args = c.exprs(x.Args)
	return &d
}

// copyExpr copies a tree.
func copyExpr(x *ir.Expr) *ir.Expr {
	d := *x
	d.Args = make([]*ir.Expr, len(x.Args))
	for i, a := range x.Args {
		d.Args[i] = copyExpr(a)
	}
	return &d
}

// size counts the nodes of f; ok is false if it holds what cannot be inlined.
func size(f *ir.Func) (n int, ok bool) {
	ok = true
	call := func(c *ir.Call, cost int) {
		n += cost
		ok = ok && c.ABI == ir.Plain && c.Unwind == ir.NoUnwind
	}
	for _, b := range f.Blocks {
		n++
		for _, in := range b.Ins {
			switch in := in.(type) {
			case *ir.Call:
				call(in, callSize)
			case *ir.Check:
				call(in.Call, 1)
			case *ir.Guard:
				call(in.Call, 1)
			}
		}
		visit(b, func(x *ir.Expr) {
			if x.Op != encode.OpLocalGet {
				n++
			}
		})
	}
	return n, ok
}
