// This file marks: it finds objects by words that could be their addresses, and scans
// what it found.
//
// Objects are scanned conservatively: an aligned word that could be the address of a
// byte in an allocated object keeps that object. Nothing ever moves. Spans without
// pointers are not scanned. A big object is scanned in pieces (oblets), so that others
// can help and that a turn is short.
//
// Several Ms mark at once, and programs run meanwhile: a mark bit is set atomically,
// and who sets it puts the object among the grey ones. Which objects are allocated is
// read without a lock: an object that is allocated during marking is marked by the
// allocator, so it does not matter whether we see it.
//
// In Go: mgcmark.go, where objects are scanned by the pointer bitmaps of their types.

package rt

import "math/bits"

const (
	oblet     = 16 << 10
	rootPiece = 16 << 10 // bytes of data in one root job
	objCost   = 16       // what marking and fetching an object counts as, in bytes scanned
)

// markWord marks the object that x points into, if it does, and makes it grey.
func (w *gcWork) markWord(x uintptr) {
	off := x - heap.lo
	if off >= heap.hi-heap.lo {
		return
	}
	s := page(off >> pageShift)
	if s == nil || stateOf(s) != spanObject {
		return
	}
	i := uintptr(0)
	if s.divmul != 0 {
		i = uintptr(uint64(x-s.base) * uint64(s.divmul) >> 32)
		if i >= uintptr(s.nelems) {
			return // the rest of the span behind its last object
		}
	}
	bit := uint64(1) << (i & 63)
	if ldbits(&s.alloc[i>>6])&bit == 0 || ldbits(&s.mark[i>>6])&bit != 0 || orbits(&s.mark[i>>6], bit)&bit != 0 {
		return
	}
	w.Marked += int64(s.elemsize)
	if !s.noscan {
		w.put(s.base + i*s.elemsize)
	}
}

// scan scans the object or oblet at a, and gives the bytes it looked at.
func (w *gcWork) scan(a uintptr) uintptr {
	s := page((a - heap.lo) >> pageShift)
	if s.divmul != 0 || s.elemsize <= oblet {
		w.scanWords(a, a+s.elemsize)
		return s.elemsize
	}
	end := s.base + s.elemsize
	if a == s.base {
		for o := a + oblet; o < end; o += oblet {
			w.put(o)
		}
	}
	n := min(end-a, oblet)
	w.scanWords(a, a+n)
	return n
}

// scanWords marks from the 8-byte words of [from, to).
func (w *gcWork) scanWords(from, to uintptr) {
	lo, n := heap.lo, heap.hi-heap.lo
	for a := from; a < to; a += 8 {
		if x := ldword(a); x-lo < n {
			w.markWord(x)
		}
	}
}

// scanFrames marks from a chain of frames, and gives the bytes it looked at.
//
// Frame: +0 parent, +10 number of pointers (16 bits), +16 the pointers, 32 bits each.
func (w *gcWork) scanFrames(fr uintptr) (did uintptr) {
	for fr != 0 {
		n := uintptr(*(*uint16)(ptr(fr + 10)))
		for i := uintptr(0); i < n; i++ {
			w.markWord(uintptr(ld32(fr + 16 + i*4)))
		}
		did += objCost + n*4
		fr = uintptr(ld32(fr))
	}
	return did
}

// drain scans until it has looked at budget bytes or nothing is left: first the roots
// that the pause left over, then grey objects.
func (w *gcWork) drain(budget int64) (did int64) {
	for did < budget {
		if n := w.markroot(); n != 0 {
			did += int64(n)
			continue
		}
		a := w.get()
		if a == 0 {
			break
		}
		did += int64(w.scan(a)) + objCost
	}
	if work.nfull.Load() == 0 && nprocs() > 1 {
		w.balance()
	}
	return did
}

// markroot scans the next piece of the program's data, and gives its length, 0 if all
// pieces are taken.
func (w *gcWork) markroot() uintptr {
	if work.rootNext.Load() >= work.rootJobs {
		return 0
	}
	job := work.rootNext.Add(1) - 1
	if job >= work.rootJobs {
		return 0
	}
	from := work.rootStart + uintptr(job)*rootPiece
	to := min(from+rootPiece, work.rootEnd)
	w.scanWords(from, to)
	return to - from
}

// markAgain scans every marked object once more, until no object is lost. The world
// is stopped.
func (w *gcWork) markAgain() (did int64) {
	for work.lost.Swap(0) != 0 {
		for s := nextSpan(nil); s != nil; s = nextSpan(s) {
			if stateOf(s) != spanObject || s.noscan {
				continue
			}
			for i := uint32(0); i < s.nwords; i++ {
				for m := s.mark[i]; m != 0; m &= m - 1 {
					p := s.base + uintptr(i<<6+uint32(bits.TrailingZeros64(m)))*s.elemsize
					w.scanWords(p, p+s.elemsize)
					did += int64(s.elemsize) + w.drain(1<<62)
				}
			}
		}
	}
	return did
}
