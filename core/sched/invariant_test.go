package sched

// This file tests the checks of the invariants: with each, the scheduler's own memory is broken on purpose in the middle
// of a run, and the check must say so.

import (
	"os"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/invariant"
)

// damage breaks memory, or says by records what did not happen. mend repairs it. It returns nil if
// there is nothing to break at this moment.
type damage func() *broken

type broken struct {
	recs []event.Record
	mend func()
}

// set changes a variable.
func set[T any](at *T, to T) *broken {
	old := *at
	*at = to
	return &broken{mend: func() { *at = old }}
}

// damages has at least one for each invariant.
var damages = []struct {
	invariant, how string
	damage         damage
}{
	{"one place", "a G of the ring is in the global queue, too", func() *broken {
		gp := someG(inRing)
		if gp == nil || sched.runq.head != nil {
			return nil
		}
		sched.runq = gQueue{gp, gp, 1}
		sched.qsize.set(1)
		return &broken{mend: func() { sched.runq = gQueue{}; sched.qsize.set(0) }}
	}},
	{"one place", "a running G is in runnext, too", func() *broken {
		gp := someG(withStatus(Grunning))
		if gp == nil || gp.M.P == nil || gp.M.P.runnext.Load() != nil {
			return nil
		}
		pp := gp.M.P
		pp.runnext.Store(gp)
		return &broken{mend: func() { pp.runnext.Store(nil) }}
	}},
	{"running", "a waiting G says that it runs", statusDamage(Gwaiting, Grunning)},
	{"running", "a running G does not know its M", func() *broken {
		if gp := someG(withStatus(Grunning)); gp != nil {
			return set(&gp.M, nil)
		}
		return nil
	}},
	{"runnable is queued", "a waiting G says that it is runnable", statusDamage(Gwaiting, Grunnable)},
	{"runnable is queued", "a ring loses its last G", func() *broken {
		for _, pp := range allp[:Nprocs()] {
			if t := pp.runqtail.Load(); t != pp.runqhead.Load() {
				pp.runqtail.Store(t - 1)
				return &broken{mend: func() { pp.runqtail.Store(t) }}
			}
		}
		return nil
	}},
	{"waiting is recorded", "a queued G says that it waits", statusDamage(Grunnable, Gwaiting)},
	{"waiting is recorded", "the timer of a sleeper is gone", func() *broken {
		gp := someG(func(gp *G) bool { return gp.Atomicstatus == Gwaiting && gp.Waitreason == kind.WaitSleep })
		if gp == nil {
			return nil
		}
		ts := gp.Timer.ts.Load()
		gp.Timer.ts.Store(nil)
		return &broken{mend: func() { gp.Timer.ts.Store(ts) }}
	}},
	{"dead is free", "a waiting G says that it is dead", statusDamage(Gwaiting, Gdead)},
	{"dead is free", "a free G says that it waits", statusDamage(Gdead, Gwaiting)},
	{"ids differ", "a G has the id of another", func() *broken {
		if gp := someG(withStatus(Gwaiting)); gp != nil && gp.Goid != 1 {
			return set(&gp.Goid, 1)
		}
		return nil
	}},
	{"count of goroutines", "a P counted one too many", func() *broken {
		pp := allp[0]
		n := pp.created.get()
		pp.created.set(n + 1)
		return &broken{mend: func() { pp.created.set(n) }}
	}},
	{"idle P is empty", "an idle P has something in runnext", func() *broken {
		gp := someG(withStatus(Gwaiting))
		if sched.pidle == nil || gp == nil {
			return nil
		}
		pp := sched.pidle
		pp.runnext.Store(gp)
		return &broken{mend: func() { pp.runnext.Store(nil) }}
	}},
	{"idle Ps", "npidle is one too high", func() *broken {
		sched.npidle.Add(1)
		return &broken{mend: func() { sched.npidle.Add(-1) }}
	}},
	{"idle Ps", "an idle P says that it runs", func() *broken {
		if sched.pidle == nil {
			return nil
		}
		pp := sched.pidle
		pp.status.set(Prunning)
		return &broken{mend: func() { pp.status.set(Pidle) }}
	}},
	{"one owner", "two Ms have the same P", func() *broken {
		if a, b := twoWithP(); b != nil {
			return set(&a.P, b.P)
		}
		return nil
	}},
	{"one owner", "a P does not know its M", func() *broken {
		if a, _ := twoWithP(); a != nil {
			return set(&a.P.m, nil)
		}
		return nil
	}},
	{"idle Ms", "nmidle is one too low", func() *broken { return set(&sched.nmidle, sched.nmidle-1) }},
	{"idle Ms", "an idle M spins", func() *broken {
		if sched.midle == nil {
			return nil
		}
		return set(&sched.midle.spinning, true)
	}},
	{"mcount", "an M is not counted", func() *broken { return set(&sched.mcount, sched.mcount-1) }},
	{"mcount", "all are said to be idle", func() *broken { return set(&sched.nmidle, sched.mcount) }},
	{"nmspinning", "nmspinning is one too high", func() *broken {
		sched.nmspinning.Add(1)
		return &broken{mend: func() { sched.nmspinning.Add(-1) }}
	}},
	{"spinning has nothing", "an M with a full queue spins", func() *broken {
		if gp := someG(inRing); gp != nil {
			for mp := sched.allm; mp != nil; mp = mp.Alllink {
				if mp.P != nil && mp.P.runqhead.Load() != mp.P.runqtail.Load() {
					return set(&mp.spinning, true)
				}
			}
		}
		return nil
	}},
	{"ring", "the tail is 257 ahead", func() *broken {
		pp := allp[0]
		t := pp.runqtail.Load()
		pp.runqtail.Store(pp.runqhead.Load() + 257)
		return &broken{mend: func() { pp.runqtail.Store(t) }}
	}},
	{"ring", "a slot is empty", func() *broken {
		pp := allp[0]
		h := pp.runqhead.Load()
		if h == pp.runqtail.Load() {
			return nil
		}
		gp := pp.runq[h%256].get()
		pp.runq[h%256].set(nil)
		return &broken{mend: func() { pp.runq[h%256].set(gp) }}
	}},
	{"global queue", "the copy of its size is stale", func() *broken {
		sched.qsize.set(sched.qsize.get() + 1)
		return &broken{mend: func() { sched.qsize.set(sched.qsize.get() - 1) }}
	}},
	{"global queue", "its tail is lost", func() *broken {
		if sched.runq.size < 2 {
			return nil
		}
		return set(&sched.runq.tail, sched.runq.head)
	}},
	{"free lists", "a P counted one too many", func() *broken { return set(&allp[0].nGfree, allp[0].nGfree+1) }},
	{"free lists", "the global list is counted wrong", func() *broken {
		sched.freeGs.Add(1)
		return &broken{mend: func() { sched.freeGs.Add(-1) }}
	}},
	{"timers", "the first is not the earliest", func() *broken {
		for _, pp := range allp[:Nprocs()] {
			if pp.timers.n > 1 {
				return set(&pp.timers.heap[0].When, pp.timers.heap[1].When+1)
			}
		}
		return nil
	}},
	{"timers", "the earliest time is stale", func() *broken {
		ts := &allp[0].timers
		old := ts.min.Load()
		ts.min.Store(old + 1)
		return &broken{mend: func() { ts.min.Store(old) }}
	}},
	{"poller", "lastpoll says that nobody polls", func() *broken {
		if sched.lastpoll.Load() != 0 {
			return nil
		}
		sched.lastpoll.Store(1)
		return &broken{mend: func() { sched.lastpoll.Store(0) }}
	}},
	{"locks", "sched.lock is held", func() *broken {
		Lock(&sched.lock)
		return &broken{mend: func() { Unlock(&sched.lock) }}
	}},
	{"locks", "a heap is locked", func() *broken {
		Lock(&allp[0].timers.lock)
		return &broken{mend: func() { Unlock(&allp[0].timers.lock) }}
	}},
	{"stopwait", "stopwait is one too high", func() *broken {
		if sched.gcwaiting.Load() == 0 {
			return nil
		}
		return set(&sched.stopwait, sched.stopwait+1)
	}},
	{"stopped world", "a G starts meanwhile", func() *broken {
		return &broken{recs: []event.Record{{Kind: kind.STWDone}, {Kind: kind.GoStart, P: 99}, {Kind: kind.STWEnd}}, mend: func() {}}
	}},
	{"tail", "another M moves it", func() *broken {
		a, b := twoWithP()
		if b == nil || sched.gcwaiting.Load() != 0 {
			return nil
		}
		t := a.P.runqtail.Load()
		a.P.runqtail.Store(t + 1)
		return &broken{[]event.Record{{M: uint16(b.ID)}}, func() { a.P.runqtail.Store(t) }}
	}},
	{"tick", "schedtick grows without a start", func() *broken {
		pp := allp[0]
		n := pp.schedtick.get()
		pp.schedtick.set(n + 1)
		return &broken{mend: func() { pp.schedtick.set(n) }}
	}},
	{"tick", "an inherited start has a tick of its own", func() *broken {
		tick := uint64(allp[0].schedtick.get())
		start := func(n uint16, tick uint64) event.Record { return event.Record{Kind: kind.GoStart, N: n, A: tick} }
		return &broken{recs: []event.Record{start(1, tick+1), start(1, tick)}, mend: func() {}}
	}},
	{"work conservation", "a waiting G is queued, and nobody is told", func() *broken {
		gp := someG(withStatus(Gwaiting))
		a, _ := twoWithP()
		if gp == nil || a == nil || sched.pidle == nil || sched.nmspinning.Load() != 0 || sched.gcwaiting.Load() != 0 || anyStarting() || a.P.runnext.Load() != nil {
			return nil
		}
		pp := a.P
		gp.Atomicstatus = Grunnable
		pp.runnext.Store(gp)
		return &broken{mend: func() { gp.Atomicstatus = Gwaiting; pp.runnext.Store(nil) }}
	}},
}

func statusDamage(from, to uint32) damage {
	return func() *broken {
		if gp := someG(withStatus(from)); gp != nil {
			return set(&gp.Atomicstatus, to)
		}
		return nil
	}
}

func withStatus(status uint32) func(*G) bool {
	return func(gp *G) bool { return gp.Atomicstatus == status }
}

func inRing(gp *G) bool {
	for _, pp := range allp[:Nprocs()] {
		for at := pp.runqhead.Load(); at != pp.runqtail.Load(); at++ {
			if pp.runq[at%256].get() == gp {
				return true
			}
		}
	}
	return false
}

func someG(is func(*G) bool) *G {
	for gp := Allgs(); gp != nil; gp = gp.Alllink {
		if is(gp) {
			return gp
		}
	}
	return nil
}

// twoWithP returns Ms that have a P, as many as there are, up to two.
func twoWithP() (a, b *M) {
	for mp := sched.allm; mp != nil; mp = mp.Alllink {
		if mp.P != nil && mp.todo != doStop {
			a, b = mp, a
		}
	}
	return a, b
}

func anyStarting() bool {
	for mp := sched.allm; mp != nil; mp = mp.Alllink {
		if mp.nextp != nil || mp.todo == doStop {
			return true
		}
	}
	return false
}

// TestEachInvariantIsChecked does each damage once, at the first moment at which it can be done.
func TestEachInvariantIsChecked(t *testing.T) {
	in := newInspector()
	done := make([]bool, len(damages))
	step := func([]invariant.Broken) []invariant.Broken {
		if b := in.step(); len(b) != 0 {
			t.Errorf("nothing was damaged: %v", b)
		}
		for i, d := range damages {
			if done[i] {
				continue
			}
			b := d.damage()
			if b == nil {
				continue
			}
			done[i] = true
			if got := in.again(b.recs); !named(got, d.invariant) {
				t.Errorf("%s: the check of %q did not notice; broken: %v", d.how, d.invariant, got)
			}
			b.mend()
			in.again(nil)
		}
		return nil
	}
	if _, err := Run(Config{Procs: 4, Seed: 1, Unchecked: true, EachStep: step}, busy(300)); err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for i, d := range damages {
		tested[d.invariant] = true
		if !done[i] {
			t.Errorf("%s: there was no moment for it", d.how)
		}
	}
	for _, inv := range invariant.All {
		if !tested[inv.Name] {
			t.Errorf("nothing damages %q", inv.Name)
		}
	}
}

// again checks the memory as it is now.
func (in *inspector) again(recs []event.Record) []invariant.Broken {
	readWorld(&in.world)
	return in.check.Step(&in.world, recs)
}

func named(list []invariant.Broken, name string) bool {
	for _, b := range list {
		if b.Name == name {
			return true
		}
	}
	return false
}

// TestBrokenInvariantEndsTheRun: a run is checked without being asked.
func TestBrokenInvariantEndsTheRun(t *testing.T) {
	_, err := Run(Config{Procs: 2, Seed: 1}, func() {
		sched.nmspinning.Add(1)
		Gosched()
	})
	if b, ok := err.(invariant.Broken); !ok || b.Name != "nmspinning" {
		t.Error(err)
	}
}

// TestInvariantsAreInTheTable: rules.md lists them all, in the words of the checks.
func TestInvariantsAreInTheTable(t *testing.T) {
	rows := table(t, "invariant")
	for i, inv := range invariant.All {
		if i >= len(rows) || rows[i][0] != inv.Name || rows[i][1] != inv.Text {
			t.Errorf("row %d of rules.md is not %q", i+1, inv.Name)
		}
	}
	if len(rows) != len(invariant.All) {
		t.Errorf("%d rows, %d invariants", len(rows), len(invariant.All))
	}
}

// table reads the rows of the table of rules.md whose first heading is head.
func table(t *testing.T, head string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	inside := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case !strings.HasPrefix(line, "|"):
			inside = false
		case cells[0] == head:
			inside = true
		case inside && !strings.HasPrefix(cells[0], "---"):
			rows = append(rows, cells)
		}
	}
	return rows
}
