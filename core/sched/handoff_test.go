package sched

// This file tests single decisions on a machine at rest: whom handoffp, wakep and others start, and what an M does that
// enters a system call or comes back.

import (
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

// newG makes a runnable goroutine.
func newG(id uint64) *G { return &G{Goid: id, Atomicstatus: Grunnable} }

// TestHandoff: a P that lost its M gets another exactly if there may be something to do for it.
func TestHandoff(t *testing.T) {
	for _, test := range []struct {
		name      string
		set       func(pp *P)
		started   int
		searches  bool
		stopwait  int32
		wakesPoll bool
	}{
		{name: "nothing to do", set: func(*P) {}},
		{name: "own queue", set: func(pp *P) { pp.runqput(newG(1), false, kind.ByGo) }, started: 1},
		{name: "runnext", set: func(pp *P) { pp.runqput(newG(1), true, kind.ByGo) }, started: 1},
		{name: "global queue", set: func(*P) { putGlobal(newG(1)) }, started: 1},
		{name: "something to mark", set: func(*P) { sched.gc.phase.Store(gcMark); Hooks.GC = &bytesToScan{left: 1} }, started: 1},
		{name: "nobody is idle or searches", set: func(*P) { allIdleRun() }, started: 1, searches: true},
		{name: "one searches", set: func(*P) { allIdleRun(); sched.nmspinning.Store(1) }},
		{name: "the world stops", set: func(*P) { sched.gcwaiting.Store(1); sched.stopwait = 2 }, stopwait: 1},
		{name: "the last P, and nobody polls", set: func(*P) { putIdle() }, started: 1},
		{name: "the last P, and somebody polls", set: func(*P) { putIdle(); sched.lastpoll.Store(0) }},
		{name: "a timer before the end of the poller's sleep", set: func(pp *P) {
			putIdle()
			sched.lastpoll.Store(0)
			sched.pollUntil.Store(2000)
			addTimer(pp, 1000)
		}, wakesPoll: true},
		{name: "a timer after it", set: func(pp *P) {
			putIdle()
			sched.lastpoll.Store(0)
			sched.pollUntil.Store(500)
			addTimer(pp, 1000)
		}},
	} {
		ms := idleMachine(4)
		Lock(&sched.lock)
		pidleget(kind.ByNothing).status.set(Prunning) // another one runs
		Unlock(&sched.lock)
		pp := Getm().P
		test.set(pp)
		handoffp(Getm().releasep(), kind.ByRetake)
		Hooks.GC = nil
		searches := false
		for _, mp := range ms {
			searches = searches || mp.nextp == pp && mp.spinning
		}
		if n := ms.started(); n != test.started || searches != test.searches {
			t.Errorf("%s: %d Ms were started; to search: %v", test.name, n, searches)
		}
		if sched.stopwait != test.stopwait || (pp.status.get() == Pgcstop) != (test.stopwait != 0) {
			t.Errorf("%s: stopwait %d, status %d", test.name, sched.stopwait, pp.status.get())
		}
		if got := sched.pollnote.isSet(); got != test.wakesPoll {
			t.Errorf("%s: the poller is woken: %v", test.name, got)
		}
		if idle := onIdleList(pp); idle != (test.started == 0 && test.stopwait == 0) {
			t.Errorf("%s: the P is idle: %v", test.name, idle)
		}
	}
}

func putGlobal(gp *G) {
	Lock(&sched.lock)
	globrunqput(gp, kind.ByGosched)
	Unlock(&sched.lock)
}

// allIdleRun takes all Ps off the idle list.
func allIdleRun() {
	Lock(&sched.lock)
	for pp := pidleget(kind.ByNothing); pp != nil; pp = pidleget(kind.ByNothing) {
		pp.status.set(Prunning)
	}
	Unlock(&sched.lock)
}

// putIdle puts the other one that runs on the idle list.
func putIdle() {
	Lock(&sched.lock)
	for _, pp := range allp[1:Nprocs()] {
		if !onIdleList(pp) {
			pp.status.set(Pidle)
			pidleput(pp, kind.ByNothing)
		}
	}
	Unlock(&sched.lock)
}

func addTimer(pp *P, when int64) {
	tm := &Timer{When: when, F: func(unsafe.Pointer, uintptr) {}}
	Lock(&pp.timers.lock)
	pp.timers.add(tm)
	Unlock(&pp.timers.lock)
}

// TestOneSearcherAtATime: while one is being woken, nobody else is.
func TestOneSearcherAtATime(t *testing.T) {
	ms := idleMachine(4)
	for range 3 {
		wakep()
	}
	if ms.started() != 1 || sched.nmspinning.Load() != 1 {
		t.Errorf("%d Ms were started, %d search", ms.started(), sched.nmspinning.Load())
	}
}

// TestWhoWantsASearcherSaysSo: if no P is idle, the next M without work is to search.
func TestWhoWantsASearcherSaysSo(t *testing.T) {
	idleMachine(2)
	allIdleRun()
	wakep()
	if sched.needspinning.Load() != 1 || sched.nmspinning.Load() != 0 {
		t.Errorf("needspinning %d, nmspinning %d", sched.needspinning.Load(), sched.nmspinning.Load())
	}
	mp := Getm()
	mp.becomeSpinning(kind.ByNeed)
	if sched.needspinning.Load() != 0 {
		t.Error("it searches, and needspinning is still set")
	}
}

// enterCall lets the M with P0 enter a system call.
func enterCall() *G {
	mp := Getm()
	gp := &G{Goid: 1, Atomicstatus: Grunning, M: mp}
	mp.Curg = gp
	mp.callFor = 1_000_000
	mp.entersyscall(gp)
	return gp
}

// TestCallGivesThePToTheStopper: if the world is being stopped it does not wait for the end of the call.
func TestCallGivesThePToTheStopper(t *testing.T) {
	idleMachine(2)
	sched.gcwaiting.Store(1)
	sched.stopwait = 1
	pp := Getm().P
	enterCall()
	if pp.status.get() != Pgcstop || sched.stopwait != 0 || !sched.stopnote.isSet() || Getm().P != nil {
		t.Errorf("status %d, stopwait %d", pp.status.get(), sched.stopwait)
	}
}

// TestStopperTakesPsFromCalls: and idle ones.
func TestStopperTakesPsFromCalls(t *testing.T) {
	idleMachine(3)
	inCall := Getm().P
	enterCall()
	bindm(&M{ID: 7, ring: m0.ring})
	Lock(&sched.lock)
	Getm().P = pidleget(kind.ByNothing)
	Getm().P.status.set(Prunning)
	Unlock(&sched.lock)
	if !Getm().stopBegin(kind.ForStats, func(uint64) {}) {
		t.Fatal("somebody else stops the world")
	}
	if sched.stopwait != 0 || inCall.status.get() != Pgcstop || allp[1].status.get() != Pgcstop || sched.npidle.Load() != 0 {
		t.Errorf("stopwait %d, status %d %d", sched.stopwait, inCall.status.get(), allp[1].status.get())
	}
}

// TestCallWakesSysmon: it may have to take the P.
func TestCallWakesSysmon(t *testing.T) {
	idleMachine(2)
	sched.sysmonwait.Store(1)
	enterCall()
	if !sched.sysmonnote.isSet() {
		t.Error("sysmon sleeps on")
	}
}

// back lets the M come back from its call after its P was taken.
func back(gp *G) bool {
	mp := Getm()
	pp := mp.P
	pp.blockOnExitSyscall()
	pp.takeP(kind.ByRetake)
	pp.resume()
	return mp.exitsyscall()
}

// TestBackTakesAnIdleP: in the same time slice. It wakes sysmon, since somebody runs again.
func TestBackTakesAnIdleP(t *testing.T) {
	idleMachine(3)
	gp := enterCall()
	sched.sysmonwait.Store(1)
	if !back(gp) || Getm().P == nil || Getm().P.schedtick.get() != 0 || gp.Atomicstatus != Grunning || sched.npidle.Load() != 1 {
		t.Errorf("status %d, %d idle Ps", gp.Atomicstatus, sched.npidle.Load())
	}
	if !sched.sysmonnote.isSet() {
		t.Error("sysmon sleeps on")
	}
}

// TestEachCallCounts: sysmon tells a long call from two by the P's number of calls.
func TestEachCallCounts(t *testing.T) {
	idleMachine(2)
	pp := Getm().P
	enterCall()
	if !Getm().exitsyscall() || pp.syscalltick.get() != 1 {
		t.Errorf("syscalltick %d after a call", pp.syscalltick.get())
	}
	enterCall()
	pp.blockOnExitSyscall()
	pp.takeP(kind.ByRetake)
	pp.resume()
	if pp.syscalltick.get() != 2 {
		t.Errorf("syscalltick %d after a call that lost the P", pp.syscalltick.get())
	}
}

// TestStartTheWorldWakesSysmon: and gives each P with work an M: the one that it had, if that is idle.
func TestStartTheWorldWakesSysmon(t *testing.T) {
	ms := idleMachine(4)
	sched.sysmonwait.Store(1)
	for _, pp := range allp[1:4] {
		pp.runqput(newG(uint64(pp.ID)), false, kind.ByGo)
		pp.oldm = ms[3-pp.ID] // not the order of the idle list
	}
	allIdleRun()
	mp := Getm()
	mp.stopTheWorldWithSema(kind.ForStats, func(uint64) {})
	sched.newprocs = 4
	mp.startTheWorld()
	if !sched.sysmonnote.isSet() {
		t.Error("sysmon sleeps on")
	}
	for _, pp := range allp[1:4] {
		if pp.oldm.nextp != pp {
			t.Errorf("P%d is not with its old M", pp.ID)
		}
	}
}

// TestHighestIdlePIsFirst: of those that have nothing to do after a stop.
func TestHighestIdlePIsFirst(t *testing.T) {
	bare(4)
	Lock(&sched.lock)
	defer Unlock(&sched.lock)
	for id := int32(3); id > 0; id-- {
		if pp := pidleget(kind.ByWakep); pp == nil || pp.ID != id {
			t.Errorf("%+v, want P%d", pp, id)
		}
	}
}

// TestTimersOfADestroyedPMove: to the P of who stopped the world.
func TestTimersOfADestroyedPMove(t *testing.T) {
	bare(2)
	addTimer(allp[1], 1000)
	Lock(&sched.lock)
	procresize(&m0, 1)
	Unlock(&sched.lock)
	if allp[0].timers.wakeTime() != 1000 || allp[1].timers.wakeTime() != 0 {
		t.Error("they stayed")
	}
}

// TestPFetchesDeadGs: 32 from the list of all, when its own is empty.
func TestPFetchesDeadGs(t *testing.T) {
	bare(1)
	pp := ownP(0)
	for i := range 40 {
		gp := &G{Goid: uint64(i), Atomicstatus: Gdead, Schedlink: sched.gFree}
		sched.gFree = gp
		sched.freeGs.Add(1)
	}
	if pp.gfget() == nil || pp.nGfree != 31 || sched.freeGs.Load() != 8 {
		t.Errorf("it has %d, %d are left", pp.nGfree, sched.freeGs.Load())
	}
}

// TestAsleepWithATimerIsNoDeadlock: and nobody there at all is one of its own kind.
func TestAsleepWithATimerIsNoDeadlock(t *testing.T) {
	for _, test := range []struct {
		set  func()
		want string
	}{
		{func() { allgadd(&G{Atomicstatus: Gwaiting}); addTimer(allp[0], 1000) }, ""},
		{func() { allgadd(&G{Atomicstatus: Gwaiting}) }, "fatal error: all goroutines are asleep - deadlock!"},
		{func() { allgadd(&G{Atomicstatus: Gdead}) }, "fatal error: no goroutines (main called runtime.Goexit) - deadlock!"},
		{func() { allgadd(newG(1)) }, "fatal error: checkdead: runnable g"},
		{func() { allgadd(newG(1)); sched.mcount++ }, ""},
	} {
		idleMachine(1)
		sched.mcount, sched.nmidle = 2, 1
		sched.nmidlelocked = 1
		test.set()
		got := ""
		func() {
			defer func() {
				if r := recover(); r != nil {
					got = r.(error).Error()
				}
			}()
			Lock(&sched.lock)
			checkdead()
		}()
		if got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestSystemGoroutinesAreNotCounted: NumGoroutine is about the program's.
func TestSystemGoroutinesAreNotCounted(t *testing.T) {
	bare(1)
	ownP(0)
	newproc1(Getm(), func() {}, nil, 1, kind.ByGo)
	Getm().newSystem(gcWorker, kind.ByGC, false, nil)
	if n := NumGoroutine(); n != 1 {
		t.Errorf("%d goroutines", n)
	}
}

// TestSearchersStopForTheWorld: they do not go on stealing while it is being stopped.
func TestSearchersStopForTheWorld(t *testing.T) {
	idleMachine(2)
	sched.gcwaiting.Store(1)
	allp[1].status.set(Prunning)
	sched.idlepMask.Store(0)
	other := allp[1]
	other.runq[0].set(newG(1))
	other.runqtail.Store(1)
	if gp, _, v := Getm().stealWork(); gp != nil || v != again {
		t.Errorf("it stole %+v", gp)
	}
}

// TestLastLookFindsTimers: who goes to sleep as the poller does so until the earliest timer of all Ps.
func TestLastLookFindsTimers(t *testing.T) {
	idleMachine(3)
	addTimer(allp[2], 7000)
	addTimer(allp[1], 5000)
	mp := Getm()
	mp.releasep()
	if _, found := mp.recheck(3); found || mp.stealing.pollUntil != 5000 {
		t.Errorf("found %v, until %d", found, mp.stealing.pollUntil)
	}
	if v := mp.pollOrStop(); v != sleep || mp.todo != doPoll || mp.wakeAt != 5000 || sched.lastpoll.Load() != 0 {
		t.Errorf("verdict %d, todo %d, until %d", v, mp.todo, mp.wakeAt)
	}
}

// TestOnePollerOnly: who has an earlier timer than the one that polls ends its sleep, and goes to the idle list.
func TestOnePollerOnly(t *testing.T) {
	for until, want := range map[int64]bool{1000: true, 3000: false} {
		idleMachine(2)
		sched.lastpoll.Store(0)
		sched.pollUntil.Store(2000)
		mp := Getm()
		mp.releasep()
		mp.stealing.pollUntil = until
		if v := mp.pollOrStop(); v != sleep || mp.todo != doWake || sched.pollnote.isSet() != want {
			t.Errorf("a timer at %d: todo %d, the poller is woken: %v", until, mp.todo, sched.pollnote.isSet())
		}
	}
}

// TestLocksNest: a goroutine is wired until it has unlocked as often as it locked.
func TestLocksNest(t *testing.T) {
	records(t, 1, func() {
		LockOSThread()
		LockOSThread()
		UnlockOSThread()
		if Getg().Lockedm == nil {
			t.Error("two locks, one unlock: it is wired no more")
		}
		UnlockOSThread()
		if Getg().Lockedm != nil {
			t.Error("it is still wired")
		}
	})
}
