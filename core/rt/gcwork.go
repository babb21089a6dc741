// This file keeps the objects that are marked and not scanned yet, the grey ones.
//
// They lie in work buffers of 2 KiB. Each P has two of its own (sched.GCWork) and
// fills and empties them without a lock; full ones go to a list that all Ps take
// from. With two, a P that goes back and forth over the edge of one does not go to
// the list each time. Buffers come from pages and are kept for ever.
//
// If there is no memory for another buffer an object is only marked, and work.lost
// says that marked objects must all be scanned again in the second pause.
//
// In Go: mgcwork.go. There the lists are lock-free; here they have a lock of their
// own, which is taken once for some 500 objects. It is a leaf: who holds it takes no
// other.

package rt

import "github.com/gopark/gopark/core/sched"

const (
	bufBytes   = 2048
	bufHead    = 8 // next, n
	bufEntries = (bufBytes - bufHead) / 4
)

// gcWork is the grey objects of one P.
type gcWork sched.GCWork

func bufLen(b uintptr) uint32             { return ld32(b + 4) }
func setBufLen(b uintptr, n uint32)       { st32(b+4, n) }
func bufSlot(b uintptr, i uint32) uintptr { return b + bufHead + uintptr(i)*4 }

// put adds the object at a.
func (w *gcWork) put(a uintptr) {
	b := w.Buf
	if b == 0 || bufLen(b) == bufEntries {
		b = w.room()
		if b == 0 {
			work.lost.Store(1)
			return
		}
	}
	n := bufLen(b)
	st32(bufSlot(b, n), uint32(a))
	setBufLen(b, n+1)
}

// room makes w.Buf a buffer that is not full, and gives it; 0 if there is no memory.
func (w *gcWork) room() uintptr {
	w.Buf, w.Spare = w.Spare, w.Buf
	if w.Buf != 0 && bufLen(w.Buf) < bufEntries {
		return w.Buf
	}
	if w.Buf != 0 { // both are full
		putFull(w.Buf)
		w.Flushed = true
	}
	w.Buf = takeEmpty()
	return w.Buf
}

// get takes an object, 0 if there is none here or on the list.
func (w *gcWork) get() uintptr {
	b := w.Buf
	if b == 0 || bufLen(b) == 0 {
		b = w.more()
		if b == 0 {
			return 0
		}
	}
	n := bufLen(b) - 1
	setBufLen(b, n)
	return uintptr(ld32(bufSlot(b, n)))
}

// more makes w.Buf a buffer that is not empty, and gives it, or 0.
func (w *gcWork) more() uintptr {
	w.Buf, w.Spare = w.Spare, w.Buf
	if w.Buf != 0 && bufLen(w.Buf) > 0 {
		return w.Buf
	}
	b := takeFull()
	if b == 0 {
		return 0
	}
	if w.Buf != 0 {
		putEmpty(w.Buf)
	}
	w.Buf = b
	return b
}

func (w *gcWork) empty() bool {
	return (w.Buf == 0 || bufLen(w.Buf) == 0) && (w.Spare == 0 || bufLen(w.Spare) == 0)
}

// dispose gives both buffers away, and says whether anything was in them.
func (w *gcWork) dispose() bool {
	had := w.giveUp(w.Buf)
	had = w.giveUp(w.Spare) || had
	w.Buf, w.Spare = 0, 0
	return had
}

func (w *gcWork) giveUp(b uintptr) bool {
	if b == 0 {
		return false
	}
	if bufLen(b) == 0 {
		putEmpty(b)
		return false
	}
	putFull(b)
	return true
}

// balance gives others something to do: the spare buffer, or half of the other.
func (w *gcWork) balance() {
	if b := w.Spare; b != 0 && bufLen(b) > 0 {
		w.Spare = 0
		putFull(b)
		return
	}
	b := w.Buf
	if b == 0 || bufLen(b) <= 4 {
		return
	}
	to := takeEmpty()
	if to == 0 {
		return
	}
	n := bufLen(b)
	half := n / 2
	for i := uint32(0); i < half; i++ {
		st32(bufSlot(to, i), ld32(bufSlot(b, n-half+i)))
	}
	setBufLen(to, half)
	setBufLen(b, n-half)
	putFull(to)
}

func putFull(b uintptr) {
	lock(&work.lock)
	st32(b, uint32(work.full))
	work.full = b
	work.nfull.Add(1)
	unlock(&work.lock)
}

func takeFull() uintptr {
	if work.nfull.Load() == 0 {
		return 0
	}
	lock(&work.lock)
	b := work.full
	if b != 0 {
		work.full = uintptr(ld32(b))
		work.nfull.Add(-1)
	}
	unlock(&work.lock)
	return b
}

func putEmpty(b uintptr) {
	lock(&work.lock)
	st32(b, uint32(work.empty))
	work.empty = b
	unlock(&work.lock)
}

// takeEmpty gives an empty buffer, or 0.
func takeEmpty() uintptr {
	lock(&work.lock)
	b := work.empty
	if b != 0 {
		work.empty = uintptr(ld32(b))
	}
	unlock(&work.lock)
	if b == 0 {
		b = moreBuffers()
	}
	if b != 0 {
		setBufLen(b, 0)
	}
	return b
}

// bufPages is how much memory is taken for buffers at once.
const bufPages = 4

// moreBuffers makes buffers, puts all but one on the list, and gives that one. They
// take at most 1/32 of the arena.
func moreBuffers() uintptr {
	lock(&heap.lock)
	if work.bufPages > heap.npages/32 {
		unlock(&heap.lock)
		return 0
	}
	s := allocPages(bufPages, spanMeta)
	if s != nil {
		work.bufPages += bufPages
	}
	unlock(&heap.lock)
	if s == nil {
		return 0
	}
	for b := s.base + bufBytes; b < s.base+bufPages<<pageShift; b += bufBytes {
		putEmpty(b)
	}
	return s.base
}
