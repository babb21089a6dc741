package sched

// This file tests two policies: goroutines that run timers, and a pool of threads that does not grow.

import (
	"fmt"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	names "github.com/gopark/gopark/core/policy"
)

// TestTimersOfGoroutines: who sleeps wakes at its time, in order, and a goroutine in a system call waits for it.
func TestTimersOfGoroutines(t *testing.T) {
	for _, set := range []string{"timers=goroutines", "timers=goroutine", "go1.13", "go1.1", "go1.0"} {
		for _, procs := range []int{1, 2, 4} {
			var log logger
			recs := policyRun(t, set, procs, 1, func() {
				wg := &waitgroup{n: 5}
				for _, i := range []int{3, 1, 5, 2, 4} {
					Go(1, func() {
						at := Nanotime()
						Sleep(int64(i) * 1e6)
						log.add(fmt.Sprint(i))
						if late := Nanotime() - at - int64(i)*1e6; late < 0 || late > 50_000 {
							t.Errorf("%s, procs %d: %d ns late", set, procs, late)
						}
						wg.done()
					})
				}
				wg.wait()
			})
			log.want(t, "1 2 3 4 5")
			if count(recs, ofKind(kind.SyscallEnter)) == 0 || count(recs, ofKind(kind.MPoll)) != 0 {
				t.Errorf("%s, procs %d: nobody waits in a system call", set, procs)
			}
		}
	}
	if n := count(policyRun(t, names.Default, 2, 1, func() { Sleep(1e6) }), ofKind(kind.SyscallEnter)); n != 0 {
		t.Errorf("Go 1.26: %d system calls", n)
	}
}

// TestEarlierTimerWakesTimerproc: it sleeps for longer when the timer is set.
func TestEarlierTimerWakesTimerproc(t *testing.T) {
	woke := int64(0)
	policyRun(t, "timers=goroutine", 2, 1, func() {
		Go(1, func() { Sleep(1e9) })
		Sleep(1e6)
		at := Nanotime()
		Sleep(1e6)
		woke = Nanotime() - at
	})
	if woke < 1e6 || woke > 1_100_000 {
		t.Errorf("it slept for %d ns", woke)
	}
}

// TestTimerprocPerBucket: one for each P that set a timer, or one for all.
func TestTimerprocPerBucket(t *testing.T) {
	for set, want := range map[string]int{"timers=goroutines": 2, "timers=goroutine": 1} {
		recs := policyRun(t, set, 2, 1, func() {
			wg := &waitgroup{n: 2}
			for range 2 {
				Go(1, func() { Work(1_000_000); Sleep(1e6); wg.done() })
			}
			wg.wait()
		})
		made := count(recs, func(r event.Record) bool { return r.Kind == kind.GoCreate && r.Rule == kind.ByTimer })
		if made != want {
			t.Errorf("%s: %d goroutines", set, made)
		}
	}
}

// TestTimerprocHidesNoDeadlock: with nothing to wait for it parks.
func TestTimerprocHidesNoDeadlock(t *testing.T) {
	recs, err := Run(Config{Procs: 2, Seed: 1, Set: withPolicy(t, "go1.13")}, func() {
		Sleep(1e6)
		Gopark(nil, nil, kind.WaitChanReceive, 1)
	})
	if err == nil || err.Error() != "fatal error: all goroutines are asleep - deadlock!" {
		t.Error(err, len(recs))
	}
}

// TestFixedPool: jobs that do not wait for each other are done by a few threads.
func TestFixedPool(t *testing.T) {
	for _, procs := range []int{1, 2, 4} {
		done := 0
		recs := policyRun(t, "pool,threads=fixed", procs, 1, func() {
			for range 40 {
				Go(1, func() { Work(10_000); Sleep(100_000); done++ })
			}
			for done < 40 {
				Sleep(1e6)
			}
		})
		wired, most := 0, 0
		for _, r := range recs {
			switch r.Kind {
			case kind.GoWire:
				wired++
				most = max(most, wired)
			case kind.GoExit:
				wired--
			}
		}
		if most != poolPerP*procs {
			t.Errorf("procs %d: %d goroutines had a thread at once", procs, most)
		}
	}
}

// TestFixedPoolIsStuck: four threads wait for what the fifth goroutine would do. A pool that grows is not.
func TestFixedPoolIsStuck(t *testing.T) {
	main := func() {
		wg := &waitgroup{n: 4}
		var parked []*G
		for range 3 {
			Go(1, func() {
				parked = append(parked, Getg())
				Gopark(nil, nil, kind.WaitChanReceive, 1)
				wg.done()
			})
		}
		Sleep(1000)
		Go(2, func() {
			for _, gp := range parked {
				Goready(gp)
			}
			wg.done()
		})
		wg.wait()
	}
	want := "fatal error: all threads of the pool wait, and nobody runs the goroutines in the queue - deadlock!"
	if _, err := Run(Config{Procs: 1, Seed: 1, Set: withPolicy(t, "pool,threads=fixed")}, main); err == nil || err.Error() != want {
		t.Error(err)
	}
	policyRun(t, "pool", 1, 1, main)
	policyRun(t, "pool,threads=fixed", 2, 1, main)
}
