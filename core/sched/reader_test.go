// This file reads the scheduler's own memory into the same View that the fold makes from
// the records. It knows nothing of records: the two must agree.
package sched

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/invariant"
)

// readMemory walks the structs. Nothing may run meanwhile.
func readMemory() event.View { return read(true) }

// readStopped leaves out what belongs to Ms that may run without a P.
func readStopped() event.View { return read(false) }

func read(all bool) event.View {
	v := event.View{
		Procs: Nprocs(), STW: sched.gcwaiting.Load() != 0,
		Ps: []event.PView{}, Ms: []event.MView{}, Gs: []event.GView{},
		Global: []uint64{}, IdlePs: []int{}, IdleMs: []int{},
	}
	if all {
		v.Delay, v.Deep = uint64(sched.sysmon.mon.delay), sched.sysmon.mon.deep
	}
	for _, pp := range allp {
		if pp != nil && pp.status.get() != Pdead {
			v.Ps = append(v.Ps, readP(pp))
		}
	}
	for gp := sched.runq.head; gp != nil; gp = gp.Schedlink {
		v.Global = append(v.Global, gp.Goid)
	}
	for pp := sched.pidle; pp != nil; pp = pp.link {
		v.IdlePs = append(v.IdlePs, int(pp.ID))
	}
	for mp := sched.midle; mp != nil; mp = mp.link {
		v.IdleMs = append(v.IdleMs, int(mp.ID))
	}
	for mp := sched.allm; mp != nil; mp = mp.Alllink {
		v.Ms = append(v.Ms, readM(mp, v.IdleMs, all))
	}
	slices.SortFunc(v.Ms, func(a, b event.MView) int { return a.ID - b.ID })
	for gp := Allgs(); gp != nil; gp = gp.Alllink {
		if gp.Atomicstatus != Gdead {
			v.Gs = append(v.Gs, readG(gp))
		}
	}
	slices.SortFunc(v.Gs, func(a, b event.GView) int { return int(a.ID) - int(b.ID) })
	return v
}

func readP(pp *P) event.PView {
	v := event.PView{ID: int(pp.ID), M: -1, Ring: []uint64{}, Tick: uint64(pp.schedtick.get())}
	v.Status = map[uint32]string{Pidle: event.PIdle, Prunning: event.PRunning, Pgcstop: event.PStopped}[pp.status.get()]
	if pp.m != nil {
		v.M = int(pp.m.ID)
		if pp.m.Curg != nil {
			v.Running = pp.m.Curg.Goid
		}
	}
	if gp := pp.runnext.Load(); gp != nil {
		v.Runnext = gp.Goid
	}
	for i := pp.runqhead.Load(); i != pp.runqtail.Load(); i++ {
		v.Ring = append(v.Ring, pp.runq[i%256].get().Goid)
	}
	return v
}

func readM(mp *M, idle []int, all bool) event.MView {
	v := event.MView{ID: int(mp.ID), P: -1, Idle: slices.Contains(idle, int(mp.ID))}
	if all {
		v.Spinning = mp.spinning
	}
	if mp.P != nil {
		v.P = int(mp.P.ID)
	}
	if mp.lockedg != nil {
		v.Wired = mp.lockedg.Goid
	}
	if all && mp.todo == doPoll {
		v.Poll = uint64(mp.wakeAt - sched.start)
	}
	return v
}

func readG(gp *G) event.GView {
	v := event.GView{ID: gp.Goid, Pos: gp.Pos, Created: gp.startin, Parent: gp.ParentGoid}
	v.Status = map[uint32]string{Grunnable: event.Runnable, Grunning: event.Running, Gwaiting: event.Waiting, Gsyscall: event.Syscall}[gp.Atomicstatus]
	if gp.Atomicstatus == Gwaiting {
		v.Why, v.Obj = gp.Waitreason.String(), gp.waitobj
		if v.Why == "sleep" {
			v.Obj = uint64(gp.SleepWhen - sched.start)
		}
	}
	return v
}

// compare says how memory differs from the fold.
func compare(st *event.State) error {
	want, got := readMemory(), st.View()
	got.Time, got.GC = 0, false
	if reflect.DeepEqual(want, got) {
		return nil
	}
	w, g := reflect.ValueOf(want), reflect.ValueOf(got)
	for i := 0; i < w.NumField(); i++ {
		if a, b := w.Field(i).Interface(), g.Field(i).Interface(); !reflect.DeepEqual(a, b) {
			return fmt.Errorf("%s:\nmemory %.300s\nfold   %.300s", w.Type().Field(i).Name, fmt.Sprint(a), fmt.Sprint(b))
		}
	}
	return nil
}

// follower folds the records of a virtual run and compares after each step.
type follower struct {
	t     testing.TB
	st    *event.State
	recs  []event.Record
	done  int
	steps int
	every int // compare after so many steps
	bad   bool
}

func newFollower(t testing.TB) *follower { return &follower{t: t, st: event.NewState(), every: 1} }

func (f *follower) step(broken []invariant.Broken) []invariant.Broken {
	f.steps++
	f.fold(Drain()[0])
	if f.bad || f.steps%f.every != 0 {
		return broken
	}
	if err := compare(f.st); err != nil {
		f.fail(err)
	}
	return broken
}

func (f *follower) fold(b []byte) {
	for ; f.done < len(b); f.done += event.Size {
		r, err := event.Decode(b[f.done:])
		if err != nil {
			f.fail(err)
		}
		f.recs = append(f.recs, r)
		f.st.Apply(r)
		if bad := f.st.Misfit(); bad != nil && !f.bad {
			f.fail(fmt.Errorf("another goroutine was first there: %v", bad))
		}
	}
}

func (f *follower) fail(err error) {
	f.bad = true
	f.t.Errorf("after step %d, record %d: %v", f.steps, len(f.recs), err)
}
