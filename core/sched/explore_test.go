//go:build explore

package sched

// This file holds the scenarios whose schedules core/prove explores. It is built only there: with package shim instead
// of sync/atomic, and a ring of 4.

import (
	"flag"
	"fmt"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/invariant"
	"github.com/gopark/gopark/core/prove/shim"
)

var (
	explorePreempt = flag.Int("preempt", 2, "explore all schedules with so many preemptions")
	exploreLimit   = flag.Int("limit", 30_000, "but at most so many of each scenario")
	exploreRandom  = flag.Int("random", 2_000, "and so many random ones")
	exploreSeed    = flag.Uint64("seed", 1, "the seed of the first random one")
	exploreFrom    = flag.String("from", "", "go on where an earlier exploration of one scenario ended (with -test.run)")
	exploreReplay  = flag.String("schedule", "", "run only this schedule (with -test.run)")
)

func TestExplore(t *testing.T) {
	for _, s := range []struct {
		name string
		run  shim.Scenario
	}{
		{"put and get, two thieves", ringScenario(2)},
		{"kick out of runnext, thief", kickScenario},
		{"overflow, two thieves", overflowScenario},
		{"never spuriously empty", emptyScenario},
		{"two wake at once", twoWakeScenario},
		{"submit, an M goes idle", wakeScenario(2)},
		{"submit, two Ms go idle", wakeScenario(3)},
		{"submit, stop the world", stopScenario},
		{"stop the world, a thread starts late", lateScenario},
		{"return from a call, retake", callScenario},
		{"a timer is set, an M becomes the poller", pollScenario(earlierTimer)},
		{"something arrives, an M becomes the poller", pollScenario(arrives)},
		{"a wired goroutine is found, its M goes to sleep", wiredScenario},
		{"each P does something, an M goes idle", pointScenario(func() {})},
		{"each P does something, an M enters a call", pointScenario(func() { Syscall(1) })},
	} {
		t.Run(s.name, func(t *testing.T) {
			if *exploreReplay != "" {
				if f := shim.Replay(s.run, *exploreReplay); f != nil {
					t.Error(f)
				}
				return
			}
			n, next, f := shim.All(s.run, *explorePreempt, *exploreLimit, *exploreFrom)
			if f == nil {
				f = shim.Random(s.run, *exploreSeed, *exploreRandom, 3)
			}
			if f != nil {
				t.Fatal(f)
			}
			t.Logf("%d schedules with up to %d preemptions (all: %v), %d random ones; next: %s", n, *explorePreempt, next == "", *exploreRandom, next)
		})
	}
}

// tally counts how often each G came out.
type tally []int

func (c tally) take(gp *G) {
	if gp == nil {
		return
	}
	if c[gp.Goid]++; c[gp.Goid] > 1 {
		throw(fmt.Sprintf("G%d came out twice", gp.Goid))
	}
}

// rest takes what is left in the queues, and says which G is missing.
func (c tally) rest() string {
	for _, pp := range allp[:Nprocs()] {
		for gp, _ := pp.runqget(); gp != nil; gp, _ = pp.runqget() {
			c.take(gp)
		}
	}
	for gp := sched.runq.pop(); gp != nil; gp = sched.runq.pop() {
		c.take(gp)
	}
	for id := 1; id < len(c); id++ {
		if c[id] != 1 {
			return fmt.Sprintf("G%d came out %d times", id, c[id])
		}
	}
	return ""
}

// withP adds a thread that is a new M with P i.
func withP(i int32, body func(pp *P)) {
	pp := ownP(i)
	mp := Getm()
	shim.Go(func() {
		bindm(mp)
		body(pp)
	})
}

// thief steals from P0 once, with pass the number of its pass.
func thief(i int32, pass uint32, out tally) {
	withP(i, func(pp *P) {
		mp := Getm()
		mp.stealing.pass = pass
		gp, _, v := mp.stealFrom(allp[0])
		for v == pause {
			shim.Pause()
			gp, _, v = mp.stealFrom(allp[0])
		}
		for ; gp != nil; gp, _ = pp.runqget() {
			out.take(gp)
		}
	})
}

func ringScenario(thieves int32) shim.Scenario {
	return func() func() string {
		bare(thieves + 1)
		gs := makeGs(3)
		out := make(tally, len(gs)+1)
		withP(0, func(pp *P) {
			for _, gp := range gs {
				pp.runqput(gp, false, kind.ByGo)
			}
			for gp, _ := pp.runqget(); gp != nil; gp, _ = pp.runqget() {
				out.take(gp)
			}
		})
		for i := int32(1); i <= thieves; i++ {
			thief(i, 0, out)
		}
		return out.rest
	}
}

func kickScenario() func() string {
	bare(2)
	gs := makeGs(3)
	out := make(tally, len(gs)+1)
	withP(0, func(pp *P) {
		for _, gp := range gs {
			pp.runqput(gp, true, kind.ByGo)
		}
		gp, _ := pp.runqget()
		out.take(gp)
	})
	thief(1, stealTries-1, out)
	return out.rest
}

func overflowScenario() func() string {
	bare(3)
	gs := makeGs(6)
	out := make(tally, len(gs)+1)
	ownP(0)
	for _, gp := range gs[:4] {
		allp[0].runqput(gp, false, kind.ByGo)
	}
	withP(0, func(pp *P) {
		pp.runqput(gs[4], false, kind.ByGo)
		pp.runqput(gs[5], false, kind.ByGo)
		gp, _ := pp.runqget()
		out.take(gp)
	})
	thief(1, 0, out)
	thief(2, 0, out)
	return out.rest
}

func emptyScenario() func() string {
	bare(2)
	gs := makeGs(2)
	pp := ownP(0)
	pp.runqput(gs[0], true, kind.ByGo)
	withP(0, func(pp *P) {
		pp.runqput(gs[1], true, kind.ByGo)
		pp.runqget()
	})
	wrong := ""
	withP(1, func(*P) {
		if allp[0].runqempty() {
			wrong = "the queue looked empty, and never was"
		}
	})
	return func() string { return wrong }
}

// far is a time that never comes.
const far = 1 << 50

// loop is what an M does in a scenario. It ends when the M sleeps and nobody will wake it.
func loop(mp *M) {
	bindm(mp)
	for {
		switch mp.step() {
		case pause:
			shim.Pause()
		case sleep:
			on := mp.sleepOn
			if mp.wakeAt != 0 && mp.wakeAt < far {
				shim.Pause() // its time comes, or somebody wakes it
				continue
			}
			shim.Block(func() bool { return on.key.Peek() != 0 })
		case ended:
			return
		}
	}
}

// exploreThread is newosproc.
func exploreThread(mp *M) { shim.Go(func() { loop(mp) }) }

// running adds an M that has P i and looks for work.
func running(i int32) {
	ownP(i)
	mp := Getm()
	shim.Go(func() { loop(mp) })
}

// machine is the machine as boot leaves it, with procs Ps and one M more that is awake somewhere, so that it is
// no deadlock if all others sleep.
func machine(procs int32) {
	bare(procs)
	newThread = exploreThread
	sched.mcount = procs + 1
	sched.mnext = procs + 1
	sched.lastpoll.Store(1)
	sched.start = 1
	sched.mainStarted = true
	sched.slice = 1000
	sched.maxmcount = 10_000
	sched.pidle = nil
	sched.npidle.Store(0)
}

// submit makes a goroutine runnable on pp.
func submit(pp *P, ran *int) {
	gp := &G{Goid: 7, Atomicstatus: Grunnable}
	gp.Startfn = func() { *ran++ }
	pp.runqput(gp, true, kind.ByGo)
	wakep()
}

// wakeScenario: M0 makes a goroutine and then keeps its P; others, that are about to go idle, must run it.
func wakeScenario(procs int32) shim.Scenario {
	return func() func() string {
		machine(procs)
		ran := 0
		withP(0, func(pp *P) {
			submit(pp, &ran)
			shim.Block(func() bool { return ran != 0 })
		})
		for i := int32(1); i < procs; i++ {
			running(i)
		}
		return func() string {
			if ran != 1 {
				return fmt.Sprintf("a wake-up was lost: all sleep, and it ran %d times", ran)
			}
			return quiet()
		}
	}
}

// twoWakeScenario: two Ps are idle, two Ms make work at once, and only one searcher is started.
func twoWakeScenario() func() string {
	machine(4)
	for _, pp := range allp[2:4] {
		pp.status.set(Pidle)
		pidleput(pp, kind.ByNothing)
	}
	started := 0
	newThread = func(*M) { started++ }
	withP(0, func(*P) { wakep() })
	withP(1, func(*P) { wakep() })
	return func() string {
		if started != 1 || sched.nmspinning.Load() != 1 {
			return fmt.Sprintf("%d searchers were started, nmspinning is %d", started, sched.nmspinning.Load())
		}
		return ""
	}
}

// stopScenario: M0 makes a goroutine while M1 stops the world.
func stopScenario() func() string {
	machine(2)
	ran, stops := 0, 0
	withP(0, func(pp *P) {
		submit(pp, &ran)
		loop(Getm())
	})
	withP(1, func(*P) {
		mp := Getm()
		look := func(uint64) {
			stops++
			if allp[0].status.get() != Pgcstop {
				throw("the world is not stopped")
			}
		}
		if !mp.stopBegin(kind.ForStats, look) {
			throw("somebody else stops the world")
		}
		loop(mp)
	})
	return func() string {
		if ran != 1 || stops != 1 {
			return fmt.Sprintf("it ran %d times, the world stopped %d times", ran, stops)
		}
		return quiet()
	}
}

// lateScenario: M0 stops the world, and the M to which it has just handed a P starts only when that is over.
func lateScenario() func() string {
	machine(2)
	allp[1].status.set(Pidle)
	pidleput(allp[1], kind.ByNothing)
	ran, stops := 0, 0
	newThread = func(mp *M) {
		shim.Go(func() {
			shim.Block(func() bool { return stops != 0 })
			loop(mp)
		})
	}
	withP(0, func(pp *P) {
		submit(pp, &ran)
		mp := Getm()
		if !mp.stopBegin(kind.ForStats, func(uint64) { stops++ }) {
			throw("somebody else stops the world")
		}
		loop(mp)
	})
	return func() string {
		if ran != 1 || stops != 1 {
			return fmt.Sprintf("it ran %d times, the world stopped %d times", ran, stops)
		}
		return quiet()
	}
}

// pollScenario: M1 has nothing to do and sleeps as the poller, until a time that never comes or something else, which M0
// brings about. M0 then keeps its P, so somebody else must wake up and run a goroutine.
func pollScenario(happens func(gp *G)) shim.Scenario {
	return func() func() string {
		machine(2)
		never := &Timer{When: far, F: func(unsafe.Pointer, uintptr) {}}
		allp[1].timers.add(never)
		netpoller.waiters.Store(1)
		ran := 0
		gp := &G{Goid: 7, Atomicstatus: Gwaiting}
		gp.Startfn = func() { ran++ }
		withP(0, func(*P) {
			happens(gp)
			shim.Block(func() bool { return ran != 0 })
		})
		running(1)
		return func() string {
			if ran != 1 {
				return fmt.Sprintf("all sleep, and it ran %d times", ran)
			}
			return quiet()
		}
	}
}

// earlierTimer sets a timer that is due.
func earlierTimer(gp *G) {
	tm := &Timer{F: goroutineReady, Arg: unsafe.Pointer(gp)}
	TimerReset(tm, 500, 0)
}

// arrives lets gp's wait for the network be over.
func arrives(gp *G) {
	pd := PollOpen()
	pd.side[0].gp = gp
	NetReady(pd, 'r', 500)
}

// wiredScenario: a goroutine that is wired to its M yields. While the M gives its P away and goes to sleep, the other one
// finds the goroutine, and hands its own P over.
func wiredScenario() func() string {
	machine(2)
	ran := 0
	withP(0, func(pp *P) {
		gp := &G{Goid: 7, Atomicstatus: Grunnable}
		gp.Startfn = func() {
			LockInternal()
			mp := Getm() // M1, if that was faster
			for range 2 {
				Gosched()
				if Getm() != mp {
					throw("it runs on another M")
				}
				ran++
			}
			UnlockInternal()
		}
		pp.runqput(gp, true, kind.ByGo)
		loop(Getm())
	})
	running(1)
	return func() string {
		if ran != 2 {
			return fmt.Sprintf("all sleep, and it ran %d times", ran)
		}
		return quiet()
	}
}

// pointScenario: M0 wants each P to do something once, while M1 runs a goroutine and then goes idle.
func pointScenario(body func()) shim.Scenario {
	return func() func() string {
		machine(2)
		var asked [2]int
		over := false
		withP(0, func(*P) {
			sched.stopping.Store(1)
			Getm().forEachP(func(pp *P) { asked[pp.ID]++ }, func() {
				over = asked == [2]int{1, 1}
				sched.stopping.Store(0)
			})
			loop(Getm())
		})
		withP(1, func(pp *P) {
			gp := &G{Goid: 7, Atomicstatus: Grunnable}
			gp.Startfn = body
			pp.runqput(gp, true, kind.ByGo)
			loop(Getm())
		})
		return func() string {
			if !over || asked != [2]int{1, 1} {
				return fmt.Sprintf("P0 and P1 were asked %d times, over: %v", asked, over)
			}
			return quiet()
		}
	}
}

// callScenario: M0 comes back from a system call while sysmon takes its P for another goroutine.
func callScenario() func() string {
	machine(1)
	calls, ran := 0, 0
	withP(0, func(pp *P) {
		gp := &G{Goid: 8, Atomicstatus: Grunnable}
		gp.Startfn = func() { Syscall(1); calls++ }
		pp.runqput(gp, true, kind.ByGo)
		other := &G{Goid: 7, Atomicstatus: Grunnable}
		other.Startfn = func() { ran++ }
		pp.runqput(other, false, kind.ByGo)
		loop(Getm())
	})
	mp := new(M)
	mp.ID = sysmonID
	mp.ring = newRing(parRing, sysmonID)
	shim.Go(func() {
		bindm(mp)
		retake(1)
		retake(2)
	})
	return func() string {
		if calls != 1 || ran != 1 {
			return fmt.Sprintf("the call came back %d times, the other ran %d times", calls, ran)
		}
		return quiet()
	}
}

// quiet checks what must hold when all sleep.
func quiet() string {
	var w invariant.World
	readWorld(&w)
	c := invariant.NewChecker()
	for _, name := range []string{"mcount", "locks", "count of goroutines", "dead is free", "tick", "one place", "free lists"} {
		c.Off[name] = true // the scenario made its Gs and Ms itself
	}
	if b := c.Step(&w, nil); len(b) != 0 {
		return b[0].Error()
	}
	return ""
}
