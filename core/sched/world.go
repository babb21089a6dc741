//go:build !gopark

// This file reads the scheduler's own structs into a World, and checks the invariants after each step of a
// native run in virtual mode. It is part of no program.
package sched

import (
	"unsafe"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/invariant"
	"github.com/gopark/gopark/core/sched/knob"
)

// inspector checks one run.
type inspector struct {
	world invariant.World
	check *invariant.Checker
	recs  []event.Record // of the last step
	read  int            // bytes of records
	steps int
}

func newInspector() *inspector { return &inspector{check: invariant.NewChecker()} }

// maxSteps ends a run that would never end: the scheduler goes round and round.
const maxSteps = 500_000

// after is what a run does after each step.
func (in *inspector) after(c Config) {
	if in.steps++; in.steps > maxSteps {
		throw("virtual: too many steps")
	}
	var broken []invariant.Broken
	if !c.Unchecked {
		broken = in.step()
	}
	if c.EachStep != nil {
		broken = c.EachStep(broken)
	}
	if len(broken) != 0 {
		panic(broken[0])
	}
}

// step returns what is broken after a step.
func (in *inspector) step() []invariant.Broken {
	in.recs = in.recs[:0]
	all := Drain()[0]
	for ; in.read < len(all); in.read += event.Size {
		r, err := event.Decode(all[in.read:])
		if err != nil {
			throw(err.Error())
		}
		in.recs = append(in.recs, r)
	}
	readWorld(&in.world)
	in.switchOff()
	return in.check.Step(&in.world, in.recs)
}

// switchOff leaves out what the policy of the run does not keep.
func (in *inspector) switchOff() {
	in.check.Off["work conservation"] = policy.steal == knob.StealNone && policy.queues == knob.QueuesLocal
	in.check.Off["work conservation"] = in.check.Off["work conservation"] || policy.threads == knob.ThreadsFixed
	in.check.Off["tail"] = policy.dispatch == knob.DispatchPush // others move it, with sched.lock held
}

// readWorld fills w. Nothing may run meanwhile.
func readWorld(w *invariant.World) {
	w.Reset()
	w.Locked = lockedName()
	w.Procs = Nprocs()
	w.GCWaiting = sched.gcwaiting.Load() != 0
	w.Stopwait = int(sched.stopwait)
	w.NPidle, w.NMidle = int(sched.npidle.Load()), int(sched.nmidle)
	w.NMspinning = int(sched.nmspinning.Load())
	w.MCount, w.MOther = int(sched.mcount), int(sched.nmidlelocked)
	w.QSize, w.RunqSize = int(sched.qsize.get()), int(sched.runq.size)
	w.NGfree = int(sched.freeGs.Load())
	w.Polling, w.PollUntil = sched.lastpoll.Load() == 0, sched.pollUntil.Load()
	w.Global = appendGs(w.Global, sched.runq.head)
	w.GlobalTail = refOf(sched.runq.tail)
	w.GFree = appendGs(w.GFree, sched.gFree)
	for pp := sched.pidle; pp != nil; pp = pp.link {
		w.IdlePs = append(w.IdlePs, int(pp.ID))
	}
	for mp := sched.midle; mp != nil; mp = mp.link {
		w.IdleMs = append(w.IdleMs, int(mp.ID))
	}
	for i := 0; i < MaxProcs && allp[i] != nil; i++ {
		worldP(w.NewP(), allp[i])
	}
	for mp := sched.allm; mp != nil; mp = mp.Alllink {
		w.Ms = append(w.Ms, worldM(mp))
	}
	for gp := Allgs(); gp != nil; gp = gp.Alllink {
		w.Gs = append(w.Gs, worldG(gp))
	}
}

func worldP(p *invariant.P, pp *P) {
	p.ID, p.Status, p.M = int(pp.ID), pp.status.get(), idOfM(pp.m)
	p.Head, p.Tail = pp.runqhead.Load(), pp.runqtail.Load()
	for at := p.Head; at != p.Tail && at-p.Head < invariant.RingLen; at++ {
		p.Ring = append(p.Ring, refOf(pp.runq[at%256].get()))
	}
	p.Runnext = refOf(pp.runnext.Load())
	p.Tick = pp.schedtick.get()
	p.Created, p.Ended = pp.created.get(), pp.ended.get()
	p.GFree, p.NGfree = appendGs(p.GFree, pp.gFree), int(pp.nGfree)
	for _, t := range pp.timers.heap[:pp.timers.n] {
		p.Timers = append(p.Timers, t.When)
	}
	p.TimerMin = pp.timers.wakeTime()
}

func worldM(mp *M) invariant.M {
	m := invariant.M{
		ID: int(mp.ID), P: invariant.None, Nextp: invariant.None, Curg: refOf(mp.Curg), Spinning: mp.spinning,
		Polling: mp.todo == doPoll, Stopping: mp.todo == doStop, Paused: mp.stealing.paused,
	}
	if mp.P != nil {
		m.P = int(mp.P.ID)
	}
	if mp.nextp != nil {
		m.Nextp = int(mp.nextp.ID)
		m.Given = refOf(mp.lockedg)
	}
	return m
}

func worldG(gp *G) invariant.G {
	g := invariant.G{Ref: refOf(gp), ID: gp.Goid, Status: gp.Atomicstatus, M: idOfM(gp.M)}
	g.System = gp.IsSystem()
	g.Sleeps = gp.Waitreason == kind.WaitSleep
	g.Timer = gp.Timer != nil && gp.Timer.ts.Load() != nil
	return g
}

// lockedName names a lock that is held.
func lockedName() string {
	if sched.lock.key.Load() != unlocked {
		return "sched.lock"
	}
	for i := 0; i < MaxProcs && allp[i] != nil; i++ {
		if allp[i].timers.lock.key.Load() != unlocked {
			return "a heap of timers"
		}
	}
	return ""
}

func idOfM(mp *M) int {
	if mp == nil {
		return invariant.None
	}
	return int(mp.ID)
}

func refOf(gp *G) invariant.Ref { return invariant.Ref(uintptr(unsafe.Pointer(gp))) }

func appendGs(to []invariant.Ref, gp *G) []invariant.Ref {
	for ; gp != nil; gp = gp.Schedlink {
		to = append(to, refOf(gp))
	}
	return to
}
