// This file wires goroutines to Ms: LockOSThread.
//
// A wired goroutine runs on its M only, and the M runs nothing else. When the M would look for another
// goroutine, it gives its P away and waits (stoplockedm). When another M finds the wired
// goroutine, it hands over its P (startlockedm). So each turn of it costs two switches of threads; its place
// in the queues is as ever. If it ends while it is wired, its M ends too.
//
// The policies threads=own, pool and fixed wire every goroutine to the M that first runs it. With own
// the thread ends with it; with the others it takes the next one (pool.go).
//
// The thread of a wired M may be special, and a thread that it makes might inherit that. So it has new
// threads made by another one, which is always clean: the template thread.
//
// In Go: LockOSThread, dolockOSThread, stoplockedm, startlockedm, mexit, startTemplateThread,
// templateThread and newmHandoff in proc.go.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// LockOSThread wires the running goroutine to its M. Calls nest; it returns false if there were too many.
func LockOSThread() bool {
	mp := Getm()
	if mp.lockedExt == 1<<32-1 {
		return false
	}
	startTemplateThread(mp)
	mp.lockedExt++
	mp.wire()
	return true
}

// UnlockOSThread undoes one LockOSThread, if there was one.
func UnlockOSThread() {
	mp := Getm()
	if mp.lockedExt == 0 {
		return
	}
	mp.lockedExt--
	mp.unwire()
}

// LockInternal and UnlockInternal are the same for the runtime: main is wired while the packages are
// initialised.
func LockInternal() {
	mp := Getm()
	mp.lockedInt++
	mp.wire()
}

// UnlockInternal undoes LockInternal.
func UnlockInternal() {
	mp := Getm()
	if mp.lockedInt == 0 {
		throw("runtime: internal error: misuse of lockOSThread/unlockOSThread")
	}
	mp.lockedInt--
	mp.unwire()
}

// wire: in Go, dolockOSThread.
//
//go:cold
func (mp *M) wire() {
	if mp.lockedg == nil {
		emitGo(kind.GoWire, kind.NoRule, mp.P, 0, mp.Curg, 0, 0)
	}
	mp.lockedg = mp.Curg
	mp.Curg.Lockedm = mp
}

// unwire: in Go, dounlockOSThread.
func (mp *M) unwire() {
	if mp.lockedInt != 0 || mp.lockedExt != 0 || policy.threads != knob.ThreadsShared {
		return
	}
	emitGo(kind.GoUnwire, kind.NoRule, mp.P, 0, mp.Curg, 0, 0)
	mp.lockedg.Lockedm = nil
	mp.lockedg = nil
}

// stoplockedm makes mp wait until another M has found its goroutine. The P goes to somebody else.
//
//go:cold
func (mp *M) stoplockedm() verdict {
	if mp.lockedg.Lockedm != mp {
		throw("stoplockedm: inconsistent locking")
	}
	mp.stealing.paused = false
	if mp.P != nil {
		handoffp(mp.releasep(), kind.ByWired)
	}
	mp.todo = doLocked
	mp.sleepOn, mp.wakeAt = &mp.park, 0
	emit(kind.MLocked, kind.ByWired, nil, 0, 0, 0)
	incidlelocked(1)
	return sleep
}

// lockedAwake ends the sleep of stoplockedm: mp has the P of the M that found its goroutine.
func (mp *M) lockedAwake() {
	mp.takeNextp()
	if mp.lockedg.Atomicstatus != Grunnable {
		throw("stoplockedm: not runnable")
	}
	mp.from, mp.fromPos = kind.FromWired, 0
	mp.execute(mp.lockedg, false)
}

// startlockedm gives mp's P to the M that gp is wired to. mp goes to sleep.
//
//go:cold
func (mp *M) startlockedm(gp *G) verdict {
	nmp := gp.Lockedm
	if nmp == mp {
		throw("startlockedm: locked to me")
	}
	if nmp.nextp != nil {
		throw("startlockedm: m has p")
	}
	emitGoHand(mp, gp)
	mp.ring.publish() // the world may stop without us from here on
	incidlelocked(-1)
	nmp.nextp = mp.releasep() // it may not even sleep yet
	nmp.park.wakeup()
	return mp.stopm()
}

// mexit ends mp, whose wired goroutine has ended.
//
//go:cold
func (mp *M) mexit() verdict {
	if mp.lockedInt != 0 {
		throw("exited a goroutine internally locked to the OS thread")
	}
	mp.lockedExt = 0
	mp.todo = doNothing
	Lock(&sched.lock)
	for at := &sched.allm; *at != nil; at = &(*at).Alllink {
		if *at == mp {
			*at = mp.Alllink
			break
		}
	}
	Unlock(&sched.lock)
	pp := mp.releasep()
	emitP(kind.MExit, kind.ByWired, pp, 0, 0)
	handoffp(pp, kind.ByWired)
	Lock(&sched.lock)
	sched.mcount--
	sched.nmfreed++
	checkdead()
	Unlock(&sched.lock)
	return ended
}

// Threads.

// SetMaxThreads sets how many threads the program may have, and returns what it was.
func SetMaxThreads(n int) int {
	Lock(&sched.lock)
	old := sched.maxmcount
	sched.maxmcount = int32(min(n, 1<<31-1))
	checkmcount()
	return int(old)
}

// Threads is how many threads were made, sysmon's and the template thread among them.
func Threads() int {
	n := int(sched.mnext) + 1
	if sched.template.Load() != nil {
		n++
	}
	return n
}

// checkmcount ends the program if there are too many threads. sched.lock is held, and freed.
func checkmcount() {
	tooMany := Threads()-int(sched.nmfreed) > int(sched.maxmcount)
	limit := sched.maxmcount
	Unlock(&sched.lock)
	if tooMany {
		exhausted(limit)
	}
}

// The template thread.

// startTemplateThread makes it, if there is none.
func startTemplateThread(me *M) {
	if sched.template.Load() != nil {
		return
	}
	mp := new(M)
	mp.ID = templateID
	mp.rand = Rand64()
	mp.ring = sched.ring
	if !sched.virtual {
		mp.ring = newRing(parRing, templateID)
	}
	mp.clock = me.clockForNew()
	mp.sleepOn = nil
	if !sched.template.CompareAndSwap(nil, mp) {
		return
	}
	newosproc(mp)
}

// newosprocClean starts the thread of nmp; if the running M is wired, by way of the template thread.
func newosprocClean(nmp *M) {
	me := Getm()
	if me.lockedExt == 0 {
		nmp.clock = me.clockForNew()
		nmp.give(nmp.nextp)
		newosproc(nmp)
		return
	}
	nmp.clock = never // until there is a thread
	tp := sched.template.Load()
	Lock(&sched.lock)
	nmp.link = sched.newms
	sched.newms = nmp
	Unlock(&sched.lock)
	tp.park.wakeup()
}

// templateStep makes the threads that were asked for.
func (mp *M) templateStep() verdict {
	mp.park.clear()
	Lock(&sched.lock)
	list := sched.newms
	sched.newms = nil
	Unlock(&sched.lock)
	for list != nil {
		nmp := list
		list = nmp.link
		nmp.link = nil
		nmp.clock = mp.clockForNew()
		nmp.give(nmp.nextp)
		newosproc(nmp)
	}
	mp.sleepOn, mp.wakeAt = &mp.park, 0
	return sleep
}
