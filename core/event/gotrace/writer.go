// Package gotrace writes the records of a run as an execution trace of Go, version 2,
// as runtime/trace of Go 1.26 makes them: go tool trace and golang.org/x/exp/trace read it.
//
// The reader of such a trace replays the scheduler: it takes an event only if it is legal in
// the state so far. It goes by numbers: each G and each P counts what is done to it. So the writer, too,
// keeps the state of all Gs, Ps and Ms (state.go) and turns each record into the events
// that bring about the same (records.go). If records are missing (Parallel mode loses some when a
// ring is full) it adds what is needed to make the next one legal, and counts that.
//
// What a trace holds: every change of state of goroutines and Ps; a goroutine's function, and the go statement
// that made it; where it waits, yields, or calls the system, as a stack of one frame: records have the
// innermost place in the user's program and no more. The ranges of stop-the-world, of the
// collector and of assists; the modes of mark workers as labels; GOMAXPROCS and the live heap as metrics.
//
// What it has no room for: queues and steals, spinning, timers, sysmon, and threads without a P. GoLine records are
// left out: they are no samples at regular times, so a profile made of them would be wrong. GCSweep records
// have no beginning and no bytes, which a range of a trace needs. No record says
// from where a goroutine is readied, or stops the world.
//
// The clock counts nanoseconds since the start of the run. Times are those of the records, but an M
// that acts upon what another did in the same nanosecond is a nanosecond late. Many of our events
// have the same time; readers of Go move such events apart by a nanosecond each.
//
// Memory: at most 64 KB for each M that runs, 100 bytes for each goroutine that lives, and the
// names of the places of one generation. A generation is ended after a second.
//
// In Go: trace*.go of the runtime.
package gotrace

import (
	"bufio"
	"io"
	"slices"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// A generation ends after this time, or this many events, as soon as no range is open. Readers
// keep one generation in memory.
const (
	generationTime   = perSecond
	generationEvents = 1 << 20
)

// Writer writes a trace. It is an event.Sink.
type Writer struct {
	out    *bufio.Writer
	err    error
	places *event.Places
	start  time.Time // of the run

	gen    uint64 // number of this generation, 0 before the first record
	begin  uint64 // when it began
	events int    // in it
	bytes  int
	head   []byte
	tables

	threads map[uint16]*thread
	gs      map[uint64]*goroutine
	ps      []*proc

	procs   uint64 // GOMAXPROCS, to be told when a goroutine runs; 0: told
	gcSeq   uint64 // events of the collector so far
	gc, stw bool   // a range is open
	stopper uint64 // the goroutine that has that of stw
	mended  int
}

// New writes a trace to out. start is the time of day at which the run begins.
func New(out io.Writer, places *event.Places, start time.Time) *Writer {
	w := &Writer{
		out: bufio.NewWriterSize(out, 1<<16), places: places, start: start, tables: newTables(),
		threads: map[uint16]*thread{}, gs: map[uint64]*goroutine{},
	}
	w.write([]byte(header))
	return w
}

// Mended is the number of records that did not fit the state, as when records were lost.
func (w *Writer) Mended() int { return w.mended }

// Bytes is the number of bytes written so far.
func (w *Writer) Bytes() int { return w.bytes }

// Add adds a record.
func (w *Writer) Add(r event.Record) {
	switch {
	case w.gen == 0:
		w.gen, w.begin = 1, r.Time
	case (r.Time >= w.begin+generationTime || w.events >= generationEvents) && !w.gc && !w.stw:
		w.nextGeneration(r)
	}
	w.record(r)
}

// Close ends the trace.
func (w *Writer) Close() error {
	if w.gen == 0 {
		w.gen = 1
	}
	w.endGeneration()
	if err := w.out.Flush(); w.err == nil {
		w.err = err
	}
	return w.err
}

// endGeneration writes what is still in memory.
func (w *Writer) endGeneration() {
	for _, t := range w.sortedThreads() {
		w.flush(t)
	}
	w.sync()
	w.structural(evStrings, w.stringItems)
	w.structural(evStacks, w.stackItems)
	w.write([]byte{evEndOfGeneration})
}

// nextGeneration begins a generation before r. All that exists is told anew.
func (w *Writer) nextGeneration(r event.Record) {
	w.endGeneration()
	w.gen++
	w.begin = r.Time
	w.events = 0
	w.tables = newTables()
	w.tellBusy()
	w.tellOthers(w.thread(r.M), r.Time)
}

// tellBusy tells of the Ps and goroutines that have an M. Each is told by that.
func (w *Writer) tellBusy() {
	for _, t := range w.sortedThreads() {
		g := w.gs[t.g]
		if t.p != nil {
			t.p.seq = 0
			status := uint64(procRunning)
			if t.p.call {
				status = procSyscall
			}
			w.event(t, t.time, evProcStatus, uint64(t.p.id), status)
		}
		if g != nil {
			g.seq = 0
			w.event(t, t.time, evGoStatus, t.g, uint64(t.id), g.status)
			w.tellAssist(t, t.time, t.g, g)
		}
	}
}

// tellOthers tells of the others. t does.
func (w *Writer) tellOthers(t *thread, time uint64) {
	for _, p := range w.ps {
		if p.told && p.m == nil {
			p.seq = 0
			w.event(t, time, evProcStatus, uint64(p.id), procIdle)
		}
	}
	ids := make([]uint64, 0, len(w.gs))
	for id, g := range w.gs {
		if g.m == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		g := w.gs[id]
		g.seq = 0
		w.event(t, time, evGoStatus, id, noThread, g.status)
		w.tellAssist(t, time, id, g)
	}
}

func (w *Writer) tellAssist(t *thread, time, id uint64, g *goroutine) {
	if g.assists {
		w.event(t, time, evMarkAssistActive, id)
	}
}

func (w *Writer) sortedThreads() []*thread {
	ts := make([]*thread, 0, len(w.threads))
	for _, t := range w.threads {
		ts = append(ts, t)
	}
	slices.SortFunc(ts, func(a, b *thread) int { return int(a.id) - int(b.id) })
	return ts
}

func nanoseconds(n uint64) time.Duration { return time.Duration(n) }

// reason is what a trace says a goroutine is blocked on.
func reason(why kind.Wait) string {
	switch why {
	case kind.WaitChanReceiveNil, kind.WaitChanSendNil, kind.WaitSelectNoCases:
		return "forever"
	case kind.WaitSelect:
		return "select"
	case kind.WaitChanReceive:
		return "chan receive"
	case kind.WaitChanSend:
		return "chan send"
	case kind.WaitSleep:
		return "sleep"
	case kind.WaitCond:
		return "sync.(*Cond).Wait"
	case kind.WaitSemacquire, kind.WaitMutexLock, kind.WaitRWMutexRLock, kind.WaitRWMutexLock, kind.WaitWaitGroup:
		return "sync"
	case kind.WaitIO:
		return "network"
	case kind.WaitGCSweep:
		return "GC background sweeper wait"
	case kind.WaitGCAssist:
		return "GC mark assist wait for work"
	case kind.WaitGCCycle:
		return "wait until GC ends"
	case kind.WaitPreempted:
		return "preempted"
	case kind.WaitFinalizer, kind.WaitCleanup, kind.WaitForceGC, kind.WaitGCScavenge, kind.WaitGCWorkerIdle, kind.WaitGCWorkerActive:
		return "system goroutine wait"
	}
	return "unspecified"
}

// whyStopped is what a trace calls a reason to stop the world.
func whyStopped(r kind.Rule) string {
	switch r {
	case kind.ForProcs:
		return "GOMAXPROCS"
	case kind.ForStats:
		return "read mem stats"
	case kind.ForSweepTerm:
		return "GC sweep termination"
	case kind.ForGC, kind.ForMarkTerm:
		return "GC mark termination"
	}
	return "unknown"
}
