// This file implements the note: an event that happens once, until it is cleared.
//
// One M sleeps on it, others wake it. If the wake-up comes first, the sleep ends at
// once: that is why no wake-up is lost. The sleeping itself is done by whoever drives the M: a futex
// in parallel mode, the M's clock in virtual mode.
//
// In Go: note, notesleep, notewakeup and noteclear in lock_futex.go.
package sched

import "sync/atomic"

// Note is cleared when zero.
type Note struct {
	key     atomic.Uint32
	sleeper *M // virtual mode: who sleeps on it
}

// clear makes n ready to be slept on.
func (n *Note) clear() { n.key.Store(0) }

// isSet says whether the event has happened.
func (n *Note) isSet() bool { return n.key.Load() != 0 }

// wakeup makes the event happen. To do it twice is allowed.
func (n *Note) wakeup() {
	if n.key.Swap(1) != 0 {
		return
	}
	if sched.virtual {
		virtualWake(n)
		return
	}
	Futexwakeup(&n.key, 1)
}

// sleep blocks the thread until the event, or until the time until (0: for ever).
// Parallel mode only.
func (n *Note) sleep(until int64) {
	for !n.isSet() {
		ns := int64(-1)
		if until != 0 {
			if ns = until - Nanotime(); ns <= 0 {
				return
			}
		}
		Futexsleep(&n.key, 0, ns)
	}
}
