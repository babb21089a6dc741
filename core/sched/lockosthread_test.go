package sched

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gopark/gopark/core/event/kind"
)

func TestWiredRunsOnItsMOnly(t *testing.T) {
	for _, procs := range []int{1, 2, 4} {
		others := 0
		recs, err := runVirtual(t, procs, 1, 0, func() {
			wg := &waitgroup{n: 20}
			mine := Getm()
			LockOSThread()
			LockOSThread()
			for i := 0; i < 20; i++ {
				Go(1, func() {
					for j := 0; j < 5; j++ {
						Work(3000)
						Gosched()
						if Getm() == mine {
							others++
						}
					}
					wg.done()
				})
			}
			for i := 0; i < 20; i++ {
				switch i % 3 {
				case 0:
					Gosched()
				case 1:
					Sleep(10_000)
				case 2:
					Syscall(30_000)
				}
				if Getm() != mine {
					t.Errorf("turn %d on M%d, not M%d", i, Getm().ID, mine.ID)
				}
				if i == 10 {
					UnlockOSThread() // the other one holds
					WorldStopped(kind.ForStats, func(uint64) {}, 0)
				}
			}
			UnlockOSThread()
			UnlockOSThread() // one too many does nothing
			wg.wait()
		})
		if err != nil {
			t.Errorf("procs %d: %v", procs, err)
		}
		if wires := find(recs, kind.GoWire); len(wires) != 1 || len(find(recs, kind.GoUnwire)) != 1 {
			t.Errorf("procs %d: wired %v", procs, wires)
		}
		if len(find(recs, kind.GoHand)) == 0 {
			t.Errorf("procs %d: never found by another M", procs)
		}
		_ = others // it may run others once it is wired no more
	}
}

func TestWiringKeepsTheOrder(t *testing.T) {
	for _, wire := range []bool{false, true} {
		if got := order(t, 1, 5, func(i int) {
			if wire && i%2 == 0 {
				LockOSThread()
				defer UnlockOSThread()
			}
			Gosched()
		}); got != "5 1 2 3 4" {
			t.Errorf("wired %v: order %s", wire, got)
		}
	}
}

func TestThreadEndsWithItsWiredGoroutine(t *testing.T) {
	recs, err := runVirtual(t, 2, 1, 0, func() {
		wg := &waitgroup{n: 3}
		for i := 0; i < 3; i++ {
			Go(1, func() { LockOSThread(); Work(20_000); wg.done() })
		}
		wg.wait()
		Sleep(100_000)
		if n := sched.nmfreed; n != 3 {
			t.Errorf("%d threads ended", n)
		}
	})
	exits := find(recs, kind.MExit)
	if err != nil || len(exits) != 3 {
		t.Fatalf("%v, %v", exits, err)
	}
	for _, r := range recs {
		for _, x := range exits {
			if r.M == x.M && r.Stamp > x.Stamp && r.Kind != kind.Handoff && r.Kind != kind.MWake && r.Kind != kind.PIdle && r.Kind != kind.MNew {
				t.Errorf("M%d ended, and then: %v", x.M, r)
			}
		}
	}
}

func TestWiredDeadlock(t *testing.T) {
	for _, procs := range []int{1, 3} {
		_, err := runVirtual(t, procs, 1, 0, func() {
			LockOSThread()
			Go(1, func() { LockOSThread(); Gopark(nil, nil, kind.WaitChanSend, 1) })
			Gopark(nil, nil, kind.WaitChanReceive, 2)
		})
		if err == nil || err.Error() != "fatal error: all goroutines are asleep - deadlock!" {
			t.Errorf("procs %d: %v", procs, err)
		}
	}
}

func TestThreadLimit(t *testing.T) {
	run := func(limit, calls int) error {
		_, err := Run(Config{Procs: 1, Seed: 1, Unchecked: true}, func() {
			if limit != 10_000 {
				if old := SetMaxThreads(limit); old != 10_000 {
					t.Errorf("the limit was %d", old)
				}
			}
			wg := &waitgroup{n: calls}
			for i := 0; i < calls; i++ {
				Go(1, func() { SyscallBlock(60e9); wg.done() })
			}
			wg.wait()
		})
		return err
	}
	if err := run(40, 30); err != nil {
		t.Error(err)
	}
	for _, limit := range []int{40, 10_000} {
		want := fmt.Sprintf("runtime: program exceeds %d-thread limit\nfatal error: thread exhaustion", limit)
		if limit == 10_000 && testing.Short() {
			continue
		}
		if err := run(limit, limit+1); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}

func TestWiredThreadsAreMadeByTheTemplate(t *testing.T) {
	asked := false
	made := 0
	_, err := runVirtual(t, 4, 1, 0, func() {
		LockOSThread()
		before := sched.mcount
		wg := &waitgroup{n: 3}
		for i := 0; i < 3; i++ {
			Go(1, func() { Work(100_000); wg.done() })
			asked = asked || sched.newms != nil
		}
		wg.wait()
		made = int(sched.mcount - before)
	})
	if err != nil || made == 0 || !asked || sched.template.Load() == nil {
		t.Errorf("%d Ms made, %v", made, err)
	}
}

func TestFoldEqualsMemoryWithWires(t *testing.T) {
	for _, procs := range []int{1, 2, 4} {
		for seed := uint64(1); seed <= 4; seed++ {
			recs, err := runVirtual(t, procs, seed, 0, wires)
			if err != nil {
				t.Fatalf("procs %d seed %d: %v", procs, seed, err)
			}
			checkTimes(t, recs)
		}
	}
}

// wires is busy with wired goroutines.
func wires() {
	wg := &waitgroup{n: 30}
	for i := 0; i < 30; i++ {
		Go(int32(10+i%3), func() {
			for j := 0; j < 6; j++ {
				if (i+j)%4 == 0 {
					LockOSThread()
				}
				switch (i + j) % 5 {
				case 0:
					Gosched()
				case 1:
					Work(int32(Cheaprandn(30_000)))
				case 2:
					Sleep(int64(Cheaprandn(30_000)))
				case 3:
					Goyield()
				case 4:
					Syscall(int64(Cheaprandn(90_000)))
				}
				if (i+j)%3 == 0 {
					UnlockOSThread()
				}
			}
			wg.done()
		})
	}
	for i := 0; i < 6; i++ {
		Work(30_000)
		GOMAXPROCS(1 + (Nprocs()+i)%5)
	}
	wg.wait()
}

func TestParallelWiresHammer(t *testing.T) {
	for round := 0; round < 6; round++ {
		var done atomic.Int32
		f := newParallelFollower()
		_, err := runParallel(t, 1+round%4, func() {
			end := new(gate)
			for i := 0; i < 16; i++ {
				Go(1, func() {
					if i%2 == 0 {
						LockOSThread()
					}
					for j := 0; j < 30; j++ {
						mp := Getm()
						switch (i + j) % 4 {
						case 0:
							Gosched()
						case 1:
							Sleep(1000)
						case 2:
							Syscall(5000)
						}
						if i%2 == 0 && Getm() != mp {
							panic("another M")
						}
					}
					if i%4 == 0 {
						UnlockOSThread()
					}
					done.Add(1)
					end.signal()
				})
			}
			for i := 0; i < 16; i++ {
				end.wait()
				if i%4 == 0 {
					WorldStopped(kind.ForStats, f.stop, 0)
				}
			}
		})
		if err != nil || f.err != nil || done.Load() != 16 {
			t.Fatal(fmt.Sprintf("round %d: %d of 16, ", round, done.Load()), err, f.err)
		}
	}
}
