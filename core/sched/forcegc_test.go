package sched

// This file tests the collection that sysmon forces, and injectglist and what belongs to it.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// useCollector makes heap the collector of the test's runs.
func useCollector(t testing.TB, heap Collector) {
	Hooks.GC = heap
	t.Cleanup(func() { Hooks.GC = nil })
}

// gogcOff is a collector with GOGC=off.
type gogcOff struct{ noCollector }

func (gogcOff) Percent() int { return -1 }

const minute = 60_000_000_000

// minutesOf are the times of the records of one kind, in minutes, rounded down.
func minutesOf(recs []event.Record, k kind.Kind) string {
	var list []string
	for _, r := range of(recs, k) {
		list = append(list, fmt.Sprint(r.Time/minute))
	}
	return strings.Join(list, " ")
}

// TestForcedGC: two minutes after the last collection there is another, though nobody allocates; and again.
func TestForcedGC(t *testing.T) {
	useCollector(t, &bytesToScan{found: 1000})
	for _, procs := range []int{1, 4} {
		recs := records(t, procs, func() {
			Sleep(minute / 2)
			GC()
			Sleep(6 * minute)
			if n := NumGoroutine(); n != 1 {
				t.Errorf("procs %d: %d goroutines", procs, n)
			}
		})
		begins := of(recs, kind.GCBegin)
		if len(begins) < 3 {
			t.Fatalf("procs %d: %d collections", procs, len(begins))
		}
		for i := 1; i < len(begins); i++ {
			// sysmon sleeps for a minute at a time.
			if gap := begins[i].Time - begins[i-1].Time; gap <= 2*minute || gap > 3*minute {
				t.Errorf("procs %d: the next collection after %d ns", procs, gap)
			}
		}
	}
}

// TestNoForcedGCBeforeTheFirst: what never was cannot be too long ago.
func TestNoForcedGCBeforeTheFirst(t *testing.T) {
	useCollector(t, &bytesToScan{found: 1000})
	if got := minutesOf(records(t, 2, func() { Sleep(10 * minute) }), kind.GCBegin); got != "" {
		t.Error("collections begin in minutes ", got)
	}
}

// TestNoForcedGCWithGOGCOff: GOGC=off, nobody wants one.
func TestNoForcedGCWithGOGCOff(t *testing.T) {
	useCollector(t, gogcOff{})
	if got := minutesOf(records(t, 2, func() { GC(); Sleep(10 * minute) }), kind.GCBegin); got != "0" {
		t.Error("collections begin in minutes ", got)
	}
}

// TestForcedGCHidesNoDeadlock: the helper waits, too, but it is the runtime's.
func TestForcedGCHidesNoDeadlock(t *testing.T) {
	useCollector(t, &bytesToScan{found: 1000})
	recs, err := runVirtual(t, 2, 1, 0, func() {
		GC()
		Sleep(3 * minute)
		Gopark(nil, nil, kind.WaitChanReceive, 7)
	})
	if err == nil || err.Error() != "fatal error: all goroutines are asleep - deadlock!" {
		t.Error(err)
	}
	if last := recs[len(recs)-1]; last.Kind != kind.Deadlock || last.A != 1 {
		t.Errorf("last record %+v", last)
	}
	if got := minutesOf(recs, kind.GCBegin); got != "0 2" {
		t.Error("collections begin in minutes ", got)
	}
}

// waiters makes n waiting goroutines, numbered from 1.
func waiters(n int) (list gQueue) {
	for i := 1; i <= n; i++ {
		list.pushBack(&G{Goid: uint64(i), Atomicstatus: Gwaiting})
	}
	return list
}

// ids are the numbers of the goroutines of a queue, in order.
func ids(q *gQueue) string {
	var list []string
	for gp := q.head; gp != nil; gp = gp.Schedlink {
		list = append(list, fmt.Sprint(gp.Goid))
	}
	return strings.Join(list, " ")
}

// ringIDs is what is in pp's ring, from the head on.
func (pp *P) ringIDs() string {
	var list []string
	for h := pp.runqhead.Load(); h != pp.runqtail.Load(); h++ {
		list = append(list, fmt.Sprint(pp.runq[h%256].get().Goid))
	}
	return strings.Join(list, " ")
}

// TestBatchFillsTheRing: in order, behind what is there; what does not fit stays in the list.
func TestBatchFillsTheRing(t *testing.T) {
	bare(1)
	pp := ownP(0)
	for i := 0; i < 253; i++ {
		pp.runqput(&G{Goid: 1000, Atomicstatus: Grunnable}, false, kind.ByGo)
	}
	list := waiters(5)
	pp.runqputbatch(&list, kind.ByNet)
	if got := pp.ringIDs(); !strings.HasSuffix(got, "1000 1 2 3") || list.size != 2 || ids(&list) != "4 5" {
		t.Errorf("the ring ends with %s; left %s", got[len(got)-20:], ids(&list))
	}
}

// TestDrainTakesAllRunnextFirst: and leaves the queue empty.
func TestDrainTakesAllRunnextFirst(t *testing.T) {
	bare(1)
	pp := ownP(0)
	for i := 1; i <= 3; i++ {
		pp.runqput(&G{Goid: uint64(i), Atomicstatus: Grunnable}, true, kind.ByGo)
	}
	q := pp.runqdrain()
	if got := ids(&q); got != "3 1 2" || !pp.runqempty() {
		t.Errorf("order %s, empty: %v", got, pp.runqempty())
	}
}

// TestInjectWithP: as many as there are idle Ps go to the global queue, and an M is started for each; the others to
// the own ring; what does not fit there to the global queue again.
func TestInjectWithP(t *testing.T) {
	for _, test := range []struct {
		held         int // in the ring before
		ring, global string
	}{
		{0, "3 4 5", "1 2"},
		{254, "3 4", "1 2 5"},
	} {
		ms := idleMachine(3)
		pp := allp[0]
		for i := 0; i < test.held; i++ {
			pp.runqput(&G{Goid: 1000, Atomicstatus: Grunnable}, false, kind.ByGo)
		}
		list := waiters(5)
		injectglist(&list, kind.ByNet)
		ring := strings.TrimLeft(strings.ReplaceAll(pp.ringIDs(), "1000", ""), " ")
		if global := ids(&sched.runq); ring != test.ring || global != test.global {
			t.Errorf("%d held: ring %s, global queue %s", test.held, ring, global)
		}
		if n := ms.started(); n != 2 {
			t.Errorf("%d held: %d Ms were started", test.held, n)
		}
	}
}

// TestInjectWithoutP: all go to the global queue.
func TestInjectWithoutP(t *testing.T) {
	ms := idleMachine(3)
	mp := Getm()
	mp.releasep()
	list := waiters(3)
	injectglist(&list, kind.ByNet)
	if got := ids(&sched.runq); got != "1 2 3" || ms.started() != 2 {
		t.Errorf("global queue %s, %d Ms were started", got, ms.started())
	}
}

// idleMs are the Ms of idleMachine.
type idleMs []*M

// started is how many of them were given a P.
func (ms idleMs) started() (n int) {
	for _, mp := range ms {
		if mp.nextp != nil {
			n++
		}
	}
	return n
}

// idleMachine is a machine with procs Ps. The caller has P0; the others are idle, and as many Ms.
func idleMachine(procs int32) (ms idleMs) {
	bare(procs)
	sched.lastpoll.Store(1)
	sched.mainStarted = true
	sched.mcount = 2 * procs
	sched.pidle, sched.midle, sched.nmidle = nil, nil, 0
	sched.npidle.Store(0)
	ownP(0)
	for i := int32(1); i < procs; i++ {
		allp[i].status.set(Pidle)
		pidleput(allp[i], kind.ByNothing)
		mp := &M{ID: 100 + i, link: sched.midle}
		sched.midle = mp
		sched.nmidle++
		ms = append(ms, mp)
	}
	return ms
}
