package host

// This file tests the Go execution traces of whole runs: Go's own reader takes them, and what
// it reads is what our records say.

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/exp/trace"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/gotrace"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/policy"
)

// change is one change of state of a goroutine.
type change struct {
	g    uint64
	to   trace.GoState
	time int64
}

// TestTraceOfEveryRun: all fidelity programs and all of testdata/programs, with one and with
// four Ps.
func TestTraceOfEveryRun(t *testing.T) {
	var files []string
	for _, name := range fidelityPrograms(t) {
		files = append(files, filepath.Join("testdata", "fidelity", name+".go"))
	}
	for _, prog := range programs(t) {
		files = append(files, prog.file)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			p, why := build(t, file)
			if why != "" {
				t.Fatal(why)
			}
			defer p.Close()
			for _, procs := range []int{1, 4} {
				checkTrace(t, p, Options{Procs: procs, Seed: 1, Timeout: 2 * time.Minute})
			}
		})
	}
}

// TestTraceOfParallelRuns does the same with real threads. A run that lost records must
// still give a trace that can be read.
func TestTraceOfParallelRuns(t *testing.T) {
	for _, name := range []string{"primechain", "syncs", "chans", "garbage", "atomics", "timers", "selects"} {
		p, why := build(t, "testdata/programs/"+name+".go")
		if why != "" {
			t.Fatalf("%s: %s", name, why)
		}
		for range 3 {
			checkTrace(t, p, Options{Procs: 4, Parallel: true, Timeout: time.Minute})
		}
		p.Close()
	}
}

// checkTrace runs p and compares its records with what is read from its trace.
func checkTrace(t *testing.T, p *Program, o Options) {
	t.Helper()
	var file bytes.Buffer
	w := gotrace.New(&file, p.Layout.Places(), VirtualStart)
	picture, check := checkedPicture(t, p)
	o.Sinks = []event.Sink{w, picture}
	out := runProgram(t, p, o)
	if out.err != nil {
		t.Fatalf("procs %d: %v", o.Procs, out.err)
	}
	check(out)
	if w.Mended() > 0 && out.lost == 0 {
		t.Errorf("procs %d: %d records did not fit the state", o.Procs, w.Mended())
	}
	read, err := readTrace(file.Bytes())
	if err != nil {
		t.Fatalf("procs %d: %v", o.Procs, err)
	}
	if out.lost > 0 {
		t.Logf("procs %d: %d records were lost", o.Procs, out.lost)
		return
	}
	if d := compareChanges(read, changesOf(out.events), 20_000); d != "" {
		t.Errorf("procs %d: %s", o.Procs, d)
	}
}

// readTrace gives the changes of state of all goroutines but those of the scheduler.
func readTrace(file []byte) ([]change, error) {
	r, err := trace.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	var all []change
	for {
		ev, err := r.ReadEvent()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		if ev.Kind() != trace.EventStateTransition {
			continue
		}
		st := ev.StateTransition()
		if st.Resource.Kind != trace.ResourceGoroutine {
			continue
		}
		from, to := st.Goroutine()
		if g := uint64(st.Resource.Goroutine()); from != to && g < 1<<48 {
			all = append(all, change{g, to, int64(ev.Time())})
		}
	}
}

// changesOf gives those that the records tell.
func changesOf(file []byte) (all []change) {
	for b := file[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		r, _ := event.Decode(b)
		to := trace.GoUndetermined
		switch r.Kind {
		case kind.GoCreate, kind.GoReady, kind.GoStop:
			to = trace.GoRunnable
		case kind.GoStart:
			to = trace.GoRunning
		case kind.GoPark:
			to = trace.GoWaiting
		case kind.GoExit:
			to = trace.GoNotExist
		case kind.SyscallEnter:
			to = trace.GoSyscall
		case kind.SyscallPark:
			to = trace.GoRunnable
		case kind.SyscallExit:
			if r.N == 1 { // for a moment
				all = append(all, change{r.G, trace.GoRunnable, int64(r.Time)})
			}
			to = trace.GoRunning
		default:
			continue
		}
		all = append(all, change{r.G, to, int64(r.Time)})
	}
	return all
}

// compareChanges says how the two differ. Each goroutine must go through the same states. The
// reader moves events that have the same time apart by a nanosecond each, so a time
// may be later than ours by the number of events so far; and by slack, where a generation begins.
func compareChanges(read, want []change, slack uint64) string {
	got := byGoroutine(read)
	for g, changes := range byGoroutine(want) {
		other := got[g]
		for i, c := range changes {
			if i >= len(other) {
				return fmt.Sprintf("goroutine %d has %d changes of state, want %d", g, len(other), len(changes))
			}
			if late := other[i].time - c.time; other[i].to != c.to || late < 0 || late > int64(slack)+int64(2*len(read)) {
				return fmt.Sprintf("goroutine %d, change %d: %v at %d, want %v at %d", g, i, other[i].to, other[i].time, c.to, c.time)
			}
		}
		if len(other) > len(changes) {
			return fmt.Sprintf("goroutine %d has %d changes of state, want %d", g, len(other), len(changes))
		}
	}
	return ""
}

func byGoroutine(all []change) map[uint64][]change {
	m := map[uint64][]change{}
	for _, c := range all {
		m[c.g] = append(m[c.g], c)
	}
	return m
}

// TestComparisonOfTracesCanFail changes one record after the other.
func TestComparisonOfTracesCanFail(t *testing.T) {
	p, why := build(t, "testdata/programs/chans.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	var file bytes.Buffer
	out := runProgram(t, p, Options{Procs: 4, Seed: 1, Sinks: []event.Sink{gotrace.New(&file, p.Layout.Places(), VirtualStart)}})
	read, err := readTrace(file.Bytes())
	if err != nil || out.err != nil {
		t.Fatal(err, out.err)
	}
	tried := 0
	for at := event.HeaderSize; at < len(out.events); at += event.Size {
		r, _ := event.Decode(out.events[at:])
		wrong := r
		switch r.Kind {
		case kind.GoPark:
			wrong.Kind = kind.GoStop
		case kind.GoStart, kind.GoReady:
			wrong.G++
		case kind.GoExit:
			wrong.Time += 1 << 40
		default:
			continue
		}
		tried++
		changed := slices.Clone(out.events)
		copy(changed[at:], wrong.Append(nil))
		if compareChanges(read, changesOf(changed), 20_000) == "" {
			t.Errorf("%v instead of %v was not noticed", wrong, r)
		}
	}
	if tried < 20 {
		t.Errorf("only %d records were changed", tried)
	}
}

// TestGoToolReadsTraces: go tool trace itself, on a run of each mode.
func TestGoToolReadsTraces(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	p, why := build(t, "testdata/programs/primechain.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	for _, parallel := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "trace")
		file, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		out := runProgram(t, p, Options{Procs: 4, Seed: 1, Parallel: parallel, Sinks: []event.Sink{gotrace.New(file, p.Layout.Places(), VirtualStart)}})
		file.Close()
		text, err := exec.Command("go", "tool", "trace", "-d=parsed", name).CombinedOutput()
		if err != nil || out.err != nil {
			t.Fatalf("parallel %v: %v, %v\n%.2000s", parallel, out.err, err, text)
		}
		if !bytes.Contains(text, []byte("primechain.go:")) || !bytes.Contains(text, []byte(`Reason="chan receive"`)) {
			t.Errorf("parallel %v: no places or reasons in\n%.2000s", parallel, text)
		}
	}
}

// TestTraceOfManyGenerations stretches the times of a run, so that its trace has many
// generations, each of which tells anew what there is.
func TestTraceOfManyGenerations(t *testing.T) {
	p, why := build(t, "testdata/programs/primechain.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	out := runProgram(t, p, Options{Procs: 4, Seed: 1})
	var file bytes.Buffer
	w := gotrace.New(&file, p.Layout.Places(), VirtualStart)
	stretched := slices.Clone(out.events[:event.HeaderSize])
	stretch := 20*uint64(time.Second)/lastRecord(t, out.events).Time + 1
	for b := out.events[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		r, _ := event.Decode(b)
		r.Time *= stretch
		w.Add(r)
		stretched = r.Append(stretched)
	}
	if err := w.Close(); err != nil || w.Mended() > 0 {
		t.Fatal(err, w.Mended())
	}
	if n := bytes.Count(file.Bytes(), []byte("primechain.go")); n < 5 {
		t.Errorf("%d tables of strings: too few generations", n)
	}
	read, err := readTrace(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	// A reader takes one generation after the other, but the clocks of the Ms are some µs apart.
	if d := compareChanges(read, changesOf(stretched), stretch*20_000); d != "" {
		t.Error(d)
	}
}

// TestTraceUnderEachPolicy: whatever the rules, the records are those of a scheduler. Under some
// a program need not end.
func TestTraceUnderEachPolicy(t *testing.T) {
	for _, name := range []string{"primechain", "syncs", "files"} {
		p, why := build(t, "testdata/programs/"+name+".go")
		if why != "" {
			t.Fatalf("%s: %s", name, why)
		}
		for _, preset := range policy.Presets {
			set, err := policy.Parse(preset.Name)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(name+" "+preset.Name, func(t *testing.T) {
				checkTrace(t, p, Options{Procs: 4, Seed: 1, Set: set, Until: 300 * time.Millisecond, Timeout: time.Minute})
			})
		}
		p.Close()
	}
}
