//go:build gopark

package runtime

// This file is about who calls whom. There are no program counters: Callers
// finds nothing and Caller says so. Stack knows the frames that are frozen, which
// are those of the other goroutines. In Go: symtab.go, extern.go, traceback.go.

import (
	"unsafe"

	"github.com/gopark/gopark/core/rt"
)

// Caller reports ok false.
func Caller(skip int) (pc uintptr, file string, line int, ok bool) { return 0, "", 0, false }

// Callers finds nothing.
func Callers(skip int, pc []uintptr) int { return 0 }

// A Frame is one function of a stack.
type Frame struct {
	PC       uintptr
	Func     *Func
	Function string
	File     string
	Line     int
	Entry    uintptr
	funcInfo unsafe.Pointer
}

// Frames are those of a list of program counters.
type Frames struct{ callers []uintptr }

// CallersFrames makes Frames.
func CallersFrames(callers []uintptr) *Frames { return &Frames{callers} }

// Next gives the next frame, of which nothing is known.
func (f *Frames) Next() (frame Frame, more bool) {
	if len(f.callers) > 0 {
		frame.PC = f.callers[0]
		f.callers = f.callers[1:]
	}
	return frame, len(f.callers) > 0
}

// A Func is a function. The program counter of a func value is its table slot.
type Func struct{ info rt.FuncInfo }

// FuncForPC gives the function of a func value's pointer, as reflect's
// Value.Pointer has it, or nil.
func FuncForPC(pc uintptr) *Func {
	return (*Func)(unsafe.Pointer(rt.FuncOfSlot(uint32(pc))))
}

// Name is the function's name: main.main.
func (f *Func) Name() string {
	if f == nil {
		return ""
	}
	return f.info.Name
}

// Entry is 0.
func (f *Func) Entry() uintptr { return 0 }

// FileLine is where the function is declared.
func (f *Func) FileLine(pc uintptr) (file string, line int) {
	if f == nil {
		return "?", 0
	}
	return f.info.File, int(f.info.Line)
}

// Stack writes the stack of this goroutine, or of all, to buf.
func Stack(buf []byte, all bool) int { return rt.WriteStack(buf, all) }
