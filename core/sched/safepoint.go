// This file lets each P do something once, without stopping the world: forEachP.
//
// The M that asks does it for its own P and for those that are idle. A P that runs does it at its next safe
// point, where it looks for work (findRunnable) or enters a system call; who loses its M does it before it gets
// another (handoffp). A P whose M is in a system call is taken from it. The M that asked waits until all
// have, and keeps its P meanwhile. Nobody stops the world in between: who asks has won sched.stopping.
//
// The collector asks when nobody finds anything to mark any more (gcMarkDone): each P then gives
// what it has found to all.
//
// In Go: forEachP and runSafePointFn in proc.go. There it is used for more: after marking, to empty the caches
// of the Ps (here that is done in the pause), and by the tracer.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// forEachP calls fn for each P, and when all have done it, then, with mp. It returns at once: the caller must go
// back to the base of mp, whose next steps wait.
//
//go:cold
func (mp *M) forEachP(fn func(pp *P), then func()) {
	Lock(&sched.lock)
	sched.safePointFn = fn
	sched.safePointWait = gomaxprocs.Load() - 1
	sched.safePointNote.clear()
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		if pp := allp[i]; pp != mp.P {
			pp.runSafePointFn.Store(1)
		}
	}
	preemptall()
	for pp := sched.pidle; pp != nil; pp = pp.link {
		pp.safePointLocked()
	}
	Unlock(&sched.lock)
	fn(mp.P)
	safePointSyscalls()
	mp.afterPoint = then
	mp.todo = doSafePoint
}

// runSafePointFn does pp's part, if it is asked for and not yet done. The caller owns pp.
//
//go:cold
func runSafePointFn(pp *P) {
	if !pp.runSafePointFn.CompareAndSwap(1, 0) {
		return
	}
	sched.safePointFn(pp)
	Lock(&sched.lock)
	safePointDone()
	Unlock(&sched.lock)
}

// safePointLocked is runSafePointFn for who holds sched.lock and with it pp, which has no M.
func (pp *P) safePointLocked() {
	if pp.runSafePointFn.CompareAndSwap(1, 0) {
		sched.safePointFn(pp)
		safePointDone()
	}
}

// safePointDone counts one P that has done its part. sched.lock is held.
func safePointDone() {
	sched.safePointWait--
	if sched.safePointWait == 0 {
		sched.safePointNote.wakeup()
	}
}

// safePointSyscalls takes the Ps that are asked for from Ms in system calls: whoever gets them next does
// their part, or handoffp. Where a P stays with a blocked M whatever happens, its part is done for it.
func safePointSyscalls() {
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		pp := allp[i]
		if pp.runSafePointFn.Load() == 0 || !pp.blockOnExitSyscall() {
			continue
		}
		if policy.handoff == knob.Off {
			runSafePointFn(pp)
			pp.resume()
			continue
		}
		pp.takeP(kind.ByGC)
		pp.resume()
		handoffp(pp, kind.ByGC)
	}
}

// safePointWait is the step of the M that called forEachP.
func (mp *M) safePointWait() verdict {
	if sched.gcwaiting.Load() != 0 {
		mp.resumeTodo() // the program ends
		return again
	}
	Lock(&sched.lock)
	left := sched.safePointWait
	Unlock(&sched.lock)
	if left > 0 {
		preemptall()        // one may have missed it, or
		safePointSyscalls() // entered a call just after we looked
		mp.sleepOn, mp.wakeAt = &sched.safePointNote, Nanotime()+100_000
		return sleep
	}
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		if allp[i].runSafePointFn.Load() != 0 {
			throw("forEachP: P did not run fn")
		}
	}
	then := mp.afterPoint
	mp.afterPoint = nil
	mp.resumeTodo()
	then()
	return again
}

// resumeTodo lets mp go on with its goroutine, or look for one.
func (mp *M) resumeTodo() {
	mp.todo = doSchedule
	if mp.Curg != nil {
		mp.todo = doRun
	}
}
