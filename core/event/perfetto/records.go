// This file says what a record does to the picture.
package perfetto

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

func (w *Writer) record(r event.Record) {
	switch {
	case !known(r):
	case r.Kind >= 16 && r.Kind < 32:
		w.goroutine(r)
	case r.Kind >= 48 && r.Kind < 56:
		w.proc(r)
	case r.Kind >= 56 && r.Kind < 64:
		w.machine(r)
	default:
		w.rest(r)
	}
}

func (w *Writer) goroutine(r event.Record) {
	g := w.g(r.G)
	switch r.Kind {
	case kind.GoCreate:
		g.start, _ = w.places.Started(r)
		w.newTrack(g, r.G)
		w.state(g, r.Time, "runnable")
		w.arrowFrom(r, g, "create")
	case kind.GoReady:
		w.state(g, r.Time, "runnable")
		w.arrowFrom(r, g, "ready")
	case kind.GoStart:
		w.start(r, g)
	case kind.GoStop:
		w.leave(r, g, "runnable")
	case kind.GoPark:
		w.leave(r, g, whyWait(r.N))
	case kind.GoExit:
		w.finish(&g.track, r.Time)
		w.endRun(r)
		delete(w.gs, r.G)
	case kind.GoLine:
		g.pos, g.ran = uint32(r.B), true
	case kind.GoTarget:
		w.mark(r, fmt.Sprintf("asked to yield: G%d", r.G))
	case kind.GoHand:
		w.release(r)
	}
}

// start begins the slice of a goroutine on its P.
func (w *Writer) start(r event.Record, g *goroutine) {
	w.state(g, r.Time, fmt.Sprintf("running on P%d", r.P))
	p := w.p(r.P)
	if p == nil {
		return
	}
	f, ok := w.where(g)
	w.begin(&p.track, r.Time, title(r.G, f))
	w.args()
	w.number("goroutine", r.G)
	if ok {
		w.text("at", lineOf(f))
	}
	w.text("rule", event.RuleName(r.Rule))
	w.number("inherits the slice", uint64(r.N))
	w.end()
	p.running = r.G
	for _, a := range g.arrows {
		w.flow('f', &p.track, p.last, a.id, a.name)
	}
	g.arrows = g.arrows[:0]
}

// arrowFrom begins an arrow where the M of r is now, on its P.
func (w *Writer) arrowFrom(r event.Record, g *goroutine, name string) {
	p := w.p(r.P)
	if m := w.ms[r.M]; p != nil && m != nil && m.holds && m.p == r.P {
		w.arrow(p, p.at(r.Time), g, name)
	}
}

// arrow begins an arrow from what p shows now to the next run of g.
func (w *Writer) arrow(p *proc, time uint64, g *goroutine, name string) {
	if p == nil || !p.open {
		return
	}
	w.flows++
	w.flow('s', &p.track, time, w.flows, name)
	g.arrows = append(g.arrows, arrow{w.flows, name})
}

// leave ends the run of a goroutine that is in another state now.
func (w *Writer) leave(r event.Record, g *goroutine, state string) {
	g.pos, g.ran = uint32(r.B), true
	w.state(g, r.Time, state)
	w.endRun(r)
}

func (w *Writer) endRun(r event.Record) {
	if p := w.p(r.P); p != nil {
		w.finish(&p.track, r.Time)
		p.running = 0
	}
}

// mark marks a moment on the track of the P of r.
func (w *Writer) mark(r event.Record, name string) {
	if p := w.p(r.P); p != nil {
		w.instant(&p.track, r.Time, name)
	}
}

func (w *Writer) proc(r event.Record) {
	p := w.p(r.P)
	if p == nil {
		return
	}
	switch r.Kind {
	case kind.PStart:
		m := w.m(r.M)
		w.begin(&m.track, r.Time, fmt.Sprintf("P%d", r.P))
		w.end()
		m.holds, m.p = true, r.P
		w.searches(m, r.N == 1)
		switch {
		case r.G != 0: // it brings a goroutine along, after a stop of the world
			w.goesOn(r, p)
		case r.N == 1:
			w.show(p, r.Time, "spinning")
		default:
			w.finish(&p.track, r.Time)
		}
	case kind.PStop:
		w.release(r)
		w.show(p, r.Time, "stopped")
	case kind.PIdle, kind.PDead, kind.PGet, kind.PNew:
		w.release(r)
		w.finish(&p.track, r.Time)
	}
}

// goesOn is for a goroutine that kept its M while the world was stopped.
func (w *Writer) goesOn(r event.Record, p *proc) {
	f, _ := w.where(w.g(r.G))
	w.begin(&p.track, r.Time, title(r.G, f))
	w.args()
	w.number("goroutine", r.G)
	w.text("rule", "goes on")
	w.end()
	p.running = r.G
}

// show begins a slice on the track of p that is no goroutine.
func (w *Writer) show(p *proc, time uint64, name string) {
	w.begin(&p.track, time, name)
	w.end()
	p.running = 0
}

// release ends the slice of the M that has the P of r no more.
func (w *Writer) release(r event.Record) {
	if r.Kind == kind.PStop && r.N == 1 {
		return // it keeps it
	}
	if m := w.ms[r.M]; m != nil && m.p == r.P && m.holds {
		w.finish(&m.track, r.Time)
		m.holds = false
	}
}

func (w *Writer) machine(r event.Record) {
	m := w.m(r.M)
	switch r.Kind {
	case kind.MNew:
		w.instant(&m.track, r.Time, fmt.Sprintf("makes M%d", r.A))
	case kind.MWake:
		w.instant(&m.track, r.Time, fmt.Sprintf("wakes M%d", r.A))
	case kind.MPark, kind.MLocked:
		w.begin(&m.track, r.Time, "parked")
		w.end()
		w.searches(m, false)
	case kind.MPoll:
		w.begin(&m.track, r.Time, "poller")
		w.end()
	case kind.MPollEnd:
		w.finish(&m.track, r.Time)
	case kind.SpinBegin, kind.SpinEnd:
		w.searches(m, r.Kind == kind.SpinBegin)
		if p := w.p(r.P); p != nil && r.Kind == kind.SpinBegin {
			w.show(p, r.Time, "spinning")
		} else if p != nil {
			w.finish(&p.track, r.Time)
		}
	}
}

// searches counts the Ms that search.
func (w *Writer) searches(m *machine, now bool) {
	if m.spinning != now {
		m.spinning = now
		if now {
			w.spinning++
		} else {
			w.spinning--
		}
	}
}

func (w *Writer) rest(r event.Record) {
	switch r.Kind {
	case kind.Steal, kind.StealRunnext:
		victim := uint16(r.A >> 32)
		w.mark(r, fmt.Sprintf("steals %d from P%d", r.N, victim))
		if victim < 64 {
			// The victim's M may have another clock: the arrow begins with the slice, so surely within it.
			p := w.p(victim)
			w.arrow(p, p.last, w.g(r.G), "steal")
		}
	case kind.TimerFire:
		w.mark(r, "timer")
	case kind.STWBegin:
		w.begin(&w.stw, r.Time, event.RuleName(r.Rule))
		w.end()
	case kind.STWEnd:
		w.finish(&w.stw, r.Time)
	case kind.GCBegin:
		w.begin(&w.gc, r.Time, fmt.Sprintf("collection %d", r.A))
		w.end()
	case kind.GCEnd:
		w.finish(&w.gc, r.Time)
	case kind.SyscallEnter, kind.SyscallExit, kind.SyscallPark:
		w.syscall(r)
	case kind.Retake, kind.Handoff:
		w.parted(r)
	case kind.MExit:
		w.finish(&w.m(r.M).track, r.Time)
	}
}

// syscall is for a goroutine that enters or leaves a system call.
func (w *Writer) syscall(r event.Record) {
	g, p := w.g(r.G), w.p(r.P)
	switch r.Kind {
	case kind.SyscallEnter:
		g.pos, g.ran = uint32(r.B), true
		w.state(g, r.Time, "system call")
		if p != nil {
			w.show(p, r.Time, fmt.Sprintf("system call of G%d", r.G))
		}
	case kind.SyscallExit:
		w.state(g, r.Time, fmt.Sprintf("running on P%d", r.P))
		if p != nil {
			w.goesOn(r, p)
		}
	case kind.SyscallPark:
		w.state(g, r.Time, "runnable")
		w.finish(&w.m(r.M).track, r.Time)
	}
}

// parted is for a P that lost its M, which may be in a system call.
func (w *Writer) parted(r event.Record) {
	m, name := w.m(r.M), "handed off"
	if r.Kind == kind.Retake {
		m, name = w.m(uint16(r.A)), "taken"
	}
	if p := w.p(r.P); p != nil {
		w.finish(&p.track, r.Time)
		p.running = 0
	}
	w.mark(r, name)
	if m.holds && m.p == r.P {
		w.finish(&m.track, r.Time)
		m.holds = false
		if r.Kind == kind.Retake || r.Rule == kind.ByCall {
			w.begin(&m.track, r.Time, "system call")
			w.end()
		}
	}
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
