// This file is the collector: mark and sweep, with the world stopped.
//
// When it runs every goroutine is frozen, so all that a program can reach is
// reached from these roots:
//
//	the data and bss that may hold pointers (linkinfo.scanStart .. scanEnd);
//	the frames of every goroutine: the pointers come first in a frame, and it
//	says how many;
//	what package sched holds: its Gs, Ms and Ps are objects themselves, reached
//	from its variables, and so is the place where results of a thawed callee wait.
//
// Objects are scanned conservatively: an aligned word that could be the address
// of a byte in an allocated object keeps that object. Nothing ever moves. Spans
// without pointers are not scanned.
//
// The mark stack is bounded. A big object is pushed in pieces, so that it rarely
// fills; when it does, the object is only marked, and marked objects are scanned
// all over again until nothing is lost.
//
// In Go: mgc.go, mgcmark.go, mgcsweep.go, which mark concurrently and precisely.
// Finalizers and cleanups never run here; weak pointers are strong.

package rt

import "math/bits"

const (
	markEntries = 16384 // of two addresses, 8 bytes
	scanPiece   = 1024  // bytes of an object scanned between two looks at the stack
)

var work struct {
	stack uintptr // address of the mark stack
	n     uintptr // entries in use
	lost  bool    // it was full: marked objects may not have been scanned

	marked      uintptr // bytes
	poolCleanup func()  // sync.Pool's
}

// markInit makes the mark stack. Part of Heapinit.
func markInit() {
	s := allocPages((markEntries*8+pageSize-1)>>pageShift, spanMeta)
	if s == nil {
		outOfMemory(markEntries * 8)
	}
	work.stack = s.base
}

// OnCollect registers what sync.Pool does before a collection.
func OnCollect(f func()) { work.poolCleanup = f }

// GC collects. The world is stopped and every goroutine is frozen.
func GC() {
	if f := work.poolCleanup; f != nil {
		f()
	}
	lock(&heap.lock)
	for c := central.caches; c != nil; c = c.next {
		flushCache(c)
		c.sudogs, c.nsudog = nil, 0
	}
	work.marked, work.n, work.lost = 0, 0, false
	clearMarks()
	markRoots()
	drain()
	for work.lost {
		work.lost = false
		markAgain()
	}
	sweep()
	central.stats.NumGC++
	central.stats.LastMarked = work.marked
	central.live = work.marked
	setTrigger(work.marked)
	unlock(&heap.lock)
}

// nextSpan gives the span behind s; nil s means the first. Free ones too.
func nextSpan(s *span) *span {
	if s == nil {
		return page(0)
	}
	i := (s.base-heap.lo)>>pageShift + s.npages
	if i >= heap.npages {
		return nil
	}
	return page(i)
}

func clearMarks() {
	for s := nextSpan(nil); s != nil; s = nextSpan(s) {
		if s.state == spanObject {
			for i := uint32(0); i < s.nwords; i++ {
				s.mark[i] = 0
			}
		}
	}
}

// markWord marks the object that w points into, if it does, and pushes it.
func markWord(w uintptr) {
	off := w - heap.lo
	if off >= heap.hi-heap.lo {
		return
	}
	s := page(off >> pageShift)
	if s == nil || s.state != spanObject {
		return
	}
	i := uintptr(0)
	if s.divmul != 0 {
		i = uintptr(uint64(w-s.base) * uint64(s.divmul) >> 32)
		if i >= uintptr(s.nelems) {
			return // the rest of the span behind its last object
		}
	}
	bit := uint64(1) << (i & 63)
	if s.alloc[i>>6]&bit == 0 || s.mark[i>>6]&bit != 0 {
		return
	}
	s.mark[i>>6] |= bit
	work.marked += s.elemsize
	if !s.noscan {
		p := s.base + i*s.elemsize
		push(p, p+s.elemsize)
	}
}

func push(from, to uintptr) {
	if work.n >= markEntries {
		work.lost = true
		return
	}
	e := work.stack + work.n*8
	st32(e, uint32(from))
	st32(e+4, uint32(to))
	work.n++
}

// drain scans until the stack is empty.
func drain() {
	for work.n > 0 {
		work.n--
		e := work.stack + work.n*8
		from, to := uintptr(ld32(e)), uintptr(ld32(e+4))
		if to-from > scanPiece {
			push(from+scanPiece, to) // there is room: we took one off
			to = from + scanPiece
		}
		scanWords(from, to)
	}
}

// scanWords marks from the 8-byte words of [from, to).
func scanWords(from, to uintptr) {
	lo, n := heap.lo, heap.hi-heap.lo
	for a := from; a < to; a += 8 {
		if w := uintptr(ld64(a)); w-lo < n {
			markWord(w)
		}
	}
}

// scanRange is scanWords for roots: it empties the stack as it goes.
func scanRange(from, to uintptr) {
	from = (from + 7) &^ 7
	to &^= 7
	for ; from < to; from += scanPiece {
		scanWords(from, min(to, from+scanPiece))
		drain()
	}
}

// scanFrames marks from a chain of frames.
//
// Frame: +0 parent, +10 number of pointers (16 bits), +16 the pointers, 32 bits each.
func scanFrames(fr uintptr) {
	for fr != 0 {
		n := uintptr(*(*uint16)(ptr(fr + 10)))
		for i := uintptr(0); i < n; i++ {
			markWord(uintptr(ld32(fr + 16 + i*4)))
		}
		if work.n > markEntries/2 {
			drain()
		}
		fr = uintptr(ld32(fr))
	}
	drain()
}

// markAgain scans every marked object once more.
func markAgain() {
	for s := nextSpan(nil); s != nil; s = nextSpan(s) {
		if s.state != spanObject || s.noscan {
			continue
		}
		for i := uint32(0); i < s.nwords; i++ {
			for m := s.mark[i]; m != 0; m &= m - 1 {
				p := s.base + uintptr(i<<6+uint32(bits.TrailingZeros64(m)))*s.elemsize
				push(p, p+s.elemsize)
				drain()
			}
		}
	}
}

// sweep frees what is not marked, and makes the lists of spans with free objects.
func sweep() {
	clear(central.partial[:])
	clear(central.last[:])
	s := nextSpan(nil)
	for s != nil {
		next := nextSpan(s)
		if s.state == spanObject {
			if next != nil && next.state == spanFree {
				// freePages may join s with it; go on behind it.
				if n2 := nextSpan(next); sweepSpan(s) {
					next = n2
				}
			} else {
				sweepSpan(s)
			}
		}
		s = next
	}
}

// sweepSpan sweeps one span, and says whether its pages were given back.
func sweepSpan(s *span) bool {
	n := uint32(0)
	for i := uint32(0); i < s.nwords; i++ {
		n += uint32(bits.OnesCount64(s.mark[i]))
	}
	freed := s.nalloc - n
	central.stats.Frees += uint64(freed)
	central.stats.TotalFreed += uint64(freed) * uint64(s.elemsize)
	if debugPoison {
		poison(s)
	}
	if n == 0 {
		dropBits(s)
		freePages(s)
		return true
	}
	if freed != 0 {
		s.needzero = true
	}
	s.alloc, s.mark = s.mark, s.alloc
	if tail := s.nelems & 63; tail != 0 {
		s.alloc[s.nwords-1] |= ^uint64(0) << tail
	}
	s.nalloc, s.word, s.avail = n, 0, 0
	if n < s.nelems {
		s.next = nil
		if last := central.last[s.spc]; last != nil {
			last.next = s
		} else {
			central.partial[s.spc] = s
		}
		central.last[s.spc] = s
	}
	return false
}

// debugPoison makes sweep overwrite what it frees; tests switch it on.
var debugPoison bool

func poison(s *span) {
	for i := uint32(0); i < s.nelems; i++ {
		if bit := uint64(1) << (i & 63); s.alloc[i>>6]&bit != 0 && s.mark[i>>6]&bit == 0 {
			p := s.base + uintptr(i)*s.elemsize
			for j := uintptr(0); j < s.elemsize; j += 8 {
				*(*uint64)(ptr(p + j)) = 0xdbdbdbdbdbdbdbdb
			}
		}
	}
}
