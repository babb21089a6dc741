// This file is the ring under policy order=lifo: the owner takes the newest, from the tail, thieves take
// the oldest, from the head. It is the deque of Chase and Lev ("Dynamic circular work-stealing deque",
// 2005), which most articles about work stealing have in mind.
//
// A thief that takes several at once is not safe here: while it copies them, the owner may
// pop all but the first, and both would have them. So thieves take one at a time, each with a
// compare-and-swap on the head, as often as the policy says.
//
// The owner lowers the tail first and looks at the head after that; a thief looks at the head first
// and at the tail after that. Both are sequentially consistent. So if one place is left, either the
// thief sees the lower tail and goes away, or the owner sees that head and tail met, and both
// try for the head: one gets it. Meanwhile the tail may be one below the head: the
// difference must be read as signed. A place that a thief took is never filled again, since the head
// only grows; one that the owner took is.
//
// In Go: nothing; its runqget takes from the head, and runnext is what Go has of a stack.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// popTail takes the newest goroutine. Only the owner may call it.
func (pp *P) popTail() *G {
	h, t := pp.runqhead.Load(), pp.runqtail.Load()
	if h == t {
		return nil
	}
	t--
	pp.runqtail.Store(t)
	h = pp.runqhead.Load()
	gp := pp.runq[t%256].get()
	if int32(t-h) > 0 {
		came(kind.FromTail, uint64(t))
		return gp
	}
	// It is the last one, or even that is gone.
	if h == t && pp.takeHead(h, h+1) {
		came(kind.FromLocal, uint64(h))
	} else {
		gp = nil
	}
	pp.runqtail.Store(t + 1)
	return gp
}

// takeOldest takes the goroutine at the head, and says where it was. Anybody may call it.
func (pp *P) takeOldest() (gp *G, at uint32) {
	for {
		h := pp.runqhead.Load()
		if t := pp.runqtail.Load(); int32(t-h) <= 0 {
			return nil, 0
		}
		gp := pp.runq[h%256].get()
		if pp.takeHead(h, h+1) {
			return gp, h
		}
	}
}

// stealSingly is runqsteal: half of victim's ring, one by one. The last is returned, to
// run at once; the others wait in pp's ring.
func (pp *P) stealSingly(victim *P) *G {
	n := int32(victim.runqtail.Load() - victim.runqhead.Load())
	n -= n / 2
	if n > 1 && policy.steal == knob.StealOne {
		n = 1
	}
	var last *G
	for ; n > 0; n-- {
		gp, at := victim.takeOldest()
		if gp == nil {
			break
		}
		if last != nil {
			pp.runqput(last, false, kind.ByTaken)
		}
		last = gp
		emitGo(kind.Steal, kind.FromSteal, pp, 1, gp, uint64(victim.ID)<<32|uint64(at), uint64(pp.runqtail.Load()))
		pp.stole(1)
	}
	if last != nil {
		came(kind.FromSteal, 0)
	}
	return last
}
