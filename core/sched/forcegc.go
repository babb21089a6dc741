// This file forces a collection when there was none for two minutes: memory that a burst left behind is
// given back though nobody allocates.
//
// sysmon looks, and wakes a helper goroutine, since a collection needs a P. The helper asks for a cycle
// and waits again. Before the first collection there is none to be late, and with GOGC=off nobody wants one.
//
// In Go: forcegchelper and sysmon in proc.go, gcTrigger.test in mgc.go. There the helper is made at start;
// here when it is wanted for the first time, so that no other run sees it.
package sched

import "github.com/gopark/gopark/core/event/kind"

const forcegcperiod = 120_000_000_000

// forcegc is the helper.
var forcegc struct {
	lock Mutex
	made bool
	idle bool // it waits
	g    G    // not allocated: sysmon has no P
}

// gcOverdue says whether the last collection is too long ago.
func gcOverdue(now int64) bool {
	c := &sched.gc
	last := c.ended.Load()
	return last != 0 && now-last > forcegcperiod && c.phase.Load() == gcOff && gcpercent() >= 0
}

// sysmonForceGC wakes the helper, if a collection is overdue.
func sysmonForceGC(now int64) {
	if !gcOverdue(now) {
		return
	}
	Lock(&forcegc.lock)
	switch {
	case !forcegc.made:
		forcegc.made = true
		makeForcegc()
	case forcegc.idle:
		forcegc.idle = false
		var list gQueue
		list.push(&forcegc.g)
		injectglist(&list, kind.ByGC)
	}
	Unlock(&forcegc.lock)
}

// makeForcegc makes the helper, runnable, in the global queue.
func makeForcegc() {
	gp := &forcegc.g
	gp.system = forceGC
	gp.Atomicstatus = Grunnable
	allgadd(gp)
	Lock(&sched.lock)
	sched.goidgen += goidBatch
	gp.Goid = sched.goidgen // the last of a batch that no P has
	emitGo(kind.GoCreate, kind.ByGC, nil, kind.Systems+uint32(forceGC), gp, 0, 0)
	globrunqput(gp, kind.ByGC)
	Unlock(&sched.lock)
	startIdle(1, kind.ByGC)
}

// runForcegc is the helper's turn: the base of its M begins the cycle.
func (mp *M) runForcegc(gp *G) {
	if gcOverdue(Nanotime()) {
		sched.gc.forced.Store(1)
	}
	mp.parkSystem(gp, kind.WaitForceGC)
	Lock(&forcegc.lock)
	forcegc.idle = true
	Unlock(&forcegc.lock)
}

// parkSystem lets gp, which mp runs for the runtime, wait. Who may wake it must be told afterwards.
func (mp *M) parkSystem(gp *G, reason WaitReason) {
	gp.Waitreason = reason
	emitGo(kind.GoPark, kind.NoRule, mp.P, uint32(reason), gp, 0, 0)
	setstatus(gp, Grunning, Gwaiting)
	mp.dropg()
	mp.charge(cost.park)
}
