// This file says which events of a trace a record is.
package gotrace

import (
	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// record writes the events that r stands for.
func (w *Writer) record(r event.Record) {
	switch r.Kind {
	case kind.ProcsChange:
		w.procs = r.A
	case kind.GoCreate:
		w.goCreate(r)
	case kind.GoStart:
		w.goStart(r)
	case kind.GoReady:
		w.goReady(r)
	case kind.GoPark, kind.GoStop, kind.GoExit:
		w.goLeave(r)
	case kind.PStart:
		w.pStart(r)
	case kind.PIdle, kind.PStop, kind.PDead, kind.Handoff, kind.GoHand:
		w.pStop(r)
	case kind.SyscallEnter, kind.SyscallExit, kind.SyscallPark:
		w.syscall(r)
	case kind.Retake:
		w.retake(r)
	case kind.STWBegin, kind.STWEnd:
		w.stopWorld(r)
	case kind.GCBegin, kind.GCEnd:
		w.collector(r)
	case kind.GCWorker:
		w.label(r)
	case kind.AssistBegin, kind.AssistEnd:
		w.assist(r)
	}
}

// pc stands for the program counter at a position.
func pc(pos uint32) uint64 { return uint64(pos) }

// at is the stack of a goroutine at pos.
func (w *Writer) at(pos uint32) uint64 {
	f, ok := w.places.Frame(pos)
	return w.stackOf(pc(pos), f, ok)
}

// What stands for the program counters of other frames: of the functions that goroutines start with; of those that
// have no number; and of go statements.
const (
	pcStarted = 1 << 60
	pcUnnamed = 2 << 60
	pcMaker   = 3 << 60
)

// started is the first stack of a goroutine, by its GoCreate.
func (w *Writer) started(r event.Record) uint64 {
	at := pcStarted | uint64(r.N)<<32
	if r.N == 0 {
		at = pcUnnamed | uint64(uint32(r.B))
	}
	f, ok := w.places.Started(r)
	return w.stackOf(at, f, ok)
}

// maker is the stack of the goroutine that makes another one.
func (w *Writer) maker(r event.Record) uint64 {
	f, ok := w.places.Maker(r)
	return w.stackOf(pcMaker|uint64(r.N)<<32|uint64(uint32(r.B)), f, ok)
}

func (w *Writer) stackOf(pc uint64, f event.Frame, ok bool) uint64 {
	if !ok {
		return 0
	}
	return w.stack(pc, f)
}

func (w *Writer) goCreate(r event.Record) {
	if w.gs[r.G] != nil {
		w.mended++
		return
	}
	t, undo := w.creator(r)
	w.create(t, r.Time, r.G, evGoCreate, w.started(r), w.maker(r))
	if undo {
		w.stopProc(t, r.Time)
	}
}

// creator is the thread that makes a goroutine: that of r, with its P. But sysmon, which has none, makes one too:
// then it is any that has a P, or it has an idle one for this moment.
func (w *Writer) creator(r event.Record) (t *thread, undo bool) {
	t = w.thread(r.M)
	if r.P != event.NoP || t.p != nil {
		if g := w.gs[t.g]; g != nil && g.status == goSyscall {
			w.needFree(t, r.Time, r.P)
		}
		w.needProc(t, r.Time, r.P)
		return t, false
	}
	for _, other := range w.sortedThreads() {
		if g := w.gs[other.g]; other.p != nil && (g == nil || g.status != goSyscall) {
			return other, false
		}
	}
	for _, p := range w.ps {
		if p.m == nil {
			w.startProc(t, r.Time, p)
			return t, true
		}
	}
	w.needProc(t, r.Time, 0)
	return t, false
}

func (w *Writer) goStart(r event.Record) {
	t := w.thread(r.M)
	w.needFree(t, r.Time, r.P)
	w.startG(t, r.Time, r.G, w.needRunnable(t, r.Time, r.G))
}

func (w *Writer) goReady(r event.Record) {
	t := w.thread(r.M)
	g := w.gs[r.G]
	if g == nil || g.m != nil || g.status != goWaiting {
		w.mended++
		w.needProc(t, r.Time, r.P)
		w.needRunnable(t, r.Time, r.G)
		return
	}
	w.unblock(t, r.Time, r.G, g, 0)
}

// goLeave is for a goroutine that leaves its M.
func (w *Writer) goLeave(r event.Record) {
	t := w.thread(r.M)
	w.needRunning(t, r)
	w.needNoStop(t)
	switch r.Kind {
	case kind.GoPark:
		w.leave(t, r.Time, goWaiting, evGoBlock, w.str(reason(kind.Wait(r.N))), w.at(uint32(r.B)))
	case kind.GoStop:
		why := "preempted"
		if r.Rule == kind.ByGosched {
			why = "runtime.Gosched"
		}
		w.leave(t, r.Time, goRunnable, evGoStop, w.str(why), w.at(uint32(r.B)))
	case kind.GoExit:
		w.leave(t, r.Time, 0, evGoDestroy)
	}
}

// pStart gives a P to an M. An M that stopped the world still has its P; but if that is gone since
// GOMAXPROCS shrank, it gets another, and its goroutine goes along: this looks like Gosched. In Go:
// procresize, which pretends the same.
func (w *Writer) pStart(r event.Record) {
	t := w.thread(r.M)
	if t.p != nil && t.p.id == r.P {
		return
	}
	moves := uint64(0)
	if t.p != nil {
		if g := w.gs[t.g]; g != nil && g.status == goSyscall {
			w.needNoG(t, r.Time)
		}
		if moves = t.g; moves != 0 {
			w.leave(t, r.Time, goRunnable, evGoStop, w.str("runtime.Gosched"), 0)
		}
		if t.p != nil {
			w.stopProc(t, r.Time)
		}
	}
	if p := w.proc(r.P); p.m == nil {
		w.startProc(t, r.Time, p)
	} else {
		w.needProc(t, r.Time, r.P)
	}
	if moves != 0 {
		w.startG(t, r.Time, moves, w.gs[moves])
	}
}

// pStop takes a P from its M. One that has no M was idle already.
func (w *Writer) pStop(r event.Record) {
	t := w.thread(r.M)
	if t.p == nil || t.p.id != r.P || r.Kind == kind.PStop && r.N == 1 {
		return
	}
	if g := w.gs[t.g]; g == nil || g.status != goSyscall {
		w.needNoG(t, r.Time)
	}
	w.stopProc(t, r.Time)
}

// syscall is for a goroutine that enters or leaves a system call. If the P was lost meanwhile, and another
// found, a trace says that the goroutine was blocked for a moment.
func (w *Writer) syscall(r event.Record) {
	t := w.thread(r.M)
	if r.Kind == kind.SyscallEnter {
		w.needRunning(t, r)
		w.needNoStop(t)
		t.p.seq++
		w.event(t, r.Time, evGoSyscallBegin, t.p.seq, w.at(uint32(r.B)))
		t.p.done(t)
		t.p.call = true
		w.gs[r.G].status = goSyscall
		return
	}
	g := w.gs[r.G]
	if g == nil || g.status != goSyscall || t.g != r.G {
		w.mended++
		if r.Kind == kind.SyscallExit {
			w.needRunning(t, r)
		} else {
			w.needProc(t, r.Time, r.P)
			w.needRunnable(t, r.Time, r.G)
		}
		return
	}
	if r.Kind == kind.SyscallExit && r.N == 0 && t.p != nil {
		w.event(t, r.Time, evGoSyscallEnd)
		t.p.call = false
		g.status = goRunning
		return
	}
	if t.p != nil && t.p.call {
		w.mended++
		w.stopProc(t, r.Time)
	}
	w.leave(t, r.Time, goRunnable, evGoSyscallBlocked)
	if r.Kind == kind.SyscallExit {
		w.needFree(t, r.Time, r.P)
		w.startG(t, r.Time, r.G, g)
	}
}

// retake takes a P from an M in a system call.
func (w *Writer) retake(r event.Record) {
	from := w.threads[uint16(r.A)]
	if from == nil || from.p == nil || from.p.id != r.P || w.gs[from.g] == nil || w.gs[from.g].status != goSyscall {
		w.mended++
		return
	}
	p := from.p
	p.seq++
	t := w.thread(r.M)
	w.event(t, p.since(t, r.Time), evProcSteal, uint64(p.id), p.seq, uint64(from.id))
	p.done(t)
	p.m, from.p = nil, nil
	if t != from {
		from.after = t.time + 1
	}
}

// systemG is the first of the goroutines that stand for the scheduler itself: a trace has
// ranges only for goroutines, and our scheduler can stop the world without one.
const systemG = 1 << 48

// borrow makes sure that t runs a goroutine; undo is true if that is one of the scheduler's.
func (w *Writer) borrow(t *thread, time uint64) (undo, ok bool) {
	if t.g != 0 || t.p == nil {
		return false, t.p != nil
	}
	id := systemG + uint64(t.p.id)
	g := w.gs[id]
	if g == nil {
		g = w.create(t, time, id, evGoCreateBlocked, w.stack(pcUnnamed|1<<59, event.Frame{Func: "runtime.schedule"}), 0)
	}
	if g.m != nil { // it was not given back
		w.mended++
		w.evict(g.m, g.m.time)
	}
	if g.status == goWaiting {
		w.unblock(t, time, id, g, 0)
	}
	w.startG(t, time, id, g)
	return true, true
}

// giveBack ends borrow.
func (w *Writer) giveBack(t *thread, time uint64) {
	if t.g >= systemG {
		w.leave(t, time, goWaiting, evGoBlock, w.str("system goroutine wait"), 0)
	}
}

func (w *Writer) stopWorld(r event.Record) {
	t := w.thread(r.M)
	if r.Kind == kind.STWEnd {
		if !w.stw || t.g != w.stopper {
			w.mended++
			w.needGoing()
			return
		}
		w.event(t, r.Time, evSTWEnd)
		w.stw = false
		w.giveBack(t, r.Time)
		return
	}
	w.needGoing()
	if g := w.gs[t.g]; g != nil && g.status == goSyscall {
		w.mended++
		w.evict(t, r.Time)
	}
	if _, ok := w.borrow(t, r.Time); !ok {
		w.mended++
		return
	}
	w.stw, w.stopper = true, t.g
	w.event(t, r.Time, evSTWBegin, w.str(whyStopped(r.Rule)), 0)
}

func (w *Writer) collector(r event.Record) {
	t := w.thread(r.M)
	begin := r.Kind == kind.GCBegin
	if begin == w.gc {
		w.mended++
		return
	}
	undo, ok := w.borrow(t, r.Time)
	if !ok {
		w.mended++
		return
	}
	w.gc = begin
	w.gcSeq++
	if begin {
		w.event(t, r.Time, evGCBegin, w.gcSeq, 0)
	} else {
		w.event(t, r.Time, evGCEnd, w.gcSeq)
		w.event(t, r.Time, evHeapAlloc, r.B)
	}
	if undo {
		w.giveBack(t, r.Time)
	}
}

// workers are the labels of mark workers, by mode.
var workers = [...]string{"Not worker", "GC (dedicated)", "GC (fractional)", "GC (idle)"}

// label says in which mode the mark worker that just started runs.
func (w *Writer) label(r event.Record) {
	t := w.thread(r.M)
	w.needRunning(t, r)
	w.event(t, r.Time, evGoLabel, w.str(workers[min(int(r.N), len(workers)-1)]))
}

// assist is for a goroutine that begins to pay for what it allocates, or has paid. In between it may wait.
func (w *Writer) assist(r event.Record) {
	t := w.thread(r.M)
	w.needRunning(t, r)
	g := w.gs[r.G]
	begin := r.Kind == kind.AssistBegin
	switch {
	case begin == g.assists:
		w.mended++
	case begin:
		w.event(t, r.Time, evMarkAssistBegin, 0)
	default:
		w.event(t, r.Time, evMarkAssistEnd)
	}
	g.assists = begin
}
