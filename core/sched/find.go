// This file decides what an M runs next: findRunnable.
//
// The order is everything. First what is here: due timers, every 61st time the
// global queue, the own queue, the global queue. Then the others' queues, but only if
// few are searching already. Then the M gives up its P; and because work may have come
// while it did, one that was searching looks at everything once more. That last look is what makes the
// idle machine wake up: whoever adds work first publishes it and then looks for
// searchers, and a searcher first stops being one and then looks for work.
//
// In Go: findRunnable in proc.go, from top to bottom in the same order. The tracer and the goroutine that calls
// finalizers have their places there; ours for finalizers is put into runnext when there is something to call (gc.go).
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// findRunnable returns a goroutine to run and whether it inherits the time slice.
// If there is none, v says what to do before looking again.
func (mp *M) findRunnable() (gp *G, inherit bool, v verdict) {
	mp.charge(cost.find)
	if relaxed(&mp.P.runSafePointFn) != 0 {
		runSafePointFn(mp.P)
	}
	if !mp.stealing.paused {
		if gp, inherit = mp.lookHere(); gp != nil {
			return gp, inherit, again
		}
	}
	if mp.stealing.paused || mp.maySpin() {
		gp, inherit, v = mp.stealWork()
		if gp != nil || v != sleep {
			return gp, inherit, v
		}
	}
	if gp = mp.findIdleWorker(); gp != nil {
		return gp, false, again
	}
	return mp.goIdle()
}

// lookHere looks at what needs no other P.
func (mp *M) lookHere() (gp *G, inherit bool) {
	pp := mp.P
	var now, until int64
	if relaxedTime(&pp.timers.min) != 0 && policy.timers == knob.TimersByLookers { // else there is none
		now, until, _ = pp.timers.check(0)
	}

	if gp = mp.findRunnableGCWorker(); gp != nil {
		wakep() // there may be more to mark
		return gp, false
	}

	// Fairness: two goroutines that wake each other for ever would keep
	// the global queue from being looked at.
	if sched.qsize.get() != 0 && pp.schedtick.get()%61 == 0 && policy.fair == knob.On {
		Lock(&sched.lock)
		gp = globrunqget(pp)
		Unlock(&sched.lock)
		if gp != nil {
			return gp, false
		}
	}
	if gp, inherit = pp.runqget(); gp != nil {
		return gp, inherit
	}
	if sched.qsize.get() != 0 {
		Lock(&sched.lock)
		gp = globrunqgetbatch(pp, kind.FromGlob)
		Unlock(&sched.lock)
	}
	if gp == nil {
		mp.stealing.now, mp.stealing.pollUntil = now, until // for who looks on
		gp = mp.netpollHere()
	}
	return gp, false
}

// maySpin says whether mp may look at the others' queues. At most half as many
// search as are busy: more would only get into each other's way.
func (mp *M) maySpin() bool {
	if policy.spin != knob.On {
		return true // it looks once, and is not counted
	}
	if !mp.spinning && 2*sched.nmspinning.Load() >= gomaxprocs.Load()-sched.npidle.Load() {
		return false
	}
	if !mp.spinning {
		mp.becomeSpinning(kind.BySpin)
	}
	return true
}

func (mp *M) becomeSpinning(why kind.Rule) {
	if policy.spin != knob.On {
		return
	}
	mp.spinning = true
	n := sched.nmspinning.Add(1)
	sched.needspinning.Store(0)
	emit(kind.SpinBegin, why, mp.P, 0, uint64(n), 0)
}

func (mp *M) stopSpinning(why kind.Rule) {
	mp.spinning = false
	n := sched.nmspinning.Add(-1)
	if n < 0 {
		throw("findRunnable: negative nmspinning")
	}
	emit(kind.SpinEnd, why, mp.P, 0, uint64(n), 0)
}

// goIdle gives up the P, and the M with it, unless work turns up at the last moment.
//
//go:cold
func (mp *M) goIdle() (gp *G, inherit bool, v verdict) {
	n := gomaxprocs.Load() // may change once we have no P
	Lock(&sched.lock)
	if sched.gcwaiting.Load() != 0 || mp.P.runSafePointFn.Load() != 0 {
		Unlock(&sched.lock)
		return nil, false, again
	}
	if gp = globrunqgetbatch(mp.P, kind.FromGlobIdl); gp != nil {
		Unlock(&sched.lock)
		return gp, false, again
	}
	if policy.dispatch == knob.DispatchPush && !mp.P.runqempty() {
		Unlock(&sched.lock) // somebody gave us work
		return nil, false, again
	}
	if !mp.spinning && sched.needspinning.Load() == 1 {
		mp.becomeSpinning(kind.ByNeed)
		Unlock(&sched.lock)
		return nil, false, again
	}
	pidleput(mp.releasep(), kind.ByNothing)
	Unlock(&sched.lock)

	mp.polling = mp.spinning
	spun := mp.spinning
	if spun {
		mp.stopSpinning(kind.ByNothing)
	}
	if spun || policy.spin != knob.On {
		if gp, found := mp.recheck(n); found {
			return gp, false, again
		}
	}
	return nil, false, mp.pollOrStop()
}

// recheck looks at everything once more, after mp stopped spinning. It
// may find a goroutine, or only a P with which to search again.
func (mp *M) recheck(n int32) (gp *G, found bool) {
	Lock(&sched.lock)
	if globWorkLocked() {
		if pp := pidlegetSpinning(kind.ByRecheck); pp != nil {
			mp.acquirep(pp, kind.ByRecheck)
			gp = globrunqgetbatch(pp, kind.FromGlobIdl)
			Unlock(&sched.lock)
			mp.becomeSpinning(kind.ByRecheck)
			return gp, true
		}
	}
	Unlock(&sched.lock)
	if pp := checkRunqsNoP(n); pp != nil {
		mp.acquirep(pp, kind.ByRecheck)
		mp.becomeSpinning(kind.ByRecheck)
		return nil, true
	}
	if pp, gp := mp.checkIdleGCNoP(); pp != nil {
		mp.acquirep(pp, kind.ByRecheck)
		mp.becomeSpinning(kind.ByRecheck)
		return mp.startWorker(gp, gcIdle), true
	}
	for i := int32(0); i < n && policy.timers == knob.TimersByLookers; i++ {
		mp.stealing.pollUntil = earlier(mp.stealing.pollUntil, allp[i].timers.wakeTime())
	}
	return nil, false
}

// checkRunqsNoP returns an idle P if any P has work that could be stolen.
func checkRunqsNoP(n int32) *P {
	if policy.steal == knob.StealNone {
		return nil
	}
	for i := int32(0); i < n; i++ {
		if !onIdleList(allp[i]) && !allp[i].runqempty() {
			Lock(&sched.lock)
			pp := pidlegetSpinning(kind.ByRecheck)
			Unlock(&sched.lock)
			return pp
		}
	}
	return nil
}

// pollOrStop puts mp to sleep: as the poller, if there are timers or somebody waits for the
// network, and nobody polls yet; else on the idle list.
func (mp *M) pollOrStop() verdict {
	until := mp.stealing.pollUntil
	if (until != 0 || netpoller.waiters.Load() > 0) && sched.lastpoll.Swap(0) != 0 {
		// News that comes from now on wakes us: NetReady looks at lastpoll.
		until = earlier(until, netpoller.next.Load())
		if until == 0 {
			until = sched.start + kind.NoEnd
		}
		sched.pollUntil.Store(until)
		emit(kind.MPoll, kind.ByPoll, nil, 0, 0, uint64(until-sched.start))
		mp.todo = doPoll
		mp.sleepOn, mp.wakeAt = &sched.pollnote, until
		return sleep
	}
	if until != 0 {
		if at := sched.pollUntil.Load(); at == 0 || at > until {
			sched.pollnote.wakeup() // in Go: netpollBreak
		}
	}
	return mp.stopm()
}

// pollEnd ends the sleep of the poller. It returns false if there is no P for it. With a P, mp goes on
// with the first goroutine that the network made ready, if any.
func (mp *M) pollEnd() bool {
	sched.pollnote.clear()
	sched.pollUntil.Store(0)
	now := Nanotime()
	list := netpoll(now)
	sched.lastpoll.Store(now)
	emit(kind.MPollEnd, kind.ByPoll, nil, 0, 0, 0)
	Lock(&sched.lock)
	pp := pidleget(kind.ByPoll)
	Unlock(&sched.lock)
	if pp == nil {
		injectglist(list, kind.ByNet)
		return false
	}
	mp.todo = doSchedule
	mp.acquirep(pp, kind.ByPoll)
	if gp := readyToRun(list); gp != nil {
		mp.execute(gp, false)
	} else if mp.polling {
		mp.becomeSpinning(kind.ByPoll)
	}
	return true
}

// wakeNetPoller makes sure that somebody is awake at the time when.
func wakeNetPoller(when int64) {
	if sched.lastpoll.Load() == 0 {
		if at := sched.pollUntil.Load(); at == 0 || at > when {
			sched.pollnote.wakeup()
		}
	} else if policy.spin != knob.On {
		wakeAnyIdle()
	} else {
		wakep()
	}
}

// earlier returns the earlier of two times, where 0 is never.
func earlier(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
