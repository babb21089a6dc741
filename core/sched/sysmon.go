// This file is sysmon, the watchman: an M without a P that looks at all Ps now and then.
//
// If a P has been on the same time slice for 10 ms, sysmon asks its goroutine to yield. It looks
// every 20 µs as long as it has something to do; after 50 looks in vain the
// pauses double, up to 10 ms; and if no P runs at all it sleeps until the next timer.
//
// If an M is in a system call when sysmon looks for the second time, and somebody could use its P, the P is
// taken from it.
//
// If there was no collection for two minutes, sysmon forces one (forcegc.go).
//
// In Go: sysmon, retake and preemptone in proc.go.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

const (
	forcePreemptNS = 10_000_000
	sysmonMin      = 20_000
	sysmonMax      = 10_000_000
	sysmonDeep     = forcegcperiod / 2
)

// sysmonState is what sysmon remembers from one look to the next.
type sysmonState struct {
	idle  int   // looks in vain, one after the other
	delay int64 // ns
	deep  bool  // it sleeps deeply
}

// sysmonStep is one look. Afterwards it must sleep on mp.sleepOn until mp.wakeAt.
func (mp *M) sysmonStep() {
	s := &mp.mon
	if s.deep {
		mp.endDeepSleep()
	}
	setbarrier(int32(sched.gc.phase.Load()))
	now := Nanotime()
	if s.delay != 0 { // not the first time
		sysmonPoll(now)
		if retake(now) {
			s.idle = 0
		} else {
			s.idle++
		}
	}
	sysmonForceGC(now)
	schedtraceDue(now)
	mp.setDelay()
	mp.sleepOn, mp.wakeAt = &mp.park, now+s.delay
	if sched.trace.every == 0 && (sched.gcwaiting.Load() != 0 || sched.npidle.Load() == gomaxprocs.Load()) {
		mp.deepSleep(now)
	}
}

func (mp *M) setDelay() {
	s := &mp.mon
	delay, why := s.delay, kind.ByBackoff
	if s.idle == 0 {
		delay, why = sysmonMin, kind.ByBusy
	} else if s.idle > 50 {
		delay *= 2
	}
	if delay > sysmonMax {
		delay = sysmonMax
	}
	if delay != s.delay {
		s.delay = delay
		emit(kind.Sysmon, why, nil, 0, uint64(delay), 0)
	}
}

// deepSleep sleeps until the next timer, or until somebody starts the world.
func (mp *M) deepSleep(now int64) {
	Lock(&sched.lock)
	if sched.gcwaiting.Load() != 0 || sched.npidle.Load() == gomaxprocs.Load() {
		wake := now + sysmonDeep
		if next := timeSleepUntil(); next != 0 && next < wake {
			wake = next
		}
		if wake > now {
			mp.mon.deep = true
			sched.sysmonwait.Store(1)
			sched.sysmonnote.clear()
			mp.sleepOn, mp.wakeAt = &sched.sysmonnote, wake
			emit(kind.Sysmon, kind.ByDeep, nil, 0, uint64(wake-now), 0)
		}
	}
	Unlock(&sched.lock)
}

func (mp *M) endDeepSleep() {
	mp.mon.deep = false
	Lock(&sched.lock)
	sched.sysmonwait.Store(0)
	Unlock(&sched.lock)
	if sched.sysmonnote.isSet() {
		mp.mon.idle = 0
	}
	emit(kind.Sysmon, kind.ByDeepWake, nil, 0, uint64(mp.mon.delay), 0)
}

// wakeSysmon ends the deep sleep. sched.lock is held.
func wakeSysmon() {
	if sched.sysmonwait.Load() != 0 {
		sched.sysmonwait.Store(0)
		sched.sysmonnote.wakeup()
	}
}

// retake looks at every P that runs. If it has been on one time slice for 10 ms, its goroutine is
// asked to yield. If its M is in a system call and somebody could use the P, it is taken.
// It says whether one was taken.
func retake(now int64) bool {
	any := false
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		pp := allp[i]
		if pp.status.get() != Prunning {
			continue
		}
		long := pp.sliceIsLong(now)
		if long {
			preemptone(pp, now)
		}
		if pp.incall.Load() == 0 || policy.handoff == knob.Off {
			continue
		}
		// Pretend that one more M is awake: the one that loses its P here may come back and go
		// to sleep before the P has another one.
		incidlelocked(-1)
		if pp.retakeSyscall(now, long) {
			any = true
			handoffp(pp, kind.ByRetake)
		}
		incidlelocked(1)
	}
	return any
}

// sliceIsLong says whether pp has been on one time slice for 10 ms.
func (pp *P) sliceIsLong(now int64) bool {
	s := &pp.sysmontick
	if tick := pp.schedtick.get(); tick != s.tick {
		s.tick, s.when = tick, now
		return false
	}
	return s.when+forcePreemptNS <= now
}

// retakeSyscall takes pp from an M in a system call. A call that was not there at the last
// look is left alone; so is one, for 10 ms, if nobody needs the P.
func (pp *P) retakeSyscall(now int64, long bool) bool {
	if !pp.blockOnExitSyscall() {
		return false
	}
	s := &pp.sysmontick
	tick := pp.syscalltick.get()
	switch {
	case !long && tick != s.syscalltick:
		s.syscalltick, s.syscallwhen = tick, now
	case pp.runqempty() && sched.nmspinning.Load()+sched.npidle.Load() > 0 && s.syscallwhen+forcePreemptNS > now:
	default:
		pp.takeP(kind.ByRetake)
	}
	taken := pp.m == nil
	pp.resume()
	return taken
}

// incidlelocked changes the number of Ms that sleep for a wired goroutine.
func incidlelocked(n int32) {
	Lock(&sched.lock)
	sched.nmidlelocked += n
	if n > 0 {
		checkdead()
	}
	Unlock(&sched.lock)
}

// preemptone asks the goroutine on pp to yield. It does so when its slice of fuel ends. One in a
// system call cannot.
func preemptone(pp *P, now int64) {
	if pp.preempt.get() != 0 || pp.incall.Load() != 0 || policy.preempt == knob.PreemptOff {
		return
	}
	pp.preempt.set(1)
	emit(kind.GoTarget, kind.ByRetake, pp, 0, uint64(pp.sysmontick.tick), uint64(now-pp.sysmontick.when))
}

// preemptall asks all of them but our own, for stop-the-world and forEachP.
func preemptall() {
	if policy.preempt == knob.PreemptOff {
		return
	}
	own := Getm().P
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		if pp := allp[i]; pp != own && pp.status.get() == Prunning {
			pp.preempt.set(1)
		}
	}
}
