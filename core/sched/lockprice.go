// This file is the price of the scheduler's lock in virtual time.
//
// There the lock is always free, since one M is stepped at a time. So it is reckoned: who takes it holds it for
// cost.lock; who comes while it is held, by the clocks, waits until it is free, and its clock moves on.
// The wait is recorded (LockWait). Of the other locks of the runtime none is fought for as this one is;
// they cost nothing.
//
// The Ms do not come in the order of their clocks: one that runs ahead may have held the lock at a time
// that another has not reached yet. So the times at which it was held are kept, and who comes takes
// the first gap that is long enough.
//
// In Go: nothing; there threads really wait.
package sched

import "github.com/gopark/gopark/core/event/kind"

// holds are the last times at which the scheduler's lock was held.
type holds struct {
	span [64]struct{ from, to int64 }
	n    int
	last int64 // the latest of all to
}

// payLock makes mp wait for the lock, and hold it.
//
//go:cold
func (mp *M) payLock() {
	if mp == nil || cost.lock == 0 { // in boot there is no M yet
		return
	}
	now := mp.virtualNow()
	free := sched.holds.reserve(now, cost.lock)
	if wait := free - now; wait > 0 {
		mp.clock += wait
		emit(kind.LockWait, kind.NoRule, mp.P, 0, uint64(wait), 0)
	}
	mp.clock += cost.lock
}

// reserve finds the first gap of length ns from at on, and fills it.
func (h *holds) reserve(at, ns int64) int64 {
	if at < h.last {
		at = h.gap(at, ns)
	}
	s := &h.span[h.n%len(h.span)]
	h.n++
	s.from, s.to = at, at+ns
	h.last = max(h.last, s.to)
	return at
}

// gap looks at all spans until none is in the way.
func (h *holds) gap(at, ns int64) int64 {
	for moved := true; moved; {
		moved = false
		for i := range h.span {
			if s := &h.span[i]; s.from < at+ns && at < s.to {
				at = s.to
				moved = true
			}
		}
	}
	return at
}
