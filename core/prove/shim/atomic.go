// Package shim takes the place of sync/atomic when the schedules of core/sched are explored: before each access the
// running thread gives the controller the chance to run another one. So every schedule of a few threads can be
// tried, one after the other, and each can be repeated.
//
// It is part of no program: core/prove builds core/sched with it through an overlay. Accesses are
// sequentially consistent, as those of sync/atomic are. What is not atomic is not seen: that is for the race detector.
//
//	atomic.go    the types of sync/atomic
//	control.go   threads, and who runs when
//	search.go    all schedules with few preemptions, or random ones
//	history.go   which schedules have led to the same state
package shim

import "unsafe"

// number is what the integer types share.
type number interface {
	~int32 | ~int64 | ~uint32 | ~uint64
}

// Word is an integer.
type Word[T number] struct{ v T }

// The types of sync/atomic.
type (
	Int32  = Word[int32]
	Int64  = Word[int64]
	Uint32 = Word[uint32]
	Uint64 = Word[uint64]
)

// Load reads it.
func (w *Word[T]) Load() T { step(); sees(unsafe.Pointer(w)); return w.v }

// Store writes it.
func (w *Word[T]) Store(v T) { step(); writes(unsafe.Pointer(w)); w.v = v }

// Add adds to it and returns the sum.
func (w *Word[T]) Add(d T) T { step(); writes(unsafe.Pointer(w)); w.v += d; return w.v }

// Swap writes it and returns what was there.
func (w *Word[T]) Swap(v T) T { step(); writes(unsafe.Pointer(w)); old := w.v; w.v = v; return old }

// CompareAndSwap writes it if it is old.
func (w *Word[T]) CompareAndSwap(old, v T) bool {
	step()
	if w.v != old {
		sees(unsafe.Pointer(w))
		return false
	}
	writes(unsafe.Pointer(w))
	w.v = v
	return true
}

// Peek reads it without a chance for others: for the conditions of Block, and for checks.
func (w *Word[T]) Peek() T { return w.v }

// Bool is a truth value.
type Bool struct{ v bool }

// Load reads it.
func (b *Bool) Load() bool { step(); sees(unsafe.Pointer(b)); return b.v }

// Store writes it.
func (b *Bool) Store(v bool) { step(); writes(unsafe.Pointer(b)); b.v = v }

// Pointer is a pointer.
type Pointer[T any] struct{ p *T }

// Load reads it.
func (p *Pointer[T]) Load() *T { step(); sees(unsafe.Pointer(p)); return p.p }

// Store writes it.
func (p *Pointer[T]) Store(v *T) { step(); writes(unsafe.Pointer(p)); p.p = v }

// Swap writes it and returns what was there.
func (p *Pointer[T]) Swap(v *T) *T {
	step()
	writes(unsafe.Pointer(p))
	old := p.p
	p.p = v
	return old
}

// CompareAndSwap writes it if it is old.
func (p *Pointer[T]) CompareAndSwap(old, v *T) bool {
	step()
	if p.p != old {
		sees(unsafe.Pointer(p))
		return false
	}
	writes(unsafe.Pointer(p))
	p.p = v
	return true
}
