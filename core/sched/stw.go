// This file stops the world, starts it again, and changes GOMAXPROCS in between.
//
// The M that stops the world sets gcwaiting and asks every P to yield. Each M sees it at
// its next step, puts its goroutine back on its P and gives the P up, stopped; the last one
// wakes the stopper. While the world is stopped every goroutine is frozen in memory, so
// the collector finds everything there.
//
// In Go: stopTheWorldWithSema, startTheWorldWithSema, gcstopm and procresize in proc.go. There
// the goroutine that asked waits; here it is frozen, and its M works at its base.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// WorldStopped stops the world, calls fn(arg), and starts the world again. The
// goroutine that calls it is frozen meanwhile. fn runs at the base of the M.
func WorldStopped(reason kind.Rule, fn func(arg uint64), arg uint64) {
	Getg().stopped = false
	for !Getg().stopped { // somebody else may stop it first
		mp := Getm()
		mp.stopwhy = reason
		mp.stopfn = fn
		mp.stoparg = arg
		freeze(whyStop)
	}
}

// GOMAXPROCS sets the number of Ps, if n is at least 1, and returns what it was.
func GOMAXPROCS(n int) int {
	old := int(gomaxprocs.Load())
	if n > MaxProcs {
		n = MaxProcs
	}
	if n > 0 && n != old {
		for gomaxprocs.Load() != int32(n) {
			gcSettle() // the cycle's workers were shared out for the old number
			WorldStopped(kind.ForProcs, setProcs, uint64(n))
		}
	}
	return old
}

func setProcs(n uint64) {
	if sched.gc.phase.Load() == gcOff {
		sched.newprocs = int32(n)
	}
}

// stopBegin asks the world to stop, for fn, or if that is nil for the running goroutine's WorldStopped.
// It returns false if somebody else does.
func (mp *M) stopBegin(reason kind.Rule, fn func(uint64)) bool {
	if !sched.stopping.CompareAndSwap(0, 1) {
		mp.stopfn = nil
		return false
	}
	mp.stopTheWorldWithSema(reason, fn)
	return true
}

// stopTheWorldWithSema is stopBegin for who has won sched.stopping.
func (mp *M) stopTheWorldWithSema(reason kind.Rule, fn func(uint64)) {
	mp.stopwhy = reason
	mp.stopForG = fn == nil
	if fn != nil {
		mp.stopfn = fn
	}
	mp.todo = doStop
	mp.stealing.paused = false
	Nanotime() // how long a stop takes should be seen in its events
	Lock(&sched.lock)
	sched.stopwait = gomaxprocs.Load()
	sched.stopnote.clear()
	sched.gcwaiting.Store(1)
	emitLocked(kind.STWBegin, reason, mp.P, 0, uint64(sched.stopwait), 0)
	preemptall()
	stopP(mp.P, 1)
	for pp := sched.pidle; pp != nil; pp = sched.pidle {
		sched.pidle = pp.link
		pp.link = nil
		sched.npidle.Add(-1)
		stopP(pp, 0)
	}
	sched.idlepMask.Store(0)
	stopSyscalls()
	Unlock(&sched.lock)
}

// stopSyscalls stops the Ps of Ms that are in system calls. sched.lock is held.
func stopSyscalls() {
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		if pp := allp[i]; pp.blockOnExitSyscall() {
			pp.gcstopP()
			pp.resume()
		}
	}
}

// stopP marks pp as stopped. sched.lock is held.
func stopP(pp *P, keeps uint32) {
	pp.status.set(Pgcstop)
	sched.stopwait--
	emitLocked(kind.PStop, kind.BySTW, pp, keeps, uint64(sched.stopwait), 0)
}

// gcstopm gives mp's P to the stopper and puts mp to sleep.
func (mp *M) gcstopm() verdict {
	mp.stealing.paused = false
	if mp.spinning {
		mp.stopSpinning(kind.BySTW)
	}
	Lock(&sched.lock)
	stopP(mp.releasep(), 0)
	if sched.stopwait == 0 {
		sched.stopnote.wakeup()
	}
	return mp.stopmUnlock() // at once: in a stopped world everything stands still
}

// freezetheworld stops all other Ms for good, from wherever the program ends. It does not insist:
// the world may be broken.
func freezetheworld() {
	mp := Getm()
	if mp.P == nil || !sched.stopping.CompareAndSwap(0, 1) && sched.gcwaiting.Load() != 0 {
		return
	}
	Lock(&sched.lock)
	sched.stopwait = gomaxprocs.Load()
	sched.gcwaiting.Store(1)
	stopP(mp.P, 1)
	for pp := sched.pidle; pp != nil; pp = pp.link {
		sched.stopwait--
	}
	stopSyscalls()
	Unlock(&sched.lock)
	sched.stopnote.clear()
	for i := 0; i < 1000 && !alone(); i++ {
		preemptall()
		Futexsleep(&sched.stopnote.key, 0, 100_000)
	}
}

// alone says whether all Ms but one sleep without a P.
func alone() bool {
	Lock(&sched.lock)
	awake := sched.mcount - sched.nmidle - sched.nmidlelocked - sched.nGsyscallNoP.Load()
	if sched.lastpoll.Load() == 0 {
		awake-- // the poller
	}
	left := sched.stopwait
	Unlock(&sched.lock)
	return left <= 0 && awake <= 1
}

// stopWait is the step of the M that stops the world.
func (mp *M) stopWait() verdict {
	Lock(&sched.lock)
	if !sched.virtual {
		takeBack()
	}
	left := sched.stopwait
	Unlock(&sched.lock)
	if left > 0 {
		preemptall() // one may have missed it
		mp.sleepOn, mp.wakeAt = &sched.stopnote, Nanotime()+100_000
		return sleep
	}
	Nanotime()
	emit(kind.STWDone, mp.stopwhy, mp.P, 0, 0, 0)
	mp.charge(cost.stop)
	fn := mp.stopfn
	mp.stopfn = nil
	sched.newprocs = gomaxprocs.Load()
	mp.ring.publish()
	fn(mp.stoparg)
	if mp.stopForG {
		mp.Curg.stopped = true
	}
	mp.startTheWorld()
	return again
}

// takeBack stops the Ps of Ms that do not run yet. A Worker starts in 10 to 100 ms, and one that was woken runs
// when there is a core for it: the world need not wait for them. They are idle then, and may be handed
// another P at once. sched.lock is held. In Go they are waited for, since threads start fast; in virtual time, too.
func takeBack() {
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		pp := allp[i]
		mp := pp.given
		if mp == nil {
			continue
		}
		pp.given, mp.nextp = nil, nil
		stopP(pp, 0)
		if mp.spinning { // who goes on must not rely on its search
			sched.nmspinning.Add(-1)
		}
		mp.back = true
		mp.link = sched.midle
		sched.midle = mp
		sched.nmidle++
		emitTakenBack(mp)
		mp.spinning = false
	}
}

// startTheWorld ends the stop.
func (mp *M) startTheWorld() {
	Nanotime()
	injectglist(netpoll(Nanotime()), kind.ByNet)
	mp.resumeTodo()
	Lock(&sched.lock)
	emitLocked(kind.STWEnd, mp.stopwhy, mp.P, 0, 0, 0)
	ps := procresize(mp, sched.newprocs)
	sched.gcwaiting.Store(0)
	sched.stopping.Store(0)
	wakeSysmon()
	Unlock(&sched.lock)
	for ps != nil {
		pp := ps
		ps = pp.link
		pp.link = nil
		nmp := pp.m // chosen by procresize
		pp.m = nil
		if nmp == nil {
			startm(pp, false, kind.BySTWEnd)
			continue
		}
		if nmp.give(pp) {
			nmp.park.wakeup()
		}
	}
	wakep()         // a searcher, for what Ps with long queues have
	mp.gcMarkDone() // who wanted to end marking meanwhile could not
}

// procresize makes n Ps, and says which Ps other than mp's have work: a list by link, each
// with an idle M in m, or nil. The world is stopped, sched.lock is held.
func procresize(mp *M, n int32) *P {
	old := gomaxprocs.Load()
	if n != old {
		emitLocked(kind.ProcsChange, mp.stopwhy, nil, 0, uint64(n), uint64(old))
	}
	for i := old; i < n; i++ {
		initP(i)
	}
	gomaxprocs.Store(n)
	sched.solo.set(0)
	if n == 1 || oneThread() {
		sched.solo.set(1)
	}
	onlyP.set(sched.solo.get())
	mp.keepOrTakeP(n)
	if anyWork(n, old) {
		globRenumber()
	}
	for i := n; i < old; i++ {
		destroyP(mp, allp[i])
	}
	if n != old {
		resetOrder(uint32(n))
	}
	var list *P
	for i := n - 1; i >= 0; i-- {
		if pp := allp[i]; pp != mp.P && !pp.runqempty() {
			pp.status.set(Pidle)
			emitLocked(kind.PGet, kind.BySTWEnd, pp, 0, uint64(sched.npidle.Load()), 0)
			pp.m = chooseM(pp)
			pp.link = list
			list = pp
		}
	}
	// In ascending order, so that the highest is the first to be used.
	for i := int32(0); i < n; i++ {
		if pp := allp[i]; pp != mp.P && pp.runqempty() {
			pp.status.set(Pidle)
			pidleput(pp, kind.BySTWEnd)
		}
	}
	return list
}

// anyWork says whether one of the Ps from to to-1 has something to run.
func anyWork(from, to int32) bool {
	for i := from; i < to; i++ {
		if !allp[i].runqempty() {
			return true
		}
	}
	return false
}

// chooseM takes an idle M for pp: the one it had, or any.
func chooseM(pp *P) *M {
	nmp := mgetSpecific(pp.oldm)
	if nmp == nil {
		nmp = mget()
	}
	if nmp != nil {
		emitWake(kind.MWake, nmp, pp, false, kind.BySTWEnd)
		nmp.nextp = nil
	}
	return nmp
}

// initP makes or revives P i, stopped.
func initP(i int32) {
	pp := allp[i]
	if pp == nil {
		pp = new(P)
		pp.ID = i
		pp.head = uint64(i) << 32
		pp.timers.pp = pp
		allp[i] = pp
		if i == 0 {
			pp.schedtick.set(bootTicks)
		}
	}
	pp.status.set(Pgcstop)
	emitLocked(kind.PNew, kind.ForProcs, pp, 0, uint64(pp.schedtick.get()), 0)
}

// keepOrTakeP lets mp keep its P, or gives it P0 if that will be gone.
func (mp *M) keepOrTakeP(n int32) {
	if mp.P != nil && mp.P.ID < n {
		mp.P.status.set(Prunning)
		emitPStart(mp, kind.BySTWEnd)
		return
	}
	if mp.P != nil {
		mp.releasep().status.set(Pgcstop)
	}
	mp.acquirep(allp[0], kind.BySTWEnd)
}

// destroyP empties pp: its queue goes to the head of the global one, in
// order, its timers to mp's P.
func destroyP(mp *M, pp *P) {
	for pp.runqhead.Load() != pp.runqtail.Load() {
		t := pp.runqtail.Load() - 1
		pp.runqtail.Store(t)
		gp := pp.runq[t%256].get()
		emitGo(kind.RunqDrainTail, kind.ByResize, pp, 0, gp, uint64(t), 0)
		globrunqputhead(gp, kind.ByResize)
	}
	if gp := pp.runnext.Load(); gp != nil {
		pp.runnext.Store(nil)
		emitGo(kind.RunnextDrop, kind.ByResize, pp, 0, gp, uint64(gp.nextseq), 0)
		globrunqputhead(gp, kind.ByResize)
	}
	if policy.timers == knob.TimersByLookers {
		mp.P.timers.take(&pp.timers)
	}
	for pp.gFree != nil {
		pp.gfmove(&pp.gFree, &sched.gFree, -1)
	}
	pp.preempt.set(0)
	pp.status.set(Pdead)
	emitLocked(kind.PDead, kind.ByResize, pp, 0, 0, 0)
}
