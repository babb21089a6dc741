//go:build gopark

package runtime

// This file is print and println: compiled code calls one function for each
// operand. In Go: print.go.

import (
	"internal/strconv"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
)

func printlock()           { rt.Printlock() }
func printunlock()         { rt.Printunlock() }
func printsp()             { rt.Printstring(" ") }
func printnl()             { rt.Printstring("\n") }
func printstring(s string) { rt.Printstring(s) }
func printint(v int64)     { rt.Printint(v) }
func printuint(v uint64)   { rt.Printuint(v) }
func printhex(v uint64)    { rt.Printhex(v) }

func printpointer(p unsafe.Pointer) { rt.Printhex(uint64(uintptr(p))) }

func printbool(v bool) {
	if v {
		rt.Printstring("true")
	} else {
		rt.Printstring("false")
	}
}

func printfloat64(v float64) { rt.Printstring(strconv.FormatFloat(v, 'g', -1, 64)) }
func printfloat32(v float32) { rt.Printstring(strconv.FormatFloat(float64(v), 'g', -1, 32)) }

func printcomplex128(v complex128) { rt.Printstring(strconv.FormatComplex(v, 'g', -1, 128)) }
func printcomplex64(v complex64)   { rt.Printstring(strconv.FormatComplex(complex128(v), 'g', -1, 64)) }

func printslice(p unsafe.Pointer, len, cap int) {
	rt.Printstring("[")
	rt.Printint(int64(len))
	rt.Printstring("/")
	rt.Printint(int64(cap))
	rt.Printstring("]")
	printpointer(p)
}

func printeface(t, d unsafe.Pointer) { printpair(t, d) }
func printiface(t, d unsafe.Pointer) { printpair(t, d) }

func printpair(t, d unsafe.Pointer) {
	rt.Printstring("(")
	printpointer(t)
	rt.Printstring(",")
	printpointer(d)
	rt.Printstring(")")
}
