// This file is about system calls: calls that block their thread, and so their M.
//
// An M that enters one keeps its P, and the P's status stays running: most calls are short.
// But from then on the P may be taken: by sysmon, if the call lasts (retake), by who
// stops the world, by another M that comes back and wants its old P. An M that comes back
// goes on if it has a P or can get one; else its goroutine goes to the global
// queue, and the M to the idle list.
//
// The call itself is a sleep of the M: step says so, and comes back to exitsyscall.
//
// In Go: reentersyscall, entersyscallblock, exitsyscall, exitsyscallTryGetP, exitsyscallNoP
// and setBlockOnExitSyscall in proc.go. There the scan bit in the goroutine's status keeps the
// thread from coming back while another looks at it; the status is plain here, and a word of the
// P does that: it says which M is in a call with this P, and whether somebody holds it there.
package sched

import (
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

// Syscall makes a system call that blocks the thread for ns.
func Syscall(ns int64) {
	Getm().callFor = ns
	freeze(whySyscall)
}

// SyscallBlock is Syscall for a call that will surely block: the P is given away at once.
func SyscallBlock(ns int64) {
	Getm().callFor = ns
	freeze(whySyscallBlock)
}

// SyscallFn makes a system call that is fn(arg): fn runs at the base of the M, which may lose its P
// meanwhile, and may block the thread. It must not touch the heap.
func SyscallFn(fn func(unsafe.Pointer), arg unsafe.Pointer) {
	mp := Getm()
	mp.callFor = 0
	mp.callFn, mp.callArg = fn, arg
	freeze(whySyscall)
}

// Syscalled is a system call that does not block and gives nothing up: only its cost is left.
func Syscalled() { Getm().charge(2 * cost.syscall) }

// entersyscall begins the system call that gp asked for.
func (mp *M) entersyscall(gp *G) verdict {
	pp := mp.P
	mp.oldp = pp
	if pp.runSafePointFn.Load() != 0 {
		runSafePointFn(pp)
	}
	gp.Pos = framepos(gp)
	emitSyscallEnter(mp, gp, 0)
	mp.beginCall(gp)
	mp.ring.publish() // the world may stop without us from here on
	pp.incall.Store(mp.callWord())
	// Whoever stops the world sets gcwaiting and then looks at incall: one of us sees the other.
	if sched.gcwaiting.Load() != 0 {
		Lock(&sched.lock)
		if sched.gcwaiting.Load() != 0 && pp.blockOnExitSyscall() {
			pp.gcstopP()
			pp.resume()
		}
		Unlock(&sched.lock)
	}
	if sched.sysmonwait.Load() != 0 {
		Lock(&sched.lock)
		wakeSysmon()
		Unlock(&sched.lock)
	}
	return mp.call()
}

// call makes the call: it is a function, or else a sleep.
func (mp *M) call() verdict {
	fn := mp.callFn
	if fn == nil {
		return sleep
	}
	fn(mp.callArg)
	mp.callFn, mp.callArg = nil, nil
	return again
}

// entersyscallblock is entersyscall for a call known to block.
func (mp *M) entersyscallblock(gp *G) verdict {
	pp := mp.P
	mp.oldp = nil
	pp.syscalltick.set(pp.syscalltick.get() + 1)
	sched.nGsyscallNoP.Add(1)
	gp.Pos = framepos(gp)
	emitSyscallEnter(mp, gp, 1)
	mp.beginCall(gp)
	handoffp(mp.releasep(), kind.ByCall)
	return mp.call()
}

// beginCall makes the M sleep for the time of the call.
func (mp *M) beginCall(gp *G) {
	setstatus(gp, Grunning, Gsyscall)
	mp.charge(cost.syscall)
	mp.todo = doSyscall
	mp.sleepOn, mp.wakeAt = &mp.callnote, max(Nanotime()+mp.callFor, 1)
}

// exitsyscall is the return from the call. It says whether mp has a P, and goes on.
func (mp *M) exitsyscall() bool {
	gp := mp.Curg
	oldp := mp.oldp
	mp.oldp = nil
	mp.charge(cost.syscall)
	switch {
	case mp.leaveCall(oldp):
		emitGo(kind.SyscallExit, kind.NoRule, oldp, 0, gp, 0, 0)
	case mp.exitsyscallTryGetP(oldp):
		emitGo(kind.SyscallExit, kind.BySyscallExit, mp.P, 1, gp, 0, 0)
	default:
		return mp.exitsyscallNoP(gp)
	}
	setstatus(gp, Gsyscall, Grunning)
	mp.todo = doRun
	mp.P.syscalltick.set(mp.P.syscalltick.get() + 1)
	return true
}

// exitsyscallTryGetP gets mp a P if it can: its old one, if that is now with an M that is itself
// in a call; or an idle one.
func (mp *M) exitsyscallTryGetP(oldp *P) bool {
	if oldp != nil && oldp.blockOnExitSyscall() {
		oldp.takeP(kind.BySyscallExit)
		oldp.resume()
		sched.nGsyscallNoP.Add(-1)
		mp.acquirep(oldp, kind.BySyscallExit)
		return true
	}
	if sched.npidle.Load() == 0 {
		return false
	}
	Lock(&sched.lock)
	pp := mp.pidlegetAwake()
	Unlock(&sched.lock)
	if pp == nil {
		return false
	}
	sched.nGsyscallNoP.Add(-1)
	mp.acquirep(pp, kind.BySyscallExit)
	return true
}

// pidlegetAwake is pidleget, and wakes sysmon: somebody runs again. sched.lock is held.
func (mp *M) pidlegetAwake() *P {
	pp := pidleget(kind.BySyscallExit)
	if pp != nil {
		wakeSysmon()
	}
	return pp
}

// exitsyscallNoP puts gp into the global queue, unless a P is idle after all.
func (mp *M) exitsyscallNoP(gp *G) bool {
	Lock(&sched.lock)
	sched.nGsyscallNoP.Add(-1)
	emitGo(kind.SyscallPark, kind.BySyscallExit, nil, 0, gp, 0, 0)
	setstatus(gp, Gsyscall, Grunnable)
	mp.dropg()
	pp := mp.pidlegetAwake()
	if pp == nil {
		globrunqput(gp, kind.BySyscall)
	}
	Unlock(&sched.lock)
	if pp == nil {
		return false
	}
	mp.acquirep(pp, kind.BySyscallExit)
	mp.from, mp.fromPos = kind.FromSyscall, 0
	mp.execute(gp, false)
	return true
}

// The word incall of a P: 0, or the number of the M that is in a call with it, plus one,
// shifted; the lowest bit says that somebody holds the M there.

const callHeld = 1

func (mp *M) callWord() uint32 { return uint32(mp.ID+1) << 1 }

// leaveCall says whether mp still has pp after its call. While somebody holds it there, it waits.
func (mp *M) leaveCall(pp *P) bool {
	if pp == nil {
		return false
	}
	mine := mp.callWord()
	for !pp.incall.CompareAndSwap(mine, 0) {
		if now := pp.incall.Load(); now != mine && now != mine|callHeld {
			return false
		}
		procyield()
	}
	return true
}

// blockOnExitSyscall keeps the M that is in a call with pp from coming back, until resume. It returns
// false if there is none. If somebody else holds it, that takes a moment only. In Go:
// setBlockOnExitSyscall.
func (pp *P) blockOnExitSyscall() bool {
	for {
		now := pp.incall.Load()
		if now == 0 {
			return false
		}
		if now&callHeld == 0 && pp.incall.CompareAndSwap(now, now|callHeld) {
			return true
		}
		procyield()
	}
}

// resume ends blockOnExitSyscall. If the P was taken, nobody is in a call with it any more.
func (pp *P) resume() {
	if pp.m == nil {
		pp.incall.Store(0)
		return
	}
	pp.incall.Store(pp.incall.Load() &^ callHeld)
}

// takeP parts pp and the M that is held in a call with it.
func (pp *P) takeP(why kind.Rule) {
	mp := pp.m
	emitRetake(pp, mp, why)
	mp.setP(nil)
	pp.m = nil
	pp.oldm = mp
	pp.status.set(Pidle)
	pp.syscalltick.set(pp.syscalltick.get() + 1)
	sched.nGsyscallNoP.Add(1)
}

// gcstopP is takeP for the one who stops the world, or for the M itself. sched.lock is held.
func (pp *P) gcstopP() {
	pp.takeP(kind.BySTW)
	stopP(pp, 0)
	if sched.stopwait == 0 {
		sched.stopnote.wakeup()
	}
}
