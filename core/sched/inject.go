// This file makes many goroutines runnable at once: those that the network made ready, and the helper
// that sysmon wakes to force a collection.
//
// A caller with a P keeps most of them. But for each idle P one goes to the global queue, and an M is
// started to fetch it. A caller without a P, as sysmon, puts all there.
//
// In Go: injectglist in proc.go. There all are marked as runnable before the first is queued.
package sched

import "github.com/gopark/gopark/core/event/kind"

// injectglist makes the waiting goroutines of list runnable, and empties it.
func injectglist(list *gQueue, why kind.Rule) {
	if list.size == 0 {
		return
	}
	pp := Getm().P
	share := list.size
	if pp != nil {
		share = min(share, sched.npidle.Load())
	}
	if share > 0 {
		injectGlobal(list, share, why)
		startIdle(share, why)
	}
	if pp == nil {
		return
	}
	pp.runqputbatch(list, why)
	injectGlobal(list, list.size, why) // there was no room
	wakep()                            // a P may have become idle since we asked how many are
}

// injectGlobal puts the first n of list at the tail of the global queue.
func injectGlobal(list *gQueue, n int32, why kind.Rule) {
	if n == 0 {
		return
	}
	Lock(&sched.lock)
	for ; n > 0; n-- {
		gp := list.pop()
		injected(gp, why)
		globrunqput(gp, why)
	}
	Unlock(&sched.lock)
}

// injected makes gp runnable, in the caller's hands.
func injected(gp *G, why kind.Rule) {
	setstatus(gp, Gwaiting, Grunnable)
	emitGo(kind.GoReady, why, Getm().P, 0, gp, 0, 0)
}

// startIdle starts an M for each of n idle Ps.
func startIdle(n int32, why kind.Rule) {
	for ; n > 0; n-- {
		Lock(&sched.lock)
		pp := pidlegetSpinning(why)
		Unlock(&sched.lock)
		if pp == nil {
			return
		}
		startm(pp, false, why)
	}
}

// runqputbatch makes the waiting goroutines of list runnable and puts them at the tail of the ring, in order, until
// it is full. The others stay in the list. Only the owner of pp may call it.
func (pp *P) runqputbatch(list *gQueue, why kind.Rule) {
	if policy.otherPut {
		for list.size > 0 {
			gp := list.pop()
			injected(gp, why)
			pp.runqput(gp, false, why)
		}
		return
	}
	h := pp.runqhead.Load()
	first := pp.runqtail.Load()
	t := first
	for list.size > 0 && t-h < uint32(len(pp.runq)) {
		gp := list.pop()
		injected(gp, why)
		emitRunqPut(pp, gp, why, t)
		pp.runq[t%256].set(gp)
		t++
	}
	if t != first {
		pp.runqtail.Store(t) // publish them all
	}
}
