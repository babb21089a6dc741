package host

// This file tests the Go execution traces of whole runs: Go's own reader takes them, and what
// it reads is what our records say.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/exp/trace"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/eventtest"
	"github.com/gopark/gopark/core/event/gotrace"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/policy"
)

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
	defer countTraces(t)()
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
	defer countTraces(t)()
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

// checkTrace runs p, and checks its trace and its picture.
func checkTrace(t *testing.T, p *Program, o Options) {
	t.Helper()
	checkTraceOf := traced(t, p, &o)
	picture, checkPicture := checkedPicture(t, p)
	o.Sinks = append(o.Sinks, picture)
	out := runProgram(t, p, o)
	if out.err != nil {
		t.Fatalf("procs %d: %v", o.Procs, out.err)
	}
	checkPicture(out)
	checkTraceOf(out)
}

// mostLate is how many nanoseconds later than its record an event may be.
const mostLate = 20

// traced makes a run with o write a trace; check is to be called with what the run gave. It holds the
// trace against the records, as it is, and as the two readers of Go read it. If records were
// lost, the trace must still be one that can be read.
func traced(t *testing.T, p *Program, o *Options) (check func(outcome)) {
	var file bytes.Buffer
	w := gotrace.New(&file, p.Layout.Places(), VirtualStart)
	o.Sinks = append(slices.Clone(o.Sinks), w)
	return func(out outcome) {
		t.Helper()
		if w.Mended() > 0 && out.lost == 0 {
			t.Errorf("trace: %d records did not fit the state", w.Mended())
		}
		batches, err := eventtest.ReadTrace(file.Bytes())
		if err != nil {
			t.Fatal("trace: ", err)
		}
		read, n, err := readTrace(file.Bytes())
		if err != nil {
			t.Fatal("trace: ", err)
		}
		checkTool(t, file.Bytes(), n)
		tracesRead.Add(1)
		if out.lost > 0 {
			t.Logf("trace: %d records were lost", out.lost)
			return
		}
		want := eventtest.ChangesOf(eventtest.Decode(t, out.events))
		if d := want.Unlike(eventtest.ChangesIn(batches), mostLate); d != "" {
			t.Errorf("trace: %s", d)
		}
		if d := want.Unlike(read, moved(n)); d != "" {
			t.Errorf("trace, as x/exp/trace reads it: %s", d)
		}
	}
}

// tracesRead counts them.
var tracesRead atomic.Int64

// countTraces says at the end of a test how many traces it has read.
func countTraces(t *testing.T) (end func()) {
	before := tracesRead.Load()
	return func() { t.Logf("%d traces", tracesRead.Load()-before) }
}

// moved is how much later than its record an event is, when it was read. The reader moves events that
// have the same time apart by a nanosecond each; and it takes one generation after the other,
// while the clocks of the Ms are some µs apart.
func moved(events int) uint64 { return 20_000 + 2*uint64(events) }

// readTrace gives the changes of state of all goroutines but those of the scheduler, and how
// many events there are.
func readTrace(file []byte) (eventtest.Changes, int, error) {
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

// traceTool is the program that go tool trace runs.
var traceTool = sync.OnceValues(func() (string, error) {
	name, err := exec.Command("go", "tool", "-n", "trace").Output()
	return strings.TrimSpace(string(name)), err
})

// checkTool wants go tool trace to read a trace, and to find as many events as there are.
func checkTool(t *testing.T, file []byte, events int) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	n, err := toolReads(t, file)
	if err != nil {
		t.Fatalf("go tool trace: %v", err)
	}
	if n != events {
		t.Errorf("go tool trace reads %d events, x/exp/trace %d", n, events)
	}
}

// toolReads gives the number of events that go tool trace reads.
func toolReads(t *testing.T, file []byte) (events int, err error) {
	t.Helper()
	tool, err := traceTool()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "trace")
	if err := os.WriteFile(name, file, 0o644); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(name)
	var complaint bytes.Buffer
	cmd := exec.Command(tool, "-d=parsed", name)
	cmd.Stderr = &complaint
	text, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		if bytes.HasPrefix(lines.Bytes(), []byte("M=")) { // other lines are those of stacks
			events++
		}
	}
	if err := errors.Join(lines.Err(), cmd.Wait()); err != nil {
		return events, fmt.Errorf("%w: %s", err, complaint.Bytes())
	}
	return events, nil
}

// TestWrongRecordsAreNoticed changes one record after the other.
func TestWrongRecordsAreNoticed(t *testing.T) {
	file, recs := traceOf(t, "testdata/programs/chans.go")
	batches, err := eventtest.ReadTrace(file)
	if err != nil {
		t.Fatal(err)
	}
	got, tried := eventtest.ChangesIn(batches), 0
	for i, r := range recs {
		wrong := r
		switch r.Kind {
		case kind.GoPark:
			wrong.Kind = kind.GoStop
		case kind.GoStart, kind.GoReady:
			wrong.G++
		case kind.GoExit:
			wrong.Time += mostLate + 1
		default:
			continue
		}
		tried++
		recs[i] = wrong
		if eventtest.ChangesOf(recs).Unlike(got, mostLate) == "" {
			t.Errorf("%v instead of %v was not noticed", wrong, r)
		}
		recs[i] = r
	}
	if tried < 20 {
		t.Errorf("only %d records were changed", tried)
	}
}

// traceOf runs a program and gives its trace and its records.
func traceOf(t *testing.T, name string) (file []byte, recs []event.Record) {
	t.Helper()
	p, why := build(t, name)
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	var b bytes.Buffer
	out := runProgram(t, p, Options{Procs: 4, Seed: 1, Sinks: []event.Sink{gotrace.New(&b, p.Layout.Places(), VirtualStart)}})
	if out.err != nil {
		t.Fatal(out.err)
	}
	return b.Bytes(), eventtest.Decode(t, out.events)
}

// TestWrongTracesAreNoticed makes the mistakes that a writer of traces could make: an event is left
// out, or one of its numbers is wrong.
func TestWrongTracesAreNoticed(t *testing.T) {
	tried, tool := map[mistake]int{}, 0
	for _, name := range []string{"programs/chans", "programs/files", "programs/gcmutate", "demos/d12-retake"} {
		file, recs := traceOf(t, "testdata/"+name+".go")
		want := eventtest.ChangesOf(recs)
		for _, m := range mistakes {
			for before := range 2 {
				batches, err := eventtest.ReadTrace(file)
				if err != nil {
					t.Fatal(err)
				}
				if tried[m] > 2 || !m.make(batches, before) {
					continue
				}
				tried[m]++
				wrong := eventtest.WriteTrace(batches)
				read, n, err := readTrace(wrong)
				events, _ := readEvents(wrong)
				if err == nil && want.Unlike(eventtest.ChangesIn(batches), mostLate) == "" && want.Unlike(read, moved(n)) == "" && differentRanges(events, recs) == "" {
					t.Errorf("%s, %+v, number %d, was not noticed", name, m, before)
				}
				if tried[m] > 1 {
					continue
				}
				tool++
				if _, toolErr := toolReads(t, wrong); (toolErr == nil) != (err == nil) {
					t.Errorf("%s, %+v: go tool trace says %v, x/exp/trace %v", name, m, toolErr, err)
				}
			}
		}
	}
	for _, m := range mistakes {
		if tried[m] == 0 {
			t.Errorf("there was no %s", m.event)
		}
	}
	t.Logf("%d mistakes, %d of them shown to go tool trace", len(mistakes), tool)
}

// mistake is an event that is not there, or has a wrong argument.
type mistake struct {
	event string
	arg   int // whose argument is one too large; -1: the event is missing
}

var mistakes = []mistake{
	{"ProcStart", -1}, {"ProcStart", 0}, {"ProcStart", 1}, {"ProcStop", -1}, {"ProcSteal", -1}, {"ProcSteal", 0}, {"ProcSteal", 1}, {"ProcSteal", 2},
	{"GoCreate", -1}, {"GoCreate", 0}, {"GoStart", -1}, {"GoStart", 0}, {"GoStart", 1}, {"GoDestroy", -1}, {"GoBlock", -1},
	{"GoUnblock", -1}, {"GoUnblock", 0}, {"GoUnblock", 1}, {"GoSyscallBegin", -1}, {"GoSyscallBegin", 0}, {"GoSyscallEnd", -1},
	{"GoSyscallEndBlocked", -1}, {"STWBegin", -1}, {"STWEnd", -1}, {"GCBegin", -1}, {"GCBegin", 0}, {"GCEnd", 0}, {"ProcStatus", -1},
}

// make makes the mistake in the event of that name that so many come before, if there is one.
func (m mistake) make(batches []eventtest.Batch, before int) bool {
	for b := range batches {
		for i, e := range batches[b].Events {
			if e.Name != m.event {
				continue
			}
			if before--; before >= 0 {
				continue
			}
			if m.arg < 0 {
				batches[b].Events = slices.Delete(batches[b].Events, i, i+1)
			} else {
				e.Args[m.arg]++
			}
			return true
		}
	}
	return false
}

// TestTraceHasPlacesAndReasons looks at the text of go tool trace.
func TestTraceHasPlacesAndReasons(t *testing.T) {
	file, _ := traceOf(t, "testdata/programs/primechain.go")
	name := filepath.Join(t.TempDir(), "trace")
	tool, err := traceTool()
	if err == nil {
		err = os.WriteFile(name, file, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command(tool, "-d=parsed", name).Output()
	if err != nil || !bytes.Contains(text, []byte("primechain.go:")) || !bytes.Contains(text, []byte(`Reason="chan receive"`)) {
		t.Errorf("%v: no places or reasons in\n%.2000s", err, text)
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
	stretch := 20*uint64(time.Second)/lastRecord(t, out.events).Time + 1
	recs := eventtest.Decode(t, out.events)
	for i := range recs {
		recs[i].Time *= stretch
		w.Add(recs[i])
	}
	if err := w.Close(); err != nil || w.Mended() > 0 {
		t.Fatal(err, w.Mended())
	}
	if n := bytes.Count(file.Bytes(), []byte("primechain.go")); n < 5 {
		t.Errorf("%d tables of strings: too few generations", n)
	}
	read, n, err := readTrace(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	checkTool(t, file.Bytes(), n)
	if d := eventtest.ChangesOf(recs).Unlike(read, stretch*moved(n)); d != "" {
		t.Error(d)
	}
}

// TestTraceUnderEachPolicy: whatever the rules, the records are those of a scheduler. Under some
// a program need not end.
func TestTraceUnderEachPolicy(t *testing.T) {
	defer countTraces(t)()
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
