// This file is about where goroutines are put under policies that are not Go's.
//
// queues=global: all wait in the one global queue, under the scheduler's lock; a P is only the right to run.
//
// dispatch=push: work is handed out, not fetched. Whoever makes a goroutine runnable gives it, under the
// scheduler's lock, to an idle P, or to the P with the shortest queue. So others than the owner
// move the tail of a ring; but only with the lock held, and that goes for the owner, too.
//
// In Go: queues=global is how it was before Ps (until 1.0). Work sharing it never did.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// putOther is runqput under these policies. It returns false if gp is to go to pp's own queue.
//
//go:cold
func (pp *P) putOther(gp *G, why kind.Rule) bool {
	switch {
	case policy.queues == knob.QueuesGlobal:
		Lock(&sched.lock)
		globrunqput(gp, why)
		Unlock(&sched.lock)
		return true
	case policy.dispatch == knob.DispatchPush:
		pp.share(gp, why)
		return true
	}
	return false
}

// share gives gp to the P that has least to do. For a stop of the world it stays.
func (pp *P) share(gp *G, why kind.Rule) {
	Lock(&sched.lock)
	var idle *P
	to := pp
	if why != kind.ByStop {
		if idle = pidleget(kind.ByShare); idle != nil {
			to = idle
		} else {
			to = pp.leastBusy()
		}
		why = kind.ByShare
	}
	if t := to.runqtail.Load(); t-to.runqhead.Load() < uint32(len(to.runq)) {
		emitRunqPut(to, gp, why, t)
		to.putTail(gp, t)
	} else {
		globrunqput(gp, kind.ByFull)
	}
	Unlock(&sched.lock)
	if idle != nil {
		startm(idle, false, kind.ByShare)
	}
}

// leastBusy is the P with the shortest ring: pp itself if there are several.
func (pp *P) leastBusy() *P {
	least, n := pp, pp.ringLen()
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		if other := allp[i]; other.ringLen() < n {
			least, n = other, other.ringLen()
		}
	}
	return least
}

// ringLen is how many wait in pp's ring, about.
func (pp *P) ringLen() uint32 { return pp.runqtail.Load() - pp.runqhead.Load() }
