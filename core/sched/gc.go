// This file is the collector's cycle as the scheduler sees it: who begins it, how it is
// noticed that nothing is left to mark, and who waits for it. core/rt marks and sweeps.
//
//	gcStart            a cycle is due (heap goal, runtime.GC, two minutes): stop the
//	                   world for "GC sweep termination", go on, and let workers mark
//	gcMarkDone         somebody ran out of work, and so has everybody: every P gives
//	                   what it found to all (the ragged barrier, forEachP); if there
//	                   was any, marking goes on
//	gcMarkTermination  stop the world for "GC mark termination", go on, sweep
//
// Who wants to end marking while somebody else has stopped the world, or asks the Ps, leaves it to that one, who
// looks again at the end (startTheWorld, gcMarkFlushed).
//
// In Go: gcStart, gcMarkDone, gcMarkTermination and gcWaitOnMark in mgc.go. There the
// goroutine that allocated too much does the first, here its M.
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

	flushed atomic.Uint32 // the ragged barrier: a P had something

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
	if gcstoptheworld() {
		mp.gcMarkTermination(true)
	}
}

// gcMarkDone is called by who found nothing to scan. If nobody scans, it lets every P give up what it
// found, and then, if there was nothing, ends marking. The caller must go back to the base of mp.
func (mp *M) gcMarkDone() {
	c := &sched.gc
	if c.phase.Load() != gcMark || c.busy.Load() != 0 || gcready(mp.P) || !sched.stopping.CompareAndSwap(0, 1) {
		return
	}
	c.flushed.Store(0)
	mp.forEachP(gcFlushP, gcMarkFlushed)
}

// gcFlushP is pp's part of the ragged barrier.
func gcFlushP(pp *P) {
	if gcflush(pp) {
		sched.gc.flushed.Store(1)
	}
}

// gcMarkFlushed ends marking if no P had anything, and nobody has found something since.
func gcMarkFlushed() {
	c := &sched.gc
	mp := Getm()
	if c.flushed.Load() == 0 && c.busy.Load() == 0 && !gcready(nil) {
		mp.searchNoMore()
		mp.stopTheWorldWithSema(kind.ForMarkTerm, gcTermStopped)
		return
	}
	sched.stopping.Store(0)
	wakep() // somebody had something
	mp.gcMarkDone()
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
	if fn := gcfinals(); fn != nil {
		// Next, as in Go, where findRunnable readies that goroutine before it looks at the queue.
		mp.P.runqput(newproc1(mp, fn, nil, 0, kind.ByGC), true, kind.ByGC)
	}
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
