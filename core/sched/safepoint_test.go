package sched

// This file tests forEachP, by what the collector uses it for.

import (
	"testing"

	"github.com/gopark/gopark/core/event/kind"
)

// flushes is a collector that counts what each P gives away at the end of marking. For found[i] > 0, P i had something
// so many times.
type flushes struct {
	noCollector
	found, flushed [MaxProcs]int
	marking        bool
}

func (f *flushes) Begin() int64 { f.marking = true; return 0 }

func (f *flushes) Flush(pp *P) bool {
	f.flushed[pp.ID]++
	if f.found[pp.ID] == 0 {
		return false
	}
	f.found[pp.ID]--
	return true
}

// TestForEachPAsksEveryKindOfP: our own, one that runs, idle ones.
func TestForEachPAsksEveryKindOfP(t *testing.T) {
	heap := new(flushes)
	useCollector(t, heap)
	recs := records(t, 4, func() {
		Go(1, func() { Work(50_000_000) })
		Work(100_000)
		GC()
	})
	for i, n := range heap.flushed[:5] {
		if want := min(1, 4-min(i, 4)); n != want {
			t.Errorf("P%d was asked %d times", i, n)
		}
	}
	if ends := of(recs, kind.GCEnd); len(ends) != 1 || ends[0].Time > 1_000_000 {
		t.Errorf("marking ends late: %+v", ends)
	}
}

// TestForEachPAsksAtOnce: idle Ps are done, those in calls are taken, so that a long call does not keep it waiting,
// and those that run are asked to yield.
func TestForEachPAsksAtOnce(t *testing.T) {
	idleMachine(4)
	me := Getm()
	Lock(&sched.lock)
	inCall, runs := pidleget(kind.ByNothing), pidleget(kind.ByNothing)
	Unlock(&sched.lock)
	for _, pp := range []*P{inCall, runs} {
		mp := &M{ID: 50 + pp.ID, P: pp, Curg: &G{Goid: 9, Atomicstatus: Gsyscall}}
		pp.m = mp
		pp.status.set(Prunning)
	}
	blocked := inCall.m
	inCall.incall.Store(blocked.callWord())
	asked := map[int32]int{}
	me.forEachP(func(pp *P) { asked[pp.ID]++ }, func() {})
	if len(asked) != 3 || asked[inCall.ID] != 1 || asked[runs.ID] != 0 || sched.safePointWait != 1 {
		t.Errorf("asked %v, Ps left: %d", asked, sched.safePointWait)
	}
	if blocked.P != nil || !onIdleList(inCall) {
		t.Error("the P was not taken from the call")
	}
	if runs.preempt.get() == 0 || me.P.preempt.get() != 0 {
		t.Error("not the other that runs was asked to yield")
	}
}

// TestMarkingGoesOnIfAPHadSomething: then every P is asked once more.
func TestMarkingGoesOnIfAPHadSomething(t *testing.T) {
	heap := new(flushes)
	heap.found[1] = 2
	useCollector(t, heap)
	records(t, 2, func() {
		Go(1, func() { Work(20_000_000) })
		Work(100_000)
		GC()
	})
	if heap.flushed[0] != 3 || heap.flushed[1] != 3 {
		t.Errorf("P0 and P1 were asked %d and %d times", heap.flushed[0], heap.flushed[1])
	}
}

// TestCallDoesItsPartFirst: who enters a system call does what is asked for before it may lose its P.
func TestCallDoesItsPartFirst(t *testing.T) {
	bare(2)
	pp := ownP(0)
	mp := Getm()
	gp := &G{Goid: 1, Atomicstatus: Grunning, M: mp}
	mp.Curg = gp
	status := uint32(99)
	sched.safePointFn = func(*P) { status = gp.Atomicstatus }
	sched.safePointWait = 1
	pp.runSafePointFn.Store(1)
	mp.entersyscall(gp)
	if status != Grunning || sched.safePointWait != 0 || !sched.safePointNote.isSet() {
		t.Errorf("status then: %d, Ps left: %d", status, sched.safePointWait)
	}
}

// TestHandoffDoesItsPart: nobody runs on that P any more.
func TestHandoffDoesItsPart(t *testing.T) {
	idleMachine(3)
	Lock(&sched.lock)
	pidleget(kind.ByNothing).status.set(Prunning) // so that this one is not the last that runs
	Unlock(&sched.lock)
	pp := Getm().releasep()
	asked := 0
	sched.safePointFn = func(p *P) { asked++ }
	sched.safePointWait = 2
	pp.runSafePointFn.Store(1)
	handoffp(pp, kind.ByRetake)
	if asked != 1 || sched.safePointWait != 1 || !onIdleList(pp) {
		t.Errorf("asked %d times, Ps left: %d", asked, sched.safePointWait)
	}
}
