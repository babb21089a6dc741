package host

// This file tests what a Go trace says besides the states of goroutines: functions, places, reasons, ranges, labels.

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/exp/trace"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/eventtest"
	"github.com/gopark/gopark/core/event/gotrace"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host/tracetest"
)

// startsSource begins goroutines in all ways. The line of each go statement says what the trace must say of it: the
// function that starts, by the name that native Go 1.26 gives it, and the one that holds the statement.
const startsSource = `package main

import (
	"sync"
	"time"
)

type worker struct{ n int }

func (w *worker) run()     { w.n++ }
func (w *worker) add(n int) { w.n += n }

type runner interface{ run() }

func plain()             {}
func with(a, b int)      {}
func result() int        { return 1 }
func generic[T any](x T) {}

func main() {
	w := &worker{}
	go plain() // main.plain, main.main
	go with(1, 2) // main.with, main.main
	go result() // main.result, main.main
	go w.run() // main.(*worker).run, main.main
	go w.add(2) // main.(*worker).add, main.main
	go generic("x") // main.generic[...], main.main
	go func() { // main.main.func1, main.main
		go func() { w.run() }() // main.main.func1.1, main.main.func1
	}()
	go func() {}() // main.main.func2, main.main
	go func(n int) { // main.main.func3, main.main
	}(1)
	f := plain
	go f() // main.plain, main.main
	g := with
	if w.n < 0 {
		g = func(a, b int) {}
	}
	go g(3, 4) // main.main.gowrap7, main.main
	var r runner = w
	go r.run() // main.main.gowrap8, main.main
	var wg sync.WaitGroup
	wg.Go(func() {}) // sync.(*WaitGroup).Go.func1, -
	time.AfterFunc(time.Millisecond, func() { wg.Done() }) // main.main.func6, -
	wg.Add(1)
	wg.Wait()
	time.Sleep(time.Second)
}
`

func TestTraceNamesWhatGoroutinesStartWith(t *testing.T) {
	events, _ := tracedEvents(t, startsSource, Options{Procs: 1, Seed: 1})
	var got, want []string
	for _, ev := range events {
		if ev.Kind() != trace.EventStateTransition {
			continue
		}
		st := ev.StateTransition()
		if st.Resource.Kind != trace.ResourceGoroutine {
			continue
		}
		if from, _ := st.Goroutine(); from == trace.GoNotExist {
			got = append(got, top(st.Stack).Func+", "+top(ev.Stack()).Func)
		}
	}
	want = append(want, "main.main, ")
	for line := range strings.Lines(startsSource) {
		if _, names, ok := strings.Cut(strings.TrimSpace(line), " // "); ok {
			want = append(want, strings.TrimSuffix(names, "-"))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// top is the innermost frame of a stack.
func top(s trace.Stack) trace.StackFrame {
	for f := range s.Frames() {
		return f
	}
	return trace.StackFrame{}
}

// tracedEvents runs a program and gives what its trace is read as, and its records.
func tracedEvents(t *testing.T, src string, o Options) (events []trace.Event, recs []event.Record) {
	t.Helper()
	p, why := buildSources(t, load.File{Name: "main.go", Data: []byte(src)})
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	var file bytes.Buffer
	o.Sinks = append(o.Sinks, gotrace.New(&file, p.Layout.Places(), VirtualStart))
	out := runProgram(t, p, o)
	if out.err != nil {
		t.Fatal(out.err, out.stderr)
	}
	events, err := readEvents(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return events, eventtest.Decode(t, out.events)
}

func readEvents(file []byte) (events []trace.Event, err error) {
	r, err := trace.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	for {
		ev, err := r.ReadEvent()
		if err == io.EOF {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, ev)
	}
}

// placesSource waits, yields and calls the system.
const placesSource = `package main

import (
	"os"
	"runtime"
	"sync"
	"time"
)

var mu sync.Mutex

func lock() {
	mu.Lock() // sync
	mu.Unlock()
}

func main() {
	c := make(chan int)
	mu.Lock()
	go lock()
	go func() {
		c <- 1 // chan send
	}()
	runtime.Gosched() // runtime.Gosched
	<-c
	go func() { c <- 2 }()
	<-c // chan receive
	time.Sleep(time.Millisecond) // sleep
	os.WriteFile("a", nil, 0o644) // syscall
	mu.Unlock()
	select { // select
	case <-c:
	case <-time.After(time.Millisecond):
	}
	var wg sync.WaitGroup
	wg.Go(lock)
	wg.Wait() // sync
}
`

// TestTraceTellsReasonsAndPlaces: each line of the program with a comment has its function, and
// the reason that is in the comment; no other line has a reason.
func TestTraceTellsReasonsAndPlaces(t *testing.T) {
	got := map[string]bool{}
	events, _ := tracedEvents(t, placesSource, Options{Procs: 1, Seed: 1})
	for _, ev := range events {
		if ev.Kind() != trace.EventStateTransition || ev.Stack() == trace.NoStack {
			continue
		}
		st := ev.StateTransition()
		if st.Resource.Kind != trace.ResourceGoroutine {
			continue
		}
		f := top(ev.Stack())
		switch from, to := st.Goroutine(); {
		case to == trace.GoWaiting || from == trace.GoRunning && to == trace.GoRunnable:
			got[fmt.Sprintf("%s:%d %s %s", f.File, f.Line, f.Func, st.Reason)] = true
		case to == trace.GoSyscall:
			got[fmt.Sprintf("%s:%d %s syscall", f.File, f.Line, f.Func)] = true
		}
	}
	fn, n, closures := "", 0, 0
	for line := range strings.Lines(placesSource) {
		n++
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "func "):
			fn = strings.TrimPrefix(line[:strings.Index(line, "(")], "func ")
		case strings.HasSuffix(line, "go func() {"):
			closures++
			fn = fmt.Sprintf("main.func%d", closures)
		case line == "}()":
			fn = "main"
		}
		if _, reason, ok := strings.Cut(line, " // "); ok {
			if want := fmt.Sprintf("main.go:%d main.%s %s", n, fn, reason); !got[want] {
				t.Errorf("not there: %s", want)
			} else {
				delete(got, want)
			}
		}
	}
	for other := range got {
		t.Errorf("should not be there: %s", other)
	}
}

// TestTraceHasTheRangesOfTheRecords: stopped worlds, collections, and assists begin and end in the
// trace as they do in the records, and mark workers have the labels of their modes.
func TestTraceHasTheRangesOfTheRecords(t *testing.T) {
	for _, name := range []string{"programs/gcmutate", "programs/garbage", "demos/d17-collector", "demos/d24-gomaxprocs"} {
		for _, procs := range []int{1, 4} {
			checkRanges(t, name, procs)
		}
	}
}

func checkRanges(t *testing.T, name string, procs int) {
	t.Helper()
	events, recs := tracedEvents(t, readFile(t, "testdata/"+name+".go"), Options{Procs: procs, Seed: 1})
	if d := differentRanges(events, recs); d != "" {
		t.Errorf("%s, procs %d: %s", name, procs, d)
	}
	t.Logf("%s, procs %d: %d kinds of beginnings, ends and labels", name, procs, len(rangesOf(recs)))
}

func differentRanges(events []trace.Event, recs []event.Record) string {
	read, want := rangesIn(events), rangesOf(recs)
	for what := range want {
		if d := differentTimes(read[what], want[what], tracetest.Moved(len(events))); d != "" {
			return what + ": " + d
		}
	}
	for what := range read {
		if want[what] == nil {
			return what + ": not in the records"
		}
	}
	return ""
}

func differentTimes(got, want []uint64, late uint64) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d times, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] < want[i] || got[i] > want[i]+late {
			return fmt.Sprintf("number %d at %d, want %d", i, got[i], want[i])
		}
	}
	return ""
}

// rangesIn gives the times of each beginning, end and label.
func rangesIn(events []trace.Event) map[string][]uint64 {
	all := map[string][]uint64{}
	add := func(ev trace.Event, format string, args ...any) {
		what := fmt.Sprintf(format, args...)
		all[what] = append(all[what], uint64(ev.Time()))
	}
	for _, ev := range events {
		switch ev.Kind() {
		case trace.EventRangeBegin, trace.EventRangeEnd:
			verb := map[trace.EventKind]string{trace.EventRangeBegin: "begins", trace.EventRangeEnd: "ends"}[ev.Kind()]
			if r := ev.Range(); r.Name == "GC mark assist" {
				add(ev, "%s of %d %s", r.Name, r.Scope.Goroutine(), verb)
			} else {
				add(ev, "%s %s", r.Name, verb)
			}
		case trace.EventLabel:
			add(ev, "%s of %d", ev.Label().Label, ev.Label().Resource.Goroutine())
		case trace.EventMetric:
			if m := ev.Metric(); m.Name == "/memory/classes/heap/objects:bytes" {
				add(ev, "%d bytes live", m.Value.Uint64())
			}
		}
	}
	return all
}

// rangesOf gives those that the records tell.
func rangesOf(recs []event.Record) map[string][]uint64 {
	all := map[string][]uint64{}
	stopped := ""
	for _, r := range recs {
		add := func(format string, args ...any) {
			what := fmt.Sprintf(format, args...)
			all[what] = append(all[what], r.Time)
		}
		switch r.Kind {
		case kind.STWBegin:
			stopped = "stop-the-world (" + map[kind.Rule]string{
				kind.ForSweepTerm: "GC sweep termination", kind.ForMarkTerm: "GC mark termination",
				kind.ForProcs: "GOMAXPROCS", kind.ForStats: "read mem stats",
			}[r.Rule] + ")"
			add("%s begins", stopped)
		case kind.STWEnd:
			add("%s ends", stopped)
		case kind.GCBegin:
			add("GC concurrent mark phase begins")
		case kind.GCEnd:
			add("GC concurrent mark phase ends")
			add("%d bytes live", r.B)
		case kind.AssistBegin:
			add("GC mark assist of %d begins", r.G)
		case kind.AssistEnd:
			add("GC mark assist of %d ends", r.G)
		case kind.GCWorker:
			add("GC (%s) of %d", []string{"", "dedicated", "fractional", "idle"}[r.N], r.G)
		}
	}
	return all
}

// TestTraceOfALongSleep: after two minutes sysmon, which has no P, makes a goroutine that forces a collection.
func TestTraceOfALongSleep(t *testing.T) {
	for _, src := range []string{
		"package main\n\nimport (\n\t\"runtime\"\n\t\"time\"\n)\n\nfunc main() {\n\truntime.GC()\n\ttime.Sleep(5 * time.Minute)\n}\n",
		"package main\n\nimport (\n\t\"runtime\"\n\t\"time\"\n)\n\nfunc main() {\n\truntime.GC()\n\tfor range 4000 {\n\t\truntime.Gosched()\n\t\ttime.Sleep(60 * time.Millisecond)\n\t}\n}\n",
	} {
		events, recs := tracedEvents(t, src, Options{Procs: 2, Seed: 1})
		made := slices.IndexFunc(recs, func(r event.Record) bool { return r.Kind == kind.GoCreate && r.P == event.NoP })
		if made < 0 {
			t.Fatal("nobody without a P made a goroutine")
		}
		named := false
		for _, ev := range events {
			if ev.Kind() == trace.EventStateTransition && top(ev.StateTransition().Stack).Func == "runtime.forcegchelper" {
				named = true
			}
		}
		if !named {
			t.Error("it has no name")
		}
	}
}
