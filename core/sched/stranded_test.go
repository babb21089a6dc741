package sched

import (
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

// This file tests why programs can be stuck under the policies of the steps: what a P that stays with a blocked M keeps
// from running, and what does not need it.

// TestQueuedBehindACall: what is queued on a P whose M is in a call of 10 ms runs during it if somebody can take
// the P, or take it from there.
func TestQueuedBehindACall(t *testing.T) {
	const call = 10 * ms
	for _, test := range []struct {
		set   string
		procs int
		calls int // besides main's, each on another P
		waits bool
	}{
		{"steal", 1, 0, true}, {"m:n", 1, 0, true}, {"local", 1, 0, true}, // there is no other P
		{"handoff", 1, 0, false}, {"m:n,handoff=on", 1, 0, false}, {"local,handoff=on", 1, 0, false},
		{"local", 4, 0, true}, // others have a P, and may not look here
		{"local,steal=half", 4, 0, false}, {"local,queues=global", 4, 0, false}, {"local,handoff=on", 4, 0, false},
		{"steal", 4, 3, true}, {"m:n", 4, 3, true}, // all have an M in a call
		{"steal", 4, 2, false}, {"m:n", 4, 2, false},
		{"handoff", 4, 3, false}, {"m:n,handoff=on", 4, 3, false},
	} {
		var ran, blocked int64
		policyRun(t, test.set, test.procs, 1, func() {
			wg := &waitgroup{n: 1 + test.calls}
			for i := 0; i < test.calls; i++ {
				Go(1, func() { Syscall(call); wg.done() })
			}
			for i := 0; i < 100; i++ {
				Work(1000) // others take them
			}
			blocked = Nanotime()
			Go(1, func() { ran = Nanotime(); wg.done() })
			Syscall(call)
			wg.wait()
		})
		if took := ran - blocked; (took > call*8/10) != test.waits {
			t.Errorf("%s, %d Ps, %d other calls: it ran after %d ns", test.set, test.procs, test.calls, took)
		}
	}
}

// TestTimerOfAPInACall: a timer is run in time by any M that can get a P, whatever it may take from the queues.
func TestTimerOfAPInACall(t *testing.T) {
	const due, call = 1 * ms, 20 * ms
	for _, test := range []struct {
		set   string
		procs int
		late  bool
	}{
		{"m:n", 1, true}, {"m:n", 4, false}, {"local", 1, true}, {"local", 4, false}, {"steal", 1, true}, {"steal", 4, false},
		{"handoff", 1, false}, {"no-spin", 4, false}, {"spin=off,steal=none", 4, false},
	} {
		var set, fired int64
		policyRun(t, test.set, test.procs, 1, func() {
			Sleep(ms) // the others have nothing to do, and sleep
			set = Nanotime()
			TimerModify(new(Timer), set+due, 0, func(unsafe.Pointer, uintptr) { fired = Nanotime() }, nil, 0)
			Syscall(call)
			Gosched() // if it was not run yet
		})
		if took := fired - set; took < due || (took > 2*due) != test.late {
			t.Errorf("%s, %d Ps: the timer fired after %d ns", test.set, test.procs, took)
		}
	}
}

// TestPairStarvesTheRest: two that wake each other through runnext keep the P until they end, unless somebody ends
// their time slice or they do not use runnext.
func TestPairStarvesTheRest(t *testing.T) {
	const all = 40 * ms
	everyStep = 1 << 30
	defer func() { everyStep = 1 }()
	for set, starves := range map[string]bool{
		"local": true, "steal": true, "handoff": true, "netpoll": true, "go1.1,runnext=on": true,
		"preempt": false, "local,preempt=async": false, "steal,runnext=off": false, "local,queues=global": false, "go1.1": false,
	} {
		var ran int64
		made := false
		policyRun(t, set, 1, 1, func() {
			wg := &waitgroup{n: 3}
			var waits *G // one of the two
			for i := 0; i < 2; i++ {
				Go(1, func() {
					for Nanotime() < all {
						Work(2000)
						if !made && waits != nil {
							made = true
							Go(1, func() { ran = Nanotime(); wg.done() }) // kicked out of runnext by the next line
						}
						if other := waits; other != nil {
							waits = nil
							Goready(other)
						}
						waits = Getg()
						Gopark(nil, nil, kind.WaitCond, 1)
					}
					if other := waits; other != nil {
						waits = nil
						Goready(other)
					}
					wg.done()
				})
			}
			wg.wait()
		})
		if (ran >= all) != starves {
			t.Errorf("%s: the third ran after %d ns", set, ran)
		}
	}
}
