package sched

// This file tests single rules of the scheduler, each by the smallest program that shows it, in virtual mode. rules.md
// says which test holds which rule; core/prove switches each rule off and wants its test to fail.

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// records runs main, which must end well, and returns what was recorded.
func records(t *testing.T, procs int, main func()) []event.Record {
	t.Helper()
	recs, err := runVirtual(t, procs, 1, 0, main)
	if err != nil {
		t.Fatal(err)
	}
	return recs
}

// of returns the records of one kind.
func of(recs []event.Record, k kind.Kind) (list []event.Record) {
	for _, r := range recs {
		if r.Kind == k {
			list = append(list, r)
		}
	}
	return list
}

// fork runs each body in a goroutine of its own and waits for all. On one P they begin in the order of
// the list: the first is in runnext, the others in the ring.
func fork(bodies ...func()) {
	wg := &waitgroup{n: len(bodies)}
	for i := 1; i <= len(bodies); i++ {
		body := bodies[i%len(bodies)]
		Go(int32(i), func() { body(); wg.done() })
	}
	wg.wait()
}

// logger notes who ran, in order.
type logger []string

func (l *logger) add(s string) { *l = append(*l, s) }

func (l *logger) want(t *testing.T, want string) {
	t.Helper()
	if got := strings.Join(*l, " "); got != want {
		t.Errorf("order %s, want %s", got, want)
	}
}

// Where a goroutine goes that leaves the CPU, and where one that becomes ready.

func TestReadyRunsNext(t *testing.T) {
	var log logger
	records(t, 1, func() {
		var sleeper *G
		wg := &waitgroup{n: 3}
		Go(1, func() {
			sleeper = Getg()
			Gopark(nil, nil, kind.WaitChanReceive, 1)
			log.add("woken")
			wg.done()
		})
		Gosched()
		Go(2, func() { log.add("old"); wg.done() })
		Go(3, func() { log.add("new"); wg.done() })
		Goready(sleeper)
		wg.wait()
	})
	log.want(t, "woken old new")
}

func TestGoyieldGoesBehindTheRing(t *testing.T) {
	var log logger
	records(t, 1, func() {
		fork(
			func() { Gosched(); log.add("global") },
			func() { Goyield(); log.add("yielded") },
			func() { log.add("ring") },
		)
	})
	log.want(t, "ring yielded global")
}

func TestGoschedGoesToTheTail(t *testing.T) {
	var log logger
	records(t, 1, func() {
		fork(
			func() { Gosched(); log.add("a") },
			func() { Gosched(); log.add("b") },
			func() { Gosched(); log.add("c") },
		)
	})
	log.want(t, "a b c")
}

func TestPreemptedGoesBehindAll(t *testing.T) {
	var log logger
	recs := records(t, 1, func() {
		fork(
			func() { Work(15_000_000); log.add("long") },
			func() { Goyield(); log.add("yielded") },
			func() { log.add("ring") },
		)
	})
	log.want(t, "ring yielded long")
	for _, r := range of(recs, kind.GlobPut) {
		if r.Rule == kind.ByPreempt {
			return
		}
	}
	t.Error("nobody was preempted into the global queue")
}

// TestStopKeepsGoroutinesOnTheirPs: a goroutine that is stopped with the world goes on first, where it was.
func TestStopKeepsGoroutinesOnTheirPs(t *testing.T) {
	recs := records(t, 2, func() {
		other := &waitgroup{n: 1}
		Go(1, func() { Work(300_000); other.done() })
		Work(100_000)
		WorldStopped(kind.ForStats, func(uint64) {}, 0)
		other.wait()
	})
	stops := 0
	for i, r := range recs {
		if r.Kind == kind.GoStop && r.Rule == kind.ByStop {
			stops++
			if next := recs[i+1]; next.Kind != kind.RunnextPut || next.G != r.G || next.P != r.P {
				t.Errorf("G%d was stopped on P%d, then %+v", r.G, r.P, next)
			}
		}
	}
	if stops == 0 {
		t.Error("nobody was stopped")
	}
}

func TestUnlockfThatSaysNoInherits(t *testing.T) {
	recs := records(t, 1, func() {
		Gopark(func(*G, unsafe.Pointer) bool { return false }, nil, kind.WaitSelect, 0)
	})
	starts := of(recs, kind.GoStart)
	if last := starts[len(starts)-1]; len(starts) != 2 || last.Rule != kind.FromPark || last.N != 1 || last.A != starts[0].A {
		t.Errorf("%+v", starts)
	}
}

// System calls.

// TestBackWithoutPGoesToTheTail: its P was taken, none is idle, and another one waits in the global queue.
func TestBackWithoutPGoesToTheTail(t *testing.T) {
	var log logger
	recs := records(t, 1, func() {
		fork(
			func() { Syscall(100_000); log.add("back") },
			func() { Gosched(); log.add("global") },
			func() { Work(500_000); log.add("busy") },
		)
	})
	log.want(t, "busy global back")
	if len(of(recs, kind.SyscallPark)) != 1 {
		t.Error("it came back to a P")
	}
}

// TestCallWithinOneVisit: sysmon looks every 21 µs, so it sees a call of 15 µs once at most, and leaves it its P,
// though others could use it.
func TestCallWithinOneVisit(t *testing.T) {
	recs := records(t, 1, func() {
		fork(
			func() {
				for i := 0; i < 40; i++ {
					Syscall(15_000)
					Work(3_000)
				}
			},
			func() { Work(10_000) },
			func() { Work(10_000) },
		)
	})
	if n := len(of(recs, kind.Retake)); n != 0 {
		t.Errorf("%d were taken", n)
	}
}

// Time slices.

// TestInheritedSlice: what is taken from runnext shares the tick of the one before, and so its 10 ms.
func TestInheritedSlice(t *testing.T) {
	recs := records(t, 1, func() {
		wg := &waitgroup{n: 2}
		Go(1, func() { wg.done() }) // is kicked into the ring
		Go(2, func() { wg.done() }) // runnext
		wg.wait()
	})
	starts := of(recs, kind.GoStart)
	tick := starts[0].A
	for i, want := range []struct {
		inherit uint16
		tick    uint64
	}{{1, tick}, {1, tick}, {0, tick + 1}, {1, tick + 1}} { // main, G2, G1, main again
		if s := starts[i]; s.N != want.inherit || s.A != want.tick {
			t.Errorf("start %d: inherits %d, tick %d, want %+v", i, s.N, s.A, want)
		}
	}
}

// TestPairSharesOneSlice: two that wake each other through runnext keep a third out, until their common 10 ms are over.
func TestPairSharesOneSlice(t *testing.T) {
	var third, began int64
	records(t, 1, func() {
		Go(1, func() { third = Nanotime() })
		began = Nanotime()
		a, b := new(gate), new(gate)
		Go(2, func() {
			for third == 0 {
				b.wait()
				Work(10_000)
				a.signal()
			}
			a.signal()
		})
		for third == 0 {
			b.signal()
			Work(10_000)
			a.wait()
		}
	})
	if ms := float64(third-began) / 1e6; ms < 9 || ms > 25 {
		t.Errorf("the third ran after %.1f ms", ms)
	}
}

// TestShortSlicesAreNotPreempted: sysmon measures one slice, not how long a P is busy.
func TestShortSlicesAreNotPreempted(t *testing.T) {
	recs := records(t, 1, func() {
		spin := func() {
			for i := 0; i < 10; i++ {
				Work(4_000_000)
				Gosched()
			}
		}
		fork(spin, spin, spin)
	})
	if n := len(of(recs, kind.GoTarget)); n != 0 {
		t.Errorf("%d were asked to yield, and nobody used up 10 ms", n)
	}
}

// The global queue.

func TestEvery61stTakesOne(t *testing.T) {
	recs := records(t, 1, func() {
		ran := 0
		var bodies []func()
		for i := 0; i < 3; i++ {
			bodies = append(bodies, func() { Gosched(); ran++ })
		}
		for i := 0; i < 2; i++ {
			bodies = append(bodies, func() {
				for ran < 3 {
					Goyield()
				}
			})
		}
		fork(bodies...)
	})
	n := 0
	for _, r := range of(recs, kind.GlobGet) {
		if r.Rule == kind.FromGlob61 {
			n++
			if r.N != 1 {
				t.Errorf("took %d", r.N)
			}
		}
	}
	if n < 3 {
		t.Errorf("the 61 rule was used %d times", n)
	}
}

func TestRingBeforeGlobalQueue(t *testing.T) {
	var log logger
	records(t, 1, func() {
		fork(
			func() { Gosched(); log.add("global") },
			func() { log.add("a") },
			func() { log.add("b") },
		)
	})
	log.want(t, "a b global")
}

// Goroutines.

func TestIdsComeInBatchesOf16(t *testing.T) {
	recs := records(t, 2, func() {
		var bodies []func()
		for i := 0; i < 8; i++ {
			bodies = append(bodies, func() { Work(50_000); fork(func() {}, func() {}, func() {}) })
		}
		fork(bodies...)
	})
	last := map[uint16]uint64{}
	for _, r := range of(recs, kind.GoCreate) {
		prev, known := last[r.P]
		if !known {
			prev = r.G - 1
		}
		if r.G != prev+1 && r.G%16 != 1 {
			t.Errorf("P%d: G%d after G%d", r.P, r.G, prev)
		}
		last[r.P] = r.G
	}
	if len(last) != 2 || last[0]-1>>4 == last[1]-1>>4 {
		t.Errorf("last ids %v: from one batch", last)
	}
}

func TestDeadGsAreUsedAgain(t *testing.T) {
	records(t, 1, func() {
		for i := 0; i < 100; i++ {
			fork(func() {}, func() {})
		}
		n := 0
		for gp := Allgs(); gp != nil; gp = gp.Alllink {
			n++
		}
		if n != 3 {
			t.Errorf("%d Gs were made for at most 3 at a time", n)
		}
	})
}

func TestPKeepsFewDeadGs(t *testing.T) {
	records(t, 1, func() {
		var bodies []func()
		for i := 0; i < 200; i++ {
			bodies = append(bodies, func() {})
		}
		fork(bodies...)
		if pp := Getm().P; pp.nGfree >= 64 || sched.freeGs.Load() < 200-64 {
			t.Errorf("P0 keeps %d, all share %d", pp.nGfree, sched.freeGs.Load())
		}
		fork(bodies...) // and takes them back
		if n := NumGoroutine(); n != 1 {
			t.Errorf("%d goroutines", n)
		}
	})
}

func TestGoOfNilFunc(t *testing.T) {
	_, err := runVirtual(t, 1, 1, 0, func() { Go(1, nil) })
	if err == nil || err.Error() != "fatal error: go of nil func value" {
		t.Error(err)
	}
}

// Stealing.

// lonely makes n goroutines on P0, that are busy for ns each, and keeps P0 busy as long.
func lonely(n int, ns int32) func() {
	return func() {
		var bodies []func()
		for i := 0; i < n; i++ {
			bodies = append(bodies, func() { Work(ns) })
		}
		wg := &waitgroup{n: n}
		for _, body := range bodies {
			Go(1, func() { body(); wg.done() })
		}
		Work(ns)
		wg.wait()
	}
}

// TestRunnextIsStolenLast: only on the fourth pass, and after a pause of 3 µs, since its P runs.
func TestRunnextIsStolenLast(t *testing.T) {
	recs := records(t, 2, lonely(1, 200_000))
	var pass, passAt uint64
	for _, r := range recs {
		switch r.Kind {
		case kind.StealPass:
			pass, passAt = uint64(r.N), r.Time
		case kind.StealRunnext:
			if pass != 4 || r.Time < passAt+3_000 {
				t.Errorf("taken on pass %d, %d ns after it began", pass, r.Time-passAt)
			}
			return
		}
	}
	t.Error("nobody took it")
}

// TestFourPasses: who searches goes over all four times before it gives up.
func TestFourPasses(t *testing.T) {
	recs := records(t, 4, lonely(4, 100_000))
	passes := map[uint16]string{} // by M
	n := 0
	for _, r := range recs {
		switch r.Kind {
		case kind.StealPass:
			passes[r.M] += fmt.Sprint(r.N)
		case kind.GoStart:
			passes[r.M] = ""
		case kind.PIdle:
			if p := passes[r.M]; p != "" && r.Rule == kind.ByNothing {
				n++
				if !strings.HasSuffix(p, "1234") || strings.HasSuffix(p, "12345") {
					t.Errorf("passes %s before P%d went idle", p, r.P)
				}
			}
		}
	}
	if n == 0 {
		t.Error("nobody searched in vain")
	}
}

// TestTimersOfOthersAreRun: the P whose timer is due is busy; another one runs it.
func TestTimersOfOthersAreRun(t *testing.T) {
	var woke int64
	records(t, 2, func() {
		wg := &waitgroup{n: 1}
		Go(1, func() {
			Sleep(1_000_000)
			woke = Nanotime()
			wg.done()
		})
		Gosched()
		began := Nanotime()
		Work(8_000_000) // no slice ends
		if woke == 0 || woke > began+2_000_000 {
			t.Errorf("it slept 1 ms, and woke %d ns after", woke-began)
		}
		wg.wait()
	})
}

// TestAtMostHalfSearch: as many may search as are half of those that are not idle.
func TestAtMostHalfSearch(t *testing.T) {
	for idle := int32(0); idle < 8; idle++ {
		bare(8)
		ownP(0)
		sched.npidle.Store(idle)
		most := int32(0)
		for mp := new(M); most < 9 && mp.maySpin(); mp = new(M) {
			most++
		}
		if want := (8 - idle + 1) / 2; most != want {
			t.Errorf("%d of 8 idle: %d may search, want %d", idle, most, want)
		}
	}
}

// Waking.

// TestSearchersWakeEachOther: a burst of work brings all Ps up, one by one, long before the first is done.
func TestSearchersWakeEachOther(t *testing.T) {
	recs := records(t, 4, lonely(8, 3_000_000))
	started := map[uint16]uint64{}
	for _, r := range of(recs, kind.GoStart) {
		if _, known := started[r.P]; !known {
			started[r.P] = r.Time
		}
	}
	for p := uint16(0); p < 4; p++ {
		if at, ok := started[p]; !ok || at > 1_000_000 {
			t.Errorf("P%d began at %d ns: %v", p, at, ok)
		}
	}
}

// TestReadyWakesASearcher: who is made ready runs on the idle P, while the one that woke it goes on.
func TestReadyWakesASearcher(t *testing.T) {
	var woke, ran int64
	records(t, 2, func() {
		wg := &waitgroup{n: 1}
		var sleeper *G
		Go(1, func() {
			sleeper = Getg()
			Gopark(nil, nil, kind.WaitChanReceive, 1)
			ran = Nanotime()
			wg.done()
		})
		Sleep(500_000)
		Work(300_000) // who was woken with us has found nothing and sleeps again
		woke = Nanotime()
		Goready(sleeper)
		Work(2_000_000)
		wg.wait()
	})
	if ran < woke || ran > woke+100_000 {
		t.Errorf("it ran %d ns after it was made ready", ran-woke)
	}
}

// TestWorkIsConserved runs everything with many seeds, for the sake of the invariants.
func TestWorkIsConserved(t *testing.T) {
	everyStep = 1 << 30
	defer func() { everyStep = 1 }()
	for seed := uint64(1); seed <= 6; seed++ {
		for _, procs := range []int{2, 3, 4} {
			if _, err := runVirtual(t, procs, seed, 0, busy(60)); err != nil {
				t.Fatalf("procs %d seed %d: %v", procs, seed, err)
			}
		}
	}
}

func TestIdleListsAreLastInFirstOut(t *testing.T) {
	bare(4)
	ownP(0)
	Lock(&sched.lock)
	defer Unlock(&sched.lock)
	var ps []int32
	for pp := pidleget(kind.ByWakep); pp != nil; pp = pidleget(kind.ByWakep) {
		ps = append(ps, pp.ID)
	}
	for _, id := range ps {
		pidleput(allp[id], kind.ByNothing)
	}
	for i := len(ps) - 1; i >= 0; i-- {
		if pp := pidleget(kind.ByWakep); pp.ID != ps[i] {
			t.Errorf("P%d, want P%d", pp.ID, ps[i])
		}
	}
}

// TestIdleMsAreUsedAgain: no new thread while one sleeps.
func TestIdleMsAreUsedAgain(t *testing.T) {
	recs := records(t, 2, func() {
		for i := 0; i < 20; i++ {
			lonely(2, 30_000)()
			Sleep(50_000)
		}
	})
	if n := len(of(recs, kind.MNew)); n > 4 {
		t.Errorf("%d threads for 2 Ps", n)
	}
}

// Timers.

func TestMissedTicksAreSkipped(t *testing.T) {
	var at []int64
	records(t, 1, func() {
		tm := &Timer{F: func(arg unsafe.Pointer, _ uintptr) { at = append(at, Nanotime()) }}
		began := Nanotime()
		TimerReset(tm, began+1_000_000, 1_000_000)
		Work(3_500_000) // nobody looks at timers meanwhile
		Gosched()
		Sleep(2_000_000)
		TimerStop(tm)
		for i := range at {
			at[i] -= began
		}
	})
	if len(at) != 3 || at[0] < 3_500_000 || at[1] < 4_000_000 || at[1] > 4_100_000 || at[2] < 5_000_000 || at[2] > 5_100_000 {
		t.Errorf("ticked at %d", at)
	}
}

// TestEarlierTimerEndsThePoll: an M sleeps until a far timer; another sets a near one.
func TestEarlierTimerEndsThePoll(t *testing.T) {
	recs := records(t, 2, func() {
		fork(func() { Sleep(50_000_000) }, func() {
			Sleep(1_000_000)
			Work(2_000_000)
			tm := &Timer{F: func(unsafe.Pointer, uintptr) {}}
			began := Nanotime()
			TimerReset(tm, began+1_000_000, 0)
			Work(5_000_000)
			if pending := TimerStop(tm); pending {
				t.Error("after 5 ms the timer of 1 ms has not run")
			}
		})
	})
	if len(of(recs, kind.MPoll)) < 2 {
		t.Error("nobody slept as the poller")
	}
}

func TestSleepOfNothingDoesNotYield(t *testing.T) {
	var log logger
	recs := records(t, 1, func() {
		Go(1, func() { log.add("other") })
		Sleep(0)
		Sleep(-5)
		log.add("main")
		Gosched()
	})
	log.want(t, "main other")
	if n := len(of(recs, kind.GoPark)); n != 0 {
		t.Errorf("parked %d times", n)
	}
}

// sysmon.

// TestSysmonBacksOff: 20 µs while there is something to do; after 50 looks in vain twice that, and so on up to 10 ms.
func TestSysmonBacksOff(t *testing.T) {
	recs := records(t, 1, func() {
		for i := 0; i < 40; i++ { // slices of less than 10 ms
			Work(9_000_000)
			Gosched()
		}
	})
	want := uint64(20_000)
	for _, r := range of(recs, kind.Sysmon) {
		if r.Rule == kind.ByDeep || r.Rule == kind.ByDeepWake {
			continue
		}
		if r.A != want {
			t.Fatalf("delay %d, want %d", r.A, want)
		}
		if want == 20_000 && r.Rule == kind.ByBackoff && r.Time < 50*20_000 {
			t.Errorf("backs off at %d ns", r.Time)
		}
		want = min(2*want, 10_000_000)
	}
	if want != 10_000_000 {
		t.Errorf("got to %d only", want)
	}
}

func TestSysmonSleepsDeeplyWhileAllIdle(t *testing.T) {
	recs := records(t, 1, func() { Sleep(3_000_000_000) })
	deep, looks := 0, 0
	for _, r := range of(recs, kind.Sysmon) {
		looks++
		if r.Rule == kind.ByDeep && r.A > 2_000_000_000 {
			deep++
		}
	}
	if deep != 1 || looks > 20 {
		t.Errorf("%d deep sleeps, %d records", deep, looks)
	}
}

// Stopping the world.

func TestStopWaitsForAll(t *testing.T) {
	records(t, 4, func() {
		wg := &waitgroup{n: 3}
		n := 0
		for i := 0; i < 3; i++ {
			Go(1, func() {
				for j := 0; j < 200; j++ {
					Work(5_000)
					n++
				}
				wg.done()
			})
		}
		Work(300_000)
		WorldStopped(kind.ForStats, func(uint64) {
			for mp := sched.allm; mp != nil; mp = mp.Alllink {
				if mp.P != nil && mp != Getm() {
					t.Errorf("M%d has P%d", mp.ID, mp.P.ID)
				}
			}
		}, 0)
		wg.wait()
	})
}

func TestStoppedPsGoOn(t *testing.T) {
	recs := records(t, 4, func() {
		lonelyStop := &waitgroup{n: 12}
		for i := 0; i < 12; i++ {
			Go(1, func() { Work(1_000_000); lonelyStop.done() })
		}
		Work(500_000)
		WorldStopped(kind.ForStats, func(uint64) {}, 0)
		Work(1_000_000)
		lonelyStop.wait()
	})
	var end uint64
	started := map[uint16]bool{}
	for _, r := range recs {
		if r.Kind == kind.STWEnd {
			end = r.Time
		}
		if r.Kind == kind.GoStart && end != 0 && r.Time < end+100_000 {
			started[r.P] = true
		}
	}
	if len(started) != 3 { // who stopped it just goes on
		t.Errorf("%d other Ps run soon after the stop, want 3", len(started))
	}
}

// TestDestroyedPGivesItsWorkToTheHead: runnext first, then the ring in order, before what was there.
func TestDestroyedPGivesItsWorkToTheHead(t *testing.T) {
	bare(2)
	pp := ownP(1)
	gs := makeGs(5)
	for i, gp := range gs[:4] {
		pp.runqput(gp, i == 3, kind.ByGo)
	}
	ownP(0)
	Lock(&sched.lock)
	globrunqput(gs[4], kind.ByGosched)
	pp.m.P, pp.m = nil, nil
	pp.status.set(Pgcstop)
	procresize(&m0, 1)
	Unlock(&sched.lock)
	got := ""
	for gp := sched.runq.head; gp != nil; gp = gp.Schedlink {
		got += fmt.Sprint(gp.Goid)
	}
	if got != "41235" {
		t.Errorf("global queue %s, want 41235", got)
	}
}
