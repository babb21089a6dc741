package eventtest

// This file gives the states of the goroutines of a run, from its records and from its trace.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// State is what a goroutine is.
type State uint8

// The numbers are those of a trace, but for Dead.
const (
	Dead     State = 0
	Runnable State = 1
	Running  State = 2
	Syscall  State = 3
	Waiting  State = 4
)

// Change is the beginning of a state.
type Change struct {
	To     State
	Time   uint64
	Latest uint64 // of real threads: the latest time of any record so far
}

// late is how much later than the latest record an event of real threads may be: as many nanoseconds as records are put off in a row.
func (c Change) late() uint64 {
	if c.Latest == 0 {
		return 0
	}
	return 1000
}

// Changes are those of each goroutine, in order.
type Changes map[uint64][]Change

func (c Changes) add(g uint64, to State, time uint64) {
	c[g] = append(c[g], Change{To: to, Time: time})
}

// runs says whether a goroutine runs after its last change.
func (c Changes) runs(g uint64) bool {
	list := c[g]
	return len(list) > 0 && list[len(list)-1].To == Running
}

// Unlike says how two differ, or "". An event of got may be late by so much; it may never be early.
//
// The clock of a thread is read before its record gets its place among those of others, and the thread may be kept from running
// in between. Events of a trace have causes before effects; so there, an event may be as late as the latest record
// before it, and a nanosecond later for each in a row that is put off so.
func (c Changes) Unlike(got Changes, late uint64) string {
	if len(got) != len(c) {
		return fmt.Sprintf("%d goroutines, want %d", len(got), len(c))
	}
	for g, want := range c {
		if len(got[g]) != len(want) {
			return fmt.Sprintf("goroutine %d has %d changes of state, want %d", g, len(got[g]), len(want))
		}
		for i, w := range want {
			if d := got[g][i]; d.To != w.To || d.Time < w.Time || d.Time > max(w.Time, w.Latest)+max(late, w.late()) {
				return fmt.Sprintf("goroutine %d, change %d: %+v, want %+v", g, i, d, w)
			}
		}
	}
	return ""
}

// ChangesOf gives those that the records tell.
func ChangesOf(recs []event.Record) Changes {
	f := NewFold(false)
	for _, r := range recs {
		f.Add(r)
	}
	return f.Changes
}

// Fold is ChangesOf, record by record.
type Fold struct {
	Changes
	on       map[uint64]uint16 // by goroutine: the P
	parallel bool
	latest   uint64
}

// NewFold has seen no record. parallel says whether the records are those of real threads.
func NewFold(parallel bool) *Fold {
	return &Fold{Changes: Changes{}, on: map[uint64]uint16{}, parallel: parallel}
}

// Add adds a record.
func (f *Fold) Add(r event.Record) {
	if f.parallel {
		f.latest = max(f.latest, r.Time)
	}
	if r.Kind == kind.PStart && f.runs(r.G) && f.on[r.G] != r.P { // its P is gone: it is as if it had yielded
		f.add(r.G, Runnable, r.Time)
		f.add(r.G, Running, r.Time)
	}
	if r.P != event.NoP && (r.Kind == kind.PStart || r.Kind == kind.GoStart || r.Kind == kind.SyscallExit) {
		f.on[r.G] = r.P
	}
	switch r.Kind {
	case kind.GoCreate, kind.GoReady, kind.GoStop, kind.SyscallPark:
		f.add(r.G, Runnable, r.Time)
	case kind.GoStart:
		f.add(r.G, Running, r.Time)
	case kind.GoPark:
		f.add(r.G, Waiting, r.Time)
	case kind.GoExit:
		f.add(r.G, Dead, r.Time)
	case kind.SyscallEnter:
		f.add(r.G, Syscall, r.Time)
	case kind.SyscallExit:
		if r.N == 1 { // it was blocked: runnable for a moment
			f.add(r.G, Runnable, r.Time)
		}
		f.add(r.G, Running, r.Time)
	}
}

func (f *Fold) add(g uint64, to State, time uint64) {
	f.Changes[g] = append(f.Changes[g], Change{to, time, f.latest})
}

// FirstOwn is the first number of the goroutines that stand for the scheduler.
const FirstOwn = 1 << 48

// ChangesIn gives those that a trace tells, of all goroutines that are not the scheduler's own.
func ChangesIn(batches []Batch) Changes {
	all, running := Changes{}, map[uint64]uint64{}
	for _, b := range batches {
		for _, e := range b.Events {
			g, to, ok := e.change(running[b.M])
			if e.Name == "GoStart" || e.Name == "GoStatus" && (State(e.Args[2]) == Running || State(e.Args[2]) == Syscall) {
				running[b.M] = e.Args[0]
			}
			if ok && g < FirstOwn {
				all.add(g, to, e.Time)
			}
		}
	}
	for _, list := range all { // those at the same time are by one M
		slices.SortStableFunc(list, func(a, b Change) int { return cmp.Compare(a.Time, b.Time) })
	}
	return all
}

// change says what becomes of which goroutine, if its M runs that one.
func (e Event) change(runs uint64) (g uint64, to State, ok bool) {
	switch e.Name {
	case "GoCreate", "GoUnblock":
		return e.Args[0], Runnable, true
	case "GoStart":
		return e.Args[0], Running, true
	case "GoStop", "GoSyscallEndBlocked":
		return runs, Runnable, true
	case "GoSyscallBegin":
		return runs, Syscall, true
	case "GoSyscallEnd":
		return runs, Running, true
	case "GoBlock":
		return runs, Waiting, true
	case "GoDestroy":
		return runs, Dead, true
	}
	return 0, 0, false
}
