// This file is the collector's cycle as the scheduler sees it: who begins it, how it is
// noticed that nothing is left to mark, and who waits for it. core/rt marks and sweeps.
//
//	gcStart            a cycle is due (heap goal, runtime.GC, two minutes): stop the
//	                   world for "GC sweep termination", go on, and let workers mark
//	gcMarkDone         somebody ran out of work, and so has everybody: every P gives
//	                   what it found to all (the ragged barrier); if there was any,
//	                   marking goes on
//	gcMarkTermination  stop the world for "GC mark termination", go on, sweep
//
// The ragged barrier waits for nobody: each P does its part at its next step, or
// when it becomes idle, and the last to do so says that marking may be over (gc.finish).
// Whoever makes the next step then looks, and stops the world. A P whose M is in a
// system call does its part when it is taken from it or comes back.
//
// In Go: gcStart, gcMarkDone, gcMarkTermination and gcWaitOnMark in mgc.go. There the
// goroutine that allocated too much does the first, here its M; and forEachP waits.
package sched

import (
	"sync/atomic"

	"github.com/gopark/gopark/core/event/kind"
)

// Phases of the collector.
const (
	gcOff  = 0
	gcMark = 1 // the write barrier is on
)

// gcController is the state of the collector that the scheduler needs.
type gcController struct {
	phase  atomic.Uint32 // changes while the world is stopped
	cycles atomic.Uint64 // begun
	forced atomic.Uint32 // somebody wants a cycle whatever the heap
	ended  atomic.Int64  // when the last one ended, 0: there was none

	// Mark workers. See gcwork.go.
	dedicated  atomic.Int32 // workers still needed
	fractional int64        // share of a P's time, in millionths
	idle       atomic.Int32 // idle workers that run
	idleMax    atomic.Int32
	busy       atomic.Int32 // workers and assists that scan
	markStart  int64

	// The ragged barrier.
	round     atomic.Uint32 // one is under way
	flushWait atomic.Int32  // Ps that have not done their part
	moved     atomic.Uint32 // one of them had something
	finish    atomic.Uint32 // somebody must look whether marking is over

	credit atomic.Int64 // bytes that workers scanned for assists to come

	lock    Mutex // guards what follows
	marked  uint64
	pool    *G // workers that wait, by Schedlink
	workers int32
	assists gQueue // goroutines in debt
	waiters gQueue // goroutines that wait for the end of marking
	sweeper *G
	sweeps  bool // the sweeper is made
	parked  bool // the sweeper waits
}

// gcWanted says whether a cycle is to begin, or to end at once.
func gcWanted() bool {
	return gcdue() || relaxed(&sched.gc.forced) != 0 && sched.gc.phase.Load() == gcOff
}

// gcStart begins a cycle, or ends at once one that runs out of memory. It returns false
// if somebody else stops the world.
//
//go:cold
func (mp *M) gcStart() bool {
	c := &sched.gc
	mp.searchNoMore()
	if c.phase.Load() == gcMark {
		return mp.stopBegin(kind.ForMarkTerm, gcFinishStopped)
	}
	mp.sweepRest()
	mp.makeWorkers()
	return mp.stopBegin(kind.ForSweepTerm, gcStartStopped)
}

// searchNoMore ends mp's search, if it searches: its queue will not stay empty.
func (mp *M) searchNoMore() {
	if mp.spinning {
		mp.stopSpinning(kind.BySTW)
	}
}

// gcStartStopped is the first pause.
func gcStartStopped(uint64) {
	c := &sched.gc
	if c.phase.Load() != gcOff {
		return
	}
	mp := Getm()
	c.forced.Store(0)
	emit(kind.GCBegin, mp.stopwhy, mp.P, 0, c.cycles.Add(1), 0)
	c.startCycle(gomaxprocs.Load())
	c.markStart = mp.markTime()
	mp.chargeScan(gcbegin())
	c.phase.Store(gcMark)
	setbarrier(1)
	switch {
	case gcstoptheworld():
		mp.gcMarkTermination(true)
	case !gcready(nil) && !gcready(mp.P):
		c.moved.Store(0)
		c.finish.Store(1) // no worker will say so
	}
}

// gcMarkDone is called by who found nothing to scan. If nobody scans, it lets every
// P give up what it found.
func (mp *M) gcMarkDone() {
	c := &sched.gc
	if c.phase.Load() != gcMark || c.busy.Load() != 0 || gcready(mp.P) || !c.round.CompareAndSwap(0, 1) {
		return
	}
	c.moved.Store(0)
	Lock(&sched.lock)
	c.flushWait.Store(1) // for ourselves
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		pp := allp[i]
		if pp == mp.P || pp.status.get() == Pidle {
			c.flush(pp)
			continue
		}
		c.flushWait.Add(1)
		pp.gcFlush.set(1)
		pp.preempt.set(1)
		pp.flushInCall()
	}
	Unlock(&sched.lock)
	c.flushed()
}

// flush gives what pp found to all.
func (c *gcController) flush(pp *P) {
	if gcflush(pp) {
		c.moved.Store(1)
	}
}

// flushed says that one P more has done its part.
func (c *gcController) flushed() {
	if c.flushWait.Add(-1) == 0 {
		c.round.Store(0)
		c.finish.Store(1)
	}
}

// endRound forgets the ragged barrier. The world is stopped.
func (c *gcController) endRound() {
	c.round.Store(0)
	c.finish.Store(0)
	for i := 0; i < MaxProcs && allp[i] != nil; i++ {
		allp[i].gcFlush.set(0)
	}
}

// gcFlushP does pp's part of the ragged barrier. The caller owns pp.
func gcFlushP(pp *P) {
	if pp.gcFlush.get() != 0 {
		pp.gcFlush.set(0)
		sched.gc.flush(pp)
		sched.gc.flushed()
	}
}

// gcFinish looks whether marking is over, and stops the world if it is. It returns false
// if there is something else to do.
//
//go:cold
func (mp *M) gcFinish() bool {
	c := &sched.gc
	if c.phase.Load() != gcMark || !c.finish.CompareAndSwap(1, 0) {
		return false
	}
	switch {
	case c.busy.Load() != 0 || gcready(nil):
		wakep() // somebody had something
		return false
	case c.moved.Load() != 0:
		mp.gcMarkDone()
		return false
	}
	mp.searchNoMore()
	if !mp.stopBegin(kind.ForMarkTerm, gcTermStopped) {
		c.finish.Store(1)
		return false
	}
	return true
}

// gcTermStopped is the second pause.
func gcTermStopped(uint64) { Getm().gcMarkTermination(false) }

// gcFinishStopped is the second pause of a cycle that runs out of memory.
func gcFinishStopped(uint64) { Getm().gcMarkTermination(true) }

// gcMarkTermination ends marking, if nothing is left to scan; with force it scans all that
// is left. The world is stopped.
func (mp *M) gcMarkTermination(force bool) {
	c := &sched.gc
	if c.phase.Load() != gcMark {
		return
	}
	done, did := gcend(force)
	mp.chargeScan(did)
	if !done {
		return // somebody shaded an object since
	}
	setbarrier(0)
	c.phase.Store(gcOff)
	c.endRound()
	c.credit.Store(0)
	emit(kind.GCEnd, mp.stopwhy, mp.P, 0, c.cycles.Load(), gclive())
	c.ended.Store(mp.markTime())
	Lock(&c.lock)
	c.marked = c.cycles.Load()
	assists, waiters := c.assists, c.waiters
	c.assists, c.waiters = gQueue{}, gQueue{}
	Unlock(&c.lock)
	mp.wakeSweeper()
	mp.readyAll(&assists)
	mp.readyAll(&waiters)
}

// readyAll makes all of q ready, at the tail of mp's queue.
func (mp *M) readyAll(q *gQueue) {
	for q.size != 0 {
		gp := q.pop()
		mp.readyForGC(gp, kind.ByGC)
		mp.P.runqput(gp, false, kind.ByGC)
	}
}

// readyForGC makes gp, which waits for the collector, runnable; it is in the caller's hands.
func (mp *M) readyForGC(gp *G, why kind.Rule) {
	setstatus(gp, Gwaiting, Grunnable)
	emitGo(kind.GoReady, why, mp.P, 0, gp, 0, 0)
}

// GC runs a whole collection: it waits for the end of one under way, begins another, and
// waits until that has swept. In Go: runtime.GC.
func GC() {
	c := &sched.gc
	n := c.cycles.Load()
	gcWaitOnMark(n)
	for c.cycles.Load() == n {
		c.forced.Store(1)
		freeze(whyFuel) // the base of the M begins it
	}
	gcWaitOnMark(n + 1)
	for c.cycles.Load() == n+1 && gcsweep(sweepTurn) != 0 {
		Gosched()
	}
}

// gcWaitOnMark waits until the marking of cycle n is over.
func gcWaitOnMark(n uint64) {
	c := &sched.gc
	for {
		Lock(&c.lock)
		if c.marked >= n {
			Unlock(&c.lock)
			return
		}
		c.waiters.pushBack(Getg())
		Goparkunlock(&c.lock, kind.WaitGCCycle, 0)
	}
}

// gcSettle waits until nothing is marked: the number of Ps must not change meanwhile.
func gcSettle() {
	for sched.gc.phase.Load() != gcOff {
		gcWaitOnMark(sched.gc.cycles.Load())
	}
}
