package check

// This file measures a run.

import (
	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/event/stats"
)

// A Run is what a rule may ask about one run of a program.
type Run struct {
	Output string `json:"output"` // standard output
	Stderr string `json:"stderr"`
	Exit   int    `json:"exit"`   // exit code, if Failed is ""
	Failed string `json:"failed"` // why there is nothing to judge, in words: it did not compile, it was ended after 10 s

	Stats  stats.Stats `json:"stats"`
	Events [256]uint64 `json:"events"` // how many of each kind

	// Goroutines of the program: main and those of its go statements, without the runtime's own.
	Created uint64 `json:"created"`
	MaxLive uint64 `json:"maxLive"`
	Left    uint64 `json:"left"` // when main returned

	FirstSteal uint64 `json:"firstSteal"` // goroutines that the first steal from a ring took
}

// A Meter measures a run by its records. It is an event.Sink.
type Meter struct {
	stats *stats.Collector
	own   map[uint64]bool // the program's goroutines that live
	run   Run
}

// NewMeter returns a Meter that has seen nothing.
func NewMeter() *Meter {
	return &Meter{stats: stats.New(), own: map[uint64]bool{}}
}

// Add adds a record.
func (m *Meter) Add(r event.Record) {
	m.stats.Add(r)
	m.run.Events[r.Kind]++
	switch r.Kind {
	case kind.GoCreate:
		// The runtime's own goroutines are made by nobody; main is the first of all.
		if r.A != 0 || r.G == mainG {
			m.own[r.G] = true
			m.run.Created++
			m.run.MaxLive = max(m.run.MaxLive, uint64(len(m.own)))
		}
	case kind.GoExit:
		delete(m.own, r.G)
	case kind.Exit:
		m.run.Exit = int(r.A)
	case kind.Deadlock:
		m.run.Exit = 2
	case kind.Steal:
		if m.run.FirstSteal == 0 {
			m.run.FirstSteal = uint64(r.N)
		}
	}
}

// mainG is the id of the goroutine that runs main.
const mainG = 1

// Close does nothing.
func (m *Meter) Close() error { return nil }

// Run gives what was measured up to now; the caller adds output, exit code and failure.
func (m *Meter) Run() *Run {
	run := m.run
	run.Stats = m.stats.Stats()
	run.Left = uint64(len(m.own))
	if m.own[mainG] {
		run.Left--
	}
	return &run
}

// MeasureRecords measures a run that is over.
func MeasureRecords(recs []event.Record) *Run {
	m := NewMeter()
	for _, r := range recs {
		m.Add(r)
	}
	return m.Run()
}
