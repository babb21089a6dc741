package host

// This file tests the Go execution traces of whole runs. That Go's own reader takes the trace of a run, and
// reads what our records say, is checked for every run of this package (runs_test.go). Here are runs for its sake, and
// mistakes that must be noticed.

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/eventtest"
	"github.com/gopark/gopark/core/event/gotrace"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/wasm/host/tracetest"
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
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			p, why := build(t, file)
			if why != "" {
				t.Fatal(why)
			}
			defer p.Close()
			for _, procs := range []int{1, 4} {
				runAndDraw(t, p, Options{Procs: procs, Seed: 1, Timeout: 2 * time.Minute})
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
			runAndDraw(t, p, Options{Procs: 4, Parallel: true, Timeout: time.Minute})
		}
		p.Close()
	}
}

// runAndDraw runs p, and checks its picture, too.
func runAndDraw(t *testing.T, p *Program, o Options) {
	t.Helper()
	picture, checkPicture := checkedPicture(t, p)
	o.Sinks = append(o.Sinks, picture)
	out := runProgram(t, p, o)
	if out.err != nil {
		t.Fatalf("procs %d: %v", o.Procs, out.err)
	}
	checkPicture(out)
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
			wrong.Time += tracetest.MostLate + 1
		default:
			continue
		}
		tried++
		recs[i] = wrong
		if eventtest.ChangesOf(recs).Unlike(got, tracetest.MostLate) == "" {
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
				read, n, err := tracetest.Read(wrong)
				events, _ := readEvents(wrong)
				if err == nil && want.Unlike(eventtest.ChangesIn(batches), tracetest.MostLate) == "" && want.Unlike(read, tracetest.Moved(n)) == "" && differentRanges(events, recs) == "" {
					t.Errorf("%s, %+v, number %d, was not noticed", name, m, before)
				}
				if tried[m] > 1 {
					continue
				}
				tool++
				if _, toolErr := tracetest.ToolReads(t.TempDir(), wrong); (toolErr == nil) != (err == nil) {
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
	tool, err := tracetest.Tool()
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
	read, n, err := tracetest.Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := tracetest.ToolReads(t.TempDir(), file.Bytes()); err != nil || shown != n {
		t.Errorf("go tool trace reads %d events, x/exp/trace %d, %v", shown, n, err)
	}
	if d := eventtest.ChangesOf(recs).Unlike(read, stretch*tracetest.Moved(n)); d != "" {
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
				runAndDraw(t, p, Options{Procs: 4, Seed: 1, Set: set, Until: 300 * time.Millisecond, Timeout: time.Minute})
			})
		}
		p.Close()
	}
}

// TestTraceWithGaps: whatever records are lost, what is left makes a trace that Go's reader takes. A thread loses some in a row.
func TestTraceWithGaps(t *testing.T) {
	tried := 0
	for _, name := range []string{"programs/gcmutate", "programs/files", "programs/syncs", "demos/d24-gomaxprocs"} {
		_, recs := traceOf(t, "testdata/"+name+".go")
		r := rand.New(rand.NewPCG(7, 8))
		for range 300 {
			gaps := map[uint16][2]int{} // by thread: from which of its records to which
			for m := range uint16(4) {
				from := r.IntN(len(recs))
				gaps[m] = [2]int{from, from + 1 + r.IntN(1+r.IntN(200))}
			}
			if err := readWithGaps(recs, gaps); err != nil {
				t.Errorf("%s without %v: %v", name, gaps, err)
			}
			tried++
		}
		// And each of the collector's alone, and with what follows it.
		for i, rec := range recs {
			if rec.Kind != kind.STWBegin && rec.Kind != kind.STWEnd && rec.Kind != kind.AssistBegin && rec.Kind != kind.AssistEnd || tried > 3000 {
				continue
			}
			for _, n := range []int{1, 2, 10} {
				if err := readWithGaps(recs, map[uint16][2]int{rec.M: {i, i + n}}); err != nil {
					t.Errorf("%s without %d records of M%d from %v on: %v", name, n, rec.M, rec, err)
				}
				tried++
			}
		}
	}
	t.Logf("%d traces with gaps", tried)
}

// readWithGaps leaves out the records of some threads, by their places in the list, and reads the trace of the others.
func readWithGaps(recs []event.Record, gaps map[uint16][2]int) error {
	var file bytes.Buffer
	w := gotrace.New(&file, new(event.Places), VirtualStart)
	for i, rec := range recs {
		if gap, ok := gaps[rec.M]; !ok || i < gap[0] || i >= gap[1] {
			w.Add(rec)
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	_, _, err := tracetest.Read(file.Bytes())
	return err
}
