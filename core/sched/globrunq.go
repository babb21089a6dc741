// This file implements the global run queue. Everything in it holds sched.lock.
//
// It takes what has no P: goroutines that yielded or were preempted, and
// what a full ring throws out. Positions are absolute, for the events.
//
// In Go: globrunqput, globrunqputhead, globrunqputbatch, globrunqget and
// globrunqgetbatch in proc.go.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// globrunqput adds gp at the tail.
func globrunqput(gp *G, why kind.Rule) {
	emitGlobPut(kind.GlobPut, gp, why, sched.runqhead+uint64(sched.runq.size))
	sched.runq.pushBack(gp)
	sched.qsize.set(uint32(sched.runq.size))
}

// globrunqputhead adds gp at the head.
func globrunqputhead(gp *G, why kind.Rule) {
	sched.runqhead--
	emitGlobPut(kind.GlobPutHead, gp, why, sched.runqhead)
	if sched.runq.size == 0 {
		emitGlobPut(kind.GlobPut, gp, kind.ForProcs, sched.runqhead) // the tail is here, too
	}
	sched.runq.push(gp)
	sched.qsize.set(uint32(sched.runq.size))
}

// globRenumber gives the queue positions that were never used, with room before them: those just
// before the head were, and a record about them may not have been read yet.
func globRenumber() {
	sched.runqhead = (sched.runqhead>>32 + 1) << 32
	at := sched.runqhead
	for gp := sched.runq.head; gp != nil; gp = gp.Schedlink {
		if at == sched.runqhead {
			emitGlobPut(kind.GlobPutHead, gp, kind.ForProcs, at)
		}
		emitGlobPut(kind.GlobPut, gp, kind.ForProcs, at)
		at++
	}
}

// globrunqputbatch adds a whole list at the tail.
func globrunqputbatch(q *gQueue) {
	if sched.runq.tail != nil {
		sched.runq.tail.Schedlink = q.head
	} else {
		sched.runq.head = q.head
	}
	sched.runq.tail = q.tail
	sched.runq.size += q.size
	sched.qsize.set(uint32(sched.runq.size))
}

// globrunqget takes one goroutine: the look at every 61st tick.
func globrunqget(pp *P) *G {
	if sched.runq.size == 0 {
		return nil
	}
	return globTake(pp, 1, kind.FromGlob61)
}

// globrunqgetbatch takes this P's share of the queue, at most 128. The first is returned,
// to run at once; the others go to the ring of pp, which is empty.
func globrunqgetbatch(pp *P, from kind.Rule) *G {
	size := sched.runq.size
	if size == 0 {
		return nil
	}
	if policy.threads == knob.ThreadsFixed {
		return poolTake(pp, from)
	}
	n := size/gomaxprocs.Load() + 1
	if policy.queues == knob.QueuesGlobal {
		n = 1 // the P has no queue for the others
	}
	if n > size {
		n = size
	}
	if n > 256/2 {
		n = 256 / 2
	}
	return globTake(pp, n, from)
}

// globTake takes n goroutines.
func globTake(pp *P, n int32, from kind.Rule) *G {
	q := &sched.runq
	gp := q.head
	last := gp
	t := pp.runqtail.Load()
	for i := int32(1); i < n; i++ {
		next := last.Schedlink
		last.Schedlink = nil
		last = next
		pp.runq[(t+uint32(i-1))%256].set(last)
	}
	q.head = last.Schedlink
	last.Schedlink = nil
	if q.head == nil {
		q.tail = nil
	}
	q.size -= n
	emitGlobGet(pp, gp, n, t, from)
	if n > 1 {
		pp.runqtail.Store(t + uint32(n-1))
	}
	sched.runqhead += uint64(n)
	sched.qsize.set(uint32(sched.runq.size))
	came(from, 0)
	return gp
}
