//go:build gopark && !goparkrace

// This file is the package in a program without the detector: the compiler takes out all calls.

package race

import "unsafe"

var Stack uint32

func Init()                                                 {}
func Go(g unsafe.Pointer, goid uint64)                      {}
func Exit(g unsafe.Pointer)                                 {}
func Run(g unsafe.Pointer)                                  {}
func Malloc(p unsafe.Pointer, n uintptr)                    {}
func AcquireFor(g, p unsafe.Pointer)                        {}
func Acquire(p unsafe.Pointer)                              {}
func Release(p unsafe.Pointer)                              {}
func ReleaseMerge(p unsafe.Pointer)                         {}
func Wake(g unsafe.Pointer)                                 {}
func Buffer(c, buf unsafe.Pointer, i, size, n uintptr)      {}
func Handed(g, c, buf unsafe.Pointer, i, size, n uintptr)   {}
func Refilled(g, c, buf unsafe.Pointer, i, size, n uintptr) {}
func AcquireAll()                                           {}
func Timer(p unsafe.Pointer) uint32                         { return 0 }
func TimerDone(was uint32)                                  {}
func ExitCode(code int32) int32                             { return code }
func Switch(from, to unsafe.Pointer)                        {}
func Top()                                                  {}
