//go:build gopark

package runtime

// This file holds the functions that compiled code calls when a check fails. In
// Go: panic.go.

import (
	"internal/abi"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
)

var (
	divideError   = error(errorString("integer divide by zero"))
	overflowError = error(errorString("integer overflow"))
	shiftError    = error(errorString("negative shift amount"))
	memoryError   = error(errorString("invalid memory address or nil pointer dereference"))

	rangeDoneError         = error(errorString("range function continued iteration after function for loop body returned false"))
	rangePanicError        = error(errorString("range function continued iteration after loop body panic"))
	rangeExhaustedError    = error(errorString("range function continued iteration after whole loop exit"))
	rangeMissingPanicError = error(errorString("range function recovered a loop body panic and did not resume panicking"))
)

func panicdivide()   { panic(divideError) }
func panicoverflow() { panic(overflowError) }
func panicshift()    { panic(shiftError) }

// panicmem is a nil dereference, which Go learns from a signal.
func panicmem() { rt.PanicSignal(memoryError, 0) }

func panicmemAddr(addr uintptr) {
	rt.PanicSignal(errorAddressString{"invalid memory address or nil pointer dereference", addr}, uint64(addr))
}

func panicrangestate(state int) {
	switch abi.RF_State(state) {
	case abi.RF_DONE:
		panic(rangeDoneError)
	case abi.RF_PANIC:
		panic(rangePanicError)
	case abi.RF_EXHAUSTED:
		panic(rangeExhaustedError)
	case abi.RF_MISSING_PANIC:
		panic(rangeMissingPanicError)
	}
	rt.Throw("unexpected state passed to panicrangestate")
}

// panicwrap is the call of a value method through a nil pointer.
func panicwrap(pkg, typ, meth string) {
	panic(plainError("value method " + pkg + "." + typ + "." + meth + " called using nil *" + typ + " pointer"))
}

func bounds(x int64, signed bool, y int, code abi.BoundsErrorCode) {
	panic(boundsError{x, y, signed, code})
}

func panicIndex(x int, y int)       { bounds(int64(x), true, y, abi.BoundsIndex) }
func panicIndexU(x uint, y int)     { bounds(int64(x), false, y, abi.BoundsIndex) }
func panicSliceAlen(x int, y int)   { bounds(int64(x), true, y, abi.BoundsSliceAlen) }
func panicSliceAlenU(x uint, y int) { bounds(int64(x), false, y, abi.BoundsSliceAlen) }
func panicSliceAcap(x int, y int)   { bounds(int64(x), true, y, abi.BoundsSliceAcap) }
func panicSliceAcapU(x uint, y int) { bounds(int64(x), false, y, abi.BoundsSliceAcap) }
func panicSliceB(x int, y int)      { bounds(int64(x), true, y, abi.BoundsSliceB) }
func panicSliceBU(x uint, y int)    { bounds(int64(x), false, y, abi.BoundsSliceB) }

func panicSlice3Alen(x int, y int)   { bounds(int64(x), true, y, abi.BoundsSlice3Alen) }
func panicSlice3AlenU(x uint, y int) { bounds(int64(x), false, y, abi.BoundsSlice3Alen) }
func panicSlice3Acap(x int, y int)   { bounds(int64(x), true, y, abi.BoundsSlice3Acap) }
func panicSlice3AcapU(x uint, y int) { bounds(int64(x), false, y, abi.BoundsSlice3Acap) }
func panicSlice3B(x int, y int)      { bounds(int64(x), true, y, abi.BoundsSlice3B) }
func panicSlice3BU(x uint, y int)    { bounds(int64(x), false, y, abi.BoundsSlice3B) }
func panicSlice3C(x int, y int)      { bounds(int64(x), true, y, abi.BoundsSlice3C) }
func panicSlice3CU(x uint, y int)    { bounds(int64(x), false, y, abi.BoundsSlice3C) }

// panicSliceConvert: a slice of length have does not fit an array of length want.
func panicSliceConvert(have int, want int) { bounds(int64(have), true, want, abi.BoundsConvert) }

// panicdottypeE is a failed assertion on an empty interface.
func panicdottypeE(have, want, iface *abi.Type) {
	panic(&TypeAssertionError{iface, have, want, ""})
}

// panicdottypeI is a failed assertion on an interface with methods.
func panicdottypeI(have *abi.ITab, want, iface *abi.Type) {
	var t *abi.Type
	if have != nil {
		t = have.Type
	}
	panic(&TypeAssertionError{iface, t, want, ""})
}

// panicnildottype is an assertion of a nil interface.
func panicnildottype(want *abi.Type) {
	panic(&TypeAssertionError{nil, nil, want, ""})
}

// printpanickind prints what a panic was called with that came out of a method
// that makes the text of another: a string, or else only its type.
func printpanickind(v any) {
	e := efaceOf(&v)
	if s, ok := v.(string); ok {
		rt.Printindented(s)
		return
	}
	printstring("type ")
	printstring(typeString(e.typ))
}

// printpanicval prints the value of a panic.
func printpanicval(v any) {
	e := efaceOf(&v)
	t := e.typ
	if t == nil {
		printstring("nil")
		return
	}
	named := t.TFlag&abi.TFlagNamed != 0 && pkgPathOf(t) != ""
	k := t.Kind()
	if k == abi.String {
		if named {
			printstring(typeString(t))
			printstring(`("`)
		}
		rt.Printindented(*(*string)(e.data))
		if named {
			printstring(`")`)
		}
		return
	}
	if k < abi.Bool || k > abi.Complex128 {
		printstring("(")
		printstring(typeString(t))
		printstring(") ")
		printpointer(e.data)
		return
	}
	brackets := named && k != abi.Complex64 && k != abi.Complex128
	if named {
		printstring(typeString(t))
	}
	if brackets {
		printstring("(")
	}
	printbasic(k, e.data)
	if brackets {
		printstring(")")
	}
}

// printbasic prints the number or boolean at p.
func printbasic(k abi.Kind, p unsafe.Pointer) {
	switch k {
	case abi.Bool:
		printbool(*(*bool)(p))
	case abi.Int, abi.Int64:
		printint(*(*int64)(p))
	case abi.Int8:
		printint(int64(*(*int8)(p)))
	case abi.Int16:
		printint(int64(*(*int16)(p)))
	case abi.Int32:
		printint(int64(*(*int32)(p)))
	case abi.Uint, abi.Uint64, abi.Uintptr:
		printuint(*(*uint64)(p))
	case abi.Uint8:
		printuint(uint64(*(*uint8)(p)))
	case abi.Uint16:
		printuint(uint64(*(*uint16)(p)))
	case abi.Uint32:
		printuint(uint64(*(*uint32)(p)))
	case abi.Float32:
		printfloat32(*(*float32)(p))
	case abi.Float64:
		printfloat64(*(*float64)(p))
	case abi.Complex64:
		printcomplex64(*(*complex64)(p))
	case abi.Complex128:
		printcomplex128(*(*complex128)(p))
	}
}
