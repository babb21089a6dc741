// This file decides how each function is called.
//
//	Plain      nothing is added; fuel is charged at the call site
//	Fueled     fuel goes in and comes out
//	Resumable  the same, and the function may freeze
//
// A function of the runtime (core/sched, core/rt, package runtime, and what is
// below them) is Plain unless it reaches a place where its goroutine parks. A
// library function is Plain if it has no loop and no dynamic call and calls only
// Plain functions; it is Resumable if it calls a Resumable function, or one that
// is not known: a closure, an interface method. In user code every loop, every
// recursive function and every function with a dynamic call looks at the fuel,
// and is Resumable therefore; in the library only what can run long.
//
// Needs:  the static calls inside the package, the attributes of the packages
//         below it (prog.attr).
// Gives:  unit.attrs for every function reached, read by lower and thunk.
// Misses: a call through an interface or a func value counts as a call of a
//         Resumable function. This costs some code size.
//
// What a function may do besides (unwind, read the clock) is found while it is
// lowered. Callees are lowered before their callers, so it is exact but for
// recursion.

package compile

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
)

// attrs are what callers need to know of a function.
type attrs struct {
	abi             ir.ABI
	poll, pollEntry bool
	hasRecover      bool // calls recover, or stands for a function that does
	hasDefer        bool // needs a list of deferred calls
	clock           bool // Plain, and reads the fuel
	unwinds         bool
	never           bool
	cost            int32 // of a Plain function

	own     *scan // nil for functions of other packages
	lowered bool
}

// Bits of link.Symbol.Attr besides those of package emit.
const (
	attrABI        = 3
	attrClock      = 1 << 2
	attrUnwinds    = 1 << 3
	attrHasRecover = 1 << 4
	attrNever      = 1 << 5
	attrCost       = 8
)

func (a *attrs) bits() uint32 {
	b := uint32(a.abi) | uint32(min(a.cost, 1<<20))<<attrCost
	for bit, on := range map[uint32]bool{attrClock: a.clock, attrUnwinds: a.unwinds, attrHasRecover: a.hasRecover, attrNever: a.never} {
		if on {
			b |= bit
		}
	}
	return b
}

func attrsFromBits(b uint32) *attrs {
	return &attrs{
		abi: ir.ABI(b & attrABI), clock: b&attrClock != 0, unwinds: b&attrUnwinds != 0,
		hasRecover: b&attrHasRecover != 0, never: b&attrNever != 0, cost: int32(b >> attrCost), lowered: true,
	}
}

// scan is what one look at a function's instructions finds.
type scan struct {
	callees    []*ssa.Function // static, not intrinsic
	refs       []*ssa.Function // also as values
	dynamic    bool
	suspends   bool // by itself
	runsDefers bool // has RunDefers
	loop       bool
	useAll     bool // may call any method by reflection
	cyclic     bool // calls itself, perhaps through others
	clock      bool
}

// scanFunc looks at f.
func (u *unit) scanFunc(f *ssa.Function) *attrs {
	s := &scan{}
	a := &attrs{own: s}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			u.scanInstr(a, in)
		}
	}
	s.loop = hasLoop(f)
	return a
}

func (u *unit) scanInstr(a *attrs, in ssa.Instruction) {
	s := a.own
	for _, o := range in.Operands(nil) {
		if g, ok := (*o).(*ssa.Function); ok && !isIntrinsic(u.intrinsicKey(g)) {
			s.refs = append(s.refs, g)
		}
	}
	switch in := in.(type) {
	case *ssa.Call:
		u.scanCall(a, &in.Call)
	case *ssa.Defer:
		if in.DeferStack == nil {
			a.hasDefer = true
		}
		if b, ok := in.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
			a.hasRecover = true
		}
	case *ssa.RunDefers:
		s.runsDefers = true
	case *ssa.Send:
		s.suspends = true
	case *ssa.UnOp:
		s.suspends = s.suspends || in.Op == token.ARROW
	case *ssa.Select:
		s.suspends = s.suspends || in.Blocking || len(in.States) > 1
	}
	if a.hasDefer {
		s.suspends = true
	}
}

func (u *unit) scanCall(a *attrs, cc *ssa.CallCommon) {
	s := a.own
	if b, ok := cc.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "recover":
			a.hasRecover = true
		case "ssa:deferstack":
			a.hasDefer = true
		}
		return
	}
	g := cc.StaticCallee()
	if g == nil {
		s.dynamic = true
		return
	}
	key := u.intrinsicKey(g)
	if isIntrinsic(key) {
		switch {
		case strings.HasSuffix(key, ".setmode"):
			c, ok := cc.Args[0].(*ssa.Const)
			if ok && c.Value != nil && c.Value.Kind() == constant.Int {
				switch c.Int64() {
				case 1:
					s.suspends = true
				case 2:
					a.unwinds = true
				}
			}
		case strings.HasSuffix(key, ".getfuel"), strings.HasSuffix(key, ".setfuel"):
			s.clock = true
		}
		return
	}
	s.callees = append(s.callees, g)
	if (key == "reflect.Value.Method" || key == "reflect.Value.MethodByName") && u.pkg.Path != "reflect" {
		s.useAll = true
	}
}

// intrinsicKey is the name under which f may be an intrinsic.
func (u *unit) intrinsicKey(f *ssa.Function) string {
	if o := f.Origin(); o != nil && o != f {
		return instanceKey(u.symbol(f))
	}
	if f.Parent() != nil || f.Pkg == nil {
		return ""
	}
	return u.symbol(f)
}

// hasLoop reports whether the blocks of f have a cycle.
func hasLoop(f *ssa.Function) bool {
	state := make([]uint8, len(f.Blocks))
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		state[b.Index] = 1
		for _, t := range b.Succs {
			if state[t.Index] == 1 || state[t.Index] == 0 && visit(t) {
				return true
			}
		}
		state[b.Index] = 2
		return false
	}
	return len(f.Blocks) > 0 && visit(f.Blocks[0])
}

// plainly is what is called on the way to the base and must not suspend, though
// it sets the mode.
var plainly = map[string]bool{schedPrefix + "Fuelout": true, schedPrefix + "FueloutLoop": true, rtPrefix + "fuelout": true, rtPrefix + "fueloutloop": true}

// alwaysResumable are symbols that are called before they are compiled.
func (u *unit) alwaysResumable(f *ssa.Function) bool {
	sym := u.symbol(f)
	return sym == "main.main" || f.Synthetic == "package initializer" || u.prog.assumed[sym]
}

// longRunning are the library packages whose loops look at the fuel.
func longRunning(path string) bool {
	switch path {
	case "sort", "slices", "regexp", "regexp/syntax", "math/big":
		return true
	}
	return strings.HasPrefix(path, "container/")
}

// analyse fills in the attributes of new functions, and returns them callees first.
func (u *unit) analyse(fresh []*ssa.Function) []*ssa.Function {
	t := &tarjan{u: u, index: map[*ssa.Function]int{}, low: map[*ssa.Function]int{}, on: map[*ssa.Function]bool{}}
	for _, f := range fresh {
		if t.index[f] == 0 {
			t.visit(f)
		}
	}
	return t.order
}

// tarjan finds the strongly connected components of the call graph.
type tarjan struct {
	u     *unit
	n     int
	index map[*ssa.Function]int
	low   map[*ssa.Function]int
	on    map[*ssa.Function]bool
	stack []*ssa.Function
	order []*ssa.Function
}

func (t *tarjan) visit(f *ssa.Function) {
	t.n++
	t.index[f], t.low[f] = t.n, t.n
	t.stack = append(t.stack, f)
	t.on[f] = true
	a := t.u.attrs[f]
	self := false
	for _, g := range a.own.callees {
		b := t.u.attrs[g]
		if b == nil || b.own == nil || b.lowered {
			continue
		}
		self = self || g == f
		if t.index[g] == 0 {
			t.visit(g)
			t.low[f] = min(t.low[f], t.low[g])
		} else if t.on[g] {
			t.low[f] = min(t.low[f], t.index[g])
		}
	}
	if t.low[f] != t.index[f] {
		return
	}
	i := len(t.stack) - 1
	for t.stack[i] != f {
		i--
	}
	scc := append([]*ssa.Function(nil), t.stack[i:]...)
	t.stack = t.stack[:i]
	for _, g := range scc {
		t.on[g] = false
		t.u.attrs[g].own.cyclic = len(scc) > 1 || self
	}
	t.u.decide(scc)
	t.order = append(t.order, scc...)
}

// decide gives the functions of one component their ABI. Those they call besides have one.
func (u *unit) decide(scc []*ssa.Function) {
	in := map[*ssa.Function]bool{}
	for _, f := range scc {
		in[f] = true
	}
	most := ir.Plain
	for _, f := range scc {
		a := u.attrs[f]
		s := a.own
		abi := u.abiOf(f, a)
		for _, g := range s.callees {
			if in[g] {
				continue
			}
			b := u.attrsOf(g)
			if b.abi == ir.Resumable || b.abi == ir.Fueled && !u.core {
				abi = max(abi, b.abi)
			}
			if isForwarder(f) && b.hasRecover {
				a.hasRecover = true
			}
		}
		most = max(most, abi)
	}
	for _, f := range scc {
		a := u.attrs[f]
		s := a.own
		a.clock = a.clock || s.clock
		switch {
		case plainly[u.symbol(f)] || u.isWeak(f):
			a.abi = ir.Plain
			continue
		case most == ir.Resumable:
			a.abi = most
		default:
			a.abi = u.abiOf(f, a)
			if !u.core {
				a.abi = max(a.abi, most)
			}
		}
		if u.prog.plain[u.symbol(f)] && a.abi != ir.Plain {
			panic(bug{pos: f.Pos(), msg: u.symbol(f) + " is called from below as Plain, and is not"})
		}
		if a.abi != ir.Resumable || u.coreFunc(f) {
			continue
		}
		user := u.user(f)
		a.poll = s.loop && (user || longRunning(u.home(f)))
		a.pollEntry = s.cyclic || user && s.dynamic
	}
}

// abiOf is the ABI that f needs by itself.
func (u *unit) abiOf(f *ssa.Function, a *attrs) ir.ABI {
	s := a.own
	abi := ir.Plain
	if len(f.FreeVars) > 0 {
		abi = ir.Fueled // so that it is its own indirect form
	}
	if u.alwaysResumable(f) || s.suspends {
		return ir.Resumable
	}
	if u.coreFunc(f) {
		return abi
	}
	switch {
	case s.dynamic, s.cyclic:
		return ir.Resumable
	case s.loop && (u.user(f) || longRunning(u.home(f))):
		return ir.Resumable
	case s.loop:
		return ir.Fueled
	}
	return abi
}

// isForwarder reports whether f is a wrapper that ssa made for another function.
func isForwarder(f *ssa.Function) bool {
	return strings.HasPrefix(f.Synthetic, "wrapper for") || strings.HasPrefix(f.Synthetic, "thunk for") || strings.HasPrefix(f.Synthetic, "bound method wrapper")
}

// attrsOf are the attributes of any function that may be called.
func (u *unit) attrsOf(f *ssa.Function) *attrs {
	if a := u.attrs[f]; a != nil {
		if a.own != nil && !a.lowered { // in the same component: the worst
			b := *a
			b.unwinds = true
			b.clock = a.abi == ir.Plain && u.core
			return &b
		}
		return a
	}
	sym := u.symbol(f)
	if a := u.symAttrs(sym); a != nil {
		return a
	}
	if len(f.Blocks) == 0 && u.prog.wasmImport(f) != nil {
		return &attrs{lowered: true}
	}
	if u.core && !strings.HasPrefix(sym, "main.") && !u.prog.assumed[sym] {
		// core/sched calls up to core/rt by linkname: what it calls there must not suspend.
		u.prog.plain[sym] = true
		return &attrs{clock: u.pkg.Path != racePath, lowered: true}
	}
	u.prog.assumed[sym] = true
	return &attrs{abi: ir.Resumable, unwinds: true, lowered: true}
}

// symAttrs are the attributes of a symbol that is compiled already, or nil.
func (u *unit) symAttrs(sym string) *attrs {
	if b, ok := u.prog.attr[sym]; ok && (len(u.prog.defined[sym]) == 0 || u.provided(sym)) {
		return attrsFromBits(b)
	}
	if b, ok := u.prog.local[sym]; ok { // of another package of the user
		return attrsFromBits(b)
	}
	return nil
}
