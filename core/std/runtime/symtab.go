//go:build gopark

package runtime

// This file is about who calls whom. Program counters are made up, by core/rt: they say
// function and line. In Go: symtab.go, extern.go, traceback.go.

import (
	"unsafe"

	"github.com/gopark/gopark/core/rt"
)

// Caller is the function that called its caller, skip further out.
func Caller(skip int) (pc uintptr, file string, line int, ok bool) {
	var pcs [1]uintptr
	if rt.Callers(skip+1, pcs[:]) == 0 {
		return 0, "", 0, false
	}
	f, n := rt.FuncOfPC(pcs[0])
	return pcs[0], f.File, int(n), true
}

// Callers fills pc with the stack of the calling goroutine.
func Callers(skip int, pc []uintptr) int { return rt.Callers(skip, pc) }

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

// Next gives the next frame.
func (f *Frames) Next() (frame Frame, more bool) {
	for len(f.callers) > 0 {
		pc := f.callers[0]
		f.callers = f.callers[1:]
		info, line := rt.FuncOfPC(pc)
		if info == nil {
			continue
		}
		fn := (*Func)(unsafe.Pointer(info))
		return Frame{pc, fn, info.Name, info.File, int(line), fn.Entry(), nil}, len(f.callers) > 0
	}
	return frame, false
}

// A Func is a function.
type Func struct{ info rt.FuncInfo }

// FuncForPC gives the function of a program counter, or of a func value's pointer as reflect's
// Value.Pointer has it; nil if there is none.
func FuncForPC(pc uintptr) *Func {
	f, _ := rt.FuncOfPC(pc)
	return (*Func)(unsafe.Pointer(f))
}

// Name is the function's name: main.main.
func (f *Func) Name() string {
	if f == nil {
		return ""
	}
	return f.info.Name
}

// Entry is a program counter of the function's declaration.
func (f *Func) Entry() uintptr { return rt.PC(&f.info, f.info.Line) }

// FileLine is where a program counter of the function is.
func (f *Func) FileLine(pc uintptr) (file string, line int) {
	if f == nil {
		return "?", 0
	}
	_, n := rt.FuncOfPC(pc)
	return f.info.File, int(n)
}

// Stack writes the stack of this goroutine, or of all, to buf.
func Stack(buf []byte, all bool) int { return rt.WriteStack(buf, all) }
