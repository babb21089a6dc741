package sched

// This file tests the collector's rules as the scheduler sees them, with a collector that has so many bytes to scan and
// so many spans to sweep, and no heap.

import (
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// paperHeap is that collector.
type paperHeap struct {
	bytesToScan
	due      bool
	ends     int // how often the second pause finds something that was shaded since
	unswept  int // spans
	spans    int // that a collection leaves
	leftOver int // unswept when a collection began
}

func (h *paperHeap) Due() bool { return h.due }

func (h *paperHeap) Begin() int64 {
	h.due = false
	h.leftOver += h.unswept
	return h.bytesToScan.Begin()
}

func (h *paperHeap) End(force bool) (bool, int64) {
	if h.ends > 0 && !force {
		h.ends--
		h.left += 1000
		return false, 0
	}
	h.unswept = h.spans
	return h.bytesToScan.End(force)
}

func (h *paperHeap) Sweep(n int) int {
	n = min(n, h.unswept)
	h.unswept -= n
	return n
}

// Who begins a cycle.

// TestCycleBeginsWhenTheHeapIsFull: at the next safe point, without anybody asking for it.
func TestCycleBeginsWhenTheHeapIsFull(t *testing.T) {
	heap := &paperHeap{}
	useCollector(t, heap)
	recs := records(t, 1, func() {
		Work(1_000_000)
		heap.due = true
		Work(1_000_000)
		Gosched()
		Sleep(1_000_000)
	})
	if n := len(of(recs, kind.GCBegin)); n != 1 {
		t.Errorf("%d cycles", n)
	}
}

// TestGCIsAWholeCycle: when runtime.GC returns, a cycle that began after the call is marked and swept.
func TestGCIsAWholeCycle(t *testing.T) {
	for _, procs := range []int{1, 2} {
		heap := &paperHeap{bytesToScan: bytesToScan{found: 1_000_000}, spans: 100}
		useCollector(t, heap)
		records(t, procs, func() {
			GC()
			if n := sched.gc.cycles.Load(); n != 1 || heap.left != 0 || heap.unswept != 0 {
				t.Errorf("procs %d: %d cycles, %d bytes are not scanned, %d spans not swept", procs, n, heap.left, heap.unswept)
			}
		})
	}
}

// TestGCWaitsForTheCycleUnderWay: and then for one of its own.
func TestGCWaitsForTheCycleUnderWay(t *testing.T) {
	heap := &paperHeap{bytesToScan: bytesToScan{found: 1_000_000}}
	useCollector(t, heap)
	recs := records(t, 2, func() {
		heap.due = true
		Work(100_000)
		GC()
		if n := sched.gc.cycles.Load(); n != 2 {
			t.Errorf("the call ends with cycle %d", n)
		}
	})
	if n := len(of(recs, kind.GCEnd)); n != 2 {
		t.Errorf("%d cycles ended", n)
	}
}

// TestACycleBeginsSwept: what the one before left is swept first.
func TestACycleBeginsSwept(t *testing.T) {
	heap := &paperHeap{spans: 500}
	useCollector(t, heap)
	records(t, 1, func() {
		heap.due = true
		Work(50_000)
		for sched.gc.cycles.Load() == 0 || sched.gc.phase.Load() != gcOff {
			Work(1000)
		}
		heap.due = true // the sweeper had no turn yet
		Work(100_000)
	})
	if n := sched.gc.cycles.Load(); n != 2 || heap.leftOver != 0 {
		t.Errorf("%d cycles began, with %d spans unswept", n, heap.leftOver)
	}
}

// The two pauses.

func TestTwoPauses(t *testing.T) {
	heap := &paperHeap{bytesToScan: bytesToScan{found: 1_000_000}}
	useCollector(t, heap)
	recs := records(t, 2, func() { GC() })
	var why []kind.Rule
	stopped := false
	for _, r := range recs {
		switch r.Kind {
		case kind.STWDone:
			stopped = true
			why = append(why, r.Rule)
		case kind.STWEnd:
			stopped = false
		case kind.GCBegin, kind.GCEnd:
			if !stopped {
				t.Errorf("the world is not stopped: %+v", r)
			}
		case kind.GCWorker:
			if stopped {
				t.Errorf("a worker runs in a pause: %+v", r)
			}
		}
	}
	if len(why) != 2 || why[0] != kind.ForSweepTerm || why[1] != kind.ForMarkTerm {
		t.Errorf("pauses %v", why)
	}
}

// TestMarkingGoesOnIfSomethingWasShaded: between the last question and the pause.
func TestMarkingGoesOnIfSomethingWasShaded(t *testing.T) {
	heap := &paperHeap{bytesToScan: bytesToScan{found: 1_000_000}, ends: 2}
	useCollector(t, heap)
	recs := records(t, 2, func() { GC() })
	pauses := 0
	for _, r := range of(recs, kind.STWDone) {
		if r.Rule == kind.ForMarkTerm {
			pauses++
		}
	}
	if n := len(of(recs, kind.GCEnd)); pauses != 3 || n != 1 || heap.left != 0 {
		t.Errorf("%d pauses to end marking, %d ends, %d bytes left", pauses, n, heap.left)
	}
}

// Workers.

// TestWorkersByNumberOfPs: the table of the 25 %.
func TestWorkersByNumberOfPs(t *testing.T) {
	for _, test := range []struct {
		procs, dedicated int32
		fractional       int64 // millionths of each P
	}{
		{1, 0, 250_000}, {2, 0, 250_000}, {3, 0, 250_000}, {4, 1, 0}, {5, 1, 0},
		{6, 1, 83_333}, {7, 2, 0}, {8, 2, 0}, {12, 3, 0}, {16, 4, 0},
	} {
		bare(test.procs)
		c := &sched.gc
		c.startCycle(test.procs)
		if n := c.dedicated.Load(); n != test.dedicated || c.fractional != test.fractional || c.idleMax.Load() != test.procs-n {
			t.Errorf("%d Ps: %d dedicated, %d fractional, at most %d idle", test.procs, n, c.fractional, c.idleMax.Load())
		}
	}
}

// workers counts the starts of workers by mode.
func workers(recs []event.Record) (mode [4]int) {
	for _, r := range of(recs, kind.GCWorker) {
		mode[r.N&3]++
	}
	return mode
}

// marking runs main with so much to scan that it takes all of it, and gives the records between the pauses.
func marking(t *testing.T, procs int, main func()) []event.Record {
	t.Helper()
	useCollector(t, &paperHeap{bytesToScan: bytesToScan{found: 1 << 40}, due: true})
	recs := records(t, procs, main)
	for i, r := range recs {
		if r.Kind == kind.GCBegin {
			return recs[i:]
		}
	}
	t.Fatal("no cycle began")
	return nil
}

// TestFractionalWorkerKeepsItsShare: a quarter of one P's time, and not much more, while somebody computes.
func TestFractionalWorkerKeepsItsShare(t *testing.T) {
	recs := marking(t, 1, func() { Work(200_000_000) })
	share, all := uint64(0), recs[len(recs)-1].Time-recs[0].Time
	began := uint64(0)
	for _, r := range recs {
		switch {
		case r.Kind == kind.GCWorker && r.N == 2:
			began = r.Time
		case r.Kind == kind.GoPark && began != 0:
			share += r.Time - began
			began = 0
		}
	}
	if part := float64(share) / float64(all); part < 0.15 || part > 0.35 {
		t.Errorf("%.0f %% of the time", 100*part)
	}
}

// TestFractionalWorkerWaitsForItsShare: it is not found again before it is below its share.
func TestFractionalWorkerWaitsForItsShare(t *testing.T) {
	bare(1)
	c := &sched.gc
	c.startCycle(1)
	pp := allp[0]
	for _, test := range []struct {
		marked int64
		want   gcMode
	}{{200_000, gcFractional}, {300_000, gcNone}} {
		pp.gcTime = test.marked
		if mode := c.pickMode(pp, c.markStart+1_000_000); mode != test.want {
			t.Errorf("%d µs of 1000: mode %d", test.marked/1000, mode)
		}
	}
}

// TestFractionalWorkerStops: at 1.2 times its share.
func TestFractionalWorkerStops(t *testing.T) {
	for marked, want := range map[int64]bool{280_000_000: false, 320_000_000: true} {
		idleMachine(1)
		c := &sched.gc
		c.startCycle(1)
		mp := Getm()
		c.markStart = mp.markTime() - 1_000_000_000
		mp.P.gcMode, mp.P.gcTime, mp.P.gcStarted = gcFractional, marked, mp.markTime()
		if got := mp.workerMustStop(); got != want {
			t.Errorf("%d ms of a second: it stops: %v", marked/1_000_000, got)
		}
	}
}

// TestDedicatedWorkersMarkOnly: as many as the table says, and they do not yield.
func TestDedicatedWorkersMarkOnly(t *testing.T) {
	recs := marking(t, 4, func() {
		fork(func() { Work(40_000_000) }, func() { Work(40_000_000) }, func() { Work(40_000_000) }, func() { Work(40_000_000) })
	})
	if mode := workers(recs); mode[gcDedicated] != 1 {
		t.Errorf("dedicated workers started %d times", mode[gcDedicated])
	}
}

// TestDedicatedWorkerSendsItsQueueAway: when it is asked to yield for the first time.
func TestDedicatedWorkerSendsItsQueueAway(t *testing.T) {
	idleMachine(4)
	mp := Getm()
	pp := mp.P
	pp.gcMode = gcDedicated
	for i := 1; i <= 3; i++ {
		pp.runqput(&G{Goid: uint64(i), Atomicstatus: Grunnable}, true, kind.ByGo)
	}
	for range 2 {
		pp.preempt.set(1)
		if mp.workerMustStop() {
			t.Error("it stops")
		}
	}
	if got := ids(&sched.runq); got != "3 1 2" || !pp.runqempty() {
		t.Errorf("global queue %s, its own is empty: %v", got, pp.runqempty())
	}
}

// TestWorkerBeforeTheQueues: a P that is to mark does so before it looks at its queue.
func TestWorkerBeforeTheQueues(t *testing.T) {
	ms := idleMachine(4)
	useCollector(t, &bytesToScan{left: 1})
	pp := allp[0]
	c := &sched.gc
	c.startCycle(4)
	c.phase.Store(gcMark)
	worker := &G{Goid: 1, Atomicstatus: Gwaiting, system: gcWorker}
	c.putWorker(worker)
	pp.runqput(&G{Goid: 2, Atomicstatus: Grunnable}, true, kind.ByGo)
	if gp, _, _ := Getm().findRunnable(); gp != worker {
		t.Errorf("it runs %+v", gp)
	}
	if ms.started() != 1 {
		t.Error("nobody is woken to mark, too")
	}
}

// TestIdlePsMark: what has nothing else to do.
func TestIdlePsMark(t *testing.T) {
	recs := marking(t, 4, func() { Work(5_000_000) })
	if mode := workers(recs); mode[gcIdle] == 0 {
		t.Errorf("starts of workers by mode: %v", mode)
	}
}

// TestIdleWorkerYieldsToWork: it stops when there is something to run.
func TestIdleWorkerYieldsToWork(t *testing.T) {
	idleMachine(4)
	mp := Getm()
	pp := mp.P
	pp.gcMode = gcIdle
	if mp.workerMustStop() {
		t.Error("it stops, and there is nothing else to do")
	}
	Lock(&sched.lock)
	globrunqput(&G{Goid: 1, Atomicstatus: Grunnable}, kind.ByGosched)
	Unlock(&sched.lock)
	if !mp.workerMustStop() {
		t.Error("it goes on, and a goroutine waits")
	}
}

// TestIdleWorkersAreCounted: no more than the cycle allows.
func TestIdleWorkersAreCounted(t *testing.T) {
	bare(4)
	c := &sched.gc
	c.startCycle(4)
	n := 0
	for n < 10 && c.addIdle() {
		n++
	}
	if n != 3 {
		t.Errorf("%d idle workers", n)
	}
}

// TestLastLookFindsMarking: an M that gave up its P takes one again if there is something to mark.
func TestLastLookFindsMarking(t *testing.T) {
	idleMachine(2)
	useCollector(t, &bytesToScan{left: 1})
	Getm().releasep()
	c := &sched.gc
	c.startCycle(2)
	c.phase.Store(gcMark)
	c.putWorker(&G{Goid: 1, Atomicstatus: Gwaiting, system: gcWorker})
	if gp, found := Getm().recheck(2); !found || gp == nil || Getm().P == nil {
		t.Errorf("found %v, %+v", found, gp)
	}
}

// Assists.

// inDebt is a machine with one P whose M runs a goroutine that owes bytes, during marking.
func inDebt(t *testing.T, owes, left int64) (*M, *G, *bytesToScan) {
	idleMachine(1)
	heap := &bytesToScan{left: left}
	useCollector(t, heap)
	sched.gc.startCycle(1)
	sched.gc.phase.Store(gcMark)
	sched.gc.busy.Store(1) // somebody else marks, too
	mp := Getm()
	gp := &G{Goid: 1, Atomicstatus: Grunning, M: mp, GCAssist: -owes}
	mp.Curg = gp
	mp.todo = doRun
	return mp, gp, heap
}

// TestWhoIsInDebtScans: at least 64 KB.
func TestWhoIsInDebtScans(t *testing.T) {
	mp, gp, heap := inDebt(t, 100, 1<<20)
	if !mp.gcAssist() {
		t.Error("it does not go on")
	}
	if did := int64(1<<20) - heap.left; did != assistLeast || gp.GCAssist < assistLeast-200 {
		t.Errorf("it scanned %d bytes, and has credit for %d", did, gp.GCAssist)
	}
}

// TestDebtIsPaidFromCredit: what workers scanned beforehand.
func TestDebtIsPaidFromCredit(t *testing.T) {
	mp, gp, heap := inDebt(t, 100, 1<<20)
	sched.gc.credit.Store(1 << 20)
	if !mp.gcAssist() || gp.GCAssist < 0 {
		t.Error("it does not go on")
	}
	if heap.left != 1<<20 || sched.gc.credit.Load() != 1<<20-assistLeast {
		t.Errorf("%d bytes left to scan, credit %d", heap.left, sched.gc.credit.Load())
	}
}

// TestWhoCannotPayWaits: until a worker has scanned enough for it; the oldest first; then it goes behind the others.
func TestWhoCannotPayWaits(t *testing.T) {
	mp, gp, _ := inDebt(t, 100_000, 0)
	if mp.gcAssist() || gp.Atomicstatus != Gwaiting {
		t.Fatalf("status %d", gp.Atomicstatus)
	}
	other := &G{Goid: 2, Atomicstatus: Gwaiting, GCAssist: -50_000}
	c := &sched.gc
	c.assists.pushBack(other)
	mp.P.runqput(&G{Goid: 3, Atomicstatus: Grunnable}, false, kind.ByGo)
	c.addCredit(mp, 60_000)
	if gp.Atomicstatus != Gwaiting || other.Atomicstatus != Gwaiting {
		t.Error("60,000 of 100,000 bytes are paid, and somebody goes on")
	}
	c.addCredit(mp, 70_000)
	if got := mp.P.ringIDs(); got != "3 2" && got != "3 1" || mp.P.runnext.Load() != nil {
		t.Errorf("ready: %s", got)
	}
}

// TestAnAssistIsDoneToItsEnd: it takes several turns, and has paid its debt with the first.
func TestAnAssistIsDoneToItsEnd(t *testing.T) {
	heap := &bytesToScan{found: 1 << 22}
	useCollector(t, heap)
	var scanned []int64
	recs, err := runVirtual(t, 1, 1, 500, func() {
		Go(1, GC)
		for sched.gc.phase.Load() != gcMark {
			Gosched()
		}
		scanned = append(scanned, heap.left)
		Getg().GCAssist = -1
		Work(1) // to the next safe point, and no other goroutine runs
		Fuelout()
		scanned = append(scanned, heap.left)
	})
	if err != nil {
		t.Fatal(err)
	}
	if did := scanned[0] - scanned[1]; did < assistLeast/2 { // less what it takes of the workers' credit
		t.Errorf("it went on when it had scanned %d bytes", did)
	}
	if begun, ended := len(of(recs, kind.AssistBegin)), len(of(recs, kind.AssistEnd)); begun != 1 || ended != 1 {
		t.Errorf("%d assists began, %d ended", begun, ended)
	}
}

// TestWhoEndsLeavesItsCredit: to those who are in debt later; the next goroutine in its place has none.
func TestWhoEndsLeavesItsCredit(t *testing.T) {
	mp, gp, _ := inDebt(t, 0, 1<<20)
	gp.GCAssist = 5000
	mp.goexit0(gp)
	if got := sched.gc.credit.Load(); got != 5000 || gp.GCAssist != 0 {
		t.Errorf("credit %d, and its own %d", got, gp.GCAssist)
	}
}

// TestAllGoOnWhenMarkingEnds: those in debt, and those that wait for the cycle.
func TestAllGoOnWhenMarkingEnds(t *testing.T) {
	mp, gp, _ := inDebt(t, 100_000, 0)
	mp.gcAssist()
	waits := &G{Goid: 2, Atomicstatus: Gwaiting}
	sched.gc.waiters.pushBack(waits)
	mp.gcMarkTermination(false)
	if gp.Atomicstatus != Grunnable || waits.Atomicstatus != Grunnable {
		t.Errorf("status %d and %d", gp.Atomicstatus, waits.Atomicstatus)
	}
}

// Sweeping.

// TestSweeperSweepsInTheBackground: nobody asks for it.
func TestSweeperSweepsInTheBackground(t *testing.T) {
	heap := &paperHeap{spans: 100, due: true}
	useCollector(t, heap)
	recs := records(t, 2, func() { Work(1_000_000); Sleep(1_000_000) })
	if n := len(of(recs, kind.GCEnd)); n != 1 || heap.unswept != 0 {
		t.Errorf("%d cycles, %d spans are not swept", n, heap.unswept)
	}
}

// TestSweeperYields: after ten spans, if no P is idle.
func TestSweeperYields(t *testing.T) {
	heap := &paperHeap{spans: 1000, due: true}
	useCollector(t, heap)
	recs := records(t, 1, func() {
		for range 300 {
			Work(1000)
			Gosched()
		}
	})
	most, since := uint64(0), uint64(0)
	for _, r := range recs {
		switch r.Kind {
		case kind.GCSweep:
			since += r.A
			most = max(most, since)
		case kind.GoStart:
			since = 0
		}
	}
	if most != 10 {
		t.Errorf("%d spans in one turn", most)
	}
}
