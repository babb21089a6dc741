// This file makes goroutines that allocate during marking help.
//
// Allocation puts them into debt (G.GCAssist, bytes; core/rt charges it). A goroutine in
// debt that comes to a step of its M is not run: it assists. What its debt is worth in
// bytes to scan (gcperKB) it takes from the credit that workers have earned, and what
// is missing it scans itself, at least 64 KB; in turns, so that it can be
// preempted in between. If there is nothing to scan it waits until a worker has scanned enough for it.
//
// In Go: gcAssistAlloc, gcParkAssist and gcFlushBgCredit in mgcmark.go. There the
// debt is paid within the allocation that makes it; here at the next safe point, at
// most a slice later.
package sched

import "github.com/gopark/gopark/core/event/kind"

const assistLeast = 64 << 10 // bytes to scan

// gcAssist lets mp's goroutine pay. It returns false if the goroutine must not go
// on now: it has more to pay, or waits.
//
//go:cold
func (mp *M) gcAssist() bool {
	c := &sched.gc
	gp := mp.Curg
	if c.phase.Load() != gcMark {
		gp.GCAssist = 0
		mp.assistEnd(gp)
		return true
	}
	perKB := gcperKB()
	if !gp.assisting && mp.assistBegin(gp, perKB) {
		return true
	}
	c.busy.Add(1)
	did := gcdrain(mp.P, min(mp.scanBudget(), gp.assistWork))
	mp.chargeScan(did)
	gp.GCAssist += 1 + did*1024/perKB
	gp.assistWork -= min(did, gp.assistWork)
	more := did != 0 && gp.assistWork != 0
	if !more {
		mp.assistEnd(gp)
	}
	if c.busy.Add(-1) == 0 {
		mp.gcMarkDone() // it may have scanned the last object: no worker will notice
		if mp.todo != doRun {
			return false
		}
	}
	return !more && (gp.GCAssist >= 0 || !mp.gcParkAssist(gp))
}

// assistBegin takes what it can from the credit, and returns true if that was enough.
func (mp *M) assistBegin(gp *G, perKB int64) bool {
	c := &sched.gc
	debt := -gp.GCAssist
	work := debt * perKB / 1024
	if work < assistLeast {
		work = assistLeast
		debt = work * 1024 / perKB
	}
	if credit := c.credit.Load(); credit > 0 {
		stolen := min(credit, work)
		c.credit.Add(-stolen)
		gp.GCAssist += 1 + stolen*1024/perKB
		work -= stolen
		if work == 0 {
			return true
		}
	}
	gp.assistWork = work
	gp.assisting = true
	emitGo(kind.AssistBegin, kind.NoRule, mp.P, 0, gp, uint64(debt), uint64(work))
	return false
}

// assistEnd ends the assist under way, if there is one.
func (mp *M) assistEnd(gp *G) {
	if gp.assisting {
		gp.assistWork, gp.assisting = 0, false
		emitGo(kind.AssistEnd, kind.NoRule, mp.P, 0, gp, 0, 0)
	}
}

// leaveCredit gives what a goroutine that ends has scanned, and not used, to assists to come.
//
// In Go: gdestroy.
func (mp *M) leaveCredit(gp *G) {
	if c := &sched.gc; c.phase.Load() == gcMark {
		c.credit.Add(gp.GCAssist * gcperKB() / 1024)
	}
	gp.GCAssist = 0
}

// gcParkAssist makes gp wait for credit. It returns false if there is some.
func (mp *M) gcParkAssist(gp *G) bool {
	c := &sched.gc
	Lock(&c.lock)
	if c.phase.Load() != gcMark || c.credit.Load() > 0 {
		Unlock(&c.lock)
		return false
	}
	gp.Waitreason = kind.WaitGCAssist
	gp.Pos = framepos(gp)
	emitGo(kind.GoPark, kind.NoRule, mp.P, uint32(kind.WaitGCAssist), gp, 0, uint64(gp.Pos))
	setstatus(gp, Grunning, Gwaiting)
	mp.dropg()
	c.assists.pushBack(gp)
	Unlock(&c.lock)
	mp.charge(cost.park)
	mp.gcMarkDone() // if nobody scans, nobody will pay
	return true
}

// addCredit shares out the work that a worker did: to those who wait for it, the oldest
// first, and what is left to assists to come.
func (c *gcController) addCredit(mp *M, did int64) {
	if did == 0 {
		return
	}
	Lock(&c.lock)
	if c.assists.size == 0 {
		Unlock(&c.lock)
		c.credit.Add(did)
		return
	}
	perKB := gcperKB()
	bytes := did * 1024 / perKB
	var paid gQueue
	for c.assists.size != 0 && bytes > 0 {
		gp := c.assists.pop()
		if bytes+gp.GCAssist < 0 {
			gp.GCAssist += bytes
			bytes = 0
			c.assists.pushBack(gp)
			break
		}
		bytes += gp.GCAssist
		gp.GCAssist = 0
		paid.pushBack(gp)
	}
	Unlock(&c.lock)
	c.credit.Add(bytes * perKB / 1024)
	if paid.size != 0 {
		mp.readyAll(&paid)
		wakep()
	}
}
