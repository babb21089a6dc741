package sched

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// find returns the records of a kind.
func find(recs []event.Record, k kind.Kind) (list []event.Record) {
	for _, r := range recs {
		if r.Kind == k {
			list = append(list, r)
		}
	}
	return list
}

func TestShortCallKeepsItsP(t *testing.T) {
	recs, err := runVirtual(t, 2, 1, 0, func() {
		for i := 0; i < 100; i++ {
			Syscall(5_000)
			Work(5_000)
		}
	})
	exits := find(recs, kind.SyscallExit)
	if err != nil || len(exits) != 100 || len(find(recs, kind.Retake)) != 0 {
		t.Errorf("%d exits, retakes %v, %v", len(exits), find(recs, kind.Retake), err)
	}
	for _, r := range exits {
		if r.N != 0 {
			t.Errorf("lost its P: %+v", r)
		}
	}
}

func TestRetakeNeedsTwoVisits(t *testing.T) {
	// One P, and somebody who waits for it: the first visit only notes the call.
	var at, began int64
	recs, err := runVirtual(t, 1, 1, 0, func() {
		Go(1, func() { at = Nanotime() })
		Syscall(1_000)
		Work(100_000) // sysmon is at its quickest, and knows that this call is over
		began = Nanotime()
		Syscall(5_000_000)
	})
	retakes := find(recs, kind.Retake)
	if err != nil || len(retakes) != 1 || retakes[0].Rule != kind.ByRetake {
		t.Fatalf("%v, %v", retakes, err)
	}
	if late := at - began; late < sysmonMin || late > 3*sysmonMin+cost.thread+cost.wake {
		t.Errorf("the other goroutine ran %d ns after the call began", late)
	}
}

func TestNobodyNeedsTheP(t *testing.T) {
	// Another P is idle and nothing waits: the P is left with its call for 10 ms.
	recs, err := runVirtual(t, 2, 1, 0, func() { Syscall(30_000_000) })
	retakes := find(recs, kind.Retake)
	if err != nil || len(retakes) != 1 {
		t.Fatalf("%v, %v", retakes, err)
	}
	if at := retakes[0].Time; at < 10_000_000 || at > 22_000_000 {
		t.Errorf("taken at %d ns", at)
	}
}

func TestBackWithoutP(t *testing.T) {
	// The P is taken by one that does not stop: who comes back waits in the global queue, about
	// until that one's slice is over.
	var back, ended int64
	recs, err := runVirtual(t, 1, 1, 0, func() {
		stop := false
		Go(1, func() {
			for !stop {
				Work(1000)
			}
		})
		Syscall(3_000_000)
		back = Nanotime()
		stop = true
		ended = back
	})
	parks := find(recs, kind.SyscallPark)
	if err != nil || len(parks) != 1 {
		t.Fatalf("%v, %v", parks, err)
	}
	if ended < 10_000_000 || ended > 25_000_000 {
		t.Errorf("ran again at %d ns", ended)
	}
}

func TestOldPIsTakenBackFromAnotherCall(t *testing.T) {
	// The other one got the P, and is in a call itself when the first comes back.
	recs, err := runVirtual(t, 1, 1, 0, func() {
		wg := &waitgroup{n: 1}
		Go(1, func() {
			Work(1000)
			Syscall(2_000_000)
			wg.done()
		})
		Work(50_000)
		Syscall(30_000)
		wg.wait()
	})
	for _, r := range find(recs, kind.Retake) {
		if r.Rule == kind.BySyscallExit {
			return
		}
	}
	t.Errorf("nobody took its old P back: %v, %v", find(recs, kind.Retake), err)
}

func TestCallKnownToBlock(t *testing.T) {
	var log []string
	recs, err := runVirtual(t, 1, 1, 0, func() {
		Go(1, func() { log = append(log, "other") })
		SyscallBlock(1_000)
		log = append(log, "main")
	})
	if got := strings.Join(log, " "); got != "other main" || err != nil {
		t.Errorf("order %s, %v", got, err)
	}
	if r := find(recs, kind.Handoff); len(r) != 1 || r[0].Rule != kind.ByCall || len(find(recs, kind.Retake)) != 0 {
		t.Errorf("%v", r)
	}
}

func TestEachBlockedCallNeedsAThread(t *testing.T) {
	threads := int32(0)
	_, err := runVirtual(t, 1, 1, 0, func() {
		wg := &waitgroup{n: 20}
		for i := 0; i < 20; i++ {
			Go(1, func() { Syscall(900_000_000); wg.done() })
		}
		Sleep(600_000_000)
		threads = sched.mcount
		wg.wait()
	})
	if err != nil || threads < 20 {
		t.Errorf("%d threads, %v", threads, err)
	}
}

func TestACallIsNoDeadlock(t *testing.T) {
	_, err := runVirtual(t, 2, 1, 0, func() {
		gp := Getg()
		Go(1, func() { Syscall(100_000_000); Goready(gp) })
		Gopark(nil, nil, kind.WaitChanReceive, 1)
	})
	if err != nil {
		t.Error(err)
	}
}

// callers is busy with system calls: long and short ones, some known to block, while the
// world stops and GOMAXPROCS changes.
func callers() {
	wg := &waitgroup{n: 40}
	for i := 0; i < 40; i++ {
		Go(int32(10+i%3), func() {
			for j := 0; j < 8; j++ {
				switch (i + j) % 6 {
				case 0:
					Syscall(int64(Cheaprandn(200_000)))
				case 1:
					Work(int32(Cheaprandn(30_000)))
				case 2:
					Syscall(1_000)
				case 3:
					SyscallBlock(int64(Cheaprandn(100_000)))
				case 4:
					Sleep(int64(Cheaprandn(50_000)))
				case 5:
					Gosched()
				}
			}
			wg.done()
		})
	}
	for i := 0; i < 12; i++ {
		Work(20_000)
		WorldStopped(kind.ForStats, func(uint64) {}, 0)
		Syscall(30_000)
		if i%3 == 2 {
			GOMAXPROCS(1 + (Nprocs()+i)%5)
		}
	}
	wg.wait()
}

func TestFoldEqualsMemoryInCalls(t *testing.T) {
	for _, procs := range []int{1, 2, 4} {
		for seed := uint64(1); seed <= 4; seed++ {
			recs, err := runVirtual(t, procs, seed, 0, callers)
			if err != nil {
				t.Fatalf("procs %d seed %d: %v", procs, seed, err)
			}
			checkTimes(t, recs)
			if len(find(recs, kind.SyscallPark)) == 0 && procs < 4 {
				t.Errorf("procs %d seed %d: nobody came back without a P", procs, seed)
			}
		}
	}
}

func TestParallelCallsHammer(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for round := 0; round < rounds; round++ {
		var done atomic.Int32
		f := newParallelFollower()
		_, err := runParallel(t, 1+round%4, func() {
			end := new(gate)
			for i := 0; i < 30; i++ {
				Go(1, func() {
					for j := 0; j < 20; j++ {
						if (i+j)%7 == 0 {
							SyscallBlock(int64(Cheaprandn(20_000)))
						} else {
							Syscall(int64(Cheaprandn(60_000)))
						}
						Work(500)
						done.Add(1)
					}
					end.signal()
				})
			}
			for i := 0; i < 30; i++ {
				if i%3 == 0 {
					WorldStopped(kind.ForStats, f.stop, 0)
				}
				if i == 15 {
					GOMAXPROCS(1 + (round+2)%4)
				}
				end.wait()
			}
			WorldStopped(kind.ForStats, f.stop, 0)
		})
		if err != nil || f.err != nil || done.Load() != 600 {
			t.Fatal(fmt.Sprintf("round %d: %d of 600 calls, ", round, done.Load()), err, f.err)
		}
	}
}
