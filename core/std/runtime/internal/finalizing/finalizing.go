//go:build gopark

// Package finalizing calls finalizers and cleanups for package runtime, whose own
// dynamic calls may not suspend.
package finalizing

import (
	"unsafe"

	"github.com/gopark/gopark/core/rt"
)

// What a finalizer gives, which nobody looks at: its components.
const (
	Nothing  = iota
	Word     // a pointer, or a number of at most 32 bits
	Long     // a number of 64 bits
	Float    // a float32
	Double   // a float64
	Words    // an interface
	WordLong // a string
)

// Run is the goroutine that calls what waits.
func Run() {
	for f := rt.NextFinal(); f != nil; f = rt.NextFinal() {
		switch {
		case f.Cleanup != nil:
			f.Cleanup()
		case f.Word != nil:
			withInterface(f)
		default:
			withPointer(f)
		}
	}
}

func withPointer(f *rt.Final) {
	p, fn := f.Obj, unsafe.Pointer(&f.Fn)
	switch f.Results {
	case Nothing:
		(*(*func(unsafe.Pointer))(fn))(p)
	case Word:
		(*(*func(unsafe.Pointer) int32)(fn))(p)
	case Long:
		(*(*func(unsafe.Pointer) int64)(fn))(p)
	case Float:
		(*(*func(unsafe.Pointer) float32)(fn))(p)
	case Double:
		(*(*func(unsafe.Pointer) float64)(fn))(p)
	case Words:
		(*(*func(unsafe.Pointer) any)(fn))(p)
	case WordLong:
		(*(*func(unsafe.Pointer) string)(fn))(p)
	}
}

func withInterface(f *rt.Final) {
	v := [2]unsafe.Pointer{f.Word, f.Obj}
	x, fn := *(*any)(unsafe.Pointer(&v)), unsafe.Pointer(&f.Fn)
	switch f.Results {
	case Nothing:
		(*(*func(any))(fn))(x)
	case Word:
		(*(*func(any) int32)(fn))(x)
	case Long:
		(*(*func(any) int64)(fn))(x)
	case Float:
		(*(*func(any) float32)(fn))(x)
	case Double:
		(*(*func(any) float64)(fn))(x)
	case Words:
		(*(*func(any) any)(fn))(x)
	case WordLong:
		(*(*func(any) string)(fn))(x)
	}
}
