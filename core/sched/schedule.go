// This file is the loop of an M: find a goroutine, run it, see why it came back.
//
// step makes one decision, or runs one slice, and never blocks. What it could not finish
// it leaves in mp.todo.
//
// In Go: schedule, execute, and the functions that mcall switches to. There an M
// blocks in the middle of findRunnable and goes on after it; here it returns.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// verdict is what the M must do before its next step.
type verdict uint8

const (
	again verdict = iota // nothing
	pause                // wait 3 µs, without sleeping
	sleep                // sleep on mp.sleepOn, at most until mp.wakeAt
	ended                // it is no more
)

// todo is what step must do first.
type todo uint8

const (
	doSchedule  todo = iota // find a goroutine
	doRun                   // go on with mp.Curg
	doWake                  // it slept in stopm; it has been given a P
	doPoll                  // it slept as the poller
	doStop                  // it waits for the world to stop
	doSafePoint             // it waits until each P has done something
	doSyscall               // it was in a system call
	doLocked                // it slept in stoplockedm; it has been given a P
	doNothing               // it has ended
)

// step makes one scheduling decision or runs one slice of a goroutine.
func (mp *M) step() verdict {
	if mp.todo > doRun {
		setbarrier(int32(sched.gc.phase.Load())) // it may have changed while mp had no P
		if v, over := mp.goOn(); over {
			return v
		}
	}
	if policy.preempt != knob.PreemptAsync && mp.Curg != nil && mp.mustGoOn() {
		return mp.run()
	}
	if relaxed(&sched.gcwaiting) != 0 {
		mp.leaveForStop()
		if mp.lockedg != nil {
			return mp.stoplockedm()
		}
		return mp.gcstopm()
	}
	if gcWanted() && mp.gcStart() {
		return again
	}
	if mp.Curg == nil {
		v := mp.schedule()
		if sched.virtual || v != again || relaxed(&sched.gcwaiting) != 0 || mp.Curg == nil {
			return v // in virtual mode another M may be behind this one now
		}
	}
	if gp := mp.Curg; gp.system != notSystem {
		return mp.runSystem(gp)
	}
	if mp.P.preempt.get() != 0 {
		mp.P.preempt.set(0)
		mp.goschedImpl(kind.ByPreempt)
		return again
	}
	if (mp.Curg.GCAssist < 0 || mp.Curg.assisting) && !mp.gcAssist() {
		return again
	}
	return mp.run()
}

// goOn does what an M that slept must do first. It says whether this was the whole step.
//
//go:cold
func (mp *M) goOn() (v verdict, over bool) {
	switch mp.todo {
	case doWake:
		if !mp.awake() {
			return sleep, true
		}
	case doPoll:
		if !mp.pollEnd() {
			return mp.stopm(), true
		}
	case doStop:
		return mp.stopWait(), true
	case doSafePoint:
		return mp.safePointWait(), true
	case doSyscall:
		if mp.callSide != nil && !mp.waitOver() {
			return sleep, true
		}
		if !mp.exitsyscall() {
			if mp.lockedg != nil {
				return mp.stoplockedm(), true
			}
			return mp.stopm(), true
		}
	case doLocked:
		mp.lockedAwake()
	}
	return again, false
}

// mustGoOn says whether mp's goroutine, whose fuel is used up, may not be interrupted: under preempt=calls
// in a loop that calls nothing, as before Go 1.14; under preempt=off anywhere, as before 1.2. It may collect
// garbage where it calls something: in Go the one that allocates does that.
//
//go:cold
func (mp *M) mustGoOn() bool {
	switch {
	case mp.why != whyFuel || mp.Curg.system != notSystem:
		return false
	case mp.tight:
		return true
	}
	return policy.preempt == knob.PreemptOff && (sched.gcwaiting.Load() != 0 || !gcWanted())
}

// leaveForStop parts mp and its goroutine, since the world is to stop.
//
//go:cold
func (mp *M) leaveForStop() {
	switch gp := mp.Curg; {
	case gp == nil:
	case gp.system == gcWorker:
		mp.parkWorker(gp)
	default:
		mp.goschedImpl(kind.ByStop)
	}
}

// schedule finds a goroutine and makes it the one to run.
func (mp *M) schedule() verdict {
	if mp.lockedg != nil {
		return mp.stoplockedm()
	}
	gp, inherit, v := mp.findRunnable()
	if gp == nil {
		return v
	}
	// If the slice goes on, so does a request to end it: two that wake each other would never
	// be found running. One that is looked for at calls only is for the goroutine it was made to.
	if !inherit || policy.preempt != knob.On {
		mp.P.preempt.set(0)
	}
	if mp.spinning {
		mp.resetspinning()
	} else if policy.spin != knob.On && (sched.qsize.get() != 0 || !mp.P.runqempty()) {
		wakep() // there is more
	}
	if gp.Lockedm != nil {
		return mp.startlockedm(gp)
	}
	mp.execute(gp, inherit)
	if policy.threads != knob.ThreadsShared {
		mp.wire() // until it ends
	}
	return again
}

// execute makes gp the goroutine of mp. If it inherits the time slice of the one
// before, sysmon will not see a difference.
func (mp *M) execute(gp *G, inherit bool) {
	pp := mp.P
	mp.Curg = gp
	gp.M = mp
	setstatus(gp, Grunnable, Grunning)
	gp.Waitreason = kind.WaitNone
	tick, n := pp.schedtick.get(), uint32(1)
	if !inherit {
		tick, n = tick+1, 0
		pp.schedtick.set(tick)
	} else {
		pp.inherits.set(pp.inherits.get() + 1)
	}
	mp.emitOwn(kind.GoStart, mp.from, pp, n, gp, uint64(tick), mp.fromPos)
	if pp.gcMode != gcNone {
		mp.emitOwn(kind.GCWorker, kind.NoRule, pp, uint32(pp.gcMode), gp, 0, 0)
	}
	mp.charge(cost.execute)
	mp.todo = doRun
	mp.why = whyExit // nothing is known of it yet
}

// run runs one slice of mp.Curg. It ends with the goroutine frozen or dead, and
// mp.why says why.
func (mp *M) run() verdict {
	gp := mp.Curg
	mp.why = whyExit
	mp.tight = false
	mp.startFuel()
	gogo(mp, gp)
	mp.settleFuel()
	switch mp.why {
	case whyPark:
		gp.Pos = framepos(gp)
		mp.park_m(gp)
	case whyExit:
		mp.goexit0(gp)
		if mp.todo == doNothing {
			return mp.mexit()
		}
	case whyGosched:
		mp.goschedImpl(kind.ByGosched)
	case whyFuel:
		mp.lookAtClock()
		mp.traceLine(gp)
		mp.ring.publish()
		return again
	case whyYield:
		mp.goyield_m()
	case whySyscall:
		return mp.entersyscall(gp)
	case whySyscallBlock:
		if policy.handoff == knob.Off {
			return mp.entersyscall(gp)
		}
		return mp.entersyscallblock(gp)
	case whyStop:
		if !mp.stopBegin(mp.stopwhy, nil) {
			mp.goschedImpl(kind.ByStop)
		}
	}
	mp.ring.publishSome()
	return again
}

// startFuel gives the goroutine fuel for one slice.
func (mp *M) startFuel() {
	fuel := sched.slice
	if sched.virtual {
		fuel = mp.virtualFuel()
		mp.fuel = fuel
	}
	setfuel(fuel)
}

// settleFuel turns the fuel used into virtual time.
func (mp *M) settleFuel() {
	if sched.virtual {
		mp.clock += int64(mp.fuel) - int64(getfuel())
		mp.fuel = 0
	}
	setfuel(0)
}

// lookAtClock feeds the clock of the events. In the page a look costs as much as a tenth of a
// slice, which is some µs long: one look in 16 slices will do.
func (mp *M) lookAtClock() {
	mp.looks++
	if sched.virtual || mp.looks%16 == 0 {
		Nanotime()
	}
}

// traceLine records where a running goroutine is, not more often than one can see.
func (mp *M) traceLine(gp *G) {
	now := mp.eventTime()
	if now < mp.line+lineEvery() {
		return
	}
	mp.line = now
	pos := framepos(gp)
	if pos != gp.Pos {
		gp.Pos = pos
		emitGo(kind.GoLine, kind.NoRule, mp.P, 0, gp, 0, uint64(pos))
	}
}

func lineEvery() int64 {
	if sched.virtual {
		return 20_000
	}
	return 1_000_000
}

// dropg parts mp and its goroutine.
func (mp *M) dropg() *G {
	gp := mp.Curg
	gp.M = nil
	mp.Curg = nil
	mp.todo = doSchedule
	return gp
}

// setstatus changes the status of a G in our hands.
func setstatus(gp *G, from, to uint32) {
	if gp.Atomicstatus != from {
		throw("setstatus: goroutine is not in the status expected")
	}
	gp.Atomicstatus = to
}

// acquirep makes pp the P of mp.
func (mp *M) acquirep(pp *P, why kind.Rule) {
	mp.setP(pp)
	pp.m = mp
	pp.preempt.set(0)
	pp.status.set(Prunning)
	setbarrier(int32(sched.gc.phase.Load())) // as in step
	emitPStart(mp, why)
}

// releasep takes mp's P away and returns it.
func (mp *M) releasep() *P {
	pp := mp.P
	mp.setP(nil)
	pp.m = nil
	pp.oldm = mp
	pp.status.set(Pidle)
	return pp
}

// setP makes pp, which may be nil, the P of mp, and mp allocates from its cache.
func (mp *M) setP(pp *P) {
	mp.P = pp
	if pp != nil {
		mp.Mcache = pp.Mcache
	} else {
		mp.Mcache = mp.Own
	}
}
