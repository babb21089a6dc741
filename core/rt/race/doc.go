// Package race finds data races: two accesses to the same memory by two goroutines, at least one a
// write, at least one not atomic, with nothing that orders them.
//
// It is FastTrack (Flanagan and Freund, 2009). Each goroutine has a clock, and a vector of what it
// knows of the clocks of others; each object that goroutines synchronise with (a slot of a channel,
// a mutex, an atomic variable) has a vector that was left there. Memory remembers, for each 8 bytes,
// the accesses that a later one can still race with: for most that is the last write, or one read.
//
//	race.go    goroutines, and the edges between them
//	clock.go   vectors
//	sync.go    objects that have one
//	shadow.go  what memory remembers
//	stack.go   where accesses were
//	memory.go  from where all this has its memory
//
// All is in a region of its own at the end of the program's memory, so the heap is the same with
// and without. A run in virtual time has one thread: there are no locks.
//
// The compiler calls Access and its like from instrumented code (wasm/compile/race.go). core/rt and
// core/sched call the functions that make edges; in a program without the detector the compiler takes
// these calls out, and the package is empty (off.go). Where nothing was given to Init, as in native
// tests of core, they do nothing.
//
// In Go: runtime/race.go, which calls ThreadSanitizer. Its memory remembers four accesses for each 8
// bytes, and forgets one at random if there are more; this one remembers all, while it has memory.
package race
