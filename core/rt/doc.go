// Package rt is the language runtime: what the compiler and the standard
// library call that is not scheduling. It is compiled into every program, and it
// is tested natively as ordinary Go.
//
// Read it in this order:
//
//	heap.go page.go   where objects come from
//	gc.go mark.go     how they go: the cycle, and marking (barrier.go: the write
//	                  barrier; gcwork.go: what is grey; pacer.go: when)
//	sweep.go          what was not marked is free again
//	frame.go          memory of frozen functions, which the collector does not own
//	chan.go select.go sema.go
//	panic.go trace.go panics, recover, Goexit, and what a crash prints
//	string.go slice.go print.go
//
// The package is compiled as a "plain" one (see package sched): no goroutines,
// channels, maps, defer or capturing closures in it, and no package variable that
// needs code to get its value. Types of the standard library's runtime package
// (the errors, the interfaces) live one floor up, in core/std/runtime.
package rt
