//go:build gopark

// Package coro calls the function of a coroutine for package runtime, whose own
// dynamic calls may not suspend. See coro.go there.
package coro

import "unsafe"

// Run calls f(c), and exit(c) when f has returned or ended its goroutine.
func Run(f func(unsafe.Pointer), c unsafe.Pointer, exit func(unsafe.Pointer)) {
	defer exit(c)
	f(c)
}
