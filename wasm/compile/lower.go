// This file lowers one function from go/ssa to ir.
//
// # Values
//
// A Go value is a list of components (rtype.Components): a string is a pointer
// and a length, a small struct its fields. What a component is right now is an
// operand: a local, an expression that may be repeated (a constant, an address),
// or a tree that waits for its only use. A value that is too large is "by
// reference": its one component points to memory that nobody changes any more.
//
// # Trees
//
// A pure value with one use in its own block is not put in a local: its tree
// waits (fn.pend) and is evaluated by its user. A tree that reads memory, or a
// local that may be set again, must not wait past a store: flush puts it in a
// local before that. Checks (nil, bounds) never wait, they are instructions.
//
// # Calls
//
// Plain, Fueled and Resumable are explained in package ir, the forms of table
// entries in thunk.go, what follows a call (freezing, unwinding) in package emit.
// Here we only say for each call what the callee may do: see attr.go.
//
// # Blocks
//
// Each ssa block becomes one block or, where an instruction branches by itself,
// several. Phis become moves on the edges.

package compile

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/compile/rtype"
	"github.com/gopark/gopark/wasm/encode"
)

// fn is the state of one function while it is lowered.
type fn struct {
	*unit
	f    *ssa.Function
	attr *attrs
	ir   *ir.Func
	cur  *ir.Block
	line int32

	vals    map[ssa.Value]*value
	pend    []*value // values with trees that wait, in order of definition
	blocks  map[*ssa.BasicBlock]*ir.Block
	ssab    *ssa.BasicBlock // the ssa block being lowered
	edges   []edge          // to be closed when all blocks are lowered
	joins   [][2]*ir.Block  // the second goes on where the first stopped, and is paid for by it
	checked map[check]*ssa.BasicBlock
	scalars map[*ssa.Alloc][]ir.Local // allocs that live in locals
	mutable map[ir.Local]bool         // locals that may be set again within a block
	elems   map[ssa.Value][]ssa.Value // slices that are only the elements of an append
	skip    map[ssa.Instruction]bool  // not lowered: a user of theirs does their work
	fresh   map[*ssa.Store]bool       // stores to memory that nobody else knows yet

	selectsOf map[*ssa.Select]selected
	iters     map[ssa.Value]*iteration
	wrappers  int // made for go and defer statements

	ctx    ir.Local // the closure, if the function has free variables
	defers ir.Local // the list of deferred calls, if it has any
	recov  ir.Local // the panic that a recover here may stop
}

// value is what an ssa.Value has become.
type value struct {
	v   ssa.Value // if it waits
	typ types.Type
	ops []operand
	// A by-reference value that has not been copied yet: ops[0] is the address of
	// memory that others may change.
	alias bool
	gone  bool // its trees have been used
}

// operand is one component: a tree, or if that is nil, a local.
type operand struct {
	x   *ir.Expr // template or waiting tree
	l   ir.Local
	off int64 // added to the local, an address
	mem bool  // the tree reads memory
}

// lower fills u's object with fn's code.
func (u *unit) lower(f *ssa.Function, a *attrs) (out *ir.Func) {
	n := &fn{
		unit: u, f: f, attr: a,
		ir: &ir.Func{
			Sym: u.symbol(f), Name: u.displayName(f), ABI: a.abi, Poll: a.poll, PollEntry: a.pollEntry,
			HasRecover: a.hasRecover, Dup: u.isDup(f), UserPos: u.user(f), Export: u.exportName(f),
		},
		vals:    map[ssa.Value]*value{},
		blocks:  map[*ssa.BasicBlock]*ir.Block{},
		checked: map[check]*ssa.BasicBlock{},
		mutable: map[ir.Local]bool{},
		ctx:     ir.NoLocal, defers: ir.NoLocal, recov: ir.NoLocal,
	}
	defer u.border(n)
	pos := u.prog.fset.Position(f.Pos())
	n.ir.File, n.ir.Line = pos.Filename, int32(pos.Line)
	if s := f.Syntax(); s != nil && n.ir.UserPos {
		n.ir.End = int32(u.prog.fset.Position(s.End()).Line)
	}
	n.ir.Hidden = u.core && hidden(n.ir.Name)
	n.line = n.ir.Line
	n.params()
	n.ir.Results = n.types(f.Signature.Results())
	n.scalars = n.findScalars()
	n.findElems()
	n.fresh = freshStores(f)

	entry := n.ir.NewBlock("entry")
	n.cur = entry
	n.prologue()
	for _, b := range f.Blocks {
		if b.Index == 0 {
			continue
		}
		n.blocks[b] = n.ir.NewBlock(b.Comment)
	}
	if len(f.Blocks[0].Preds) > 0 {
		n.blocks[f.Blocks[0]] = n.ir.NewBlock("body")
		n.jump(n.blocks[f.Blocks[0]])
	} else {
		n.blocks[f.Blocks[0]] = entry
	}
	if n.defers != ir.NoLocal {
		n.ir.Handler = n.ir.NewBlock("handler")
	}
	for _, b := range f.DomPreorder() {
		n.block(b)
	}
	if f.Recover != nil {
		if n.blocks[f.Recover].Term == nil { // not reached in the dominator tree of the entry
			n.block(f.Recover)
		}
	}
	if n.ir.Handler != nil {
		n.handler()
	}
	n.closeEdges()
	n.payJoins()
	n.dropUnreached()
	return n.ir
}

// payJoins charges what a block costs before it, even if it was cut in two.
func (n *fn) payJoins() {
	for _, j := range slices.Backward(n.joins) {
		j[0].Cost += j[1].Cost
		j[1].Cost = 0
	}
}

// hidden is FuncInfo.hidden in core/rt.
func hidden(name string) bool {
	return strings.HasPrefix(name, "runtime.") || strings.HasPrefix(name, "github.com/gopark/gopark/core/") || strings.HasPrefix(name, "internal/runtime/")
}

// params makes the locals of the parameters.
func (n *fn) params() {
	if len(n.f.FreeVars) > 0 {
		n.ctx = n.ir.NewLocal(ir.Ptr)
	}
	for _, p := range n.f.Params {
		n.newValue(p)
	}
	n.ir.Params = len(n.ir.Locals)
}

// prologue loads what the function finds when it is entered.
func (n *fn) prologue() {
	if n.ctx != ir.NoLocal {
		st := n.closureType(n.f)
		offs := n.u.Offsets(st)
		for i, fv := range n.f.FreeVars {
			if len(refs(fv)) == 0 || n.byValue(fv) {
				continue
			}
			n.define(fv, n.loadFrom(getLocal(n.ctx), offs[i+1], fv.Type(), true)) // a closure does not change
		}
	}
	if n.attr.hasDefer {
		n.defers = n.ir.NewLocal(ir.Ptr)
		n.rtcall("newdefers", []ir.Local{n.defers})
	}
	if n.attr.hasRecover {
		n.recov = n.ir.NewLocal(ir.Ptr)
		n.rtcall("takerecovery", []ir.Local{n.recov})
	}
}

// block lowers the instructions of b.
func (n *fn) block(b *ssa.BasicBlock) {
	n.ssab = b
	n.cur = n.blocks[b]
	n.cur.Line = n.blockLine(b)
	for _, in := range b.Instrs {
		if phi, ok := in.(*ssa.Phi); ok && len(refs(phi)) > 0 {
			if n.vals[phi] == nil {
				n.newValue(phi)
			}
		}
	}
	lost := n.lostRunDefers(b)
	for i, in := range b.Instrs {
		if i == lost {
			n.runDefers()
		}
		if p := in.Pos(); p.IsValid() {
			n.line = int32(n.prog.fset.Position(p).Line)
		}
		if costs(in) {
			n.cur.Cost++
		}
		if !n.skip[in] {
			n.instr(in)
		}
	}
	n.pend = n.pend[:0]
}

// blockLine is the line at which a goroutine stands that runs out of fuel in front
// of b: that of its first instruction, or of the first one behind it. Phis have the
// line of their variable's declaration, which may be far away.
func (n *fn) blockLine(b *ssa.BasicBlock) int32 {
	for range 4 {
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.Phi); ok {
				continue
			}
			if p := in.Pos(); p.IsValid() {
				return int32(n.prog.fset.Position(p).Line)
			}
		}
		if len(b.Succs) == 0 {
			break
		}
		b = b.Succs[0]
	}
	return 0
}

// costs reports whether an instruction counts as a unit of fuel.
func costs(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Jump, *ssa.Extract, *ssa.ChangeType:
		return false
	}
	return true
}

// instr lowers one instruction.
func (n *fn) instr(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi:
	case *ssa.Alloc:
		n.alloc(in)
	case *ssa.BinOp:
		n.binOp(in)
	case *ssa.Call:
		n.call(in)
	case *ssa.ChangeInterface:
		n.changeInterface(in)
	case *ssa.ChangeType:
		n.define(in, n.use(in.X))
	case *ssa.Convert:
		n.convert(in, in.X, in.X.Type(), in.Type())
	case *ssa.Defer:
		n.deferCall(in)
	case *ssa.Extract:
		n.extract(in)
	case *ssa.Field:
		n.field(in)
	case *ssa.FieldAddr:
		n.fieldAddr(in)
	case *ssa.Go:
		n.goCall(in)
	case *ssa.If:
		n.branch(in)
	case *ssa.Index:
		n.index(in)
	case *ssa.IndexAddr:
		n.indexAddr(in)
	case *ssa.Jump:
		n.jumpEdge(in.Block().Succs[0])
	case *ssa.Lookup:
		n.lookup(in)
	case *ssa.MakeChan:
		n.makeChan(in)
	case *ssa.MakeClosure:
		n.makeClosure(in)
	case *ssa.MakeInterface:
		n.makeInterface(in)
	case *ssa.MakeMap:
		n.makeMap(in)
	case *ssa.MakeSlice:
		n.makeSlice(in)
	case *ssa.MapUpdate:
		n.mapUpdate(in)
	case *ssa.MultiConvert:
		n.convert(in, in.X, in.X.Type(), in.Type())
	case *ssa.Next:
		n.next(in)
	case *ssa.Panic:
		n.panics(in)
	case *ssa.Range:
		n.rangeIter(in)
	case *ssa.Return:
		n.ret(in)
	case *ssa.RunDefers:
		n.runDefers()
	case *ssa.Select:
		n.selects(in)
	case *ssa.Send:
		n.send(in)
	case *ssa.Slice:
		n.slice(in)
	case *ssa.SliceToArrayPointer:
		n.sliceToArrayPointer(in)
	case *ssa.Store:
		n.storeInstr(in)
	case *ssa.TypeAssert:
		n.typeAssert(in)
	case *ssa.UnOp:
		n.unOp(in)
	default:
		panic(bug{pos: in.Pos(), msg: fmt.Sprintf("no rule for %T", in)})
	}
}

// ---- values

func (n *fn) comps(t types.Type) []rtype.Comp { return n.u.Components(t) }

func (n *fn) types(t types.Type) []ir.Type { return compTypes(n.u, t) }

func compTypes(u *rtype.Universe, t types.Type) []ir.Type {
	cs := u.Components(t)
	out := make([]ir.Type, len(cs))
	for i, c := range cs {
		out[i] = c.Type
	}
	return out
}

func sigTypes(u *rtype.Universe, s *types.Signature) (params, results []ir.Type) {
	for i := range s.Params().Len() {
		params = append(params, compTypes(u, s.Params().At(i).Type())...)
	}
	return params, compTypes(u, s.Results())
}

// newValue gives v locals of its own.
func (n *fn) newValue(v ssa.Value) *value {
	x := &value{typ: v.Type()}
	for _, t := range n.types(v.Type()) {
		x.ops = append(x.ops, operand{l: n.ir.NewLocal(t)})
	}
	n.vals[v] = x
	return x
}

// locals gives v new locals and returns them; for the results of calls.
func (n *fn) locals(v ssa.Value) []ir.Local {
	x := n.newValue(v)
	ls := make([]ir.Local, len(x.ops))
	for i, o := range x.ops {
		ls[i] = o.l
	}
	return ls
}

// define makes v the value with these components.
func (n *fn) define(v ssa.Value, xs []*ir.Expr) *value {
	x := &value{typ: v.Type()}
	n.vals[v] = x
	if len(refs(v)) == 0 {
		x.gone = true
		x.ops = make([]operand, len(xs))
		return x
	}
	ts := n.types(v.Type())
	if len(ts) != len(xs) {
		panic(bug{pos: v.Pos(), msg: fmt.Sprintf("%s = %s has %d components, not %d", v.Name(), v, len(xs), len(ts))})
	}
	wait := n.singleUse(v)
	for i, e := range xs {
		x.ops = append(x.ops, n.operand(e, ts[i], wait))
	}
	if wait {
		x.v = v
		n.pend = append(n.pend, x)
	}
	return x
}

// operand turns a tree into an operand.
func (n *fn) operand(e *ir.Expr, t ir.Type, wait bool) operand {
	if isTemplate(e) {
		return operand{x: e}
	}
	if e.Op == encode.OpLocalGet && !n.mutable[e.Local] {
		return operand{l: e.Local}
	}
	if !wait {
		return operand{l: n.setTemp(e, t)}
	}
	o := operand{x: e, l: ir.NoLocal}
	reads(e, &o.mem, func(ir.Local) {})
	return o
}

// setTemp evaluates e now.
func (n *fn) setTemp(e *ir.Expr, t ir.Type) ir.Local {
	l := n.ir.NewLocal(t)
	n.emit(&ir.Set{Dst: l, X: e})
	return l
}

// simple returns e as something that may be dup'd.
func (n *fn) simple(e *ir.Expr, t ir.Type) *ir.Expr {
	if isTemplate(e) || e.Op == encode.OpLocalGet && !n.mutable[e.Local] {
		return e
	}
	return getLocal(n.setTemp(e, t))
}

func (n *fn) simples(xs []*ir.Expr, ts []ir.Type) []*ir.Expr {
	for i := range xs {
		xs[i] = n.simple(xs[i], ts[i])
	}
	return xs
}

// refs are the instructions that use v.
func refs(v ssa.Value) []ssa.Instruction {
	r := v.Referrers()
	if r == nil {
		return nil
	}
	for i, in := range *r {
		if _, ok := in.(*ssa.DebugRef); ok {
			out := append([]ssa.Instruction(nil), (*r)[:i]...)
			for _, in := range (*r)[i:] {
				if _, ok := in.(*ssa.DebugRef); !ok {
					out = append(out, in)
				}
			}
			return out
		}
	}
	return *r
}

// singleUse reports whether v is used once, later in its own block.
func (n *fn) singleUse(v ssa.Value) bool {
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	rs := refs(v)
	if len(rs) != 1 || rs[0].Block() != in.Block() {
		return false
	}
	if _, ok := rs[0].(*ssa.Phi); ok {
		return false
	}
	return true
}

// use returns the components of v. Trees that waited are taken.
func (n *fn) use(v ssa.Value) []*ir.Expr {
	x := n.lookupValue(v)
	if x.alias {
		n.copyAlias(x)
	}
	return n.take(x)
}

// use1 is use for values of one component.
func (n *fn) use1(v ssa.Value) *ir.Expr {
	xs := n.use(v)
	if len(xs) != 1 {
		panic(bug{pos: v.Pos(), msg: fmt.Sprintf("%s (%s) has %d components", v.Name(), v.Type(), len(xs))})
	}
	return xs[0]
}

// useBriefly is use for a reader that is done with a by-reference value before
// the next store: the value need not be copied.
func (n *fn) useBriefly(v ssa.Value) []*ir.Expr { return n.take(n.lookupValue(v)) }

// useSimple is use for a reader that needs the components more than once.
func (n *fn) useSimple(v ssa.Value) []*ir.Expr {
	return n.simples(n.use(v), n.types(v.Type()))
}

func (n *fn) take(x *value) []*ir.Expr {
	if x.gone {
		panic(bug{pos: n.f.Pos(), msg: fmt.Sprintf("value of type %s used twice", x.typ)})
	}
	if x.alias {
		x.gone = true
	}
	out := make([]*ir.Expr, len(x.ops))
	for i := range x.ops {
		o := &x.ops[i]
		switch {
		case o.x == nil:
			out[i] = addOff(getLocal(o.l), o.off)
		case isTemplate(o.x):
			out[i] = dup(o.x)
		default:
			out[i] = o.x
			x.gone = true
		}
	}
	return out
}

// lookupValue finds or makes what v has become.
func (n *fn) lookupValue(v ssa.Value) *value {
	if x := n.vals[v]; x != nil {
		return x
	}
	x := &value{typ: v.Type()}
	for _, e := range n.static(v) {
		x.ops = append(x.ops, operand{x: e})
	}
	return x
}

// static returns the components of a value that is no instruction.
func (n *fn) static(v ssa.Value) []*ir.Expr {
	switch v := v.(type) {
	case *ssa.Const:
		return n.constant(v)
	case *ssa.Global:
		return []*ir.Expr{symAddr(n.globalSym(v), 0)}
	case *ssa.Function:
		return []*ir.Expr{n.funcValue(v)}
	}
	if in, ok := v.(ssa.Instruction); ok {
		// An instruction without a value yet: only in unreachable code.
		panic(bug{pos: v.Pos(), msg: fmt.Sprintf("%s = %s is used before it is made (block %d)", v.Name(), v, in.Block().Index)})
	}
	panic(bug{pos: v.Pos(), msg: fmt.Sprintf("no value for %s (%T)", v.Name(), v)})
}

// ---- instructions and their order

func (n *fn) emit(in ir.Ins) { n.cur.Ins = append(n.cur.Ins, in) }

// do emits an instruction that changes memory or a global.
func (n *fn) do(x *ir.Expr) {
	n.flushMem()
	n.emit(&ir.Do{X: x})
}

// set sets a local that may be set again.
func (n *fn) set(l ir.Local, x *ir.Expr) {
	n.flushLocal(l)
	n.emit(&ir.Set{Dst: l, X: x})
}

// flushMem puts the waiting trees that read memory in locals.
func (n *fn) flushMem() {
	n.flush(func(x *value, o *operand) bool { return o.mem || x.alias })
}

// flushLocal does so with the trees that read l.
func (n *fn) flushLocal(l ir.Local) {
	n.flush(func(x *value, o *operand) bool { return !x.alias && readsLocal(o.x, l) })
}

func (n *fn) flush(which func(*value, *operand) bool) {
	var hits []*value
	keep := n.pend[:0]
	for _, x := range n.pend {
		if x.gone {
			continue
		}
		hit, waits := false, x.alias
		for i := range x.ops {
			o := &x.ops[i]
			if x.alias || o.x != nil && !isTemplate(o.x) {
				waits = true
				hit = hit || which(x, o)
			}
		}
		switch {
		case hit:
			hits = append(hits, x)
		case waits:
			keep = append(keep, x)
		}
	}
	clear(n.pend[len(keep):])
	n.pend = keep
	for _, x := range hits {
		n.settle(x)
	}
}

// settle puts a value that waits in locals.
func (n *fn) settle(x *value) {
	if x.alias {
		n.copyAlias(x)
		return
	}
	ts := n.types(x.typ)
	for i := range x.ops {
		if o := &x.ops[i]; o.x != nil && !isTemplate(o.x) {
			*o = operand{l: n.setTemp(o.x, ts[i])}
		}
	}
}

func readsLocal(x *ir.Expr, l ir.Local) bool {
	hit, mem := false, false
	reads(x, &mem, func(m ir.Local) { hit = hit || m == l })
	return hit
}

// ---- control flow

// edge is the end of a block that goes to ssa blocks; phi moves are added when
// every block has been lowered.
type edge struct {
	from *ir.Block
	ssa  *ssa.BasicBlock
	cond *ir.Expr // nil: Succs[0] only
}

func (n *fn) jump(to *ir.Block) {
	n.cur.Term = &ir.Jump{To: to}
	n.cur = to
}

// branchTo ends the current block.
func (n *fn) branchTo(cond *ir.Expr, then, els *ir.Block) {
	n.cur.Term = &ir.If{Cond: cond, Then: then, Else: els}
	n.cur = nil
}

func (n *fn) branch(in *ssa.If) {
	n.edges = append(n.edges, edge{n.cur, in.Block(), n.use1(in.Cond)})
	n.cur = nil
}

func (n *fn) jumpEdge(to *ssa.BasicBlock) {
	n.edges = append(n.edges, edge{n.cur, n.ssab, nil})
	n.cur = nil
}

// closeEdges writes the terminators that depend on phis.
func (n *fn) closeEdges() {
	for _, e := range n.edges {
		if e.cond == nil {
			to := e.ssa.Succs[0]
			n.cur = e.from
			n.ssab = e.ssa
			n.moves(e.ssa, 0)
			n.cur.Term = &ir.Jump{To: n.blocks[to]}
			continue
		}
		if e.cond.Op == encode.OpI32Const {
			k := 0
			if e.cond.Imm == 0 {
				k = 1
			}
			e.from.Term = &ir.Jump{To: n.edgeBlock(e.ssa, k)}
			continue
		}
		then, els := n.edgeBlock(e.ssa, 0), n.edgeBlock(e.ssa, 1)
		for e.cond.Op == encode.OpI32Eqz {
			e.cond, then, els = e.cond.Args[0], els, then
		}
		e.from.Term = &ir.If{Cond: e.cond, Then: then, Else: els}
	}
}

// edgeBlock is where the k-th edge out of b goes: a block with the moves, if any.
func (n *fn) edgeBlock(b *ssa.BasicBlock, k int) *ir.Block {
	to := n.blocks[b.Succs[k]]
	eb := &ir.Block{Comment: "edge"}
	n.cur = eb
	n.moves(b, k)
	if len(eb.Ins) == 0 {
		return to
	}
	eb.ID = len(n.ir.Blocks)
	n.ir.Blocks = append(n.ir.Blocks, eb)
	eb.Term = &ir.Jump{To: to}
	return eb
}

// moves sets the phis of b's k-th successor.
func (n *fn) moves(b *ssa.BasicBlock, k int) {
	to := b.Succs[k]
	pred := predIndex(b, to, k)
	var ms []move
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if len(refs(phi)) == 0 {
			continue
		}
		dst := n.vals[phi]
		if dst == nil {
			continue // to is not reached
		}
		src := n.use(phi.Edges[pred])
		for i, o := range dst.ops {
			if src[i].Op == encode.OpLocalGet && src[i].Local == o.l {
				continue
			}
			ms = append(ms, move{o.l, src[i]})
		}
	}
	n.parallel(ms)
}

// predIndex finds which predecessor of to the k-th edge out of b is.
func predIndex(b, to *ssa.BasicBlock, k int) int {
	nth := 0
	for _, s := range b.Succs[:k] {
		if s == to {
			nth++
		}
	}
	for i, p := range to.Preds {
		if p == b {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	panic(bug{pos: b.Parent().Pos(), msg: "edge without predecessor"})
}

// move is part of a parallel assignment.
type move struct {
	dst ir.Local
	src *ir.Expr
}

// parallel emits moves as if they happened at once.
func (n *fn) parallel(ms []move) {
	for len(ms) > 0 {
		progress := false
		for i, m := range ms {
			if isRead(ms, i, m.dst) {
				continue
			}
			n.emit(&ir.Set{Dst: m.dst, X: m.src})
			ms = append(ms[:i], ms[i+1:]...)
			progress = true
			break
		}
		if progress {
			continue
		}
		// Only cycles are left: break one.
		t := n.ir.NewLocal(n.ir.Locals[ms[0].dst])
		n.emit(&ir.Set{Dst: t, X: getLocal(ms[0].dst)})
		for i := range ms {
			replaceLocal(ms[i].src, ms[0].dst, t)
		}
	}
}

func isRead(ms []move, not int, l ir.Local) bool {
	for i, m := range ms {
		if i != not && readsLocal(m.src, l) {
			return true
		}
	}
	return false
}

func replaceLocal(x *ir.Expr, from, to ir.Local) {
	if x.Op == encode.OpLocalGet && x.Local == from {
		x.Local = to
	}
	for _, a := range x.Args {
		replaceLocal(a, from, to)
	}
}

// dropUnreached removes blocks that nothing goes to, and numbers the others.
func (n *fn) dropUnreached() {
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{n.ir.Blocks[0]}
	if n.ir.Handler != nil {
		work = append(work, n.ir.Handler)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		switch t := b.Term.(type) {
		case *ir.Jump:
			work = append(work, t.To)
		case *ir.If:
			work = append(work, t.Then, t.Else)
		case *ir.Switch:
			work = append(work, t.To...)
		case nil:
			panic(bug{pos: n.f.Pos(), msg: fmt.Sprintf("block %d (%s) has no end", b.ID, b.Comment)})
		}
	}
	keep := n.ir.Blocks[:0]
	for _, b := range n.ir.Blocks {
		if seen[b] {
			b.ID = len(keep)
			keep = append(keep, b)
		}
	}
	n.ir.Blocks = keep
}

func (n *fn) ret(in *ssa.Return) {
	var xs []*ir.Expr
	for _, r := range in.Results {
		xs = append(xs, n.use(r)...)
	}
	n.cur.Term = &ir.Return{Vals: xs}
	n.cur = nil
}

// unreachable ends the current block after a call that does not return. What
// follows is lowered into a block that will be dropped.
func (n *fn) unreachable() {
	n.cur.Term = &ir.Unreachable{}
	n.cur = n.ir.NewBlock("dead")
}

// extract gives a component of a tuple the locals that the tuple has.
func (n *fn) extract(in *ssa.Extract) {
	if s, ok := in.Tuple.(*ssa.Select); ok && n.extractSelect(in, s) {
		return
	}
	t := n.vals[in.Tuple]
	if t == nil {
		panic(bug{pos: in.Pos(), msg: "extract of " + in.Tuple.String()})
	}
	tup := in.Tuple.Type().(*types.Tuple)
	first := 0
	for i := range in.Index {
		first += len(n.comps(tup.At(i).Type()))
	}
	count := len(n.comps(tup.At(in.Index).Type()))
	n.vals[in] = &value{typ: in.Type(), ops: t.ops[first : first+count : first+count]}
}

// bug is a failure of the compiler, not of the program it compiles.
type bug struct {
	pos   token.Pos
	msg   string
	where string
}
