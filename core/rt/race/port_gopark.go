//go:build goparkrace

// This file is the port for wasm.

package race

import "unsafe"

// memorysize is where the program's memory ends: the compiler takes Bytes off the whole.
func memorysize() uintptr

// Init prepares the detector. It is the first thing that happens to the memory.
func Init() {
	base := memorysize()
	setup(unsafe.Add(unsafe.Pointer(nil), base), Bytes, base)
}

// core/rt.

//go:linkname report github.com/gopark/gopark/core/rt.raceReport
func report(r *Race)

//go:linkname finish github.com/gopark/gopark/core/rt.raceFinish
func finish(found int)

//go:linkname die github.com/gopark/gopark/core/rt.raceDie
func die(msg string)
