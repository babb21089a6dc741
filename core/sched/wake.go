// This file starts, stops and wakes Ms, and keeps the idle lists.
//
// Both lists are last in, first out: what slept least is warmest. At most
// one M is being woken at a time (wakep); if it finds work, it wakes the next one. So a
// burst of work wakes Ms one by one, as many as are needed.
//
// In Go: wakep, resetspinning, startm, newm, stopm, mput, mget, pidleput, pidleget and
// pidlegetSpinning, handoffp in proc.go.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// wakep starts one more searching M, if nobody searches and a P is idle. Call
// it after making work visible.
//
// If no P is idle, and whoever runs out of work is to search anyway (needspinning), there is nothing
// to do. The two are read after the work was made visible: who resets needspinning, or puts a P
// on the idle list, looks at all queues after that.
func wakep() {
	if policy.spin != knob.On {
		wakeIdle()
		return
	}
	if sched.solo.get() != 0 { // nobody writes them now
		if relaxed(&sched.needspinning) == 0 || relaxedInt(&sched.nmspinning) != 0 || relaxedInt(&sched.npidle) != 0 {
			wakepSlow()
		}
		return
	}
	wakepSlow()
}

// wakepSlow is wakep with a word that says more.
//
//go:cold
func wakepSlow() {
	if sched.nmspinning.Load() != 0 || sched.needspinning.Load() != 0 && sched.npidle.Load() == 0 {
		return
	}
	if !sched.nmspinning.CompareAndSwap(0, 1) {
		return
	}
	Lock(&sched.lock)
	pp := pidlegetSpinning(kind.ByWakep)
	Unlock(&sched.lock)
	if pp == nil {
		if sched.nmspinning.Add(-1) < 0 {
			throw("wakep: negative nmspinning")
		}
		return
	}
	startm(pp, true, kind.ByWakep)
}

// wakeIdle is wakep without searchers: whoever makes work wakes a thread for it, if a P is idle.
// An M that goes idle looks at everything once more after it gave up its P, so none is forgotten.
//
//go:cold
func wakeIdle() {
	if sched.npidle.Load() == 0 || policy.steal == knob.StealNone && !globWork() {
		return // nobody to wake, or nothing that it could take
	}
	wakeAnyIdle()
}

// wakeAnyIdle is wakeIdle for what any M can do, whatever the policy: to sleep until a timer of another P
// is due.
func wakeAnyIdle() {
	Lock(&sched.lock)
	pp := pidleget(kind.ByWakep)
	Unlock(&sched.lock)
	if pp != nil {
		startm(pp, false, kind.ByWakep)
	}
}

// handoffp is for pp that has lost its M: in a system call, or because it must wait for its own
// goroutine. If there may be work for pp it gets another M; else it is idle. The same questions as in
// findRunnable: what that would find, this must start an M for.
func handoffp(pp *P, why kind.Rule) {
	emitP(kind.Handoff, why, pp, 0, 0)
	if !pp.runqempty() || globWork() || sched.gc.phase.Load() == gcMark && gcready(pp) {
		startm(pp, false, kind.ByHandoff)
		return
	}
	// No searcher and no idle P: all others are busy, so somebody must search.
	if sched.nmspinning.Load()+sched.npidle.Load() == 0 && sched.nmspinning.CompareAndSwap(0, 1) {
		sched.needspinning.Store(0)
		startm(pp, true, kind.ByHandoff)
		return
	}
	Lock(&sched.lock)
	if sched.gcwaiting.Load() != 0 {
		stopP(pp, 0)
		if sched.stopwait == 0 {
			sched.stopnote.wakeup()
		}
		Unlock(&sched.lock)
		return
	}
	pp.safePointLocked()
	// The last P that ran, and nobody waits for the network: somebody must.
	if globWorkLocked() || sched.npidle.Load() == gomaxprocs.Load()-1 && sched.lastpoll.Load() != 0 {
		Unlock(&sched.lock)
		startm(pp, false, kind.ByHandoff)
		return
	}
	when := pp.timers.wakeTime()
	pidleput(pp, kind.ByHandoff)
	Unlock(&sched.lock)
	if when != 0 && policy.timers == knob.TimersByLookers {
		wakeNetPoller(when)
	}
}

// resetspinning is called by a searcher that found work. If it was
// the last searcher there may be more work: start another.
//
//go:cold
func (mp *M) resetspinning() {
	mp.stopSpinning(kind.ByFound)
	wakep()
}

// startm gives pp to an idle M, or to a new one. If spinning, the caller has counted it in
// nmspinning.
func startm(pp *P, spinning bool, why kind.Rule) {
	Lock(&sched.lock)
	nmp := mget()
	if nmp == nil {
		id := sched.mnext
		sched.mnext++
		sched.mcount++ // counts as running, so that nobody calls it a deadlock
		checkmcount()
		newm(id, pp, spinning, why)
		return
	}
	emitWake(kind.MWake, nmp, pp, spinning, why)
	pp.given = nmp
	comes := nmp.back
	Unlock(&sched.lock)
	if !comes {
		nmp.park.wakeup()
	}
}

// emitWake hands pp to nmp, which sleeps or is new. The lock is held, or nmp is new.
func emitWake(k kind.Kind, nmp *M, pp *P, spinning bool, why kind.Rule) {
	n := uint32(0)
	if spinning {
		n = 1
	}
	if !sched.virtual {
		Getm().see(nmp.stamp) // it went to sleep before this
	}
	emitP(k, why, pp, n, uint64(nmp.ID))
	nmp.nextp = pp
	nmp.spinning = spinning
	nmp.stamp = Getm().stamp
}

// newm makes an M and starts its thread.
func newm(id int32, pp *P, spinning bool, why kind.Rule) {
	me := Getm()
	borrow := me.P == nil
	if borrow {
		me.setP(pp) // to allocate one needs a P
	}
	mp := new(M)
	mp.setup(id, Rand64())
	if borrow {
		me.setP(nil)
	}
	emitWake(kind.MNew, mp, pp, spinning, why)
	mp.todo = doWake
	newosprocClean(mp)
}

// setup prepares a zero M and adds it to the list of all.
func (mp *M) setup(id int32, rand uint64) {
	mp.ID = id
	mp.head = uint64(uint16(id)) << 16
	mp.rand = rand
	mp.ring = sched.ring
	if !sched.virtual {
		mp.takeRing()
	}
	Lock(&sched.lock)
	mp.Alllink = sched.allm
	sched.allm = mp
	Unlock(&sched.lock)
}

// stopm puts mp, which has no P, on the idle list. It sleeps until startm gives it a P.
func (mp *M) stopm() verdict {
	Lock(&sched.lock)
	return mp.stopmUnlock()
}

// stopmUnlock is stopm for who holds sched.lock.
func (mp *M) stopmUnlock() verdict {
	mp.todo = doWake
	mp.sleepOn, mp.wakeAt = &mp.park, 0
	mp.link = sched.midle
	sched.midle = mp
	sched.nmidle++
	emitLocked(kind.MPark, kind.ByStopm, nil, 0, uint64(sched.nmidle), 0)
	checkdead()
	Unlock(&sched.lock) // from here on mp may be woken
	return sleep
}

// awake ends the sleep of stopm. It returns false if mp has to sleep on: the P that it was woken for has been
// taken back.
func (mp *M) awake() bool {
	if !sched.virtual && !mp.keepsNextp() {
		return false
	}
	mp.takeNextp()
	return true
}

// keepsNextp puts the P that was handed to mp out of the stopper's reach. If there is none any more, mp is
// idle, or about to be woken: see takeBack.
func (mp *M) keepsNextp() bool {
	Lock(&sched.lock)
	mp.back = false
	if pp := mp.nextp; pp != nil && pp.given == mp {
		pp.given = nil
		Unlock(&sched.lock)
		return true
	}
	mp.park.clear()
	mp.sleepOn, mp.wakeAt = &mp.park, 0
	Unlock(&sched.lock)
	return false
}

// give hands pp to mp, which is on no list. It says whether mp must be woken for it.
func (mp *M) give(pp *P) (sleeps bool) {
	if sched.virtual {
		mp.nextp = pp
		return true
	}
	Lock(&sched.lock)
	mp.nextp, pp.given = pp, mp
	sleeps = !mp.back
	Unlock(&sched.lock)
	return sleeps
}

// takeNextp ends a sleep: mp has a P.
func (mp *M) takeNextp() {
	mp.park.clear()
	pp := mp.nextp
	mp.nextp = nil
	mp.todo = doSchedule
	mp.acquirep(pp, kind.ByStartm)
}

// mget takes an M off the idle list. sched.lock is held, also for the next ones.
func mget() *M {
	mp := sched.midle
	if mp != nil {
		sched.midle = mp.link
		mp.link = nil
		sched.nmidle--
	}
	return mp
}

// mgetSpecific takes mp off the idle list, if it is there.
func mgetSpecific(mp *M) *M {
	for at := &sched.midle; *at != nil; at = &(*at).link {
		if *at == mp {
			*at = mp.link
			mp.link = nil
			sched.nmidle--
			return mp
		}
	}
	return nil
}

// pidleput puts pp, which has no work, on the idle list.
func pidleput(pp *P, why kind.Rule) {
	if !pp.runqempty() {
		throw("pidleput: P has non-empty run queue")
	}
	pp.link = sched.pidle
	sched.pidle = pp
	sched.idlepMask.Store(sched.idlepMask.Load() | 1<<pp.ID)
	n := sched.npidle.Add(1)
	emitLocked(kind.PIdle, why, pp, 0, uint64(n), 0)
}

// onIdleList says whether pp is on the idle list: then it has no work. A P on its way to an M is not, and may
// have.
func onIdleList(pp *P) bool { return sched.idlepMask.Load()>>pp.ID&1 != 0 }

// pidleget takes a P off the idle list, or returns nil.
func pidleget(why kind.Rule) *P {
	pp := sched.pidle
	if pp != nil {
		sched.pidle = pp.link
		pp.link = nil
		sched.idlepMask.Store(sched.idlepMask.Load() &^ (1 << pp.ID))
		n := sched.npidle.Add(-1)
		emitLocked(kind.PGet, why, pp, 0, uint64(n), 0)
	}
	return pp
}

// pidlegetSpinning is pidleget for somebody who has work and wants a searcher for it. If
// there is no P, the next M that runs out of work must search.
func pidlegetSpinning(why kind.Rule) *P {
	pp := pidleget(why)
	if pp == nil && policy.needspin == knob.On {
		sched.needspinning.Store(1)
	}
	return pp
}
