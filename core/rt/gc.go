// This file is the collector's cycle: what happens to the heap in the two pauses. The
// scheduler decides when they come, and who marks in between (core/sched/gc.go).
//
//	sweep termination   what the last cycle left unswept is swept; caches are
//	                    emptied; the frames and cells of all goroutines are
//	                    looked at; the write barrier goes on
//	marking             workers and assists scan the program's data and what is grey
//	                    (mark.go); allocation marks what it hands out
//	mark termination    nothing is grey any more; the barrier goes off; what is not
//	                    marked is garbage
//	sweeping            garbage is freed span by span (sweep.go)
//
// Frames are scanned in the first pause, all at once. In Go each stack is scanned by
// itself while the others run, which needs a barrier for the new pointer as well; here
// the pause grows with the number of frames. That the snapshot is complete rests on
// this: in the pause every goroutine is frozen, so all that it knows is in its frames,
// in its cell (G.Elem), or in memory that has the barrier.
//
// Gs, Ms and Ps are reached from lists whose links have no barrier, since nothing of
// them is ever freed (sched.Kept); so the pause marks them all.
//
// Finalizers, cleanups and weak pointers are looked after in the second pause (special.go).
// A cycle that finds memory nearly used up is finished in that pause, whatever is left to mark.
//
// In Go: mgc.go, mgcmark.go.

package rt

import (
	"sync/atomic"

	"github.com/gopark/gopark/core/sched"
)

var work struct {
	lock     mutex // guards the lists of buffers
	full     uintptr
	empty    uintptr
	nfull    atomic.Int32
	bufPages uintptr
	lost     atomic.Uint32 // an object is marked, but not among the grey ones

	rootStart, rootEnd uintptr // the data that markroot scans
	rootJobs           int32
	rootNext           atomic.Int32

	marking bool         // changes in the pauses only
	black   atomic.Int64 // bytes that were marked when they were allocated

	orphan     gcWork // what code without a P found
	orphanLock mutex

	mode        uint8   // 0 not known, 1 concurrent, 2 GODEBUG=gcstoptheworld=1
	marked      uintptr // bytes found live by the last cycle
	poolCleanup func()  // sync.Pool's
}

// OnCollect registers what sync.Pool does before a collection.
func OnCollect(f func()) { work.poolCleanup = f }

// gcBegin is the first pause. It gives the bytes it looked at.
func gcBegin() (did int64) {
	if f := work.poolCleanup; f != nil {
		f()
	}
	lock(&heap.lock)
	sweepAll()
	flushAll()
	work.marking = true
	central.due = false // this is the cycle that was due
	paceBegin()
	unlock(&heap.lock)
	work.lost.Store(0)
	work.black.Store(0)
	work.rootNext.Store(0)
	w := gcwof()
	did = snapshot(w)
	gcwdone(w)
	return did
}

// setRoots makes [from, to) what markroot scans.
func setRoots(from, to uintptr) {
	work.rootStart = (from + 7) &^ 7
	work.rootEnd = to &^ 7
	work.rootJobs = int32((work.rootEnd - work.rootStart + rootPiece - 1) / rootPiece)
}

// ready says whether there is something to scan that w can get at.
func (w *gcWork) ready() bool {
	return w != nil && !w.empty() || work.nfull.Load() != 0 || work.rootNext.Load() < work.rootJobs
}

// gcEnd is the second pause. If there is still something to scan it gives false, and
// marking goes on; with force it scans it all. did is the bytes it looked at.
func gcEnd(force bool) (done bool, did int64) {
	found := flushGrey()
	w := gcwof()
	last := force || !found && !w.ready()
	if last {
		did = w.drain(1<<62) + w.markAgain()
		did += finishSpecials(w) + w.markAgain()
		w.dispose()
	}
	gcwdone(w)
	if !last {
		return false, 0
	}
	lock(&heap.lock)
	flushAll()
	work.marking = false
	work.marked = uintptr(takeMarked() + work.black.Load())
	paceEnd()
	dropLimbo()
	sweepBegin()
	central.stats.NumGC++
	central.stats.LastMarked = work.marked
	central.live = work.marked
	setTrigger()
	unlock(&heap.lock)
	return true, did
}

// flushAll empties all caches. heap.lock is held, the world is stopped.
func flushAll() {
	for c := central.caches; c != nil; c = c.next {
		flushCache(c)
	}
}

// GC is a whole cycle in one go. The world is stopped.
func GC() {
	gcBegin()
	gcEnd(true)
	lock(&heap.lock)
	sweepAll()
	unlock(&heap.lock)
}

// greyOf is the grey objects of pp.
func greyOf(pp *sched.P) *gcWork {
	if pp == nil {
		return nil
	}
	return (*gcWork)(&pp.Gcw)
}
