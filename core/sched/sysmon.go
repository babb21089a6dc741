// This file is sysmon, the watchman: an M without a P that looks at all Ps now and then.
//
// If a P has been on the same time slice for 10 ms, sysmon asks its goroutine to yield. It looks
// every 20 µs as long as it has something to do; after 50 looks in vain the
// pauses double, up to 10 ms; and if no P runs at all it sleeps until the next timer.
//
// In Go: sysmon, retake and preemptone in proc.go. There sysmon also polls the
// network, takes the Ps of Ms that are in system calls, and forces collections.
package sched

import "github.com/gopark/gopark/core/event/kind"

const (
	forcePreemptNS = 10_000_000
	sysmonMin      = 20_000
	sysmonMax      = 10_000_000
	sysmonDeep     = 60_000_000_000
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
	now := Nanotime()
	if s.delay != 0 { // not the first time
		if retake(now) {
			s.idle = 0
		} else {
			s.idle++
		}
	}
	mp.setDelay()
	mp.sleepOn, mp.wakeAt = &mp.park, now+s.delay
	if sched.gcwaiting.Load() != 0 || sched.npidle.Load() == gomaxprocs.Load() {
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
			sched.sysmonwait = true
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
	sched.sysmonwait = false
	Unlock(&sched.lock)
	if sched.sysmonnote.isSet() {
		mp.mon.idle = 0
	}
	emit(kind.Sysmon, kind.ByDeepWake, nil, 0, uint64(mp.mon.delay), 0)
}

// wakeSysmon ends the deep sleep. sched.lock is held.
func wakeSysmon() {
	if sched.sysmonwait {
		sched.sysmonwait = false
		sched.sysmonnote.wakeup()
	}
}

// retake asks for the Ps that have been on one time slice for too long. It says
// whether there were any.
func retake(now int64) bool {
	any := false
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		pp := allp[i]
		if pp.status.get() != Prunning {
			continue
		}
		tick := pp.schedtick.get()
		if tick != pp.sysmontick.tick {
			pp.sysmontick.tick = tick
			pp.sysmontick.when = now
		} else if pp.sysmontick.when+forcePreemptNS <= now {
			preemptone(pp, now)
			any = true
		}
	}
	return any
}

// preemptone asks the goroutine on pp to yield. It does so when its slice of fuel ends.
func preemptone(pp *P, now int64) {
	if pp.preempt.get() != 0 {
		return
	}
	pp.preempt.set(1)
	emit(kind.GoTarget, kind.ByRetake, pp, 0, uint64(pp.sysmontick.tick), uint64(now-pp.sysmontick.when))
}

// preemptall asks all of them, for stop-the-world.
func preemptall() {
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		if allp[i].status.get() == Prunning {
			allp[i].preempt.set(1)
		}
	}
}
