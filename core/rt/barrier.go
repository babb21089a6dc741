// This file is the slow half of the write barrier: what stores call while the
// collector marks (wasm/compile/barrier.go has the fast half, and says which stores
// do), and the moves of values whose type is known at run time only.
//
// A store shades the pointer that it overwrites. So everything that was reachable
// when marking began is marked, whatever the program does to it meanwhile; and what
// was allocated since is marked already. The new pointer needs no shading: all frames
// were looked at in the first pause.
//
// A range is shaded word by word, whatever the words mean: one too many keeps an
// object until the next collection.
//
// In Go: mbarrier.go, mwbbuf.go.

package rt

import "unsafe"

// shade marks the object that p points into.
func shade(p unsafe.Pointer) {
	if a := uintptr(p); a-heap.lo < heap.hi-heap.lo {
		w := gcwof()
		w.markWord(a)
		gcwdone(w)
	}
}

// shadeRange marks what the n bytes at p point to.
func shadeRange(p unsafe.Pointer, n int32) { bulkBarrier(p, uintptr(n)) }

// bulkBarrier is for n bytes at p that are about to be overwritten.
func bulkBarrier(p unsafe.Pointer, n uintptr) {
	w := gcwof()
	for a, end := uintptr(p), uintptr(p)+n&^7; a < end; a += 8 {
		if x := ldword(a); x-heap.lo < heap.hi-heap.lo {
			w.markWord(x)
		}
	}
	gcwdone(w)
}

// Typedmove copies n bytes that may hold pointers.
func Typedmove(dst, src unsafe.Pointer, n uintptr) {
	if getbarrier() != 0 {
		bulkBarrier(dst, n)
	}
	memmove(dst, src, n)
}

// Typedclear clears n bytes that may hold pointers.
func Typedclear(p unsafe.Pointer, n uintptr) {
	if getbarrier() != 0 {
		bulkBarrier(p, n)
	}
	memclr(p, n)
}
