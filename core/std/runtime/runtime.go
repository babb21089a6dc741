//go:build gopark

// Package runtime is the face that the Go runtime shows: to programs (Gosched,
// GOMAXPROCS, MemStats ...), to compiled code (makeslice, panicIndex ...) and, by
// go:linkname, to the rest of the standard library.
//
// The work is done in core/sched and core/rt. What is here knows about types
// (internal/abi) and about Go's errors; the files are
//
//	runtime.go start.go          the public functions, and how main starts
//	memory.go mapchan.go         allocation, slices, maps, channels
//	iface.go alg.go              interface tables, comparison and hashing
//	error.go panics.go           the errors, and who panics with them
//	print.go                     print and println
//	stdlib.go reflect.go         what other packages link to by name
//	stats.go symtab.go coro.go   MemStats, Caller, iter.Pull
//	final.go                     finalizers, cleanups, weak pointers
//
// Programs are told what native Go on Linux would tell them: GOOS is "linux".
// SetCPUProfileRate, SetBlockProfileRate and the like are accepted and do nothing.
package runtime

import (
	"unsafe"

	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/sched"
)

// What the program is told about its platform.
const (
	GOOS     = "linux"
	GOARCH   = "wasm"
	Compiler = "gc"
)

const goVersion = "go1.26.8"

// Gosched lets other goroutines run. The caller goes to the end of the global queue.
func Gosched() { sched.Gosched() }

// Goexit ends the goroutine that calls it, after its deferred calls.
func Goexit() { rt.Goexit() }

// GC runs a whole collection, sweeping included.
func GC() { sched.GC() }

// GOMAXPROCS sets the number of Ps, if n > 0, and gives the former one.
func GOMAXPROCS(n int) int { return sched.GOMAXPROCS(n) }

// SetDefaultGOMAXPROCS does nothing: the default is the -procs that the run began with.
func SetDefaultGOMAXPROCS() {}

// NumCPU is the number of Ps that the run began with.
func NumCPU() int { return numCPU }

// NumCgoCall is 0.
func NumCgoCall() int64 { return 0 }

// NumGoroutine is the number of goroutines that exist.
func NumGoroutine() int { return withCoros(sched.NumGoroutine()) }

// Version is the version of Go whose library and scheduler this is.
func Version() string { return goVersion }

// GOROOT is where Go is installed: nowhere.
func GOROOT() string { return "/usr/local/go" }

// LockOSThread wires the goroutine to its M.
func LockOSThread() {
	if !sched.LockOSThread() {
		panic("LockOSThread nesting overflow")
	}
}

// UnlockOSThread undoes one LockOSThread.
func UnlockOSThread() { sched.UnlockOSThread() }

// KeepAlive keeps x reachable up to here.
func KeepAlive(x any) {
	if keepAlive {
		kept = x
	}
}

var (
	keepAlive bool // false, but who knows
	kept      any
)

// A Pinner keeps objects where they are. They never move.
type Pinner struct{ refs []any }

// Pin keeps the object that pointer points to.
func (p *Pinner) Pin(pointer any) { p.refs = append(p.refs, pointer) }

// Unpin lets go of all.
func (p *Pinner) Unpin() { p.refs = nil }

// Breakpoint does nothing.
func Breakpoint() {}

// SetCgoTraceback is here for programs that name it.
func SetCgoTraceback(version int, traceback, context, symbolizer unsafe.Pointer) {}
