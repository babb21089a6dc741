// This file is about objects whose end somebody wants to know: those with finalizers, with cleanups, and
// those that weak pointers point to.
//
// What is wanted is a special. Specials are found by the address of their object, which is written in a form
// that does not keep the object. They are looked at in the second pause, when all that is reachable is
// marked (finishSpecials):
//
//   - what a garbage object with a finalizer refers to is marked, without the object itself. So of two such
//     objects, one of which refers to the other, the first is finalized first, and of a ring none ever;
//   - weak pointers to objects that are not marked now become nil;
//   - the objects that have finalizers are marked, for one more time, and their finalizers wait to be called;
//   - the cleanups of those that are not marked now wait too.
//
// If something waits, the scheduler starts a goroutine that calls it (NextFinal), one after the other. In Go
// there are goroutines for it that stay.
//
// In Go: mfinal.go, mcleanup.go and the specials of mheap.go. There the first step is done while others
// run; here it is part of the pause, as long as the garbage needs.

package rt

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/rt/race"
)

type specialKind uint8

const (
	finalizer specialKind = iota
	cleanup
	weakPointer
)

// special is something that is wanted of an object.
type special struct {
	kind       specialKind
	key        uintptr // ^ of the address: of the object, or of what a weak pointer points to
	id         uint64  // of a cleanup
	same       *special
	prev, next *special // in the order in which they were made
	final      *Final
	handle     *weakHandle
}

// Final is what is to be called when an object is garbage: a finalizer or a cleanup.
type Final struct {
	Cleanup func()         // nil: it is a finalizer
	Fn      unsafe.Pointer // the func value
	Word    unsafe.Pointer // if it takes an interface, the first word of that
	Obj     unsafe.Pointer // known when it waits
	Results uint8          // what it gives: a number of package runtime
	next    *Final
}

// weakHandle is what weak pointers have in place of a pointer. It is memory that is not scanned.
type weakHandle struct{ to uintptr }

var specials struct {
	lock    mutex
	buckets []*special // their number is a power of two
	count   int
	first   *special
	last    *special
	ids     uint64

	waiting, lastWaiting *Final
	running              bool // a goroutine calls those that wait
}

const firstBuckets = 64

func specialBucket(key uintptr) **special {
	return &specials.buckets[(key>>4^key>>12)&uintptr(len(specials.buckets)-1)]
}

// addSpecial adds s. The lock is held; there is room.
func addSpecial(s *special) {
	b := specialBucket(s.key)
	s.same = *b
	*b = s
	specials.count++
	s.prev = specials.last
	if s.prev != nil {
		s.prev.next = s
	} else {
		specials.first = s
	}
	specials.last = s
}

// dropSpecial takes s away. The lock is held.
func dropSpecial(s *special) {
	for b := specialBucket(s.key); *b != nil; b = &(*b).same {
		if *b == s {
			*b = s.same
			break
		}
	}
	specials.count--
	if s.prev != nil {
		s.prev.next = s.next
	} else {
		specials.first = s.next
	}
	if s.next != nil {
		s.next.prev = s.prev
	} else {
		specials.last = s.prev
	}
}

// findSpecial finds the special of a kind. The lock is held.
func findSpecial(kind specialKind, key uintptr) *special {
	if len(specials.buckets) == 0 {
		return nil
	}
	for s := *specialBucket(key); s != nil; s = s.same {
		if s.kind == kind && s.key == key {
			return s
		}
	}
	return nil
}

// lockSpecials takes the lock when there is room for one more: it may not allocate while it has it.
func lockSpecials() {
	for {
		lock(&specials.lock)
		n := len(specials.buckets)
		if specials.count < n {
			return
		}
		unlock(&specials.lock)
		more := make([]*special, max(firstBuckets, 2*n))
		lock(&specials.lock)
		if len(specials.buckets) == n {
			specials.buckets = more
			for s := specials.first; s != nil; s = s.next {
				b := specialBucket(s.key)
				s.same = *b
				*b = s
			}
		}
		unlock(&specials.lock)
	}
}

// ObjectOf gives the address of the heap object that p points into, 0 if it does not.
func ObjectOf(p unsafe.Pointer) uintptr {
	s, i := objectAt(uintptr(p))
	if s == nil {
		return 0
	}
	return s.base + i*s.elemsize
}

// objectAt finds the object that x points into: the i-th of s. s is nil if there is none.
func objectAt(x uintptr) (s *span, i uintptr) {
	off := x - heap.lo
	if off >= heap.hi-heap.lo {
		return nil, 0
	}
	s = page(off >> pageShift)
	if s == nil || stateOf(s) != spanObject {
		return nil, 0
	}
	if s.divmul != 0 {
		i = uintptr(uint64(x-s.base) * uint64(s.divmul) >> 32)
		if i >= uintptr(s.nelems) {
			return nil, 0
		}
	}
	if ldbits(&s.alloc[i>>6])>>(i&63)&1 == 0 {
		return nil, 0
	}
	return s, i
}

// unmarked reports whether the object that x points into is garbage, as far as is known.
func unmarked(x uintptr) bool {
	s, i := objectAt(x)
	return s != nil && ldbits(&s.mark[i>>6])>>(i&63)&1 == 0
}

// AddFinalizer says that f is to be called with a pointer to obj, which is the beginning of an object or
// small and without pointers. It gives false if the object has a finalizer.
func AddFinalizer(obj unsafe.Pointer, f *Final) bool {
	s := &special{kind: finalizer, key: ^uintptr(obj), final: f}
	lockSpecials()
	ok := findSpecial(finalizer, s.key) == nil
	if ok {
		addSpecial(s)
	}
	unlock(&specials.lock)
	return ok
}

// RemoveFinalizer takes the finalizer of obj away, if it has one.
func RemoveFinalizer(obj unsafe.Pointer) {
	lock(&specials.lock)
	if s := findSpecial(finalizer, ^uintptr(obj)); s != nil {
		dropSpecial(s)
	}
	unlock(&specials.lock)
}

// AddCleanup says that fn is to be called when the object that p points into is garbage.
func AddCleanup(p unsafe.Pointer, fn func()) (key uintptr, id uint64) {
	s := &special{kind: cleanup, key: ^uintptr(p), final: &Final{Cleanup: fn}}
	lockSpecials()
	specials.ids++
	s.id = specials.ids
	addSpecial(s)
	unlock(&specials.lock)
	return s.key, s.id
}

// StopCleanup takes away what AddCleanup added.
func StopCleanup(key uintptr, id uint64) {
	lock(&specials.lock)
	if len(specials.buckets) > 0 {
		for s := *specialBucket(key); s != nil; s = s.same {
			if s.kind == cleanup && s.id == id {
				dropSpecial(s)
				break
			}
		}
	}
	unlock(&specials.lock)
}

// Weak gives what a weak pointer to p has: the same for the same p while its object is reachable.
func Weak(p unsafe.Pointer) unsafe.Pointer {
	h := (*weakHandle)(Mallocgc(unsafe.Sizeof(weakHandle{}), true))
	h.to = uintptr(p)
	n := &special{kind: weakPointer, key: ^uintptr(p), handle: h}
	lockSpecials()
	s := findSpecial(weakPointer, n.key)
	if s == nil {
		s = n
		addSpecial(s)
	}
	h = s.handle
	unlock(&specials.lock)
	return unsafe.Pointer(h)
}

// Strong gives the pointer of which Weak gave h, nil if its object is gone.
func Strong(h unsafe.Pointer) unsafe.Pointer {
	p := ptr(atomic.LoadUintptr(&(*weakHandle)(h).to))
	if p != nil && getbarrier() != 0 {
		shade(p) // it may have been garbage until now
	}
	return p
}

// finishSpecials looks at all specials when marking is over, and gives the bytes it looked at. The world is stopped.
func finishSpecials(w *gcWork) (did int64) {
	for s := specials.first; s != nil; s = s.next {
		if x := ^s.key; s.kind == finalizer && unmarked(x) {
			did += w.scanWithout(x) + w.drain(1<<62)
		}
	}
	for s := specials.first; s != nil; s = s.next {
		if s.kind == weakPointer && unmarked(^s.key) {
			atomic.StoreUintptr(&s.handle.to, 0)
			dropSpecial(s)
		}
	}
	had := specials.lastWaiting
	for s := specials.first; s != nil; s = s.next {
		if s.kind == finalizer && unmarked(^s.key) {
			s.final.Obj = ptr(^s.key)
			wait(s)
		}
	}
	f := specials.waiting
	if had != nil {
		f = had.next
	}
	for ; f != nil; f = f.next {
		w.markWord(uintptr(f.Obj))
	}
	did += w.drain(1 << 62)
	for s := specials.first; s != nil; s = s.next {
		if s.kind == cleanup && unmarked(^s.key) {
			wait(s)
		}
	}
	return did
}

// wait lets what is wanted by s wait to be called.
func wait(s *special) {
	dropSpecial(s)
	if specials.lastWaiting != nil {
		specials.lastWaiting.next = s.final
	} else {
		specials.waiting = s.final
	}
	specials.lastWaiting = s.final
}

// scanWithout marks what the object that x points into refers to, without the object.
func (w *gcWork) scanWithout(x uintptr) int64 {
	s, i := objectAt(x)
	if s.noscan {
		return 0
	}
	from := s.base + i*s.elemsize
	w.scanWords(from, from+s.elemsize)
	return int64(s.elemsize)
}

// finals gives what the scheduler starts a goroutine with after a collection, nil if it need not.
func finals() func() {
	if specials.waiting == nil || specials.running || Hooks.Finals == nil {
		return nil
	}
	specials.running = true
	return Hooks.Finals
}

// NextFinal gives the next that waits. If there is none, the goroutine that asks ends.
func NextFinal() *Final {
	lock(&specials.lock)
	f := specials.waiting
	if f == nil {
		specials.running = false
	} else {
		specials.waiting = f.next
		if f.next == nil {
			specials.lastWaiting = nil
		}
		f.next = nil
		race.AcquireAll()
	}
	unlock(&specials.lock)
	return f
}

// Idle reports whether nothing waits and nothing is being called.
func Idle() bool {
	lock(&specials.lock)
	idle := specials.waiting == nil && !specials.running
	unlock(&specials.lock)
	return idle
}
