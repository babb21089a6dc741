// This file lists the functions of core/rt and of package runtime that lowered
// code calls by itself, and makes the calls.
//
// The list says what each may do, because the packages below core/rt are
// compiled before it. When core/rt and runtime are compiled, checkHelpers holds
// the list against what they turned out to be.

package compile

import (
	"fmt"

	"github.com/gopark/gopark/wasm/compile/ir"
)

const (
	rtPath      = "github.com/gopark/gopark/core/rt"
	schedPath   = "github.com/gopark/gopark/core/sched"
	rtPrefix    = rtPath + "."
	schedPrefix = schedPath + "."
)

// helper is a function of the runtime.
type helper struct {
	sym             string
	params, results []ir.Type
	suspends        bool // Resumable
	unwinds         bool
	never           bool
	allocates       bool // perhaps much: a collection may be due afterwards
	clock           bool // records events
	quiet           bool // writes no memory that the program can see
	cost            int32
}

// helpers by name. Signature letters: p pointer, l i64, i i32, f f32, d f64. Flags: R suspends, U unwinds, N never returns, Q writes no memory
// that the program sees, A allocates any amount, C records events.
var helpers = makeHelpers(`
rt Mallocgc li:p Q
rt shade p: Q
rt shadeRange pi: Q
rt newdefers :p Q
rt deferproc pp: Q
rt rundefers p: RU
rt unwinddefers p: RU
rt takerecovery :p Q
rt checkrecovery i: Q
rt gorecover p:pp
rt gopanic pp: NQ
rt chansend pp: RU
rt chanrecv pp:i RU
rt closechan p: UC
rt chanlen p:l Q
rt chancap p:l Q
rt selectnbsend pp:i UC
rt selectnbrecv pp:ii CU
rt selectcases l:p Q
rt selectgo plli:li RU
rt block : RN
rt concatstring2 plpl:pl QAU
rt concatstrings pl:pl QAU
rt stringtoslicebyte pl:pll QA
rt slicebytetostring pl:pl QAU
rt stringtoslicerune pl:pll QA
rt slicerunetostring pll:pl QAU
rt intstring l:pl QU
rt cmpstring plpl:l Q
rt decoderune pll:il Q
rt memequal ppl:i Q
rt countrunes pl:l Q
sched Newproc ppi: UC
runtime newarray pl:p UQA
runtime makeslice pll:p UQA
runtime growslice plllp:pll UQA
runtime unsafeslice ppl: UQ
runtime unsafestring pl: UQ
runtime makechan pl:p UQA
runtime mapaccess1 ppp:p U
runtime mapaccess2 ppp:pi U
runtime mapassign ppp:p U
runtime mapaccess1_fast32 ppi:p U
runtime mapaccess2_fast32 ppi:pi U
runtime mapassign_fast32 ppi:p U
runtime mapassign_fast32ptr ppp:p U
runtime mapdelete_fast32 ppi: U
runtime mapaccess1_fast64 ppl:p U
runtime mapaccess2_fast64 ppl:pi U
runtime mapassign_fast64 ppl:p U
runtime mapassign_fast64ptr ppp:p U
runtime mapdelete_fast64 ppl: U
runtime mapaccess1_faststr pppl:p U
runtime mapaccess2_faststr pppl:pi U
runtime mapassign_faststr pppl:p U
runtime mapdelete_faststr pppl: U
runtime makemap plp:p QAU
runtime makemap_small :p Q
runtime mapdelete ppp: U
runtime mapclear pp: U
runtime mapIterStart ppp: U
runtime mapIterNext p: U
runtime getitab ppi:p UQ
runtime assertE2I pp:p UQ
runtime assertE2I2 pp:p QU
runtime panicdottypeE ppp: N
runtime panicdottypeI ppp: N
runtime panicnildottype p: N
runtime efaceeq ppp:i UQ
runtime ifaceeq ppp:i UQ
runtime panicIndex ll: N
runtime panicIndexU ll: N
runtime panicSliceAlen ll: N
runtime panicSliceAlenU ll: N
runtime panicSliceAcap ll: N
runtime panicSliceAcapU ll: N
runtime panicSliceB ll: N
runtime panicSliceBU ll: N
runtime panicSlice3Alen ll: N
runtime panicSlice3AlenU ll: N
runtime panicSlice3Acap ll: N
runtime panicSlice3AcapU ll: N
runtime panicSlice3B ll: N
runtime panicSlice3BU ll: N
runtime panicSlice3C ll: N
runtime panicSlice3CU ll: N
runtime panicSliceConvert ll: N
runtime panicdivide : N
runtime panicshift : N
runtime panicmem : N
runtime panicwrap plplpl: N
runtime panicrangestate l: N
runtime complex128div dddd:dd Q
runtime printlock :
runtime printunlock :
runtime printstring pl:
runtime printint l:
runtime printuint l:
runtime printbool i:
runtime printfloat64 d: U
runtime printfloat32 f: U
runtime printcomplex128 dd: U
runtime printcomplex64 ff: U
runtime printpointer p:
runtime printslice pll:
runtime printeface pp:
runtime printiface pp:
runtime printsp :
runtime printnl :
`)

func makeHelpers(list string) map[string]*helper {
	m := map[string]*helper{}
	for _, f := range lines(list) {
		h := &helper{cost: 4}
		switch f[0] {
		case "rt":
			h.sym = rtPrefix + f[1]
		case "sched":
			h.sym = schedPrefix + f[1]
		default:
			h.sym = "runtime." + f[1]
		}
		results := false
		for _, c := range f[2] {
			if c == ':' {
				results = true
				continue
			}
			t := map[rune]ir.Type{'p': ir.Ptr, 'l': ir.I64, 'i': ir.I32, 'f': ir.F32, 'd': ir.F64}[c]
			if results {
				h.results = append(h.results, t)
			} else {
				h.params = append(h.params, t)
			}
		}
		if len(f) > 3 {
			for _, c := range f[3] {
				switch c {
				case 'R':
					h.suspends = true
				case 'A':
					h.allocates = true
				case 'C':
					h.clock = true
				case 'Q':
					h.quiet = true
				case 'U':
					h.unwinds = true
				case 'N':
					h.never = true
					h.unwinds = true
				}
			}
		}
		m[f[1]] = h
	}
	return m
}

// checkHelpers compares the list with what the runtime's packages compiled to.
func (p *program) checkHelpers() {
	for _, name := range sortedKeys(helpers) {
		h := helpers[name]
		bits, ok := p.attr[h.sym]
		if !ok {
			panic(bug{msg: "the runtime has no " + h.sym})
		}
		a := attrsFromBits(bits)
		switch {
		case h.suspends != (a.abi == ir.Resumable) || a.abi == ir.Fueled:
			panic(bug{msg: fmt.Sprintf("%s is called as if suspends=%v, and its ABI is %d", h.sym, h.suspends, a.abi)})
		case a.unwinds && !h.unwinds:
			panic(bug{msg: h.sym + " may unwind, and its callers do not look"})
		case a.clock && !h.clock && !h.allocates && !h.suspends:
			panic(bug{msg: h.sym + " reads the fuel, and its callers do not store it"})
		}
	}
}

// rtcall calls a helper.
func (n *fn) rtcall(name string, dst []ir.Local, args ...*ir.Expr) {
	c := n.helperCall(name, args...)
	c.Dst = dst
	if !helpers[name].quiet {
		n.flushMem()
	}
	n.emit(c)
	n.cur.Cost += helpers[name].cost
	if c.Never {
		n.unreachable()
	}
}

// rtcall1 calls a helper with one result.
func (n *fn) rtcall1(name string, args ...*ir.Expr) *ir.Expr {
	l := n.ir.NewLocal(helpers[name].results[0])
	n.rtcall(name, []ir.Local{l}, args...)
	return getLocal(l)
}

// rtcalls calls a helper with any results.
func (n *fn) rtcalls(name string, args ...*ir.Expr) []*ir.Expr {
	var ls []ir.Local
	var xs []*ir.Expr
	for _, t := range helpers[name].results {
		l := n.ir.NewLocal(t)
		ls = append(ls, l)
		xs = append(xs, getLocal(l))
	}
	n.rtcall(name, ls, args...)
	return xs
}

// helperCall is the call of a helper, not emitted yet.
func (n *fn) helperCall(name string, args ...*ir.Expr) *ir.Call {
	h := helpers[name]
	if h == nil {
		panic(bug{pos: n.f.Pos(), msg: "no helper " + name})
	}
	if len(args) != len(h.params) {
		panic(bug{pos: n.f.Pos(), msg: fmt.Sprintf("%s takes %d components, not %d", name, len(h.params), len(args))})
	}
	c := &ir.Call{Sym: h.sym, Params: h.params, Results: h.results, Args: args, Never: h.never, Clock: h.clock, Reload: h.allocates, Line: n.line}
	for range h.results {
		c.Dst = append(c.Dst, ir.NoLocal)
	}
	if h.suspends {
		c.ABI = ir.Resumable
	}
	if h.unwinds {
		c.Unwind = n.unwind()
	}
	return c
}

// unwind is where a call goes on that comes back unwinding.
func (n *fn) unwind() ir.Unwinding {
	if n.pkg.Path == schedPath && n.attr.abi == ir.Plain {
		// The base of an M: what it calls (unlockf, a timer's function) does not panic.
		return ir.NoUnwind
	}
	n.attr.unwinds = true
	if n.defers != ir.NoLocal {
		return ir.ToHandler
	}
	return ir.ToCaller
}

// failIf checks that cond does not hold.
func (n *fn) failIf(cond *ir.Expr, name string, args ...*ir.Expr) {
	if cond.Op == ir.OpSymAddr || isConstVal(cond, 0) {
		return
	}
	was := n.attr.unwinds
	c := n.helperCall(name, args...)
	if n.core { // the runtime does not survive its own mistakes
		c.Unwind = ir.NoUnwind
		n.attr.unwinds = was
	}
	n.emit(&ir.Check{Cond: cond, Call: c})
}
