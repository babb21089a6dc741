// Package tracetest checks the Go execution trace of a run: Go's own reader takes it, and the states of all
// goroutines that are read back, with their times, are those of the records. It is for the tests of whichever package
// runs programs, and part of no program.
//
//	tracetest.go   one run
//	tool.go        the same trace, as go tool trace reads it
package tracetest

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"golang.org/x/exp/trace"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/eventtest"
	"github.com/gopark/gopark/core/event/gotrace"
)

// MostLate is how many nanoseconds later than its record an event may be.
const MostLate = 20

// Run takes the records of a run. It is an event.Sink.
type Run struct {
	file   bytes.Buffer
	w      *gotrace.Writer
	states *eventtest.Fold
	events int // that Go's reader found
}

// New is for one run, which begins at start; parallel says whether it has real threads.
func New(places *event.Places, start time.Time, parallel bool) *Run {
	r := &Run{states: eventtest.NewFold(parallel)}
	r.w = gotrace.New(&r.file, places, start)
	return r
}

// Add adds a record.
func (r *Run) Add(rec event.Record) {
	r.w.Add(rec)
	r.states.Add(rec)
}

// Close ends the trace.
func (r *Run) Close() error { return r.w.Close() }

// File is the trace.
func (r *Run) File() []byte { return r.file.Bytes() }

// Check says what is wrong with the trace. If records were lost, it must still be one that can be read.
func (r *Run) Check(lost uint64) error {
	if n := r.w.Mended(); n > 0 && lost == 0 {
		return fmt.Errorf("%d records did not fit the state", n)
	}
	batches, err := eventtest.ReadTrace(r.File())
	if err != nil {
		return err
	}
	read, n, err := Read(r.File())
	if err != nil {
		return err
	}
	r.events = n
	if lost > 0 {
		return nil
	}
	if d := r.states.Changes.Unlike(eventtest.ChangesIn(batches), MostLate); d != "" {
		return fmt.Errorf("%s", d)
	}
	if d := r.states.Changes.Unlike(read, Moved(n)); d != "" {
		return fmt.Errorf("as x/exp/trace reads it: %s", d)
	}
	return nil
}

// Moved is how much later than its record an event is, when it was read. The reader moves events that
// have the same time apart by a nanosecond each; and it takes one generation after the other,
// while the clocks of the Ms are some µs apart.
func Moved(events int) uint64 { return 20_000 + 2*uint64(events) }

// Read gives the changes of state of all goroutines but those of the scheduler, as Go's reader finds them, and how
// many events there are.
func Read(file []byte) (eventtest.Changes, int, error) {
	r, err := trace.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, 0, err
	}
	all := eventtest.Changes{}
	for n := 0; ; n++ {
		ev, err := r.ReadEvent()
		if err == io.EOF {
			return all, n, nil
		}
		if err != nil {
			return all, n, err
		}
		if ev.Kind() != trace.EventStateTransition {
			continue
		}
		st := ev.StateTransition()
		if st.Resource.Kind != trace.ResourceGoroutine {
			continue
		}
		from, to := st.Goroutine()
		if g := uint64(st.Resource.Goroutine()); from != to && g < eventtest.FirstOwn {
			all[g] = append(all[g], eventtest.Change{To: states[to], Time: uint64(ev.Time())})
		}
	}
}

var states = map[trace.GoState]eventtest.State{
	trace.GoNotExist: eventtest.Dead, trace.GoRunnable: eventtest.Runnable, trace.GoRunning: eventtest.Running,
	trace.GoSyscall: eventtest.Syscall, trace.GoWaiting: eventtest.Waiting,
}
