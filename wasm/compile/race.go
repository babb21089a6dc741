// This file puts in what finds data races (core/rt/race), if Config.Race is set.
//
// Code that is instrumented calls race.Access for each load and store of memory that another
// goroutine may know, race.Range for copies, and the like for atomic operations. A map is one object
// of eight bytes, its first; so is a channel. Stacks are known as follows: a function finds the
// place that it was called from in race.Stack when it begins (fn.node), and sets race.Stack to its
// own before each call. Nothing need be undone when it returns, or unwinds.
//
// What orders goroutines is told by the runtime, in calls of package race; by atomic operations; and
// by functions of package sync, which have hooks at their begin and end (raceHooks), as they
// have calls of internal/race in Go: these are left out with the constant race.Enabled, by which
// the cost of the functions would change.
//
// All this costs no fuel: a program runs by the same schedule with the detector and without.
//
// Without it the calls of package race are taken out of core before anybody looks at them, with the
// instructions that only they need: what remains is the code, and the cost, that there was
// before they were written.
//
// Not instrumented are the runtime, package sync, and variables of which only this function knows.

package compile

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

const (
	racePath   = rtPath + "/race"
	racePrefix = racePath + "."
)

// Kinds of an access: core/rt/race.
const (
	raceRead  = 0
	raceWrite = 1
)

// isRaceCall reports whether in is a call of package race from outside of it.
func isRaceCall(in ssa.Instruction) bool {
	c, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	f := c.Call.StaticCallee()
	return f != nil && f.Pkg != nil && f.Pkg.Pkg.Path() == racePath
}

// raceOnly finds the calls of package race in a function of core, and what only they need.
func raceOnly(f *ssa.Function) map[ssa.Instruction]bool {
	if f.Pkg != nil && f.Pkg.Pkg.Path() == racePath {
		return nil
	}
	var set map[ssa.Instruction]bool
	var work []ssa.Instruction
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if isRaceCall(in) {
				if set == nil {
					set = map[ssa.Instruction]bool{}
				}
				set[in] = true
				work = append(work, in)
			}
		}
	}
	for len(work) > 0 {
		in := work[len(work)-1]
		work = work[:len(work)-1]
		for _, o := range in.Operands(nil) {
			arg, ok := (*o).(ssa.Instruction)
			if !ok || set[arg] || !isPure(arg) {
				continue
			}
			if !slices.ContainsFunc(*(*o).Referrers(), func(r ssa.Instruction) bool { return !set[r] }) {
				set[arg] = true
				work = append(work, arg)
			}
		}
	}
	return set
}

func isPure(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.Convert, *ssa.ChangeType, *ssa.BinOp:
		return true
	}
	return false
}

// stripRace takes these out. A call whose result is used gives its argument.
func stripRace(f *ssa.Function) {
	set := raceOnly(f)
	if set == nil {
		return
	}
	for _, b := range f.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in ssa.Instruction) bool {
			if !set[in] {
				return false
			}
			for _, o := range in.Operands(nil) {
				if rs := (*o).Referrers(); rs != nil {
					*rs = slices.DeleteFunc(*rs, func(r ssa.Instruction) bool { return r == in })
				}
			}
			if c, ok := in.(*ssa.Call); ok {
				for _, r := range slices.Clone(*c.Referrers()) {
					if !set[r] {
						replaceOperand(r, c, c.Call.Args[0])
					}
				}
			}
			return true
		})
	}
}

func replaceOperand(in ssa.Instruction, from, to ssa.Value) {
	for _, o := range in.Operands(nil) {
		if *o == from {
			*o = to
			if rs := to.Referrers(); rs != nil {
				*rs = append(*rs, in)
			}
		}
	}
}

// races reports what of f is instrumented: its calls, and its loads and stores.
func (u *unit) races(f *ssa.Function) (calls, memory bool) {
	if !u.prog.cfg.Race || u.core || isCore(u.home(f)) {
		return false, false
	}
	switch home := u.home(f); {
	case home == "sync", home == "internal/sync", strings.HasPrefix(home, "runtime/"), f.Synthetic == "package initializer":
		return true, false
	}
	return true, true
}

// raceAtomics reports whether atomic operations of f order goroutines: not those of the runtime, nor
// those of functions with hooks.
func (u *unit) raceAtomics(f *ssa.Function) bool {
	if !u.prog.cfg.Race || u.core && u.pkg.Path != "sync/atomic" {
		return false
	}
	sym := u.symbol(root(f))
	for _, p := range []string{"internal/sync.(*Mutex).", "sync.(*RWMutex).", "sync.(*WaitGroup).", "sync.(*Pool).", "sync.(*poolChain).", "sync.(*poolDequeue).", "sync.pool"} {
		if strings.HasPrefix(sym, p) {
			return false
		}
	}
	return !strings.HasPrefix(u.home(f), "internal/runtime/")
}

// raceBegin is the prologue.
func (n *fn) raceBegin() {
	n.raceCalls, n.raceMemory = n.races(n.f)
	n.raceSync = n.raceAtomics(n.f)
	n.raceNode()
	if n.raceCalls && n.f.Parent() == nil {
		n.raceHook(raceHooks[n.ir.Sym].begin)
	}
}

// raceNode reads where the function was called.
func (n *fn) raceNode() {
	n.node = ir.NoLocal
	if n.raceCalls {
		n.node = n.setTemp(loadOp(encode.OpI32Load, symAddr(racePrefix+"Stack", 0), 0), ir.I32)
	}
}

// raceCall calls a function of package race.
func (n *fn) raceCall(name string, params []ir.Type, args ...*ir.Expr) {
	n.emit(&ir.Call{Sym: racePrefix + name, Params: params, Args: args, Line: n.line})
}

// place is where the function is: three arguments.
func (n *fn) place() []*ir.Expr {
	node := getLocal(n.node)
	if n.node == ir.NoLocal { // what the caller set is still there
		node = loadOp(encode.OpI32Load, symAddr(racePrefix+"Stack", 0), 0)
	}
	n.ir.Place = true
	return []*ir.Expr{node, symAddr("place:"+n.ir.Sym, 0), i32(n.line)}
}

var (
	accessParams = []ir.Type{ir.Ptr, ir.I32, ir.I32, ir.Ptr, ir.I32}
	rangeParams  = []ir.Type{ir.Ptr, ir.I64, ir.I32, ir.I32, ir.Ptr, ir.I32}
)

// racePush tells the function that is called next where it is called.
func (n *fn) racePush() {
	if !n.raceCalls {
		return
	}
	l := n.ir.NewLocal(ir.I32)
	n.emit(&ir.Call{Sym: racePrefix + "Push", Params: []ir.Type{ir.I32, ir.Ptr, ir.I32}, Results: []ir.Type{ir.I32}, Args: n.place(), Dst: []ir.Local{l}, Line: n.line})
	n.emit(&ir.Do{X: storeOp(encode.OpI32Store, symAddr(racePrefix+"Stack", 0), 0, getLocal(l))})
}

// racePushFor is racePush, if f is told about: the runtime is not.
func (n *fn) racePushFor(f *ssa.Function) {
	if n.raceCalls && (f == nil || !isCore(n.home(f)) || n.home(f) == "sync/atomic") {
		n.racePush()
	}
}

// repeat makes an address that may be dup'd, and a distance from it.
func (n *fn) repeat(addr *ir.Expr) (base *ir.Expr, off int64) {
	if addr.Op == encode.OpI32Add && addr.Args[1].Op == encode.OpI32Const {
		addr, off = addr.Args[0], addr.Args[1].Imm
	}
	return n.simple(addr, ir.Ptr), off
}

// raceAccess tells about size bytes at addr. It gives the address, to be used again.
func (n *fn) raceAccess(addr *ir.Expr, size int64, kind int32) *ir.Expr {
	if !n.raceMemory || size == 0 {
		return addr
	}
	base, off := n.repeat(addr)
	if size < 1<<28 {
		n.raceCall("Access", accessParams, append([]*ir.Expr{addOff(dup(base), off), i32(int32(size)<<2 | kind)}, n.place()...)...)
	}
	return addOff(dup(base), off)
}

// raceLoad is raceAccess for the variable at v.
func (n *fn) raceLoad(v ssa.Value, addr *ir.Expr, t types.Type) *ir.Expr {
	if !n.raceMemory || n.isOwn(v) {
		return addr
	}
	return n.raceAccess(addr, n.u.Size(t), raceRead)
}

func (n *fn) raceStore(v ssa.Value, addr *ir.Expr, t types.Type) *ir.Expr {
	if !n.raceMemory || n.isOwn(v) {
		return addr
	}
	return n.raceAccess(addr, n.u.Size(t), raceWrite)
}

// raceRange tells about bytes (i32) at addr; both may be dup'd.
func (n *fn) raceRange(addr, bytes *ir.Expr, kind int32) {
	if n.raceMemory {
		n.raceCall("Range", rangeParams, append([]*ir.Expr{dup(addr), extendU(dup(bytes)), i32(kind)}, n.place()...)...)
	}
}

// raceObject tells about a use of a map or channel.
func (n *fn) raceObject(p *ir.Expr, kind int32) *ir.Expr { return n.raceAccess(p, 8, kind) }

// isOwn reports whether v is in a variable that only this function knows.
func (n *fn) isOwn(v ssa.Value) bool {
	for {
		switch a := v.(type) {
		case *ssa.FieldAddr:
			v = a.X
		case *ssa.IndexAddr:
			if _, ok := a.X.Type().Underlying().(*types.Pointer); !ok {
				return false
			}
			v = a.X
		case *ssa.Alloc:
			return ownUses(a)
		default:
			return false
		}
	}
}

// ownUses reports whether an address is only used to load and store.
func ownUses(v ssa.Value) bool {
	for _, r := range refs(v) {
		switch r := r.(type) {
		case *ssa.UnOp:
		case *ssa.Store:
			if r.Val == v {
				return false
			}
		case *ssa.FieldAddr:
			if !ownUses(r) {
				return false
			}
		case *ssa.IndexAddr:
			if !ownUses(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// told is the intrinsic h, of which package race is told if it is an atomic operation of the program.
func (n *fn) told(sym string, f *ssa.Function, xs []*ir.Expr, h intrinsic) []*ir.Expr {
	if !n.raceSync || !strings.HasPrefix(sym, "sync/atomic.") {
		return h(n, xs)
	}
	xs[0] = n.simple(xs[0], ir.Ptr)
	addr := dup(xs[0])
	out := h(n, xs)
	size := int64(8)
	if strings.Contains(sym, "nt32") {
		size = 4
	}
	if len(out) > 0 {
		n.simples(out, n.types(f.Signature.Results()))
	}
	n.raceAtomic(sym, size, addr, out)
	return out
}

// raceAtomic tells about an atomic operation that was done: xs are its arguments, out its results.
func (n *fn) raceAtomic(sym string, size int64, addr *ir.Expr, out []*ir.Expr) {
	what := i32(int32(size) << 2)
	name := "ChangeAt"
	switch {
	case strings.Contains(sym, "Load"):
		name = "LoadAt"
	case strings.Contains(sym, "Store"):
		name = "StoreAt"
	case strings.Contains(sym, "CompareAndSwap"):
		params := append(slices.Clone(accessParams), ir.I32)
		n.raceCall("CompareAt", params, append(append([]*ir.Expr{dup(addr), what}, n.place()...), dup(out[0]))...)
		return
	}
	n.raceCall(name, accessParams, append([]*ir.Expr{dup(addr), what}, n.place()...)...)
}

// raceHook is a call at the begin or end of a function of package sync. Its arguments are an address, the
// parameters of the function as far as the hook wants them, or what it returns.
type raceHook struct {
	call string
	recv int64 // added to the receiver
}

// hooks of a function. Those at its end are called if its result, if it has one, is true.
type hooks struct{ begin, end []raceHook }

// raceHooks are what internal/race is told in Go's source: mutex.go, rwmutex.go, waitgroup.go, pool.go; in an RWMutex
// 8 is writerSem and 12 is readerSem.
var raceHooks = map[string]hooks{
	"internal/sync.(*Mutex).Lock":    {end: []raceHook{{"Acquire", 0}}},
	"internal/sync.(*Mutex).TryLock": {end: []raceHook{{"Acquire", 0}}},
	"internal/sync.(*Mutex).Unlock":  {begin: []raceHook{{"Release", 0}}},
	"sync.(*RWMutex).RLock":          {end: []raceHook{{"Acquire", 12}}},
	"sync.(*RWMutex).TryRLock":       {end: []raceHook{{"Acquire", 12}}},
	"sync.(*RWMutex).RUnlock":        {begin: []raceHook{{"ReleaseMerge", 8}}},
	"sync.(*RWMutex).Lock":           {end: []raceHook{{"Acquire", 12}, {"Acquire", 8}}},
	"sync.(*RWMutex).TryLock":        {end: []raceHook{{"Acquire", 12}, {"Acquire", 8}}},
	"sync.(*RWMutex).Unlock":         {begin: []raceHook{{"Release", 12}}},
	"sync.(*WaitGroup).Add":          {begin: []raceHook{{"GroupAdd", 0}}},
	"sync.(*WaitGroup).Wait":         {begin: []raceHook{{"GroupWait", 0}}, end: []raceHook{{"Acquire", 0}}},
	"sync.(*Pool).Put":               {begin: []raceHook{{"PoolPut", 0}}},
	"sync.(*Pool).Get":               {end: []raceHook{{"PoolGet", 0}}},
	"syscall.Read":                   {end: []raceHook{{"AcquireIO", 0}}},
	"syscall.Write":                  {begin: []raceHook{{"ReleaseIO", 0}}},
}

// raceHook calls hooks with the parameters of the function.
func (n *fn) raceHook(hs []raceHook) {
	for _, h := range hs {
		recv := addOff(getLocal(0), h.recv)
		switch h.call {
		case "GroupAdd":
			n.raceCall(h.call, []ir.Type{ir.Ptr, ir.I64, ir.I32, ir.Ptr, ir.I32}, append([]*ir.Expr{recv, getLocal(1)}, n.place()...)...)
		case "GroupWait":
			n.raceCall(h.call, []ir.Type{ir.Ptr, ir.I32, ir.Ptr, ir.I32}, append([]*ir.Expr{recv}, n.place()...)...)
		case "PoolPut":
			n.raceCall(h.call, []ir.Type{ir.Ptr}, getLocal(2))
		case "AcquireIO", "ReleaseIO":
			n.raceCall(h.call, nil)
		default:
			n.raceCall(h.call, []ir.Type{ir.Ptr}, recv)
		}
	}
}

// raceEnd calls the hooks at the end of a function that returns xs.
func (n *fn) raceEnd(xs []*ir.Expr) {
	if n.prog.cfg.Race && n.ir.Sym == "internal/race.Errors" { // package testing asks
		l := n.ir.NewLocal(ir.I64)
		n.emit(&ir.Call{Sym: racePrefix + "Found", Results: []ir.Type{ir.I64}, Dst: []ir.Local{l}, Line: n.line})
		xs[0] = getLocal(l)
	}
	if !n.raceCalls || n.f.Parent() != nil {
		return
	}
	hs := raceHooks[n.ir.Sym].end
	if hs == nil {
		return
	}
	ts := n.types(n.f.Signature.Results())
	n.simples(xs, ts)
	if hs[0].call == "PoolGet" {
		n.raceCall("PoolGet", []ir.Type{ir.Ptr}, dup(xs[1]))
		return
	}
	if len(xs) != 1 { // Lock, Wait, syscall.Read
		n.raceHook(hs)
		return
	}
	did, done := n.ir.NewBlock("locked"), n.ir.NewBlock("end")
	n.branchTo(dup(xs[0]), did, done)
	n.cur = did
	n.raceHook(hs)
	n.jump(done)
}
