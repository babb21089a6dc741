// This file lowers calls of functions that the compiler knows by their symbol:
// atomics, bit and float operations, and what core/sched and core/rt need to
// reach the machine (core/rt/intrinsics_gopark.go, core/sched/port_gopark.go).

package compile

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// An intrinsic gets the components of all arguments and gives those of the results.
type intrinsic func(n *fn, xs []*ir.Expr) []*ir.Expr

// intrinsics by symbol; the atomics are added by init below.
var intrinsics = map[string]intrinsic{}

// isIntrinsic reports whether calls of sym never reach a function of that name.
func isIntrinsic(sym string) bool { return intrinsics[sym] != nil }

// intrinsic lowers a call of f if it is one.
func (n *fn) intrinsic(in *ssa.Call, f *ssa.Function) bool {
	sym := n.symbol(f)
	if o := f.Origin(); o != nil && o != f {
		sym = instanceKey(sym)
	}
	h := intrinsics[sym]
	if h == nil {
		return false
	}
	var xs []*ir.Expr
	for i, a := range in.Call.Args {
		if i == 0 && strings.HasPrefix(sym, "sync/atomic.") && !n.core {
			xs = append(xs, n.nonNil(a))
			continue
		}
		xs = append(xs, n.use(a)...)
	}
	n.atomicBarrier(sym, f, xs)
	out := n.told(sym, f, xs, h)
	if len(refs(in)) == 0 || len(out) == 0 {
		return true
	}
	if _, ok := in.Type().(*types.Tuple); ok {
		n.defineTuple(in, out)
	} else {
		n.define(in, out)
	}
	return true
}

// instanceKey drops type arguments: "sync/atomic.(*Pointer[T]).Load" is "sync/atomic.(*Pointer).Load".
func instanceKey(sym string) string {
	i, j := strings.IndexByte(sym, '['), strings.LastIndexByte(sym, ']')
	if i < 0 || j < i {
		return sym
	}
	return sym[:i] + sym[j+1:]
}

// body makes the function of an intrinsic, for func values and method tables.
func (u *unit) intrinsicBody(f *ssa.Function) *ir.Func {
	params, results := u.sigOf(f)
	n := &fn{
		unit: u, f: f, attr: u.attrsOf(f), vals: map[ssa.Value]*value{}, checked: map[check]*ssa.BasicBlock{},
		mutable: map[ir.Local]bool{}, ctx: ir.NoLocal, defers: ir.NoLocal, recov: ir.NoLocal, node: ir.NoLocal,
		raceSync: u.raceAtomics(f),
	}
	n.ir = &ir.Func{Sym: u.symbol(f), Name: u.displayName(f), Dup: true, Params: len(params), Results: results}
	var xs []*ir.Expr
	for _, p := range params {
		xs = append(xs, getLocal(n.ir.NewLocal(p)))
	}
	n.cur = n.ir.NewBlock("entry")
	key := u.symbol(f)
	if o := f.Origin(); o != nil && o != f {
		key = instanceKey(key)
	}
	n.cur.Term = nil
	n.atomicBarrier(key, f, xs)
	out := n.told(key, f, xs, intrinsics[key])
	if n.cur.Term == nil {
		n.cur.Term = &ir.Return{Vals: out}
	}
	n.dropUnreached()
	return n.ir
}

func init() {
	atomics()
	floats()
	bitOps()
	machine()
}

// now evaluates x in order with stores and other atomics.
func (n *fn) now(x *ir.Expr, t ir.Type) []*ir.Expr {
	n.flushMem()
	return []*ir.Expr{getLocal(n.setTemp(x, t))}
}

// ---- atomics

// atomicKind is how a type is kept: its width in memory and its component.
type atomicKind struct {
	names []string // as in AddInt32
	typ   string   // sync/atomic's type of it
	wide  bool
	ptr   bool
}

var atomicKinds = []atomicKind{
	{[]string{"Int32"}, "Int32", false, false},
	{[]string{"Uint32"}, "Uint32", false, false},
	{[]string{"Int64"}, "Int64", true, false},
	{[]string{"Uint64"}, "Uint64", true, false},
	{[]string{"Uintptr"}, "Uintptr", true, false},
	{[]string{"Pointer"}, "Pointer", false, true},
}

func atomics() {
	for _, k := range atomicKinds {
		for _, name := range k.names {
			for verb, h := range atomicVerbs(k) {
				intrinsics["sync/atomic."+verb+name] = h
				intrinsics["sync/atomic.(*"+k.typ+")."+verb] = h
			}
			if k.ptr {
				notePointerAtomics("sync/atomic.", name)
				notePointerAtomics("sync/atomic.(*"+k.typ+").", "")
			}
		}
	}
	runtimeAtomics()
}

// atomicVerbs are the operations on a kind. Pointers are i32 in the low word; the
// upper word is always 0.
func atomicVerbs(k atomicKind) map[string]intrinsic {
	t := ir.I32
	d := encode.Op(0)
	switch {
	case k.wide:
		t, d = ir.I64, 1
	case k.ptr:
		t = ir.Ptr
	}
	load, store, eq, add := encode.OpI32Load, encode.OpI32Store, encode.OpI32Eq, encode.OpI32Add
	if k.wide {
		load, store, eq, add = encode.OpI64Load, encode.OpI64Store, encode.OpI64Eq, encode.OpI64Add
	}
	// rmw is an operation that writes what with gives for the old value and the operand, and returns the old one.
	rmw := func(o encode.Op, with func(old, x *ir.Expr) *ir.Expr) intrinsic {
		return orAlone(t, []ir.Type{t},
			func(n *fn, xs []*ir.Expr) []*ir.Expr { return n.now(op(o+d, xs[0], xs[1]), t) },
			func(n *fn, xs []*ir.Expr) []*ir.Expr {
				old := n.now(loadOp(load, xs[0], 0), t)
				n.do(storeOp(store, dup(xs[0]), 0, with(dup(old[0]), xs[1])))
				return old
			})
	}
	m := map[string]intrinsic{
		"Load": func(n *fn, xs []*ir.Expr) []*ir.Expr { return n.now(op(encode.OpI32AtomicLoad+d, xs[0]), t) },
		"Store": orAlone(t, nil,
			func(n *fn, xs []*ir.Expr) []*ir.Expr {
				n.do(op(encode.OpI32AtomicStore+d, xs[0], xs[1]))
				return nil
			},
			func(n *fn, xs []*ir.Expr) []*ir.Expr {
				n.do(storeOp(store, xs[0], 0, xs[1]))
				return nil
			}),
		"Swap": rmw(encode.OpI32AtomicRmwXchg, func(_, x *ir.Expr) *ir.Expr { return x }),
		"CompareAndSwap": orAlone(t, []ir.Type{ir.I32},
			func(n *fn, xs []*ir.Expr) []*ir.Expr {
				old := n.simple(xs[1], t)
				return n.now(op(eq, op(encode.OpI32AtomicRmwCmpxchg+d, xs[0], dup(old), xs[2]), old), ir.I32)
			},
			func(n *fn, xs []*ir.Expr) []*ir.Expr {
				was := n.now(loadOp(load, xs[0], 0), t)[0]
				same := n.now(op(eq, dup(was), xs[1]), ir.I32)
				n.do(storeOp(store, dup(xs[0]), 0, op(encode.OpSelect, xs[2], was, dup(same[0]))))
				return same
			}),
	}
	if k.ptr {
		return m
	}
	with := func(o encode.Op) func(old, x *ir.Expr) *ir.Expr {
		if k.wide {
			o += encode.OpI64Add - encode.OpI32Add
		}
		return func(old, x *ir.Expr) *ir.Expr { return op(o, old, x) }
	}
	m["And"] = rmw(encode.OpI32AtomicRmwAnd, with(encode.OpI32And))
	m["Or"] = rmw(encode.OpI32AtomicRmwOr, with(encode.OpI32Or))
	m["Add"] = orAlone(t, []ir.Type{t},
		func(n *fn, xs []*ir.Expr) []*ir.Expr {
			delta := n.simple(xs[1], t)
			return n.now(op(add, op(encode.OpI32AtomicRmwAdd+d, xs[0], dup(delta)), delta), t)
		},
		func(n *fn, xs []*ir.Expr) []*ir.Expr {
			sum := n.now(op(add, loadOp(load, xs[0], 0), xs[1]), t)
			n.do(storeOp(store, dup(xs[0]), 0, dup(sum[0])))
			return sum
		})
	return m
}

// orAlone is an atomic operation of the program on values of type t. While there is one P no two goroutines run
// at the same time, and an operation that is atomic for the machine, which is dear, is not needed: a goroutine
// leaves its M at calls and loops only. sched.onlyP says so; it changes while the world is stopped. The runtime
// runs on Ms without a P, too: its atomics are always the machine's.
func orAlone(t ir.Type, results []ir.Type, atomic, plain intrinsic) intrinsic {
	return func(n *fn, xs []*ir.Expr) []*ir.Expr {
		if n.core {
			return atomic(n, xs)
		}
		for i := range xs {
			xs[i] = n.simple(xs[i], [...]ir.Type{ir.Ptr, t, t}[i])
		}
		n.flushMem()
		var out []ir.Local
		for _, r := range results {
			out = append(out, n.ir.NewLocal(r))
		}
		alone, shared, done := n.ir.NewBlock("alone"), n.ir.NewBlock("shared"), n.ir.NewBlock("atomic")
		n.joins = append(n.joins, [2]*ir.Block{n.cur, done})
		n.branchTo(loadOp(encode.OpI32Load, symAddr(schedPrefix+"onlyP", 0), 0), alone, shared)
		finish := func(xs []*ir.Expr) {
			for i, x := range xs {
				n.emit(&ir.Set{Dst: out[i], X: x})
			}
			n.jump(done)
		}
		n.cur = alone
		finish(plain(n, dups(xs)))
		n.cur = shared
		finish(atomic(n, dups(xs)))
		ys := make([]*ir.Expr, len(out))
		for i, l := range out {
			ys[i] = getLocal(l)
		}
		return ys
	}
}

// runtimeAtomics are those of internal/runtime/atomic.
func runtimeAtomics() {
	const p = "internal/runtime/atomic."
	w32 := atomicVerbs(atomicKind{})
	w64 := atomicVerbs(atomicKind{wide: true})
	ptr := atomicVerbs(atomicKind{ptr: true})
	for name, h := range map[string]intrinsic{
		"Load": w32["Load"], "LoadAcq": w32["Load"], "Loadint32": w32["Load"], "Loaduint": w64["Load"],
		"Load64": w64["Load"], "LoadAcq64": w64["Load"], "Loadint64": w64["Load"], "Loaduintptr": w64["Load"],
		"LoadAcquintptr": w64["Load"], "Loadp": ptr["Load"],
		"Store": w32["Store"], "StoreRel": w32["Store"], "Storeint32": w32["Store"], "Store64": w64["Store"],
		"StoreRel64": w64["Store"], "Storeint64": w64["Store"], "Storeuintptr": w64["Store"], "StoreReluintptr": w64["Store"],
		"StorepNoWB": ptr["Store"], "storePointer": ptr["Store"], "casPointer": ptr["CompareAndSwap"],
		"Xadd": w32["Add"], "Xaddint32": w32["Add"], "Xadd64": w64["Add"], "Xaddint64": w64["Add"], "Xadduintptr": w64["Add"],
		"Xchg": w32["Swap"], "Xchgint32": w32["Swap"], "Xchg64": w64["Swap"], "Xchgint64": w64["Swap"], "Xchguintptr": w64["Swap"],
		"Cas": w32["CompareAndSwap"], "CasRel": w32["CompareAndSwap"], "Casint32": w32["CompareAndSwap"],
		"Cas64": w64["CompareAndSwap"], "Casint64": w64["CompareAndSwap"], "Casuintptr": w64["CompareAndSwap"], "Casp1": ptr["CompareAndSwap"],
		"And32": w32["And"], "Or32": w32["Or"], "And64": w64["And"], "Or64": w64["Or"], "Anduintptr": w64["And"], "Oruintptr": w64["Or"],
	} {
		intrinsics[p+name] = h
	}
	for _, name := range []string{"StorepNoWB", "storePointer", "casPointer", "Casp1"} {
		pointerAtomics[p+name] = true
	}
}

// ---- floats

func floats() {
	for name, o := range map[string]encode.Op{
		"Sqrt": encode.OpF64Sqrt, "sqrt": encode.OpF64Sqrt, "Floor": encode.OpF64Floor, "floor": encode.OpF64Floor,
		"Ceil": encode.OpF64Ceil, "ceil": encode.OpF64Ceil, "Trunc": encode.OpF64Trunc, "trunc": encode.OpF64Trunc,
		"Abs": encode.OpF64Abs, "RoundToEven": encode.OpF64Nearest, "Copysign": encode.OpF64Copysign,
		"Float64bits": encode.OpI64ReinterpretF64, "Float64frombits": encode.OpF64ReinterpretI64,
		"Float32bits": encode.OpI32ReinterpretF32, "Float32frombits": encode.OpF32ReinterpretI32,
	} {
		intrinsics["math."+name] = pure(o)
	}
}

// pure is one instruction without effects.
func pure(o encode.Op) intrinsic {
	return func(n *fn, xs []*ir.Expr) []*ir.Expr { return []*ir.Expr{op(o, xs...)} }
}

// ---- bits

func bitOps() {
	for _, pkg := range []string{"math/bits.", "internal/runtime/sys."} {
		for bits, wide := range map[int64]bool{64: true, 32: false, 16: false, 8: false} {
			s := map[int64]string{64: "64", 32: "32", 16: "16", 8: "8"}[bits]
			intrinsics[pkg+"LeadingZeros"+s] = leadingZeros(bits, wide)
			intrinsics[pkg+"Len"+s] = bitLen(wide)
			intrinsics[pkg+"TrailingZeros"+s] = trailingZeros(bits, wide)
			intrinsics[pkg+"OnesCount"+s] = onesCount(wide)
			if bits >= 32 {
				intrinsics[pkg+"RotateLeft"+s] = rotate(wide)
			}
		}
		for _, name := range []string{"LeadingZeros", "Len", "TrailingZeros", "OnesCount", "RotateLeft"} {
			intrinsics[pkg+name] = intrinsics[pkg+name+"64"]
		}
	}
	// internal/runtime/sys counts into an int too; its 32-bit forms are the same.
}

func toInt(wide bool, x *ir.Expr) *ir.Expr {
	if wide {
		return x
	}
	return extendU(x)
}

func leadingZeros(bits int64, wide bool) intrinsic {
	return func(n *fn, xs []*ir.Expr) []*ir.Expr {
		if wide {
			return []*ir.Expr{op(encode.OpI64Clz, xs[0])}
		}
		x := extendU(op(encode.OpI32Clz, xs[0]))
		if bits < 32 {
			x = op(encode.OpI64Sub, x, i64(32-bits))
		}
		return []*ir.Expr{x}
	}
}

func bitLen(wide bool) intrinsic {
	return func(n *fn, xs []*ir.Expr) []*ir.Expr {
		if wide {
			return []*ir.Expr{op(encode.OpI64Sub, i64(64), op(encode.OpI64Clz, xs[0]))}
		}
		return []*ir.Expr{extendU(op(encode.OpI32Sub, i32(32), op(encode.OpI32Clz, xs[0])))}
	}
}

func trailingZeros(bits int64, wide bool) intrinsic {
	return func(n *fn, xs []*ir.Expr) []*ir.Expr {
		if wide {
			return []*ir.Expr{op(encode.OpI64Ctz, xs[0])}
		}
		x := xs[0]
		if bits < 32 {
			x = op(encode.OpI32Or, x, i32(1<<bits))
		}
		return []*ir.Expr{extendU(op(encode.OpI32Ctz, x))}
	}
}

func onesCount(wide bool) intrinsic {
	return func(n *fn, xs []*ir.Expr) []*ir.Expr {
		if wide {
			return []*ir.Expr{op(encode.OpI64Popcnt, xs[0])}
		}
		return []*ir.Expr{extendU(op(encode.OpI32Popcnt, xs[0]))}
	}
}

func rotate(wide bool) intrinsic {
	return func(n *fn, xs []*ir.Expr) []*ir.Expr {
		if wide {
			return []*ir.Expr{op(encode.OpI64Rotl, xs[0], xs[1])}
		}
		return []*ir.Expr{op(encode.OpI32Rotl, xs[0], wrap(xs[1]))}
	}
}

// ---- the machine

func machine() {
	global := func(g int64) intrinsic {
		return func(n *fn, xs []*ir.Expr) []*ir.Expr { return n.now(getGlobal(g), ir.I32) }
	}
	setter := func(g int64) intrinsic {
		return func(n *fn, xs []*ir.Expr) []*ir.Expr {
			n.do(setGlobal(g, xs[0]))
			return nil
		}
	}
	for name, h := range map[string]intrinsic{
		"getm": pointerGlobal(ir.GlobalM), "setm": setter(ir.GlobalM), "getg": pointerGlobal(ir.GlobalG), "setg": setter(ir.GlobalG),
		"getmode": global(ir.GlobalMode), "setmode": setter(ir.GlobalMode), "getfuel": global(ir.GlobalFuel), "setfuel": setter(ir.GlobalFuel),
		"getbarrier": global(ir.GlobalBarrier), "setbarrier": setter(ir.GlobalBarrier),
		"thaw": thaw, "callfn": callfn, "trycall": nil, "fzframes": fzframes, "fzreset": fzreset,
		"memmove": memmove, "memclr": memclr, "memorysize": memorySize, "bridges": bridgeTable,
		"futexwait": futexWait, "futexwake": futexWake, "unreachable": unreachable,
	} {
		if h == nil {
			continue
		}
		for _, p := range []string{schedPrefix, rtPrefix, racePrefix, "runtime."} {
			intrinsics[p+name] = h
		}
	}
	zero := func(n *fn, xs []*ir.Expr) []*ir.Expr { return []*ir.Expr{i64(0)} }
	for name, h := range map[string]intrinsic{
		"internal/runtime/sys.GetCallerPC": zero, "internal/runtime/sys.GetCallerSP": zero,
		"internal/runtime/sys.GetClosurePtr": zero, "internal/runtime/sys.Prefetch": nothing, "internal/runtime/sys.PrefetchStreamed": nothing,
		"internal/abi.FuncPCABI0": funcPC, "internal/abi.FuncPCABIInternal": funcPC,
		"unsafe.init":           nothing, // ssa calls it
		"internal/abi.NoEscape": same, "runtime.KeepAlive": keepAlive, "internal/abi.Escape": same,
		"internal/abi.EscapeNonString": nothing,
	} {
		intrinsics[name] = h
	}
}

func pointerGlobal(g int64) intrinsic {
	return func(n *fn, xs []*ir.Expr) []*ir.Expr { return n.now(getGlobal(g), ir.Ptr) }
}

func nothing(n *fn, xs []*ir.Expr) []*ir.Expr { return nil }
func same(n *fn, xs []*ir.Expr) []*ir.Expr    { return xs }

// keepAlive reads its argument, which is thus in the frame of a goroutine that stops before.
func keepAlive(n *fn, xs []*ir.Expr) []*ir.Expr {
	for _, x := range xs {
		if x.Op == encode.OpLocalGet {
			n.emit(&ir.Do{X: op(encode.OpDrop, x)})
		}
	}
	return nil
}

// funcPC is the table slot of a func in an interface: what stands for a pc.
func funcPC(n *fn, xs []*ir.Expr) []*ir.Expr {
	return []*ir.Expr{extendU(loadOp(encode.OpI32Load, xs[1], 0))}
}

// thaw calls the resume function of a frame; it finds the frame in a global.
func thaw(n *fn, xs []*ir.Expr) []*ir.Expr {
	fr := n.simple(xs[0], ir.Ptr)
	n.do(setGlobal(ir.GlobalThaw, dup(fr)))
	n.emit(&ir.Call{Slot: loadOp(encode.OpI32Load, fr, 4), Line: n.line})
	return nil
}

// callfn calls a func() on the base: its fuel is the global's, and what mode it
// comes back in is the base's business.
func callfn(n *fn, xs []*ir.Expr) []*ir.Expr {
	clo := n.simple(xs[0], ir.Ptr)
	t := n.ir.NewLocal(ir.I32)
	n.flushMem()
	n.emit(&ir.Call{
		Slot: loadOp(encode.OpI32Load, clo, 0), Params: []ir.Type{ir.Ptr, ir.I32}, Results: []ir.Type{ir.I32},
		Args: []*ir.Expr{dup(clo), getGlobal(ir.GlobalFuel)}, Dst: []ir.Local{t}, Line: n.line,
	})
	n.do(setGlobal(ir.GlobalFuel, getLocal(t)))
	return nil
}

// tryCall is the body of trycall: call the closure, and stop it from unwinding.
func (u *unit) tryCall(f *ssa.Function) *ir.Func {
	r := &ir.Func{Sym: u.symbol(f), Name: u.displayName(f), ABI: ir.Resumable, Results: []ir.Type{ir.I32}}
	clo := r.NewLocal(ir.Ptr)
	r.Params = 1
	b := r.NewBlock("entry")
	b.Ins = []ir.Ins{&ir.Call{
		Slot: loadOp(encode.OpI32Load, getLocal(clo), 0), Params: []ir.Type{ir.Ptr}, Args: []*ir.Expr{getLocal(clo)},
		ABI: ir.Resumable, Unwind: ir.ToHandler,
	}}
	b.Term = &ir.Return{Vals: []*ir.Expr{i32(0)}}
	h := r.NewBlock("unwound")
	h.Ins = []ir.Ins{&ir.Do{X: setGlobal(ir.GlobalMode, i32(0))}}
	h.Term = &ir.Return{Vals: []*ir.Expr{i32(1)}}
	r.Handler = h
	return r
}

func fzframes(n *fn, xs []*ir.Expr) []*ir.Expr {
	top := n.now(getGlobal(ir.GlobalFzTop), ir.Ptr)
	return append(top, n.now(getGlobal(ir.GlobalFzLast), ir.Ptr)...)
}

func fzreset(n *fn, xs []*ir.Expr) []*ir.Expr {
	n.do(setGlobal(ir.GlobalFzTop, i32(0)))
	n.do(setGlobal(ir.GlobalFzLast, i32(0)))
	return nil
}

func memmove(n *fn, xs []*ir.Expr) []*ir.Expr {
	n.do(op(encode.OpMemoryCopy, xs[0], xs[1], wrap(xs[2])))
	return nil
}

func memclr(n *fn, xs []*ir.Expr) []*ir.Expr {
	n.do(op(encode.OpMemoryFill, xs[0], i32(0), wrap(xs[1])))
	return nil
}

func memorySize(n *fn, xs []*ir.Expr) []*ir.Expr {
	size := op(encode.OpI64Shl, extendU(op(encode.OpMemorySize)), i64(16))
	if n.prog.cfg.Race { // what is behind is package race's
		size = op(encode.OpI64Sub, size, i64(race.Bytes))
	}
	return []*ir.Expr{size}
}

// bridgeTable is what the linker makes of the bridges (link/bridge.go).
func bridgeTable(n *fn, xs []*ir.Expr) []*ir.Expr { return []*ir.Expr{symAddr("link.bridges", 0)} }

func futexWait(n *fn, xs []*ir.Expr) []*ir.Expr {
	return n.now(op(encode.OpAtomicWait32, xs...), ir.I32)
}

func futexWake(n *fn, xs []*ir.Expr) []*ir.Expr {
	return n.now(op(encode.OpAtomicNotify, xs...), ir.I32)
}

func unreachable(n *fn, xs []*ir.Expr) []*ir.Expr {
	n.unreachable()
	return nil
}

// constInt is the value of an integer constant.
func constInt(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return c.Int64(), true
}
