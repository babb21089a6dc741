package sched

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// everyStep is how many steps go by between two comparisons of fold and memory.
var everyStep = 1

// runVirtual runs main, compares fold and memory after each step, and returns the records.
func runVirtual(t testing.TB, procs int, seed uint64, slice int32, main func()) ([]event.Record, error) {
	t.Helper()
	f := newFollower(t)
	f.every = everyStep
	recs, err := Run(Config{Procs: procs, Seed: seed, Slice: slice, EachStep: f.step}, main)
	f.fold(recs[0])
	return f.recs, err
}

// wait parks until everybody who calls done has.
type waitgroup struct {
	n       int
	waiting *G
}

func (w *waitgroup) done() {
	if w.n--; w.n == 0 && w.waiting != nil {
		gp := w.waiting
		w.waiting = nil
		Goready(gp)
	}
}

func (w *waitgroup) wait() {
	if w.n > 0 {
		w.waiting = Getg()
		Gopark(nil, nil, kind.WaitWaitGroup, 1)
	}
}

// order runs n goroutines, which note their number, and returns the notes.
func order(t *testing.T, procs, n int, body func(i int)) string {
	var log []string
	_, err := runVirtual(t, procs, 1, 0, func() {
		wg := &waitgroup{n: n}
		for i := 1; i <= n; i++ {
			Go(int32(i), func() {
				body(i)
				log = append(log, fmt.Sprint(i))
				wg.done()
			})
		}
		wg.wait()
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(log, " ")
}

func TestNewestFirst(t *testing.T) {
	if got := order(t, 1, 5, func(int) {}); got != "5 1 2 3 4" {
		t.Errorf("order %s", got)
	}
}

func TestGoschedGoesBehindAll(t *testing.T) {
	if got := order(t, 1, 5, func(i int) {
		if i == 5 {
			Gosched()
		}
	}); got != "1 2 3 4 5" {
		t.Errorf("order %s", got)
	}
}

func TestSleepersThatExpireTogether(t *testing.T) {
	// All deadlines pass while main computes: then the latest runs first.
	var log []string
	_, err := runVirtual(t, 1, 1, 0, func() {
		wg := &waitgroup{n: 4}
		for i := 1; i <= 4; i++ {
			Go(1, func() {
				Sleep(int64(i) * 1000)
				log = append(log, fmt.Sprint(i))
				wg.done()
			})
		}
		Gosched()
		Work(5_000_000)
		wg.wait()
	})
	if got := strings.Join(log, " "); got != "4 1 2 3" || err != nil {
		t.Errorf("order %s, %v", got, err)
	}
}

func TestSleepersWakeByDeadline(t *testing.T) {
	for _, procs := range []int{1, 4} {
		var log []string
		var woke []int64
		_, err := runVirtual(t, procs, 1, 0, func() {
			wg := &waitgroup{n: 5}
			for _, i := range []int{3, 1, 5, 2, 4} {
				Go(1, func() {
					at := Nanotime()
					Sleep(int64(i) * 1e9)
					woke = append(woke, Nanotime()-at-int64(i)*1e9)
					log = append(log, fmt.Sprint(i))
					wg.done()
				})
			}
			wg.wait()
		})
		if got := strings.Join(log, " "); got != "1 2 3 4 5" || err != nil {
			t.Errorf("procs %d: order %s, %v", procs, got, err)
		}
		for _, late := range woke {
			if late < 0 || late > 20_000 {
				t.Errorf("procs %d: woke %d ns late", procs, late)
			}
		}
	}
}

func TestDeadlock(t *testing.T) {
	for _, procs := range []int{1, 2, 4} {
		recs, err := runVirtual(t, procs, 1, 0, func() {
			Go(1, func() { Gopark(nil, nil, kind.WaitChanSend, 7) })
			Sleep(1e6)
			Gopark(nil, nil, kind.WaitChanReceive, 7)
		})
		if err == nil || err.Error() != "fatal error: all goroutines are asleep - deadlock!" {
			t.Errorf("procs %d: %v", procs, err)
		}
		if last := recs[len(recs)-1]; last.Kind != kind.Deadlock || last.A != 2 {
			t.Errorf("procs %d: last record %+v", procs, last)
		}
	}
}

func TestPreemptionAfter10ms(t *testing.T) {
	var log []string
	recs, err := runVirtual(t, 1, 1, 0, func() {
		wg := &waitgroup{n: 1}
		Go(1, func() { log = append(log, "other"); wg.done() })
		Work(25_000_000)
		log = append(log, "main")
		wg.wait()
	})
	if got := strings.Join(log, " "); got != "other main" || err != nil {
		t.Errorf("order %s, %v", got, err)
	}
	for _, r := range recs {
		if r.Kind == kind.GoStop {
			if r.Rule != kind.ByPreempt || r.Time < 10_000_000 || r.Time > 21_000_000 {
				t.Errorf("stopped by rule %d at %d ns", r.Rule, r.Time)
			}
			return
		}
	}
	t.Error("nobody was stopped")
}

func TestEvery61st(t *testing.T) {
	// Two that yield to each other keep the ring from ever being empty. A third, in the global
	// queue, runs all the same.
	ran := uint32(0)
	recs, err := runVirtual(t, 1, 1, 0, func() {
		wg := &waitgroup{n: 3}
		for i := 0; i < 2; i++ {
			Go(1, func() {
				for ran == 0 {
					Goyield()
				}
				wg.done()
			})
		}
		Go(2, func() { Gosched(); ran = Getm().P.schedtick.get(); wg.done() })
		wg.wait()
	})
	if err != nil || ran != 62 {
		t.Errorf("ran at tick %d, %v", ran, err)
	}
	for _, r := range recs {
		if r.Kind == kind.GlobGet && r.Rule == kind.FromGlob61 {
			return
		}
	}
	t.Errorf("the global queue was served, but not by the 61 rule (tick %d)", ran)
}

func TestUnlockfSaysNo(t *testing.T) {
	n := 0
	_, err := runVirtual(t, 1, 1, 0, func() {
		Gopark(func(*G, unsafe.Pointer) bool { n++; return false }, nil, kind.WaitSelect, 0)
		n++
	})
	if n != 2 || err != nil {
		t.Error(n, err)
	}
}

func TestWhoStopsTheWorldGoesOn(t *testing.T) {
	var log []string
	_, err := runVirtual(t, 2, 1, 0, func() {
		wg := &waitgroup{n: 3}
		for i := 1; i <= 3; i++ {
			Go(1, func() { log = append(log, fmt.Sprint(i)); wg.done() })
		}
		WorldStopped(kind.ForStats, func(uint64) {}, 0)
		log = append(log, "main")
		GOMAXPROCS(1)
		log = append(log, "main")
		wg.wait()
	})
	if got := strings.Join(log, " "); got != "main main 3 1 2" || err != nil {
		t.Errorf("order %s, %v", got, err)
	}
}

func TestShrinkingKeepsTheOrder(t *testing.T) {
	// P1 steals half of what P0 has; then P1 goes away, and what is left of it is first.
	_, err := runVirtual(t, 2, 1, 0, func() {
		wg := &waitgroup{n: 40}
		for i := 0; i < 40; i++ {
			Go(1, func() { Work(3000); wg.done() })
		}
		Gosched() // something is in the global queue, too
		for i := 0; i < 3; i++ {
			GOMAXPROCS(1)
			Work(2000)
			GOMAXPROCS(3)
			Work(30_000)
			Gosched()
		}
		wg.wait()
	})
	if err != nil {
		t.Error(err)
	}
}

// busy is a program with everything: many goroutines, sleeps, wake-ups, yields, a full ring, timers,
// collections and changes of GOMAXPROCS.
func busy(burst int) func() { return func() { busyMain(burst) } }

func busyMain(many int) {
	wg := &waitgroup{n: 60}
	var parked []*G
	for i := 0; i < 60; i++ {
		Go(int32(10+i%3), func() {
			for j := 0; j < 5; j++ {
				AtLine(uint32(20 + j))
				switch (i + j) % 6 {
				case 0:
					Work(int32(1000 * (1 + i%7)))
				case 1:
					Gosched()
				case 2:
					Sleep(int64(1+i%4) * 3_000)
				case 3:
					Goyield()
				case 4:
					n := len(parked)
					if n > 0 {
						gp := parked[n-1]
						parked = parked[:n-1]
						Goready(gp)
					}
					Work(300)
				case 5:
					if i%10 == 3 {
						parked = append(parked, Getg())
						Gopark(nil, nil, kind.WaitChanReceive, uint64(1+i%2))
					}
					Work(int32(Cheaprandn(5000)))
				}
			}
			wg.done()
		})
	}
	burst := &waitgroup{n: many}
	for i := 0; i < many; i++ {
		Go(30, func() { Work(100); burst.done() })
	}
	for i := 1; i <= 3; i++ {
		WorldStopped(kind.ForGC, func(uint64) {}, 0)
		GOMAXPROCS(1 + (Nprocs()+i)%5)
		Sleep(20_000)
	}
	burst.wait()
	for wg.n > 0 {
		if n := len(parked); n > 0 {
			gp := parked[n-1]
			parked = parked[:n-1]
			Goready(gp)
		}
		Sleep(10_000)
	}
}

func TestFoldEqualsMemory(t *testing.T) {
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for _, procs := range []int{1, 2, 3, 4, 8} {
		for seed := uint64(1); seed <= seeds; seed++ {
			foldEqualsMemory(t, procs, seed, 0, 1, 30)
		}
		foldEqualsMemory(t, procs, 4, 100, 5, 30)
		foldEqualsMemory(t, procs, 5, 0, 31, 600) // rings overflow
	}
}

func foldEqualsMemory(t *testing.T, procs int, seed uint64, slice int32, every, burst int) {
	everyStep = every
	defer func() { everyStep = 1 }()
	recs, err := runVirtual(t, procs, seed, slice, busy(burst))
	if err != nil {
		t.Fatalf("procs %d seed %d slice %d: %v", procs, seed, slice, err)
	}
	checkTimes(t, recs)
}

// checkTimes tests that nothing happens to a G before what happened to it last.
func checkTimes(t *testing.T, recs []event.Record) {
	last := map[uint64]uint64{}
	for i, r := range recs {
		if r.Stamp != uint64(i+1) {
			t.Errorf("record %d has stamp %d", i, r.Stamp)
			return
		}
		if r.G != 0 && r.Kind != kind.GoTarget {
			if r.Time < last[r.G] {
				t.Errorf("record %d: %+v is before %d", i, r, last[r.G])
				return
			}
			last[r.G] = r.Time
		}
	}
}

func TestSameSeedSameEvents(t *testing.T) {
	digest := func(seed uint64) string {
		recs, err := runVirtual(t, 4, seed, 0, busy(30))
		if err != nil {
			t.Fatal(err)
		}
		return event.Digest(recs)
	}
	first := digest(1)
	for i := 0; i < 5; i++ {
		if again := digest(1); again != first {
			t.Fatalf("run %d: digest %s, not %s", i, again, first)
		}
	}
	if digest(2) == first {
		t.Error("another seed, the same events")
	}
}
