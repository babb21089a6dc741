// This file runs the mark workers: which P marks, in which mode, and until when.
//
// A quarter of the Ps' time is for marking (25 % of GOMAXPROCS). As many Ps as that
// makes, rounded, mark and do nothing else: dedicated workers. If rounding misses the
// goal by more than 30 %, there is one less, and every P gives a part of its time to a
// fractional worker. A P with nothing to do runs an idle worker.
//
// There is a worker goroutine for each P, made when the first cycle begins that needs it. It waits in a
// pool; findRunnable takes one out, gives the P its mode, and runs it. It goes back
// to the pool when there is nothing to scan, or when its mode says so:
//
//	dedicated    never; the first time it is asked to yield it sends the P's
//	             whole queue to the global one
//	fractional   asked to yield, or above 1.2 times its share
//	idle         asked to yield, or there is something to run (pollWork)
//
// Workers, and the sweeper, are goroutines of the runtime (G.system): they are not
// counted, not in tracebacks, and do not keep a deadlock from being seen. They have no
// frames: their turns run at the base of the M.
//
// In Go: findRunnableGCWorker, startCycle and the idle worker count in mgcpacer.go,
// gcBgMarkWorker in mgc.go. There a worker's loop is on its own stack, and looks at
// the requests to yield every 100,000 units of work; here after each turn.
package sched

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

// system says which goroutine of the runtime a G is.
type system uint8

const (
	notSystem system = iota
	gcWorker
	gcSweeper
	forceGC   // forcegc.go
	timerProc // timerproc.go
)

// gcMode is the mode of the worker that a P runs.
type gcMode uint8

const (
	gcNone gcMode = iota
	gcDedicated
	gcFractional
	gcIdle
)

// GCWork is what was marked on a P and is not scanned yet. It belongs to core/rt.
type GCWork struct {
	Buf, Spare uintptr // work buffers
	Marked     int64   // bytes
	Flushed    bool    // a buffer was given away
}

// gcp is a P's part of the collector.
type gcp struct {
	gcMode    gcMode
	gcEvicted bool  // the dedicated worker has sent the queue away
	gcStarted int64 // when the worker began
	gcTime    int64 // of fractional workers, since marking began
}

const (
	gcGoal      = 25 // per cent of all Ps
	fractionMax = 12 // tenths of its share at which a fractional worker stops
	million     = 1_000_000
	scanTurn    = 100_000 // bytes that a worker or assist scans in one turn
	sweepTurn   = 10      // spans that the sweeper sweeps in one turn
)

// startCycle computes how many workers of which mode the cycle gets. The world is stopped.
func (c *gcController) startCycle(procs int32) {
	goal := procs * gcGoal // hundredths of a P
	n := (goal + 50) / 100
	c.fractional = 0
	if n*1000 > goal*13 || n*1000 < goal*7 {
		if n*100 > goal {
			n--
		}
		c.fractional = int64(goal-n*100) * (million / 100) / int64(procs)
	}
	c.dedicated.Store(n)
	c.idle.Store(0)
	c.idleMax.Store(procs - n)
	c.credit.Store(0)
	for i := int32(0); i < procs; i++ {
		allp[i].gcMode, allp[i].gcTime = gcNone, 0
	}
}

// makeWorkers makes the workers that are missing, and the sweeper.
func (mp *M) makeWorkers() {
	c := &sched.gc
	Lock(&c.lock)
	need := gomaxprocs.Load() - c.workers
	c.workers += max(need, 0)
	sweeper := !c.sweeps
	c.sweeps = true
	Unlock(&c.lock)
	for ; need > 0; need-- {
		mp.newSystem(gcWorker, kind.ByGC, false, nil)
	}
	if sweeper {
		gp := mp.newSystem(gcSweeper, kind.ByGC, false, nil)
		Lock(&c.lock)
		c.sweeper = gp
		Unlock(&c.lock)
	}
	wakep()
}

// newSystem makes a goroutine of the runtime, which finds param as its Param. A collector's has nothing to do when
// it runs for the first time, and waits.
func (mp *M) newSystem(what system, why kind.Rule, next bool, param unsafe.Pointer) *G {
	gp := new(G)
	gp.system = what
	gp.Param = param // before anybody can take it
	gp.Goid = mp.P.newGoid()
	gp.Atomicstatus = Grunnable
	emitGo(kind.GoCreate, why, mp.P, kind.Systems+uint32(what), gp, 0, 0)
	allgadd(gp)
	mp.P.runqput(gp, next, why)
	return gp
}

func (c *gcController) putWorker(gp *G) {
	Lock(&c.lock)
	gp.Schedlink = c.pool
	c.pool = gp
	Unlock(&c.lock)
}

func (c *gcController) takeWorker() *G {
	Lock(&c.lock)
	gp := c.pool
	if gp != nil {
		c.pool = gp.Schedlink
		gp.Schedlink = nil
	}
	Unlock(&c.lock)
	return gp
}

// findRunnableGCWorker returns a worker for mp's P, if the P is to mark.
func (mp *M) findRunnableGCWorker() *G {
	c := &sched.gc
	pp := mp.P
	if relaxed(&c.phase) != gcMark || !gcready(pp) {
		return nil
	}
	gp := c.takeWorker()
	if gp == nil {
		return nil
	}
	mode := c.pickMode(pp, mp.markTime())
	if mode == gcNone {
		c.putWorker(gp)
		return nil
	}
	return mp.startWorker(gp, mode)
}

// pickMode says in which mode pp is to mark now: dedicated while one is
// needed, fractional while it is below its share.
func (c *gcController) pickMode(pp *P, now int64) gcMode {
	if decIfPositive(&c.dedicated) {
		return gcDedicated
	}
	if c.fractional == 0 || above(pp.gcTime, now-c.markStart, c.fractional) {
		return gcNone
	}
	return gcFractional
}

// above says whether part of all is more than share millionths.
func above(part, all, share int64) bool {
	return all > 0 && part/1000*million > all/1000*share
}

// findIdleWorker returns a worker for an M whose P has nothing to do.
func (mp *M) findIdleWorker() *G {
	c := &sched.gc
	if c.phase.Load() != gcMark || !gcready(mp.P) || !c.addIdle() {
		return nil
	}
	gp := c.takeWorker()
	if gp == nil {
		c.idle.Add(-1)
		return nil
	}
	return mp.startWorker(gp, gcIdle)
}

// addIdle counts one more idle worker, if there may be one.
func (c *gcController) addIdle() bool {
	for {
		n := c.idle.Load()
		if n >= c.idleMax.Load() {
			return false
		}
		if c.idle.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// checkIdleGCNoP returns an idle P and a worker for it, if there is something to mark
// that nobody marks. mp has no P.
func (mp *M) checkIdleGCNoP() (*P, *G) {
	c := &sched.gc
	if c.phase.Load() != gcMark || c.idle.Load() >= c.idleMax.Load() || !gcready(nil) {
		return nil, nil
	}
	Lock(&sched.lock)
	pp := pidlegetSpinning(kind.ByRecheck)
	if pp == nil {
		Unlock(&sched.lock)
		return nil, nil
	}
	if c.phase.Load() == gcMark && c.addIdle() {
		if gp := c.takeWorker(); gp != nil {
			Unlock(&sched.lock)
			return pp, gp
		}
		c.idle.Add(-1)
	}
	pidleput(pp, kind.ByRecheck)
	Unlock(&sched.lock)
	return nil, nil
}

// startWorker makes gp, from the pool, runnable in the hands of mp.
func (mp *M) startWorker(gp *G, mode gcMode) *G {
	sched.gc.busy.Add(1)
	pp := mp.P
	pp.gcMode, pp.gcEvicted = mode, false
	pp.gcStarted = mp.markTime()
	mp.readyForGC(gp, kind.ByGC)
	mp.from, mp.fromPos = kind.FromGCWorker, 0
	return gp
}

// runSystem is run for a goroutine of the runtime.
//
//go:cold
func (mp *M) runSystem(gp *G) verdict {
	switch gp.system {
	case gcWorker:
		mp.runWorker(gp)
	case gcSweeper:
		mp.runSweeper(gp)
	case forceGC:
		mp.runForcegc(gp)
	case timerProc:
		return mp.runTimerproc(gp)
	}
	mp.ring.publish()
	return again
}

// runWorker is one turn of a worker.
func (mp *M) runWorker(gp *G) {
	if sched.gcwaiting.Load() != 0 || sched.gc.phase.Load() != gcMark || mp.P.gcMode == gcNone {
		mp.parkWorker(gp)
		return
	}
	did := gcdrain(mp.P, mp.scanBudget())
	mp.chargeScan(did)
	sched.gc.addCredit(mp, did)
	if did == 0 || mp.workerMustStop() {
		mp.parkWorker(gp)
	}
}

// workerMustStop says whether the mode of mp's worker wants it to stop.
func (mp *M) workerMustStop() bool {
	pp := mp.P
	asked := pp.preempt.get() != 0
	pp.preempt.set(0)
	switch pp.gcMode {
	case gcDedicated:
		if asked && !pp.gcEvicted {
			pp.gcEvicted = true
			mp.evict()
		}
		return false
	case gcFractional:
		all := mp.markTime() - sched.gc.markStart
		return asked || above(pp.gcTime+mp.markTime()-pp.gcStarted, all, sched.gc.fractional*fractionMax/10)
	}
	return asked || mp.pollWork()
}

// pollWork says whether there is something to run for mp.
func (mp *M) pollWork() bool {
	return sched.qsize.get() != 0 || !mp.P.runqempty()
}

// parkWorker puts the running worker back into the pool.
func (mp *M) parkWorker(gp *G) {
	c := &sched.gc
	pp := mp.P
	mode := pp.gcMode
	switch mode {
	case gcDedicated:
		c.dedicated.Add(1)
	case gcFractional:
		pp.gcTime += mp.markTime() - pp.gcStarted
	case gcIdle:
		c.idle.Add(-1)
	}
	pp.gcMode = gcNone
	mp.parkSystem(gp, kind.WaitGCWorkerIdle)
	c.putWorker(gp)
	if mode != gcNone && c.busy.Add(-1) == 0 {
		mp.gcMarkDone()
	}
}

// evict sends all of P's queue to the tail of the global one.
func (mp *M) evict() {
	q := mp.P.runqdrain()
	if q.size == 0 {
		return
	}
	Lock(&sched.lock)
	for q.size != 0 {
		globrunqput(q.pop(), kind.ByEvict)
	}
	Unlock(&sched.lock)
	wakep()
}

// decIfPositive takes 1 from n unless it is 0.
func decIfPositive(n *atomic.Int32) bool {
	for {
		v := n.Load()
		if v <= 0 {
			return false
		}
		if n.CompareAndSwap(v, v-1) {
			return true
		}
	}
}

// scanBudget is how much mp may scan in one turn: in virtual mode as far as its clock may go.
func (mp *M) scanBudget() int64 {
	if sched.virtual {
		return min(int64(mp.virtualFuel())*8/costScan, scanTurn)
	}
	return scanTurn
}

// chargeScan charges for n bytes scanned.
func (mp *M) chargeScan(n int64) { mp.charge(n * costScan / 8) }

// markTime is the clock that workers are measured by.
func (mp *M) markTime() int64 { return Nanotime() }
