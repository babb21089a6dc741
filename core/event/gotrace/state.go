// This file is the state that a reader of the trace will be in, and how to bring Gs and Ps
// into the state that an event needs.
//
// Each of the functions that begin with need writes nothing if all is as it should be, which
// it is unless records were lost; else it writes the events that make it so.
package gotrace

import "github.com/gopark/gopark/core/event"

// Status of a goroutine in a trace.
const (
	goRunnable = 1
	goRunning  = 2
	goSyscall  = 3
	goWaiting  = 4
)

// Status of a P in a trace.
const (
	procRunning = 1
	procIdle    = 2
	procSyscall = 3
)

type thread struct {
	id    uint16
	p     *proc
	g     uint64 // running, or in a system call
	time  uint64 // of its last event
	after uint64 // the next one is not earlier
	base  uint64 // of its batch
	batch []byte
}

type proc struct {
	id   uint16
	seq  uint64
	m    *thread
	told bool // the trace knows of it
	call bool // its M is in a system call, and has it still
	last
}

type goroutine struct {
	seq     uint64
	status  uint64
	m       *thread
	assists bool // a range is open
	last
}

// last is the last event about a G or P.
type last struct {
	by   *thread
	time uint64
}

// since is when t may act upon what was done last. Readers put the threads' events in order by their
// times, and misplace them if one thread acts upon what another does in the same
// nanosecond: so that is a nanosecond later.
func (l *last) since(t *thread, time uint64) uint64 {
	if l.by != nil && l.by != t {
		return max(time, l.time+1)
	}
	return time
}

// done notes that t did something.
func (l *last) done(t *thread) { l.by, l.time = t, t.time }

func (w *Writer) thread(id uint16) *thread {
	t := w.threads[id]
	if t == nil {
		t = &thread{id: id}
		w.threads[id] = t
	}
	return t
}

func (w *Writer) proc(id uint16) *proc {
	for int(id) >= len(w.ps) {
		w.ps = append(w.ps, &proc{id: uint16(len(w.ps))})
	}
	return w.ps[id]
}

// startProc gives p to t.
func (w *Writer) startProc(t *thread, time uint64, p *proc) {
	time = p.since(t, time)
	if !p.told {
		p.told = true
		w.event(t, time, evProcStatus, uint64(p.id), procIdle)
	}
	p.seq++
	w.event(t, time, evProcStart, uint64(p.id), p.seq)
	p.m, t.p, p.call = t, p, false
	p.done(t)
}

// stopProc takes the P of t away.
func (w *Writer) stopProc(t *thread, time uint64) {
	w.event(t, time, evProcStop)
	t.p.done(t)
	t.p.m, t.p = nil, nil
}

// create makes a goroutine that is runnable, or waiting. t has a P.
func (w *Writer) create(t *thread, time, id uint64, typ byte, started, stack uint64) *goroutine {
	g := &goroutine{status: goRunnable}
	if typ == evGoCreateBlocked {
		g.status = goWaiting
	}
	w.gs[id] = g
	w.event(t, time, typ, id, started, stack)
	g.done(t)
	return g
}

func (w *Writer) startG(t *thread, time, id uint64, g *goroutine) {
	g.seq++
	w.event(t, g.since(t, time), evGoStart, id, g.seq)
	g.done(t)
	g.status, g.m = goRunning, t
	t.g = id
	if w.procs != 0 {
		w.event(t, time, evProcsChange, w.procs, 0)
		w.procs = 0
	}
}

func (w *Writer) unblock(t *thread, time, id uint64, g *goroutine, stack uint64) {
	g.seq++
	w.event(t, g.since(t, time), evGoUnblock, id, g.seq, stack)
	g.done(t)
	g.status = goRunnable
}

// leave writes an event by which the goroutine of t leaves it.
func (w *Writer) leave(t *thread, time uint64, status uint64, typ byte, args ...uint64) {
	w.event(t, time, typ, args...)
	if g := w.gs[t.g]; g != nil {
		g.status, g.m = status, nil
		g.done(t)
	}
	if typ == evGoDestroy {
		delete(w.gs, t.g)
	}
	t.g = 0
}

func (w *Writer) preempt(t *thread, time uint64) {
	w.leave(t, time, goRunnable, evGoStop, w.str("preempted"), 0)
}

// needProc makes p the P of t.
func (w *Writer) needProc(t *thread, time uint64, p uint16) {
	if t.p != nil && t.p.id == p || p == event.NoP {
		return
	}
	w.mended++
	w.needNoG(t, time)
	if t.p != nil {
		w.stopProc(t, time)
	}
	q := w.proc(p)
	if m := q.m; m != nil {
		w.needNoG(m, m.time)
		if m.p != nil {
			w.stopProc(m, m.time)
		}
	}
	w.startProc(t, time, q)
}

// needNoG makes t run nothing.
func (w *Writer) needNoG(t *thread, time uint64) {
	if t.g == 0 {
		return
	}
	w.mended++
	w.evict(t, time)
}

// needFree makes t run nothing, on P p.
func (w *Writer) needFree(t *thread, time uint64, p uint16) {
	w.needNoG(t, time) // first: who leaves a system call so loses its P
	w.needProc(t, time, p)
	if t.p == nil { // it was told of none
		w.needProc(t, time, 0)
	}
}

// needNoStop ends the range of the stopped world, if the goroutine of t has it. It has it until it leaves its thread, or else
// nobody could end it.
func (w *Writer) needNoStop(t *thread) {
	if w.stw && t.g == w.stopper {
		w.needGoing()
	}
}

// needGoing ends the range of the stopped world, wherever it is.
func (w *Writer) needGoing() {
	if !w.stw {
		return
	}
	w.mended++
	w.stw = false
	m := w.gs[w.stopper].m
	w.event(m, m.time, evSTWEnd)
}

// evict takes the goroutine of t away, which may be in a system call.
func (w *Writer) evict(t *thread, time uint64) {
	w.needNoStop(t)
	if w.gs[t.g].status != goSyscall {
		w.preempt(t, time)
		return
	}
	if t.p != nil {
		w.stopProc(t, time)
	}
	w.leave(t, time, goRunnable, evGoSyscallBlocked)
}

// needG makes goroutine id exist.
func (w *Writer) needG(t *thread, time, id uint64) *goroutine {
	g := w.gs[id]
	if g == nil {
		w.mended++
		g = w.create(t, time, id, evGoCreate, 0, 0)
	}
	return g
}

// needRunnable makes goroutine id runnable.
func (w *Writer) needRunnable(t *thread, time, id uint64) *goroutine {
	g := w.needG(t, time, id)
	switch {
	case g.m != nil:
		w.mended++
		w.evict(g.m, g.m.time)
	case g.status == goWaiting:
		w.mended++
		w.unblock(t, time, id, g, 0)
	}
	return g
}

// needRunning makes t run goroutine r.G on P r.P.
func (w *Writer) needRunning(t *thread, r event.Record) {
	if t.g == r.G && t.p != nil && w.gs[r.G].status == goRunning {
		return
	}
	w.mended++
	w.needFree(t, r.Time, r.P)
	w.startG(t, r.Time, r.G, w.needRunnable(t, r.Time, r.G))
}
