// This file makes random programs: functions with reducible and irreducible
// graphs, that call each other, park, throw, and catch.

package emit

import (
	"fmt"
	"math/rand/v2"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

type gen struct {
	r     *rand.Rand
	funcs []*ir.Func
	f     *ir.Func
	count ir.Local // edges backward left
	vars  [5][]ir.Local
	exit  *ir.Block
	nline int32
}

// program makes functions named by prefix; the first is the one to call. The
// first parameter of each bounds its work.
func program(r *rand.Rand, prefix string) []*ir.Func {
	g := &gen{r: r}
	n := 1 + r.IntN(4)
	for i := range n {
		f := &ir.Func{Sym: fmt.Sprintf("%s%d", prefix, i), File: "test.go", Line: int32(1 + i), ABI: ir.Resumable}
		f.Name = f.Sym
		if i > 0 && r.IntN(3) == 0 {
			f.ABI = ir.ABI(r.IntN(2))
		}
		if f.ABI == ir.Resumable {
			f.Poll, f.PollEntry = r.IntN(4) > 0, r.IntN(2) == 0
		}
		f.NewLocal(ir.I32)
		for range r.IntN(5) {
			f.NewLocal(ir.Type(r.IntN(5)))
		}
		f.Params = len(f.Locals)
		for range r.IntN(4) {
			f.Results = append(f.Results, ir.Type(r.IntN(5)))
		}
		g.funcs = append(g.funcs, f)
	}
	for _, f := range g.funcs {
		g.function(f)
	}
	return g.funcs
}

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *gen) function(f *ir.Func) {
	g.f = f
	g.vars = [5][]ir.Local{}
	for i := 1; i < f.Params; i++ {
		g.vars[f.Locals[i]] = append(g.vars[f.Locals[i]], ir.Local(i))
	}
	for t := range g.vars {
		for range g.r.IntN(3) + 1 {
			g.vars[t] = append(g.vars[t], f.NewLocal(ir.Type(t)))
		}
	}
	g.count = f.NewLocal(ir.I32)
	entry := f.NewBlock("entry")
	g.exit = &ir.Block{Comment: "exit"}
	if g.chance(50) {
		f.Handler = &ir.Block{Comment: "handler"}
	}
	var first *ir.Block
	if g.chance(40) {
		first = g.anyGraph()
	} else {
		first = f.NewBlock("first")
		end := g.sequence(first, 2+g.r.IntN(3), nil)
		end.Term = &ir.Jump{To: g.exit}
	}
	entry.Ins = []ir.Ins{&ir.Set{Dst: g.count, X: g.op(encode.OpI32And, ir.Get(0), ir.I32C(15))}}
	entry.Cost = 1
	entry.Term = &ir.If{Cond: g.op(encode.OpI32LeS, ir.Get(0), ir.I32C(0)), Then: g.exit, Else: first}
	if f.Handler != nil {
		h := f.Handler
		f.Blocks = append(f.Blocks, h)
		h.Ins = append(h.Ins, &ir.Do{X: ir.SetGlobal(ir.GlobalMode, ir.I32C(0))})
		for range 6 {
			h.Ins = append(h.Ins, g.logVar())
		}
		f.Handler = nil // what the handler does goes to the caller
		g.fill(h, 2)
		if g.chance(20) {
			h.Ins = append(h.Ins, g.throw(ir.ToCaller))
			h.Term = &ir.Unreachable{}
		} else if g.chance(30) {
			g.backward(h, first)
		} else {
			h.Term = &ir.Jump{To: g.exit}
		}
		f.Handler = h
	}
	f.Blocks = append(f.Blocks, g.exit)
	g.exit.Ins = append(g.exit.Ins, g.logVar())
	ret := &ir.Return{}
	for _, t := range f.Results {
		ret.Vals = append(ret.Vals, g.expr(t, 2))
	}
	g.exit.Term = ret
	for i, b := range f.Blocks {
		b.ID = i
	}
}

// backward ends b with a jump to target, or to the exit if the count is used up.
func (g *gen) backward(b, target *ir.Block) {
	b.Ins = append(b.Ins, &ir.Set{Dst: g.count, X: g.op(encode.OpI32Sub, ir.Get(g.count), ir.I32C(1))})
	b.Term = &ir.If{Cond: g.op(encode.OpI32LeS, ir.Get(g.count), ir.I32C(0)), Then: g.exit, Else: target}
}

// anyGraph makes blocks with edges to anywhere; those backward are counted.
func (g *gen) anyGraph() *ir.Block {
	n := 3 + g.r.IntN(9)
	blocks := make([]*ir.Block, n)
	for i := range blocks {
		blocks[i] = g.f.NewBlock("any")
	}
	for i, b := range blocks {
		g.fill(b, 2)
		to := func() *ir.Block {
			j := g.r.IntN(n + 1)
			switch {
			case j == n:
				return g.exit
			case j > i:
				return blocks[j]
			}
			back := g.f.NewBlock("back")
			g.fill(back, 1)
			g.backward(back, blocks[j])
			return back
		}
		switch g.r.IntN(5) {
		case 0:
			b.Term = &ir.Jump{To: to()}
		case 1:
			sw := &ir.Switch{X: g.op(encode.OpI32And, g.expr(ir.I32, 1), ir.I32C(3))}
			for range 1 + g.r.IntN(4) {
				sw.To = append(sw.To, to())
			}
			b.Term = sw
		default:
			b.Term = &ir.If{Cond: g.cond(), Then: to(), Else: to()}
		}
	}
	return blocks[0]
}

// inLoop is what break and continue mean.
type inLoop struct{ head, after *ir.Block }

// sequence makes structured code from b on; the block it returns is open.
func (g *gen) sequence(b *ir.Block, depth int, l *inLoop) *ir.Block {
	for range 1 + g.r.IntN(3) {
		g.fill(b, 2)
		if depth == 0 {
			continue
		}
		next := &ir.Block{Comment: "next"}
		switch g.r.IntN(5) {
		case 0, 1: // if
			then, els := g.f.NewBlock("then"), next
			if g.chance(50) {
				els = g.f.NewBlock("else")
				g.sequence(els, depth-1, l).Term = &ir.Jump{To: next}
			}
			b.Term = &ir.If{Cond: g.cond(), Then: then, Else: els}
			end := g.sequence(then, depth-1, l)
			switch {
			case l != nil && g.chance(20):
				end.Term = &ir.Jump{To: l.after}
			case l != nil && g.chance(20):
				g.backward(end, l.head)
			default:
				end.Term = &ir.Jump{To: next}
			}
		case 2: // switch
			sw := &ir.Switch{X: g.op(encode.OpI32And, g.expr(ir.I32, 1), ir.I32C(3))}
			for range 1 + g.r.IntN(3) {
				arm := g.f.NewBlock("arm")
				sw.To = append(sw.To, arm)
				g.sequence(arm, depth-1, l).Term = &ir.Jump{To: next}
			}
			sw.To = append(sw.To, next)
			b.Term = sw
		default: // loop
			head, body := g.f.NewBlock("head"), g.f.NewBlock("body")
			b.Term = &ir.Jump{To: head}
			g.fill(head, 1)
			head.Term = &ir.If{Cond: g.cond(), Then: body, Else: next}
			g.backward(g.sequence(body, depth-1, &inLoop{head, next}), head)
		}
		g.f.Blocks = append(g.f.Blocks, next)
		b = next
	}
	return b
}

// fill adds instructions.
func (g *gen) fill(b *ir.Block, most int) {
	b.Cost += int32(g.r.IntN(4))
	for range g.r.IntN(most + 1) {
		switch g.r.IntN(13) {
		case 0, 1, 2, 3:
			t := ir.Type(g.r.IntN(5))
			b.Ins = append(b.Ins, &ir.Set{Dst: g.pick(t), X: g.expr(t, 3)})
		case 4, 5:
			b.Ins = append(b.Ins, g.logVar())
		case 6, 7, 8:
			g.call(b)
		case 9:
			if g.f.ABI == ir.Resumable {
				b.Ins = append(b.Ins, &ir.Call{Sym: "test.park", ABI: ir.Resumable, Unwind: g.unwind(), Line: g.line()})
			}
		case 10:
			if g.f.ABI != ir.Plain {
				b.Ins = append(b.Ins, &ir.Call{Sym: "test.clock", Clock: true})
			}
		case 11, 12:
			if g.chance(70) {
				b.Ins = append(b.Ins, &ir.Check{Cond: g.op(encode.OpI32Eq, g.op(encode.OpI32And, g.expr(ir.I32, 1), ir.I32C(3)), ir.I32C(3)), Call: g.throw(g.unwind())})
			}
		}
	}
}

func (g *gen) line() int32 { g.nline++; return 10 + g.nline }

func (g *gen) unwind() ir.Unwinding {
	if g.f.Handler != nil {
		return ir.ToHandler
	}
	return ir.ToCaller
}

func (g *gen) throw(u ir.Unwinding) *ir.Call {
	return &ir.Call{Sym: "test.throw", Unwind: u, Never: true, Line: g.line()}
}

func (g *gen) logVar() ir.Ins {
	var x *ir.Expr
	switch t := ir.Type(g.r.IntN(5)); t {
	case ir.I64:
		x = ir.Get(g.pick(t))
	case ir.F32:
		x = g.op(encode.OpI64ExtendI32U, g.op(encode.OpI32ReinterpretF32, ir.Get(g.pick(t))))
	case ir.F64:
		x = g.op(encode.OpI64ReinterpretF64, ir.Get(g.pick(t)))
	default:
		x = g.op(encode.OpI64ExtendI32S, ir.Get(g.pick(t)))
	}
	return &ir.Call{Sym: "test.log", Params: []ir.Type{ir.I64}, Args: []*ir.Expr{x}}
}

// call calls one of the functions. The results of a call that unwinds are
// undefined, so they go to locals that only the next instructions read.
func (g *gen) call(b *ir.Block) {
	f := g.funcs[g.r.IntN(len(g.funcs))]
	if f.ABI > g.f.ABI {
		return // a Plain caller gives a fixed amount of fuel, so clocks would differ
	}
	c := &ir.Call{Sym: f.Sym, ABI: f.ABI, Unwind: g.unwind(), Line: g.line(), Results: f.Results}
	if g.chance(30) {
		c.Sym, c.Slot = "", ir.FuncSlot(f.Sym)
	}
	for i, t := range f.Locals[:f.Params] {
		c.Params = append(c.Params, t)
		if i == 0 {
			c.Args = append(c.Args, g.op(encode.OpI32Sub, g.op(encode.OpI32ShrU, ir.Get(0), ir.I32C(1)), ir.I32C(1)))
		} else {
			c.Args = append(c.Args, g.expr(t, 2))
		}
	}
	var after []ir.Ins
	for _, t := range f.Results {
		d := ir.NoLocal
		if g.chance(80) {
			d = g.f.NewLocal(t)
			after = append(after, &ir.Set{Dst: g.pick(t), X: ir.Get(d)})
		}
		c.Dst = append(c.Dst, d)
	}
	b.Ins = append(append(b.Ins, c), after...)
}

func (g *gen) pick(t ir.Type) ir.Local { return g.vars[t][g.r.IntN(len(g.vars[t]))] }

func (g *gen) op(op encode.Op, args ...*ir.Expr) *ir.Expr { return ir.Node(op, args...) }

func (g *gen) cond() *ir.Expr {
	switch g.r.IntN(4) {
	case 0:
		return g.op(encode.OpI32Eqz, g.op(encode.OpI32And, g.expr(ir.I32, 1), ir.I32C(1)))
	case 1:
		return g.op(encode.OpI64LtS, g.expr(ir.I64, 1), g.expr(ir.I64, 1))
	case 2:
		return g.op(encode.OpI32GeU, g.expr(ir.I32, 1), g.expr(ir.Ptr, 1))
	}
	return g.op(encode.OpI64Ne, g.expr(ir.I64, 1), g.expr(ir.I64, 1))
}

func (g *gen) expr(t ir.Type, depth int) *ir.Expr {
	if depth == 0 || g.chance(25) {
		if g.chance(80) {
			return ir.Get(g.pick(t))
		}
		x := ir.Zero(t)
		if t == ir.I32 || t == ir.I64 || t == ir.Ptr {
			x.Imm = int64(g.r.IntN(1000)) - 500
		}
		return x
	}
	e := func(t ir.Type) *ir.Expr { return g.expr(t, depth-1) }
	any := func(ops ...encode.Op) encode.Op { return ops[g.r.IntN(len(ops))] }
	if g.chance(10) {
		return g.op(encode.OpSelect, e(t), e(t), e(ir.I32))
	}
	if g.chance(8) {
		return &ir.Expr{Op: encode.OpLocalTee, Local: g.pick(t), Args: []*ir.Expr{e(t)}}
	}
	switch t {
	case ir.I64:
		if g.chance(20) {
			return g.op(any(encode.OpI64ExtendI32S, encode.OpI64ExtendI32U), e(ir.I32))
		}
		return g.op(any(encode.OpI64Add, encode.OpI64Sub, encode.OpI64Mul, encode.OpI64Xor), e(t), e(t))
	case ir.F32:
		if g.chance(50) {
			return g.op(encode.OpF32ConvertI32S, e(ir.I32))
		}
		return g.op(encode.OpF32Neg, e(t))
	case ir.F64:
		if g.chance(50) {
			return g.op(encode.OpF64ConvertI32S, e(ir.I32))
		}
		return g.op(encode.OpF64Neg, e(t))
	}
	switch g.r.IntN(6) {
	case 0:
		return g.op(encode.OpI32WrapI64, e(ir.I64))
	case 1:
		return g.op(any(encode.OpI32Eq, encode.OpI32LtS), e(t), e(t))
	}
	return g.op(any(encode.OpI32Add, encode.OpI32Sub, encode.OpI32Mul, encode.OpI32Xor), e(t), e(t))
}
