//go:build gopark

// Package dying calls the methods that give the values of a panic as text for
// package runtime, whose own dynamic calls may not suspend: an Error method may
// wait for a lock.
package dying

import "github.com/gopark/gopark/core/rt"

// Run is the end of a goroutine that panicked, and of the program.
func Run() {
	for v, ok := rt.NextPanic(); ok; v, ok = rt.NextPanic() {
		switch v := v.(type) {
		case error:
			rt.SetPanicText(v.Error(), true)
		case interface{ String() string }:
			rt.SetPanicText(v.String(), true)
		default:
			rt.SetPanicText("", false)
		}
	}
	rt.Die()
}
