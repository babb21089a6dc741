// This file lowers go, defer, panic and recover.
//
// What go and defer run is a func() without parameters: a closure made here that
// holds the callee and the arguments, as gc does. If the call has neither, it is
// the func value itself.
//
// A function with defers has a list of them (rt.newdefers). A call in it that
// comes back unwinding goes to the handler, where rt runs the list; if one of the
// deferred functions recovered, the function returns its named results.

package compile

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

func (n *fn) goCall(in *ssa.Go) {
	fn := n.suspended(&in.Call, "gowrap")
	n.racePush()
	n.rtcall("Newproc", nil, fn, symAddr("info:"+n.ir.Sym, 0), i32(n.line))
}

func (n *fn) deferCall(in *ssa.Defer) {
	fn := n.suspended(&in.Call, "deferwrap")
	df := n.deferList(in.DeferStack)
	n.rtcall("deferproc", nil, df, fn)
}

func (n *fn) deferList(v ssa.Value) *ir.Expr {
	if v != nil {
		return n.use1(v)
	}
	if n.defers == ir.NoLocal {
		panic(bug{pos: n.f.Pos(), msg: "defer without a list"})
	}
	return getLocal(n.defers)
}

func (n *fn) runDefers() {
	if n.defers == ir.NoLocal {
		return
	}
	n.flushMem()
	if line := n.endLine(); line > 0 {
		n.line = line
	}
	n.racePush()
	c := n.helperCall("rundefers", getLocal(n.defers))
	c.Unwind = ir.ToCaller // rt has run them all
	n.emit(c)
}

// endLine is the line of the return that the current block ends with, or of the brace that stands
// for one; 0 if there is neither.
func (n *fn) endLine() int32 {
	if n.ssab == nil || len(n.ssab.Instrs) == 0 {
		return 0
	}
	pos := n.ssab.Instrs[len(n.ssab.Instrs)-1].Pos()
	if decl := n.f.Syntax(); !pos.IsValid() && decl != nil {
		pos = decl.End() - 1
	}
	if !pos.IsValid() {
		return 0
	}
	return int32(n.prog.fset.Position(pos).Line)
}

// lostRunDefers is the index of the instruction of b before which the deferred
// calls must be run although ssa does not say so: it drops RunDefers from a
// function that has no defer of its own, but may have given its list to the body
// of a range-over-func loop. It is in front of the loads of the results. -1: none.
func (n *fn) lostRunDefers(b *ssa.BasicBlock) int {
	last := len(b.Instrs) - 1
	if n.defers == ir.NoLocal || last < 0 || n.attr.own.runsDefers {
		return -1
	}
	if _, ok := b.Instrs[last].(*ssa.Return); !ok || b == n.f.Recover {
		return -1
	}
	for last > 0 {
		l, ok := b.Instrs[last-1].(*ssa.UnOp)
		if !ok {
			break
		}
		if _, ok := l.X.(*ssa.Alloc); !ok {
			break
		}
		last--
	}
	return last
}

// handler is where the function goes when something below it panicked.
func (n *fn) handler() {
	n.cur = n.ir.Handler
	n.racePush()
	c := n.helperCall("unwinddefers", getLocal(n.defers))
	c.Unwind = ir.ToCaller
	n.emit(c)
	if n.f.Recover != nil {
		n.cur.Term = &ir.Jump{To: n.blocks[n.f.Recover]}
		return
	}
	n.cur.Term = &ir.Return{Vals: n.zeroValue(n.f.Signature.Results())}
}

func (n *fn) panics(in *ssa.Panic) {
	if n.rangeMisused(in.Block()) {
		return
	}
	n.rtcall("gopanic", nil, n.use(in.X)...)
	n.cur.Term = &ir.Unreachable{}
	n.cur = nil
}

// What runtime.panicrangestate wants to be told of a range-over-func loop whose
// iterator misbehaved; internal/abi has them as RF_DONE and so on.
const (
	rangeDone         = 0 // the body had returned false
	rangePanic        = 2 // the body is running, or panicked
	rangeExhausted    = 3 // the loop is over
	rangeMissingPanic = 4 // a panic of the body was recovered
)

// rangeMisused lowers the panic of a block that go/ssa made to check a
// range-over-func loop. Its own texts are not Go's. The state of the loop is in a
// variable: 0 ready, -1 busy, -2 done, else how the loop is left.
func (n *fn) rangeMisused(b *ssa.BasicBlock) bool {
	switch b.Comment {
	case "rangefunc.resume.busy":
		n.rtcall("panicrangestate", nil, i64(rangeMissingPanic))
	case "yield-invalid":
		iff := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
		state, ok := iff.Cond.(*ssa.BinOp).X.(*ssa.UnOp)
		if !ok {
			return false
		}
		v := n.simple(n.loadFrom(n.use1(state.X), 0, state.Type(), false)[0], ir.I64)
		n.rtcall("panicrangestate", nil,
			op(encode.OpSelect, i64(rangePanic),
				op(encode.OpSelect, i64(rangeExhausted), i64(rangeDone), op(encode.OpI64Eq, dup(v), i64(-2))),
				op(encode.OpI64Eq, dup(v), i64(-1))))
	default:
		return false
	}
	n.cur.Term = &ir.Unreachable{}
	n.cur = nil
	return true
}

// suspended is a func() that makes the call later.
func (n *fn) suspended(cc *ssa.CallCommon, kind string) *ir.Expr {
	if b, ok := cc.Value.(*ssa.Builtin); ok {
		return n.suspendedBuiltin(b, cc, kind)
	}
	if !cc.IsInvoke() && len(cc.Args) == 0 && cc.Signature().Results().Len() == 0 {
		return n.use1(cc.Value) // a func() already
	}
	var callee *ssa.Function
	if !cc.IsInvoke() {
		callee = cc.StaticCallee()
	}
	if callee != nil && len(callee.FreeVars) == 0 && isIntrinsic(n.symbol(callee)) {
		callee = nil
		return n.suspendedIntrinsic(cc, kind)
	}
	c := n.prepare(cc)
	w := n.newWrapper(kind)
	if callee != nil && kind == "gowrap" { // who looks at a goroutine wants to see what it runs
		w.ir.Name, w.ir.File, w.ir.UserPos = n.displayName(callee), autogenerated, false
	}
	w.ir.HasRecover = callee == nil || n.attrsOf(callee).hasRecover
	args, ts := c.Args, c.Params
	if c.Slot != nil {
		args, ts = append(args, c.Slot), append(append([]ir.Type(nil), ts...), ir.I32)
	}
	clo := n.capture(w, args, ts)
	// In the wrapper: the same call, with what the closure holds.
	d := *c
	d.Args = nil
	for i := range c.Params {
		d.Args = append(d.Args, w.captured(i, c.Params[i]))
	}
	if c.Slot != nil {
		d.Slot = w.captured(len(c.Params), ir.I32)
	}
	d.Dst = drops(d.Results)
	if d.Unwind != ir.NoUnwind {
		d.Unwind = ir.ToCaller
	}
	w.ir.ABI = max(d.ABI, ir.Fueled)
	if callee != nil && w.ir.ABI == ir.Fueled {
		w.cur.Cost += n.attrsOf(callee).cost
	}
	if callee == nil { // only the callee itself may recover
		w.rtcall("checkrecovery", nil, w.captured(len(c.Params), ir.I32))
	}
	w.racePushFor(callee)
	w.emit(&d)
	w.finishWrapper()
	return clo
}

// newWrapper starts the function that a go or defer statement runs.
func (n *fn) newWrapper(kind string) *fn {
	n.wrappers++
	w := &fn{
		unit: n.unit, f: n.f, attr: &attrs{}, line: n.line,
		vals: map[ssa.Value]*value{}, checked: map[check]*ssa.BasicBlock{}, mutable: map[ir.Local]bool{},
		defers: ir.NoLocal, recov: ir.NoLocal, ssab: n.ssab,
		raceCalls: n.raceCalls, raceMemory: n.raceMemory, raceSync: n.raceSync,
	}
	w.ir = &ir.Func{
		Sym:  fmt.Sprintf("%s·%s%d", n.ir.Sym, kind, n.wrappers),
		Name: fmt.Sprintf("%s.%s%d", n.ir.Name, kind, n.wrappers),
		File: n.ir.File, Line: n.line, UserPos: n.ir.UserPos, Dup: n.ir.Dup, ABI: ir.Resumable,
	}
	w.ctx = w.ir.NewLocal(ir.Ptr)
	w.ir.Params = 1
	w.cur = w.ir.NewBlock("entry")
	w.raceNode()
	return w
}

func (w *fn) finishWrapper() {
	if w.cur != nil {
		w.cur.Term = &ir.Return{}
	}
	w.dropUnreached()
	w.unit.finished(w.ir)
}

// capture allocates the closure of w: a slot, then 8 bytes for each value.
func (n *fn) capture(w *fn, xs []*ir.Expr, ts []ir.Type) *ir.Expr {
	for i := range xs {
		xs[i] = n.simple(xs[i], ts[i])
	}
	p := n.malloc(int64(8+8*len(xs)), false)
	n.emit(&ir.Do{X: storeOp(encode.OpI64Store, dup(p), 0, extendU(funcSlot(w.ir.Sym)))})
	for i, x := range xs {
		o := map[ir.Type]encode.Op{ir.I32: encode.OpI32Store, ir.I64: encode.OpI64Store, ir.F32: encode.OpF32Store, ir.F64: encode.OpF64Store, ir.Ptr: encode.OpI64Store}[ts[i]]
		if ts[i] == ir.Ptr {
			x = extendU(x)
		}
		n.emit(&ir.Do{X: storeOp(o, dup(p), int64(8+8*i), x)})
	}
	return p
}

// captured reads the i-th value in w's closure.
func (w *fn) captured(i int, t ir.Type) *ir.Expr {
	o := map[ir.Type]encode.Op{ir.I32: encode.OpI32Load, ir.I64: encode.OpI64Load, ir.F32: encode.OpF32Load, ir.F64: encode.OpF64Load, ir.Ptr: encode.OpI32Load}[t]
	return loadOp(o, getLocal(w.ctx), int64(8+8*i))
}

// suspendedBuiltin is suspended for close(c), panic(v), print(x) and others.
func (n *fn) suspendedBuiltin(b *ssa.Builtin, cc *ssa.CallCommon, kind string) *ir.Expr {
	if b.Name() != "recover" {
		return n.suspendedBody(cc, kind, func(w *fn) { w.builtin(nil, b, cc) })
	}
	// A deferred recover stops the panic that this function may stop.
	w := n.newWrapper(kind)
	if n.recov == ir.NoLocal {
		return n.suspendedBody(cc, kind, func(w *fn) {})
	}
	clo := n.capture(w, []*ir.Expr{getLocal(n.recov)}, []ir.Type{ir.Ptr})
	w.rtcalls("gorecover", w.captured(0, ir.Ptr))
	w.finishWrapper()
	return clo
}

func (n *fn) suspendedIntrinsic(cc *ssa.CallCommon, kind string) *ir.Expr {
	return n.suspendedBody(cc, kind, func(w *fn) {
		v := new(ssa.Call)
		v.Call = *cc
		w.intrinsic(v, cc.StaticCallee())
	})
}

// suspendedBody makes a wrapper whose body is lowered anew, with the arguments
// read from the closure.
func (n *fn) suspendedBody(cc *ssa.CallCommon, kind string, body func(*fn)) *ir.Expr {
	w := n.newWrapper(kind)
	var xs []*ir.Expr
	var ts []ir.Type
	for _, a := range cc.Args {
		x := &value{typ: a.Type()}
		for i, e := range n.use(a) {
			t := n.types(a.Type())[i]
			x.ops = append(x.ops, operand{l: w.setTemp(w.captured(len(xs), t), t)})
			xs, ts = append(xs, e), append(ts, t)
		}
		w.vals[a] = x
	}
	clo := n.capture(w, xs, ts)
	body(w)
	w.finishWrapper()
	return clo
}
