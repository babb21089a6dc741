// This file runs timers as Go did until 1.13, in goroutines of the runtime (policy timers=goroutines and timers=goroutine).
//
// Timers are in buckets: that of the P where they were set (MaxProcs, as Go's 64); or one for all, as before Go 1.10. The
// first timer of a bucket makes its goroutine. That runs what is due, and then sleeps until the next one is, in a
// system call: its M is blocked, and its P goes to another M. When it wakes up it needs a P, as everybody who
// comes back from a call. If the bucket is empty it parks. Who sets an earlier timer wakes it.
//
// So each Sleep costs two switches of threads: that is why Go 1.14 let those who look for work run timers.
//
// In Go 1.13: timerproc, addtimerLocked, and notetsleepg, which gives the P away.
package sched

import (
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// timerBucket is what a heap of timers has besides, if it is a bucket.
type timerBucket struct {
	made         bool // it has a goroutine
	gp           *G   // the one that waits
	rescheduling bool // because the bucket is empty
	sleeping     bool // it sleeps in a system call
	sleepUntil   int64
	waitnote     Note // on this
}

// homeOfTimers is the heap for a timer that is set now.
func homeOfTimers() *timers {
	if policy.timers == knob.TimersByGoroutine {
		return &allp[0].timers
	}
	return &Getm().P.timers
}

// timersEarlier is called when the time of ts's earliest timer is now when, and was later.
func timersEarlier(ts *timers, when int64) {
	if policy.timers == knob.TimersByLookers {
		wakeNetPoller(when)
		return
	}
	Lock(&ts.lock)
	b := &ts.bucket
	made := b.made
	b.made = true
	var gp *G
	switch {
	case b.sleeping && when < b.sleepUntil:
		b.sleeping = false
		b.waitnote.wakeup()
	case b.rescheduling:
		b.rescheduling = false
		gp = b.gp
	}
	Unlock(&ts.lock)
	if !made {
		Getm().newSystem(timerProc, kind.ByTimer, true, unsafe.Pointer(ts.pp))
		wakep()
	}
	if gp != nil {
		ready(gp, true)
	}
}

// runTimerproc is one turn of a bucket's goroutine.
func (mp *M) runTimerproc(gp *G) verdict {
	ts := &(*P)(gp.Param).timers
	b := &ts.bucket
	Lock(&ts.lock)
	b.sleeping = false
	Unlock(&ts.lock)
	now, _, _ := ts.check(Nanotime())
	Lock(&ts.lock)
	next := ts.wakeTime()
	switch {
	case next == 0:
		b.gp, b.rescheduling = gp, true
		mp.parkSystem(gp, kind.WaitTimerProc)
		Unlock(&ts.lock)
		return again
	case next <= now:
		Unlock(&ts.lock)
		return again
	}
	b.sleeping, b.sleepUntil = true, next
	b.waitnote.clear()
	Unlock(&ts.lock)
	mp.callFor = 0
	v := sleep
	if policy.handoff == knob.Off {
		v = mp.entersyscall(gp)
	} else {
		v = mp.entersyscallblock(gp)
	}
	mp.sleepOn, mp.wakeAt = &b.waitnote, next
	return v
}
