// This file sets everything up: the first M, the Ps, the main goroutine and sysmon.
//
// In Go: schedinit, and the beginning of runtime.main.
package sched

import "github.com/gopark/gopark/core/event/kind"

// config is what a run is started with.
type config struct {
	procs     int32
	virtual   bool
	seed      uint64
	slice     int32 // fuel of a slice, 0: the default
	wallstart int64 // the wall clock, ns since 1970
}

// firstGlobal is the first position of the global queue.
const firstGlobal = 1 << 32

// bootTicks is the schedtick of P0 when main starts. In Go it is about that, since the runtime's own
// goroutines have run. At 0 the 61 rule would hold for the first goroutine.
const bootTicks = 5

// schedinit makes a scheduler that is ready to run main on M0.
func schedinit(c config, main func()) {
	sched.virtual = c.virtual
	sched.slice = c.slice
	if sched.slice <= 0 {
		sched.slice = defaultSlice
	}
	applySettings()
	sched.window = windowOf(cost.wake)
	sched.rand = c.seed
	sched.wallstart = c.wallstart
	sched.lastpoll.Store(1)
	sched.runqhead = firstGlobal
	sched.start = 1
	if !sched.virtual {
		sched.start = Nanotime()
		sched.now.set(0)
	}
	if sched.virtual {
		sched.ring = newRing(virtualRing, 0)
	}
	mp := &m0
	mp.setup(0, c.seed)
	mp.clock = sched.start
	sched.mcount, sched.mnext = 1, 1
	sched.maxmcount = 10_000
	bindm(mp)
	emit(kind.Begin, kind.ByBoot, nil, modeOf(c), uint64(c.procs), c.seed)
	emitSettings()
	emit(kind.MNew, kind.ByBoot, nil, 0, 0, 0)
	mp.stopwhy = kind.ByBoot
	Lock(&sched.lock)
	procresize(mp, max(1, min(c.procs, MaxProcs)))
	Unlock(&sched.lock)
	gp := newproc1(mp, main, nil, 0, kind.ByGo)
	startSysmon(c.seed)
	sched.mainStarted = true
	mp.P.runqput(gp, true, kind.ByBoot) // by some policies, another M runs it at once
}

func modeOf(c config) uint32 {
	if c.virtual {
		return 0
	}
	return 1
}

// startSysmon makes sysmon's M. It is not in allm: it never has a P.
func startSysmon(seed uint64) {
	mp := new(M)
	mp.ID = sysmonID
	mp.head = sysmonID << 16
	mp.rand = ^seed
	mp.ring = sched.ring
	if !sched.virtual {
		mp.ring = newRing(parRing, sysmonID)
	}
	mp.clock = m0.clock + max(1, cost.thread) // M0 is first
	sched.sysmon = mp
	newosproc(mp)
}

// findm returns the M with number id.
func findm(id int32) *M {
	if id == sysmonID {
		return sched.sysmon
	}
	if id == templateID {
		return sched.template.Load()
	}
	Lock(&sched.lock)
	mp := sched.allm
	for mp != nil && mp.ID != id {
		mp = mp.Alllink
	}
	Unlock(&sched.lock)
	return mp
}

// mstart is what the thread of an M does, until the M ends. Parallel mode.
func (mp *M) mstart() {
	bindm(mp)
	for !stopped() && mp.todo != doNothing {
		mp.turn()
	}
}

// turn is many steps, and the sleep after them, if any. It is not part of the loop in
// mstart since engines optimise functions that are called again and again.
//
// It looks at the clock, even if nobody asks for the time: this feeds the clock
// of the events, and the host needs a call from time to time to end a thread.
func (mp *M) turn() {
	v := again
	switch mp.ID {
	default:
		for n := 0; n < 256 && v == again; n++ {
			v = mp.step()
		}
	case sysmonID:
		mp.sysmonStep()
		v = sleep
	case templateID:
		v = mp.templateStep()
	}
	Nanotime()
	mp.ring.publish()
	if v == again {
		return
	}
	if v == ended {
		mp.leaveRing()
		return
	}
	if v == pause {
		for i := 0; i < 300; i++ { // about 3 µs
			procyield()
		}
		return
	}
	mp.sleepOn.sleep(mp.wakeAt)
	Nanotime()
}

// Coarsetime is Nanotime as the last M saw it that looked: it is behind by less than a slice where
// goroutines compute, and by 256 steps at most where they switch. To ask the host costs as much as a switch.
func Coarsetime() int64 {
	if sched.virtual {
		return Getm().virtualNow()
	}
	return sched.start + sched.now.get()
}
