package bench

// This file is the list of what is measured.

import (
	"slices"

	"github.com/gopark/gopark/wasm/host/cli"
)

// measurement is a program under a number of processors, and how its result is read.
type measurement struct {
	name, program string
	procs         int
	what          string

	args   []string
	copies int                              // run so many side by side, in engines of their own; 0 is 1
	mode   string                           // "virtual": in virtual time, and not natively; "events": against a run without; "edit", "frames": in the page of the site; else in parallel
	read   func(outcome) ([]float64, error) // of an outcome the times in ns; nil: rounds
}

var measurements = []measurement{
	{name: "fib", program: "fib.go", procs: 1, what: "fib(35)"},
	{name: "loop", program: "loop.go", procs: 1, what: "an iteration of a tight loop"},
	{name: "gosched", program: "gosched.go", procs: 1, what: "a turn in a ring of 10 that call Gosched"},
	{name: "spawn", program: "spawn.go", procs: 1, what: "go, exit and join"},
	{name: "chan", program: "chan.go", procs: 1, what: "a round trip over unbuffered channels"},
	{name: "mutex", program: "mutex.go", procs: 1, what: "a mutex handed on, by 4 that take turns"},
	{name: "select", program: "select.go", procs: 1, what: "a select of 4 channels with waiting senders"},
	{name: "fanout", program: "fanout.go", procs: 1, what: "one of 100 goroutines for a WaitGroup"},
	{name: "parallel1", program: "parallel.go", procs: 1, what: "64 loops on one processor"},
	{name: "parallel2", program: "parallel.go", procs: 2, what: "64 loops on two processors"},
	{name: "bare2", program: "parallel.go", procs: 1, what: "twice 32 loops, side by side without a common scheduler", args: []string{"32"}, copies: 2},
	{name: "alloc", program: "alloc.go", procs: 1, what: "300 MB allocated with 25 MB live"},
	{name: "virtual", program: "chan.go", procs: 4, what: "a scheduling event in virtual time", mode: "virtual", read: perEvent},
	{name: "edit", program: "edit.go", procs: 4, what: "from Run of an edited program of 60 lines to its first event (Chromium only)", mode: "edit"},
	{name: "play", program: "many.go", procs: 8, what: "the work of a frame while 10,000 goroutines are played (Chromium only)", mode: "frames", args: []string{playAll}},
	{name: "zoom", program: "million.go", procs: 8, what: "the work of a frame while a timeline of 1,000,000 events is zoomed (Chromium only)", mode: "frames", args: []string{zoomAll}},
}

// switches are the measurements of goroutines that change places; the table has their
// geometric mean.
var switches = []string{"gosched", "spawn", "chan", "mutex", "select", "fanout"}

// eventCosts are the same programs against their runs without events. They are measured when asked for.
var eventCosts = func() (list []measurement) {
	for _, m := range measurements {
		if slices.Contains(switches, m.name) {
			m.name, m.mode, m.what = "events-"+m.name, "events", m.what+", with events : without"
			list = append(list, m)
		}
	}
	return list
}()

func eventCostNames() (names []string) {
	for _, m := range eventCosts {
		names = append(names, m.name)
	}
	return names
}

// in reports whether the measurement makes sense in an engine.
func (m measurement) in(engine string) bool {
	switch m.mode {
	case "virtual":
		return engine == "wazero" || engine == "chromium"
	case "edit", "frames":
		return engine == "chromium"
	case "events":
		return engine != "native" && engine != "gojs"
	}
	return engine != "gojs" || m.procs == 1
}

// choose gives the measurements with these names; if there are none, all but those of events. "events" is all of these.
func choose(names []string) ([]measurement, error) {
	if len(names) == 0 {
		return measurements, nil
	}
	var all []string
	for _, name := range names {
		if name != "events" {
			all = append(all, name)
			continue
		}
		all = append(all, eventCostNames()...)
	}
	return cli.Choose("measurement", slices.Concat(measurements, eventCosts), func(m measurement) string { return m.name }, all)
}
