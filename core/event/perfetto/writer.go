// Package perfetto writes the records of a run in the JSON trace format of Chrome, which ui.perfetto.dev
// opens (Open trace file; the file stays in the browser, and the page works without a network once it
// was loaded), and chrome://tracing too.
//
// What there is to see:
//
//   - process Ps: a track for each P. A slice is a goroutine that runs, with its function and line;
//     or the P is spinning, stopped, or its goroutine is in a system call. Nothing: it is
//     idle, or its M decides what comes next.
//   - process Ms: a track for each M: with which P it is, or that it is parked, waits as the poller,
//     or is blocked in a system call without a P.
//   - process Goroutines: a track for each of the first 10,000 goroutines, with its states: runnable, running,
//     waiting (for what), in a system call.
//   - process Scheduler: the ranges of stop-the-world and of the collector, and counters: goroutines that are
//     queued, those on the global queue, idle Ps, spinning Ms.
//   - arrows, from the slice that created or readied a goroutine, or from the P it was stolen from, to
//     the slice in which it runs. They are there if something ran on that P at the time.
//   - moments: steals, requests to preempt, retakes, hand-offs, timers.
//
// Times are those of the records, in µs with three decimals; readers that keep them as floating point numbers
// are exact for a hundred days. The clocks of the Ms of virtual mode
// are up to 5 µs apart, so an arrow can go back by that much. The counters go by the clock
// furthest ahead.
//
// The text is written as the records come; memory is needed for the goroutines that live.
package perfetto

import (
	"bufio"
	"fmt"
	"io"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/event/stats"
)

// maxTracks is the number of goroutines that get a track of their own.
const maxTracks = 10_000

// Writer writes a trace. It is an event.Sink.
type Writer struct {
	out    *bufio.Writer
	err    error
	places *event.Places
	line   []byte
	inArgs bool
	events int
	bytes  int
	now    uint64 // the latest time of any record

	ps      []*proc
	ms      map[uint16]*machine
	gs      map[uint64]*goroutine
	tracks  int // goroutines that got one
	flows   uint64
	stw, gc track

	spinning int
	queues   *stats.Collector
	told     [4]int // values of the counters
}

type proc struct {
	track
	running uint64
}

type machine struct {
	track
	spinning bool
	holds    bool // P p
	p        uint16
}

type goroutine struct {
	track
	pos    uint32
	ran    bool        // it is at pos; else it has not run yet
	start  event.Frame // where it begins
	arrows []arrow
}

// arrow is one that waits for the goroutine to run.
type arrow struct {
	id   uint64
	name string
}

// New writes a trace to out.
func New(out io.Writer, places *event.Places) *Writer {
	w := &Writer{
		out: bufio.NewWriterSize(out, 1<<16), places: places,
		ms: map[uint16]*machine{}, gs: map[uint64]*goroutine{}, queues: stats.New(),
		stw: track{pid: schedPid, tid: stwTid}, gc: track{pid: schedPid, tid: gcTid},
	}
	w.write([]byte("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"))
	for pid, name := range []string{psPid: "Ps", msPid: "Ms", gsPid: "Goroutines", schedPid: "Scheduler"} {
		if name != "" {
			w.named("process_name", uint64(pid), noTrack, name)
		}
	}
	w.named("thread_name", schedPid, stwTid, "stop the world")
	w.named("thread_name", schedPid, gcTid, "collector")
	return w
}

// Bytes is the number of bytes written so far.
func (w *Writer) Bytes() int { return w.bytes }

// Add adds a record.
func (w *Writer) Add(r event.Record) {
	if r.Time > w.now {
		w.counters()
		w.now = r.Time
	}
	w.queues.Add(r)
	w.record(r)
}

// Close ends all slices and the trace.
func (w *Writer) Close() error {
	w.counters()
	for _, p := range w.ps {
		w.finish(&p.track, w.now)
	}
	for _, id := range sorted(w.ms) {
		w.finish(&w.ms[id].track, w.now)
	}
	for _, id := range sorted(w.gs) {
		w.finish(&w.gs[id].track, w.now)
	}
	w.finish(&w.stw, w.now)
	w.finish(&w.gc, w.now)
	w.write([]byte("\n]}\n"))
	if err := w.out.Flush(); w.err == nil {
		w.err = err
	}
	return w.err
}

var counterNames = [4]string{"queued goroutines", "global queue", "idle Ps", "spinning Ms"}

// counters tells the counters that have changed. It is called when time moves on.
func (w *Writer) counters() {
	queued, global, idle := w.queues.Queued()
	for i, n := range [4]int{queued, global, idle, w.spinning} {
		if n != w.told[i] {
			w.counter(w.now, counterNames[i], n)
			w.told[i] = n
		}
	}
}

// p returns the track of P id, nil for none.
func (w *Writer) p(id uint16) *proc {
	if id == event.NoP {
		return nil
	}
	for int(id) >= len(w.ps) {
		p := &proc{track: track{pid: psPid, tid: firstP + uint64(len(w.ps))}}
		w.named("thread_name", p.pid, p.tid, fmt.Sprintf("P%d", len(w.ps)))
		w.ps = append(w.ps, p)
	}
	return w.ps[id]
}

func (w *Writer) m(id uint16) *machine {
	m := w.ms[id]
	if m == nil {
		m = &machine{track: track{pid: msPid, tid: firstM + uint64(id)}}
		w.ms[id] = m
		name := fmt.Sprintf("M%d", id)
		if id == event.SysmonM {
			name = "sysmon"
		}
		w.named("thread_name", m.pid, m.tid, name)
	}
	return m
}

// g returns goroutine id.
func (w *Writer) g(id uint64) *goroutine {
	g := w.gs[id]
	if g == nil {
		g = &goroutine{track: track{pid: gsPid}}
		w.gs[id] = g
	}
	return g
}

// newTrack gives g a track, if there are not too many.
func (w *Writer) newTrack(g *goroutine, id uint64) {
	if w.tracks < maxTracks {
		g.tid = firstG + uint64(w.tracks)
		w.tracks++
		f, _ := w.where(g)
		w.named("thread_name", g.pid, g.tid, title(id, f))
	}
}

// where is the place at which g is.
func (w *Writer) where(g *goroutine) (event.Frame, bool) {
	if g.ran {
		return w.places.Frame(g.pos)
	}
	return g.start, g.start.Line != 0
}

func title(id uint64, f event.Frame) string {
	if f.Func == "" {
		return fmt.Sprintf("G%d", id)
	}
	return fmt.Sprintf("G%d %s", id, f.Func)
}

// known says whether the numbers of r can be of a run.
func known(r event.Record) bool { return r.P == event.NoP || r.P < 64 }

// state begins a slice on the track of goroutine g.
func (w *Writer) state(g *goroutine, time uint64, name string) {
	if g.tid == noTrack {
		return
	}
	w.begin(&g.track, time, name)
	w.end()
}

func lineOf(f event.Frame) string { return fmt.Sprintf("%s:%d", f.File, f.Line) }

// whyWait is the name of the state of one that waits.
func whyWait(n uint16) string {
	if why := kind.Wait(n).String(); why != "" {
		return "waiting: " + why
	}
	return "waiting"
}
