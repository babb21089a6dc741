// This file walks the stack of a goroutine whose frames are all in memory: one that is frozen, or that
// looks at itself (sched.Look). What belongs to the runtime is left out.
//
// While a panic unwinds, the functions that it left are gone, but their names are in its record.
// They belong between the deferred call that runs now and the function that deferred it.
//
// In Go: unwinder in traceback.go; callers and Caller.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

// stack is a place in a stack. Its traceEntry is the function there; without info it
// stands for a call of panic.
type stack struct {
	traceEntry
	fr    uintptr   // the next frame
	panic *panicRec // the innermost that belongs further out
	from  *panicRec // whose record is being read, nil for none
	i     int       // the next entry there
}

func stackOf(gp *sched.G) stack {
	return stack{fr: uintptr(gp.Top), panic: (*panicRec)(gp.Panics)}
}

// next goes to the next function further out, and says whether there is one.
func (s *stack) next() bool {
	if s.noted() {
		return true
	}
	for s.fr != 0 {
		f := funcinfo(ld32(s.fr + 4))
		point := int(*(*uint16)(ptr(s.fr + 8)))
		s.fr = uintptr(ld32(s.fr))
		switch {
		case f == nil:
		case f.Name == panicking:
			if s.enterPanic() {
				return true
			}
		case !f.hidden():
			s.info, s.line = f, f.PointLine(point)
			return true
		}
	}
	return false
}

// panicking is the function that runs the deferred calls of a panic.
const panicking = "github.com/gopark/gopark/core/rt.tryPanicking"

// enterPanic goes to the call of panic that made the deferred call further in run.
func (s *stack) enterPanic() bool {
	p := s.panic
	for p != nil && p.aborted {
		p = p.link
	}
	if p == nil {
		return false
	}
	s.panic = p.link
	if p.goexit || p.trace.n == 0 {
		return false
	}
	s.from, s.i = p, 0
	s.info, s.line = nil, 0
	s.skipDeferrer()
	return true
}

// skipDeferrer goes past the frame of the function that deferred the call: it is the last that the
// panic noted.
func (s *stack) skipDeferrer() {
	for s.fr != 0 {
		f := funcinfo(ld32(s.fr + 4))
		if f != nil && f.Name == panicking {
			return
		}
		s.fr = uintptr(ld32(s.fr))
		if f != nil && !f.hidden() {
			return
		}
	}
}

// noted goes to the next function that a panic left.
func (s *stack) noted() bool {
	if s.from == nil {
		return false
	}
	t := &s.from.trace
	if s.i >= traceHalf && s.i < t.n-traceHalf {
		s.i = t.n - traceHalf // those between are not known
	}
	if s.i >= t.n {
		s.from = nil
		return false
	}
	s.traceEntry = *t.at(s.i)
	s.i++
	return true
}

// Program counters are made up: the address of a FuncInfo, a line and a bit that is taken away by
// those who go from a return address to its call.
const (
	pcInfo = 22 // bits above
	pcLine = 2
)

// PC makes a program counter.
func PC(f *FuncInfo, line int32) uintptr {
	return uintptr(unsafe.Pointer(f))<<pcInfo | uintptr(uint32(line))<<pcLine | 1<<(pcLine-1)
}

// FuncOfPC gives what PC was made of. That of a func value is its table slot, and its line that
// of the declaration.
func FuncOfPC(pc uintptr) (f *FuncInfo, line int32) {
	if pc < 1<<pcInfo {
		if f = funcinfo(uint32(pc)); f != nil {
			line = f.Line
		}
		return f, line
	}
	if f = infoAt(pc >> pcInfo); f != nil {
		line = int32(pc << (64 - pcInfo) >> (64 - pcInfo + pcLine))
	}
	return f, line
}

// Names of functions that are not in memory.
var (
	infoCallers = FuncInfo{Name: "runtime.Callers", File: "/usr/local/go/src/runtime/extern.go", Line: 331}
	infoPanic   = FuncInfo{Name: "runtime.gopanic", File: "/usr/local/go/src/runtime/panic.go", Line: 860}
	infoMain    = FuncInfo{Name: "runtime.main", File: "/usr/local/go/src/runtime/proc.go", Line: 290}
	infoGoexit  = FuncInfo{Name: "runtime.goexit", File: "/usr/local/go/src/runtime/asm_wasm.s", Line: 434}
)

// Callers fills pcs with the program counters of the calling goroutine's stack without the first skip
// functions, of which the very first is runtime.Callers, and says how many there are.
func Callers(skip int, pcs []uintptr) int {
	c := &callers{skip: skip, pcs: pcs}
	sched.Look(findCallers, unsafe.Pointer(c))
	return c.n
}

type callers struct {
	skip int
	pcs  []uintptr
	n    int
}

func (c *callers) add(f *FuncInfo, line int32) bool {
	if c.skip > 0 {
		c.skip--
		return true
	}
	if c.n == len(c.pcs) {
		return false
	}
	c.pcs[c.n] = PC(f, line)
	c.n++
	return true
}

func findCallers(gp *sched.G, arg unsafe.Pointer) {
	c := (*callers)(arg)
	more := c.add(&infoCallers, infoCallers.Line)
	for s := stackOf(gp); more && s.next(); {
		if s.info == nil {
			more = c.add(&infoPanic, infoPanic.Line)
		} else {
			more = c.add(s.info, s.line)
		}
	}
	if more && gp.Goid == 1 {
		more = c.add(&infoMain, infoMain.Line)
	}
	if more {
		c.add(&infoGoexit, infoGoexit.Line)
	}
}
