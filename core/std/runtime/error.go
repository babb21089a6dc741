//go:build gopark

package runtime

// This file defines the errors that the runtime panics with, in Go's words. In
// Go: error.go.

import (
	"internal/abi"
	"internal/strconv"
)

// Error is an error of the runtime.
type Error interface {
	error

	// RuntimeError tells runtime errors from others; it does nothing.
	RuntimeError()
}

// A TypeAssertionError is a failed type assertion.
type TypeAssertionError struct {
	_interface    *abi.Type
	concrete      *abi.Type
	asserted      *abi.Type
	missingMethod string
}

func (*TypeAssertionError) RuntimeError() {}

func (e *TypeAssertionError) Error() string {
	from := "interface"
	if e._interface != nil {
		from = typeString(e._interface)
	}
	to := typeString(e.asserted)
	if e.concrete == nil {
		return "interface conversion: " + from + " is nil, not " + to
	}
	is := typeString(e.concrete)
	if e.missingMethod != "" {
		return "interface conversion: " + is + " is not " + to + ": missing method " + e.missingMethod
	}
	msg := "interface conversion: " + from + " is " + is + ", not " + to
	if is == to {
		if pkgPathOf(e.concrete) != pkgPathOf(e.asserted) {
			msg += " (types from different packages)"
		} else {
			msg += " (types from different scopes)"
		}
	}
	return msg
}

// errorString is shown behind "runtime error: ".
type errorString string

func (e errorString) RuntimeError() {}
func (e errorString) Error() string { return "runtime error: " + string(e) }

// errorAddressString is errorString with the address of the access that failed.
type errorAddressString struct {
	msg  string
	addr uintptr
}

func (e errorAddressString) RuntimeError() {}
func (e errorAddressString) Error() string { return "runtime error: " + e.msg }

// Addr is the address of the access.
func (e errorAddressString) Addr() uintptr { return e.addr }

// plainError is shown as it is.
type plainError string

func (e plainError) RuntimeError() {}
func (e plainError) Error() string { return string(e) }

// A PanicNilError is what panic(nil) panics with.
type PanicNilError struct {
	_ [0]func() // not comparable
}

func (*PanicNilError) Error() string {
	return "panic called with nil argument"
}
func (*PanicNilError) RuntimeError() {}

// boundsError is an index or slice expression out of range.
type boundsError struct {
	x      int64
	y      int
	signed bool // x is an int64, else a uint64
	code   abi.BoundsErrorCode
}

func (e boundsError) RuntimeError() {}

func (e boundsError) Error() string {
	x := strconv.FormatUint(uint64(e.x), 10)
	if e.signed {
		x = strconv.FormatInt(e.x, 10)
	}
	return "runtime error: " + boundsText(e.code, x, strconv.Itoa(e.y), e.signed && e.x < 0)
}

func boundsText(code abi.BoundsErrorCode, x, y string, negative bool) string {
	const bounds = "slice bounds out of range ["
	length, capacity := "] with length "+y, "] with capacity "+y
	if negative {
		length, capacity = "]", "]"
	}
	switch code {
	case abi.BoundsIndex:
		return "index out of range [" + x + length
	case abi.BoundsSliceAlen:
		return bounds + ":" + x + length
	case abi.BoundsSliceAcap:
		return bounds + ":" + x + capacity
	case abi.BoundsSlice3Alen:
		return bounds + "::" + x + length
	case abi.BoundsSlice3Acap:
		return bounds + "::" + x + capacity
	case abi.BoundsConvert:
		return "cannot convert slice with length " + x + " to array or pointer to array with length " + y
	}
	if negative {
		y = ""
	}
	switch code {
	case abi.BoundsSliceB:
		return bounds + x + ":" + y + "]"
	case abi.BoundsSlice3B:
		return bounds + ":" + x + ":" + y + "]"
	}
	return bounds + x + ":" + y + ":]" // BoundsSlice3C
}
