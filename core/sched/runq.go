// This file implements the run queue of a P.
//
// Invariants (checked by check in the tests):
//   - only the owner moves the tail; the owner and thieves move the head;
//   - 0 <= tail-head <= 256; both only grow, the slot is position mod 256;
//   - only the owner fills runnext; everybody may empty it;
//   - a G in a queue is runnable, and is in no other queue.
//
// Other policies put goroutines elsewhere (share.go) or take them from the other end (lifo.go).
//
// In Go: runqput, runqputslow, runqget, runqgrab, runqsteal, runqdrain and runqempty in proc.go.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// runqput makes gp wait on pp's queue. If next, it goes into runnext, and what
// was there goes to the tail of the ring. If the ring is full, half of it goes
// to the global queue. Only the owner of pp may call it.
func (pp *P) runqput(gp *G, next bool, why kind.Rule) {
	if policy.otherPut {
		if pp.putOther(gp, why) {
			return
		}
		next = next && policy.runnext == knob.On
	}
	if next {
		gp = pp.putnext(gp, why)
		why = kind.ByKick
	}
	for gp != nil {
		h := pp.runqhead.Load()
		t := relaxed(&pp.runqtail)
		if t-h < uint32(len(pp.runq)) {
			emitRunqPut(pp, gp, why, t)
			pp.putTail(gp, t)
			return
		}
		if pp.runqputslow(gp, h, t) {
			return
		}
		// A thief took some: there is room now.
	}
}

// putnext puts gp into runnext and returns what was there.
func (pp *P) putnext(gp *G, why kind.Rule) *G {
	goid := gp.Goid // gp is anybody's once it is in the slot
	stamp := reserveRunnext(pp, gp)
	for {
		old := relaxedG(&pp.runnext)
		if pp.swapNext(old, gp) {
			emitRunnextPut(pp, goid, old, why, stamp)
			return old
		}
	}
}

// putTail stores gp behind the last one, then moves the tail. In this order: as
// soon as the tail has moved, a thief may read the slot.
func (pp *P) putTail(gp *G, t uint32) {
	if sched.solo.get() != 0 { // there are no thieves
		pp.runq[t%256].set(gp)
		relax(&pp.runqtail, t+1)
		return
	}
	pp.runq[t%256].set(gp)
	pp.runqtail.Store(t + 1)
}

// takeHead takes the Gs from position h up to to, unless somebody else was faster.
// The slots must have been read before: afterwards the owner may fill them anew.
func (pp *P) takeHead(h, to uint32) bool {
	if sched.solo.get() != 0 {
		relax(&pp.runqhead, to)
		return true
	}
	return pp.runqhead.CompareAndSwap(h, to)
}

// runqputslow moves the older half of a full ring, and then gp, to the global queue.
//
//go:cold
func (pp *P) runqputslow(gp *G, h, t uint32) bool {
	n := (t - h) / 2
	if !pp.takeHead(h, h+n) {
		return false
	}
	// Only now are they ours to link. Nobody but us could overwrite the slots.
	var q gQueue
	for i := h; i != h+n; i++ {
		q.pushBack(pp.runq[i%256].get())
	}
	q.pushBack(gp)
	Lock(&sched.lock)
	emitOverflow(pp, gp, h, q.size)
	globrunqputbatch(&q)
	Unlock(&sched.lock)
	return true
}

// runqget takes the next goroutine: runnext, else the oldest in the ring. One from
// runnext inherits the time slice: what wakes each other shares 10 ms.
func (pp *P) runqget() (gp *G, inherit bool) {
	// Only others empty runnext now, so a failed swap means it is gone.
	next := relaxedG(&pp.runnext)
	if next != nil && pp.swapNext(next, nil) {
		came(kind.FromRunnext, uint64(next.nextseq))
		return next, true
	}
	if policy.order == knob.OrderLIFO {
		return pp.popTail(), false
	}
	gp, ok := pp.runqgetRing()
	if !ok {
		gp = pp.runqgetAgain()
	}
	return gp, false
}

// runqgetRing takes the oldest in the ring, if there is one. It returns false if a thief was faster.
func (pp *P) runqgetRing() (gp *G, ok bool) {
	h := relaxed(&pp.runqhead)
	if relaxed(&pp.runqtail) == h {
		return nil, true
	}
	gp = pp.runq[h%256].get()
	if !pp.takeHead(h, h+1) {
		return nil, false
	}
	came(kind.FromLocal, uint64(h))
	return gp, true
}

// runqgetAgain is runqgetRing until no thief is faster.
//
//go:cold
func (pp *P) runqgetAgain() *G {
	for {
		if gp, ok := pp.runqgetRing(); ok {
			return gp
		}
	}
}

// swapNext puts gp in the place of old in runnext, if old is still there. With one P there is nobody else.
func (pp *P) swapNext(old, gp *G) bool {
	if sched.solo.get() != 0 {
		relaxG(&pp.runnext, gp)
		return true
	}
	return pp.runnext.CompareAndSwap(old, gp)
}

// runqdrain takes all that pp has to run, runnext first, to be put elsewhere. Only the owner of pp may call it.
func (pp *P) runqdrain() (q gQueue) {
	if next := pp.runnext.Load(); next != nil && pp.swapNext(next, nil) {
		emitGo(kind.RunnextDrop, kind.ByEvict, pp, 0, next, uint64(next.nextseq), 0)
		q.pushBack(next)
	}
	for {
		h, t := pp.runqhead.Load(), pp.runqtail.Load()
		if !pp.takeHead(h, t) {
			continue // a thief took some
		}
		for ; h != t; h++ {
			gp := pp.runq[h%256].get() // ours to read: only we fill the slots
			emitGo(kind.RunqDrain, kind.ByEvict, pp, 0, gp, uint64(h), 0)
			q.pushBack(gp)
		}
		return q
	}
}

// came remembers where the goroutine was taken from that runs next.
func came(from kind.Rule, pos uint64) {
	mp := Getm()
	mp.from, mp.fromPos = from, pos
}

// runqempty says whether pp has nothing to run, at one moment: runqput kicks from
// runnext into the ring, and runqget takes from there, while we look.
func (pp *P) runqempty() bool {
	for {
		h := pp.runqhead.Load()
		t := pp.runqtail.Load()
		next := pp.runnext.Load()
		if t == pp.runqtail.Load() {
			return h == t && next == nil
		}
	}
}

// runqgrab copies the older half of victim's ring, rounded up, to pp's ring behind its tail, and
// takes it out of the victim's. It does not publish it. first is the victim's position.
func (pp *P) runqgrab(victim *P) (n, first uint32) {
	for {
		h := victim.runqhead.Load()
		t := victim.runqtail.Load()
		n := t - h
		n = n - n/2
		if n > 1 && policy.steal == knob.StealOne {
			n = 1
		}
		if n == 0 {
			return 0, h
		}
		if n > 256/2 {
			continue // head moved between the two reads
		}
		at := pp.runqtail.Load()
		for i := uint32(0); i < n; i++ {
			pp.runq[(at+i)%256].set(victim.runq[(h+i)%256].get())
		}
		if victim.takeHead(h, h+n) {
			return n, h
		}
	}
}

// runqsteal takes half of victim's ring. The last one is returned, to run at once;
// the others wait in pp's ring.
func (pp *P) runqsteal(victim *P) *G {
	if policy.order == knob.OrderLIFO {
		return pp.stealSingly(victim)
	}
	n, first := pp.runqgrab(victim)
	if n == 0 {
		return nil
	}
	t := pp.runqtail.Load()
	gp := pp.runq[(t+n-1)%256].get()
	emitSteal(pp, victim, gp, n, first, t)
	pp.stole(n)
	if n > 1 {
		pp.runqtail.Store(t + n - 1) // publish them
	}
	came(kind.FromSteal, 0)
	return gp
}

// pushBack adds gp at the tail.
func (q *gQueue) pushBack(gp *G) {
	gp.Schedlink = nil
	if q.tail != nil {
		q.tail.Schedlink = gp
	} else {
		q.head = gp
	}
	q.tail = gp
	q.size++
}

// push adds gp at the head.
func (q *gQueue) push(gp *G) {
	gp.Schedlink = q.head
	q.head = gp
	if q.tail == nil {
		q.tail = gp
	}
	q.size++
}

// pop takes the head.
func (q *gQueue) pop() *G {
	gp := q.head
	if gp != nil {
		q.head = gp.Schedlink
		if q.head == nil {
			q.tail = nil
		}
		q.size--
		gp.Schedlink = nil
	}
	return gp
}
