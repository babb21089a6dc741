//go:build !mutant

// This file holds the two steps of the ring on which everything depends. It is apart from
// runq.go so that a test can swap it for wrong versions (ring_mutant.go) and
// see that the other tests find out.
package sched

// putTail stores gp behind the last one, then moves the tail. In this order: as
// soon as the tail has moved, a thief may read the slot.
func (pp *P) putTail(gp *G, t uint32) {
	pp.runq[t%256].set(gp)
	pp.runqtail.Store(t + 1)
}

// takeHead takes the Gs from position h up to to, unless somebody else was faster.
// The slots must have been read before: afterwards the owner may fill them anew.
func (pp *P) takeHead(h, to uint32) bool {
	return pp.runqhead.CompareAndSwap(h, to)
}

// skipRecheck would leave out the last look at the queues before an M sleeps.
const skipRecheck = false
