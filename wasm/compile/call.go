// This file lowers calls of functions, closures and methods.

package compile

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/compile/rtype"
	"github.com/gopark/gopark/wasm/encode"
)

// endlessFuel is what runtime code gives to the closures that it calls: they must
// not suspend there.
const endlessFuel = 0x7fffffff

func (n *fn) call(in *ssa.Call) {
	if b, ok := in.Call.Value.(*ssa.Builtin); ok {
		n.builtin(in, b, &in.Call)
		return
	}
	if f := in.Call.StaticCallee(); f != nil {
		if n.intrinsic(in, f) {
			return
		}
	}
	c := n.prepare(&in.Call)
	n.racePushFor(in.Call.StaticCallee())
	n.issue(c, in)
}

// issue emits a call whose results are v.
func (n *fn) issue(c *ir.Call, v ssa.Value) {
	n.flush(func(x *value, o *operand) bool { return (o.mem || x.alias) && !loadedLate(x.v, v) })
	x := n.newValue(v)
	for i, o := range x.ops {
		d := o.l
		if len(refs(v)) == 0 {
			d = ir.NoLocal
		}
		if i < len(c.Dst) {
			c.Dst[i] = d
		} else {
			c.Dst = append(c.Dst, d)
		}
	}
	n.emit(c)
	if c.Never {
		n.unreachable()
	}
}

// prepare is the ir call for a Go call, without destinations.
func (n *fn) prepare(cc *ssa.CallCommon) *ir.Call {
	switch f := cc.StaticCallee(); {
	case cc.IsInvoke():
		return n.prepareInvoke(cc)
	case f != nil:
		var args []*ir.Expr
		if len(f.FreeVars) > 0 {
			args = n.use(cc.Value)
		}
		for _, a := range cc.Args {
			args = append(args, n.use(a)...)
		}
		return n.staticCall(f, args)
	}
	clo := n.simple(n.use1(cc.Value), ir.Ptr)
	n.checkFunc(cc.Value, clo)
	args := []*ir.Expr{dup(clo)}
	for _, a := range cc.Args {
		args = append(args, n.use(a)...)
	}
	sig := cc.Signature()
	return n.dynamicCall(sig, loadOp(encode.OpI32Load, clo, 0), args)
}

// checkFunc fails if a func value is nil.
func (n *fn) checkFunc(v ssa.Value, clo *ir.Expr) {
	switch v.(type) {
	case *ssa.MakeClosure, *ssa.Function:
		return
	}
	if !n.isChecked(check{kind: nilCheck, x: v}) {
		n.failIf(op(encode.OpI32Eqz, dup(clo)), "panicmem")
	}
}

func (n *fn) prepareInvoke(cc *ssa.CallCommon) *ir.Call {
	xs := n.useSimple(cc.Value)
	if !n.isChecked(check{kind: nilCheck, x: cc.Value}) {
		n.failIf(op(encode.OpI32Eqz, dup(xs[0])), "panicmem")
	}
	args := []*ir.Expr{dup(xs[1])}
	for _, a := range cc.Args {
		args = append(args, n.use(a)...)
	}
	n.useMethod(cc.Method)
	off := int64(rtype.FunOff + 8*n.u.MethodIndex(cc.Value.Type(), cc.Method))
	return n.dynamicCall(cc.Method.Type().(*types.Signature), loadOp(encode.OpI32Load, dup(xs[0]), off), args)
}

// staticCall calls a known function.
func (n *fn) staticCall(f *ssa.Function, args []*ir.Expr) *ir.Call {
	a := n.attrsOf(f)
	params, results := n.sigOf(f)
	c := &ir.Call{
		Sym: n.ref(f), Params: params, Results: results, Args: args, Dst: drops(results),
		ABI: a.abi, Clock: a.clock && a.abi == ir.Plain, Never: a.never, Cold: n.isCold(f), Line: n.line,
	}
	if a.unwinds {
		c.Unwind = n.unwind()
	}
	if a.abi == ir.Plain && !strings.HasPrefix(c.Sym, racePrefix) {
		n.cur.Cost += a.cost
	}
	return c
}

// drops are destinations that drop everything.
func drops(results []ir.Type) []ir.Local {
	ls := make([]ir.Local, len(results))
	for i := range ls {
		ls[i] = ir.NoLocal
	}
	return ls
}

// dynamicCall calls a table slot in its indirect form. args begin with ctx.
func (n *fn) dynamicCall(sig *types.Signature, slot *ir.Expr, args []*ir.Expr) *ir.Call {
	params, results := sigTypes(n.u, sig)
	c := &ir.Call{
		Slot: slot, Params: append([]ir.Type{ir.Ptr}, params...), Results: results,
		Args: args, Dst: drops(results), ABI: ir.Resumable, Line: n.line,
	}
	if n.core {
		c.ABI = ir.Fueled
	}
	c.Unwind = n.unwind()
	return c
}

// sigOf are the components of f's parameters and results, the closure included.
func (u *unit) sigOf(f *ssa.Function) (params, results []ir.Type) {
	if len(f.FreeVars) > 0 {
		params = append(params, ir.Ptr)
	}
	if r := f.Signature.Recv(); r != nil {
		params = append(params, compTypes(u.u, r.Type())...)
	}
	ps, results := sigTypes(u.u, f.Signature)
	return append(params, ps...), results
}

// makeClosure allocates {slot, variables}.
func (n *fn) makeClosure(in *ssa.MakeClosure) {
	f := in.Fn.(*ssa.Function)
	if len(refs(in)) == 0 {
		return
	}
	st := n.closureType(f)
	offs := n.u.Offsets(st)
	p := n.newObject(st)
	n.emit(&ir.Do{X: storeOp(encode.OpI64Store, dup(p), 0, extendU(funcSlot(n.closureSym(f))))})
	for i, b := range in.Bindings {
		fv := f.FreeVars[i]
		n.storeFresh(p, offs[i+1], n.heldType(fv), n.held(fv, b))
	}
	n.define(in, []*ir.Expr{p})
}

// closureType is struct{ F uintptr; the free variables }.
func (u *unit) closureType(f *ssa.Function) *types.Struct {
	ts := make([]types.Type, len(f.FreeVars))
	for i, fv := range f.FreeVars {
		ts[i] = u.heldType(fv)
	}
	return captureType(ts)
}

func captureType(ts []types.Type) *types.Struct {
	fs := []*types.Var{types.NewField(0, nil, "F", types.Typ[types.Uintptr], false)}
	for _, t := range ts {
		fs = append(fs, types.NewField(0, nil, "X"+strconv.Itoa(len(fs)), t, false))
	}
	return types.NewStruct(fs, nil)
}
