// This file is about the birth and death of goroutines.
//
// In Go: newproc, newproc1, gfget, gfput, goexit0, gdestroy and gcount in proc.go.
package sched

import (
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched/knob"
)

const goidBatch = 16

// Newproc is the go statement: it makes a goroutine that calls fn, and puts it first
// in line on this P. info and line say where the statement is.
func Newproc(fn func(), info unsafe.Pointer, line int32) {
	if fn == nil {
		fatal("go of nil func value")
	}
	mp := Getm()
	why := kind.ByGo
	if mp.Curg == nil && sched.mainStarted {
		why = kind.ByTimer
	}
	gp := newproc1(mp, fn, info, line, why)
	inherit(mp, gp)
	mp.P.runqput(gp, true, kind.ByGo)
	if sched.mainStarted {
		wakep()
	}
}

func newproc1(mp *M, fn func(), info unsafe.Pointer, line int32, why kind.Rule) *G {
	pp := mp.P
	gp := pp.gfget()
	if gp == nil {
		gp = new(G)
		gp.Atomicstatus = Gdead
		allgadd(gp)
	}
	gp.Startfn = fn
	gp.Goid = pp.newGoid()
	gp.ParentGoid = mp.goidOf()
	gp.GopcInfo = info
	gp.GopcLine = line
	gp.startin = infopos(info, line)
	gp.Pos = gp.startin
	race.Go(unsafe.Pointer(gp), gp.Goid)
	emitGo(kind.GoCreate, why, pp, startnum(gp), gp, gp.ParentGoid, uint64(gp.startin))
	setstatus(gp, Gdead, Grunnable)
	pp.created.set(pp.created.get() + 1)
	return gp
}

// newGoid takes an id from the P's batch. So ids grow on a P, but not across Ps.
func (pp *P) newGoid() uint64 {
	if pp.goidc == pp.goidend {
		Lock(&sched.lock)
		pp.goidc = sched.goidgen
		sched.goidgen += goidBatch
		Unlock(&sched.lock)
		pp.goidend = pp.goidc + goidBatch
	}
	pp.goidc++
	return pp.goidc
}

// allgadd adds gp to the list of all. Nothing is ever taken off it.
func allgadd(gp *G) {
	for {
		gp.Alllink = sched.allgs.Load()
		if sched.allgs.CompareAndSwap(gp.Alllink, gp) {
			return
		}
	}
}

// goexit0 ends the running goroutine.
func (mp *M) goexit0(gp *G) {
	race.Exit(unsafe.Pointer(gp))
	mp.emitOwn(kind.GoExit, kind.NoRule, mp.P, 0, gp, 0, 0)
	setstatus(gp, Grunning, Gdead)
	mp.dropg()
	mp.charge(cost.exit)
	gp.Top = nil
	gp.Startfn = nil
	gp.Waitreason = kind.WaitNone
	gp.Param, gp.Waiting = nil, nil
	gp.Wakefn = nil
	gp.Recovery, gp.Panics, gp.Defers = nil, nil, nil
	gp.Timer = nil
	gp.Preempt = false
	if gp.GCAssist > 0 {
		mp.leaveCredit(gp)
	}
	if mp.lockedg != nil {
		mp.lockedg, gp.Lockedm = nil, nil
		if policy.threads != knob.ThreadsPool && policy.threads != knob.ThreadsFixed || mp.lockedExt != 0 {
			mp.todo = doNothing // the thread ends with it
		}
		if policy.threads == knob.ThreadsFixed {
			sched.pooled.Add(-1)
		}
	}
	if b := gp.Bubble; b != nil {
		b.exit(gp)
	}
	pp := mp.P
	pp.ended.set(pp.ended.get() + 1)
	pp.gfput(gp)
}

// gfput keeps a dead G for the next go statement. A P keeps at most 64.
func (pp *P) gfput(gp *G) {
	gp.Schedlink = pp.gFree
	pp.gFree = gp
	pp.nGfree++
	if pp.nGfree < 64 {
		return
	}
	Lock(&sched.lock)
	for pp.nGfree >= 32 {
		pp.gfmove(&pp.gFree, &sched.gFree, -1)
	}
	Unlock(&sched.lock)
}

// gfget returns a dead G, or nil.
func (pp *P) gfget() *G {
	if pp.gFree == nil && sched.freeGs.Load() != 0 {
		Lock(&sched.lock)
		for pp.nGfree < 32 && sched.gFree != nil {
			pp.gfmove(&sched.gFree, &pp.gFree, 1)
		}
		Unlock(&sched.lock)
	}
	gp := pp.gFree
	if gp != nil {
		pp.gFree = gp.Schedlink
		gp.Schedlink = nil
		pp.nGfree--
	}
	return gp
}

// gfmove moves one G between a P's list and the global one.
func (pp *P) gfmove(from, to **G, n int32) {
	gp := *from
	*from = gp.Schedlink
	gp.Schedlink = *to
	*to = gp
	pp.nGfree += n
	sched.freeGs.Add(-n)
}

// NumGoroutine returns how many goroutines there are.
func NumGoroutine() int {
	n := uint32(0)
	for i := 0; i < MaxProcs && allp[i] != nil; i++ {
		n += allp[i].created.get() - allp[i].ended.get()
	}
	if int32(n) < 1 {
		return 1
	}
	return int(int32(n))
}

// Allgs returns the first of all Gs ever made; the next is its Alllink.
func Allgs() *G { return sched.allgs.Load() }

// Allm returns the first M; the next is its Alllink. The world must be stopped.
func Allm() *M { return sched.allm }

// Allp returns the P with number i.
func Allp(i int) *P { return allp[i] }

// Sysmon returns sysmon's M.
func Sysmon() *M { return sched.sysmon }

// IsSystem says whether gp belongs to the runtime.
func (gp *G) IsSystem() bool { return gp.system != notSystem }

// Nprocs is GOMAXPROCS.
func Nprocs() int { return int(gomaxprocs.Load()) }

// Getg returns the running goroutine, nil in the scheduler.
func Getg() *G { return Getm().Curg }

// Acquirem keeps the goroutine on its M until Releasem.
func Acquirem() *M {
	mp := Getm()
	mp.Locks++
	return mp
}

// Releasem ends Acquirem.
func Releasem(mp *M) { mp.Locks-- }

// Virtual says whether time is virtual.
func Virtual() bool { return sched.virtual }
