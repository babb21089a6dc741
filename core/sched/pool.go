// This file bounds the pool of threads (policy threads=fixed): each goroutine keeps its thread until it ends, and there are
// poolPerP threads for each P. When all have a goroutine, the others stay in the global queue until one ends.
// If all of these wait, nobody ever runs the others.
//
// The threads that only pick the next goroutine, as a kernel would, are not counted. Nor are goroutines of
// the runtime.
//
// In Go: there is no such thing. It is what most languages call a thread pool.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

const poolPerP = 4

// poolFull says whether each thread of the pool has a goroutine.
func poolFull() bool { return sched.pooled.Load() >= poolPerP*gomaxprocs.Load() }

// needsThread says whether gp is not yet on a thread of the pool.
func (gp *G) needsThread() bool { return gp.Lockedm == nil && gp.system == notSystem }

// globWork says whether the global queue has something that an M may take.
func globWork() bool {
	if sched.qsize.get() == 0 || policy.threads != knob.ThreadsFixed {
		return sched.qsize.get() != 0
	}
	Lock(&sched.lock)
	any := globWorkLocked()
	Unlock(&sched.lock)
	return any
}

// globWorkLocked is globWork for who holds sched.lock.
func globWorkLocked() bool {
	if policy.threads != knob.ThreadsFixed || !poolFull() {
		return sched.runq.size != 0
	}
	for gp := sched.runq.head; gp != nil; gp = gp.Schedlink {
		if !gp.needsThread() {
			return true
		}
	}
	return false
}

// poolTake takes the first goroutine that has a thread, or gets one; the others before it go to the tail.
// sched.lock is held.
func poolTake(pp *P, from kind.Rule) *G {
	for globWorkLocked() {
		gp := globTake(pp, 1, from)
		if !gp.needsThread() {
			return gp
		}
		if !poolFull() {
			sched.pooled.Add(1)
			return gp
		}
		globrunqput(gp, kind.ByWired)
	}
	return nil
}

// poolStuck ends the program: checkdead has found that all threads of the pool wait. sched.lock is held, and freed.
func poolStuck(waiting uint64) {
	emit(kind.Deadlock, kind.NoRule, nil, 0, waiting, 0)
	Unlock(&sched.lock)
	fatal("all threads of the pool wait, and nobody runs the goroutines in the queue - deadlock!")
}
