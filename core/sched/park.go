// This file is about how a goroutine leaves its M, and how it becomes ready again.
//
// A goroutine leaves by freezing: it notes in its M why, and returns to the M's base with its
// frames saved. Only then is its status changed, and only then unlockf called, which
// frees the lock that kept others from readying it too early.
//
// In Go: gopark, park_m, goready, ready, Gosched, goschedImpl and goyield in proc.go.
package sched

import (
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

// why says why a goroutine came back to the base of its M.
type why uint8

const (
	whyExit         why = iota // its function returned
	whyFuel                    // the slice is used up
	whyPark                    // gopark
	whyGosched                 // Gosched
	whyYield                   // goyield
	whyStop                    // WorldStopped
	whySyscall                 // Syscall
	whySyscallBlock            // SyscallBlock
	whyLook                    // Look
)

// Gopark makes the running goroutine wait. Once it is frozen, unlockf is called (nil: nothing
// to unlock); if it returns false the goroutine goes on at once. obj is the number
// of what it waits on, 0 for none.
func Gopark(unlockf func(*G, unsafe.Pointer) bool, lock unsafe.Pointer, reason WaitReason, obj uint64) {
	willPark(unlockf, lock, reason, obj)
	freeze(whyPark)
}

// willPark tells park_m what Gopark was told.
func willPark(unlockf func(*G, unsafe.Pointer) bool, lock unsafe.Pointer, reason WaitReason, obj uint64) {
	mp := Getm()
	mp.waitunlockf = unlockf
	mp.waitlock = lock
	mp.waitreason = reason
	mp.waitobj = obj
}

// GoparkOK is Gopark, and returns whether whoever readied the goroutine set its Woken.
//
// A function that ends with it, or with Gopark, has nothing left to do when it is woken. So it
// needs no frame while it waits: the base hands the result to its caller.
func GoparkOK(unlockf func(*G, unsafe.Pointer) bool, lock unsafe.Pointer, reason WaitReason, obj uint64) bool {
	willPark(unlockf, lock, reason, obj)
	return freezeOK(whyPark)
}

// Goparkunlock makes the running goroutine wait and frees l, which Lock took.
func Goparkunlock(l *Mutex, reason WaitReason, obj uint64) {
	if locksP>>reason&1 != 0 {
		throw("Goparkunlock: nobody frees the mutex in such a wait")
	}
	Gopark(parkunlock, unsafe.Pointer(l), reason, obj)
}

func parkunlock(gp *G, l unsafe.Pointer) bool {
	Unlock((*Mutex)(l))
	return true
}

// locksP has a bit for each wait in which unlockf only frees a mutex that LockP took: with one P there is none.
const locksP = 1<<kind.WaitChanReceive | 1<<kind.WaitChanSend | 1<<kind.WaitSemacquire | 1<<kind.WaitMutexLock |
	1<<kind.WaitWaitGroup | 1<<kind.WaitRWMutexLock | 1<<kind.WaitRWMutexRLock | 1<<kind.WaitCond

// park_m is gopark after the freeze.
func (mp *M) park_m(gp *G) {
	unlockf, lock := mp.waitunlockf, mp.waitlock
	mp.waitlock = nil
	reason, obj := mp.waitreason, mp.waitobj
	gp.Waitreason = reason
	gp.waitobj = obj
	if reason == kind.WaitSleep {
		obj = uint64(gp.SleepWhen - sched.start)
	}
	mp.emitOwn(kind.GoPark, kind.NoRule, mp.P, uint32(reason), gp, obj, uint64(gp.Pos))
	setstatus(gp, Grunning, Gwaiting)
	mp.dropg()
	mp.charge(cost.park)
	b := parking(gp, reason)
	if unlockf == nil || locksP>>reason&1 != 0 && sched.solo.get() != 0 || unlockf(gp, lock) {
		if b != nil {
			b.parked()
		}
		return // gp is no longer ours
	}
	gp.Durable = false
	setstatus(gp, Gwaiting, Grunnable)
	emitGo(kind.GoReady, kind.ByUnlockf, mp.P, 0, gp, 0, 0)
	mp.from, mp.fromPos = kind.FromPark, 0
	mp.execute(gp, true)
}

// Goready makes a waiting goroutine runnable: it runs next on this P.
func Goready(gp *G) { ready(gp, true) }

func ready(gp *G, next bool) {
	mp := Getm()
	why := kind.ByReady
	if mp.Curg == nil {
		why = kind.ByTimer
	}
	unpark(mp, gp)
	setstatus(gp, Gwaiting, Grunnable)
	emitGo(kind.GoReady, why, mp.P, 0, gp, mp.goidOf(), 0)
	mp.P.runqput(gp, next, why)
	wakep()
}

// Gosched lets others run: the goroutine goes behind all of them.
func Gosched() { freeze(whyGosched) }

// Goyield lets the others on this P run.
func Goyield() { freeze(whyYield) }

// Fuelout is where a goroutine goes when its fuel is used up.
func Fuelout() { freeze(whyFuel) }

// FueloutLoop is Fuelout in a loop that calls nothing.
func FueloutLoop() {
	Getm().tight = true
	freeze(whyFuel)
}

// goschedImpl puts the running goroutine at the tail of the global queue. For a stop of the world it
// stays with its P, first in line.
func (mp *M) goschedImpl(why kind.Rule) {
	gp := mp.Curg
	gp.Pos = framepos(gp)
	mp.emitOwn(kind.GoStop, why, mp.P, 0, gp, 0, uint64(gp.Pos))
	setstatus(gp, Grunning, Grunnable)
	mp.dropg()
	mp.charge(cost.park)
	if why == kind.ByStop {
		mp.P.runqput(gp, true, why)
	} else {
		Lock(&sched.lock)
		globrunqput(gp, why)
		Unlock(&sched.lock)
	}
	wakep()
}

// goyield_m puts the running goroutine at the tail of its P's ring.
func (mp *M) goyield_m() {
	gp := mp.Curg
	gp.Pos = framepos(gp)
	mp.emitOwn(kind.GoStop, kind.ByYield, mp.P, 0, gp, 0, uint64(gp.Pos))
	setstatus(gp, Grunning, Grunnable)
	mp.dropg()
	mp.charge(cost.park)
	mp.P.runqput(gp, false, kind.ByYield)
}

// WinSelect is called by who wants to wake gp, which waits in a select. Only the first may.
func (gp *G) WinSelect() bool {
	if sched.solo.get() == 0 {
		return gp.SelectDone.CompareAndSwap(0, 1)
	}
	if relaxed(&gp.SelectDone) != 0 {
		return false
	}
	relax(&gp.SelectDone, 1)
	return true
}

// EndSelect ends what WinSelect began. All channels of the select are locked.
func (gp *G) EndSelect() {
	if sched.solo.get() == 0 {
		gp.SelectDone.Store(0)
	} else {
		relax(&gp.SelectDone, 0)
	}
}
