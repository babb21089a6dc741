package host

// This file tests what the site promises of its events: the same seed gives the same
// events, and the events folded are the scheduler's own memory.

import (
	"bytes"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/wasm/compile/load"
)

// TestDigestIsTheRun: 50 repeats agree, and those that steal change with the seed.
func TestDigestIsTheRun(t *testing.T) {
	changed := 0
	for _, name := range []string{"primechain", "syncs", "atomics", "chans", "garbage", "recursion", "selects", "contexts", "timers", "panics"} {
		p, why := build(t, "testdata/programs/"+name+".go")
		if why != "" {
			t.Errorf("%s: %s", name, why)
			continue
		}
		first := runProgram(t, p, Options{Procs: 4, Seed: 1})
		if first.err != nil {
			t.Errorf("%s: %v", name, first.err)
			continue
		}
		if got := Digest(first.events[event.HeaderSize:]); got != first.digest {
			t.Errorf("%s: digest %s is not that of the event file, %s", name, first.digest, got)
		}
		for i := range 5 {
			if again := runProgram(t, p, Options{Procs: 4, Seed: 1, Steps: 1 + i*7}); again.digest != first.digest {
				t.Errorf("%s: run %d has another digest: %s", name, i+2, firstDifference(first.events, again.events))
				break
			}
		}
		other := runProgram(t, p, Options{Procs: 4, Seed: 2})
		if steals(t, first.events) > 0 && other.digest != first.digest {
			changed++
		}
		p.Close()
	}
	if changed < 5 {
		t.Errorf("only %d programs steal and change with the seed", changed)
	}
}

func TestFiftyRepeatsAgree(t *testing.T) {
	p, why := build(t, "testdata/programs/primechain.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	first := runProgram(t, p, Options{Procs: 4, Seed: 9})
	for i := range 49 {
		if again := runProgram(t, p, Options{Procs: 4, Seed: 9}); again.digest != first.digest {
			t.Fatalf("run %d: %s", i+2, firstDifference(first.events, again.events))
		}
	}
}

// TestAnyChangedRecordChangesTheDigest flips one bit in one record, for many records.
func TestAnyChangedRecordChangesTheDigest(t *testing.T) {
	p, why := build(t, "testdata/fidelity/01-runnext-newest-first.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	records := runProgram(t, p, Options{Procs: 4, Seed: 1}).events[event.HeaderSize:]
	want := Digest(records)
	for at := 0; at < len(records); at += event.Size {
		byteAt := at + at/event.Size%event.Size
		records[byteAt] ^= 4
		if Digest(records) == want {
			t.Errorf("record %d: same digest", at/event.Size)
		}
		records[byteAt] ^= 4
	}
}

func steals(t *testing.T, file []byte) (n int) {
	t.Helper()
	for b := file[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		if k := kind.Kind(b[16]); k == kind.Steal || k == kind.StealRunnext {
			n++
		}
	}
	return n
}

// firstDifference shows the first record in which two event files differ.
func firstDifference(a, b []byte) string {
	a, b = a[event.HeaderSize:], b[event.HeaderSize:]
	for i := 0; i < min(len(a), len(b)); i += event.Size {
		if x, y := a[i:i+event.Size], b[i:i+event.Size]; !bytes.Equal(x, y) {
			r, _ := event.Decode(x)
			s, _ := event.Decode(y)
			return fmt.Sprintf("record %d: %+v, %+v", i/event.Size, r, s)
		}
	}
	return fmt.Sprintf("%d records, %d records", len(a)/event.Size, len(b)/event.Size)
}

// TestFoldEqualsMemory holds the fold of the events against the scheduler's own
// memory, at 100 points of every fidelity run with one and with four Ps.
func TestFoldEqualsMemory(t *testing.T) {
	for _, name := range fidelityPrograms(t) {
		t.Run(name, func(t *testing.T) {
			p, why := build(t, filepath.Join("testdata", "fidelity", name+".go"))
			if why != "" {
				t.Fatal(why)
			}
			defer p.Close()
			for _, procs := range []int{1, 4} {
				foldRun(t, p, Options{Procs: procs, Seed: 1, Timeout: 2 * time.Minute})
			}
		})
	}
}

// foldRun folds a run and compares at 100 of its stops and at the last. A program that
// makes fewer steps than that is cut into smaller slices.
func foldRun(t *testing.T, p *Program, o Options) {
	t.Helper()
	o.Steps = 1
	stops := 0
	count := func(*Stop) error { stops++; return nil }
	for _, o.Slice = range []int{0, 500, 50, 5, 1} {
		stops = 0
		o.OnStop = count
		if out := runProgram(t, p, o); out.err != nil {
			t.Fatalf("procs %d: %v", o.Procs, out.err)
		}
		if stops >= 100 {
			break
		}
	}
	f := newFolder(t)
	stop, points := 0, 0
	o.OnStop = func(s *Stop) error {
		f.fold(s.Events)
		stop++
		if stop*100/stops == points && !s.Final {
			return nil
		}
		points++
		return f.compare(s)
	}
	if out := runProgram(t, p, o); out.err != nil {
		t.Errorf("procs %d, slice %d, stop %d of %d: %v", o.Procs, o.Slice, stop, stops, out.err)
	}
	if points < min(stops, 100) {
		t.Errorf("procs %d: %d points of %d stops", o.Procs, points, stops)
	}
}

// TestFoldEqualsMemoryAfterParallel does the same at the end of 50 Parallel runs. A run
// that lost events to full rings does not count, and is made again.
func TestFoldEqualsMemoryAfterParallel(t *testing.T) {
	compared := 0
	for n, name := range []string{"primechain", "syncs", "chans", "garbage", "atomics"} {
		p, why := build(t, "testdata/programs/"+name+".go")
		if why != "" {
			t.Errorf("%s: %s", name, why)
			continue
		}
		for i := 0; i < 60 && compared < 10*(n+1); i++ {
			f := newFolder(t)
			f.parallel = true
			var differs error
			out := runProgram(t, p, Options{
				Procs: 4, Seed: uint64(i), Parallel: true, Timeout: time.Minute,
				OnStop: func(s *Stop) error {
					f.fold(s.Events)
					differs = f.compare(s)
					return nil
				},
			})
			switch {
			case out.err != nil:
				t.Errorf("%s, run %d: %v", name, i, out.err)
			case out.lost > 0:
				t.Logf("%s, run %d lost %d events", name, i, out.lost)
			case differs != nil:
				t.Errorf("%s, run %d: %v", name, i, differs)
			default:
				compared++
			}
		}
		p.Close()
	}
	if compared < 50 {
		t.Errorf("only %d runs were compared, want 50", compared)
	}
}

// folder folds records.
type folder struct {
	t        *testing.T
	state    *event.State
	parallel bool // Ms without a P may be on their way somewhere
}

func newFolder(t *testing.T) *folder { return &folder{t: t, state: event.NewState()} }

func (f *folder) fold(records []byte) {
	f.t.Helper()
	for ; len(records) > 0; records = records[event.Size:] {
		rec, err := event.Decode(records)
		if err != nil {
			f.t.Fatal(err)
		}
		f.state.Apply(rec)
	}
}

// compare says how the memory at s differs from the fold.
func (f *folder) compare(s *Stop) error {
	snap, err := s.Snapshot()
	if err != nil {
		return err
	}
	if bad := f.state.Misfit(); bad != nil {
		return fmt.Errorf("another goroutine was first there: %v", bad)
	}
	got, want := f.shown(), describe(snap)
	if f.parallel {
		got.Ms, want.Ms = nil, nil
	}
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range w.NumField() {
		if a, b := w.Field(i).Interface(), g.Field(i).Interface(); !reflect.DeepEqual(a, b) {
			return fmt.Errorf("%s: memory and fold\n%s", w.Type().Field(i).Name, differ(lines(a), lines(b)))
		}
	}
	return nil
}

// picture is what both must agree on, as text.
type picture struct {
	Procs          int
	Ps, Ms, Gs     []string
	Global         []uint64
	IdlePs, IdleMs []int
}

func (f *folder) shown() (p picture) {
	v := f.state.View()
	p.Procs, p.Global, p.IdlePs, p.IdleMs = v.Procs, v.Global, v.IdlePs, v.IdleMs
	for _, x := range v.Ps {
		p.Ps = append(p.Ps, fmt.Sprintf("P%d %s m%d runs %d next %d ring %v tick %d", x.ID, x.Status, x.M, x.Running, x.Runnext, x.Ring, x.Tick))
	}
	for _, x := range v.Ms {
		p.Ms = append(p.Ms, fmt.Sprintf("M%d p%d spins %v idle %v", x.ID, x.P, x.Spinning, x.Idle))
	}
	for _, x := range v.Gs {
		p.Gs = append(p.Gs, strings.TrimSpace(fmt.Sprintf("G%d %s pos %d made at %d by %d %s %d", x.ID, x.Status, x.Pos, x.Created, x.Parent, x.Why, x.Obj)))
	}
	return p
}

var (
	gStatus = map[uint64]string{1: event.Runnable, 2: event.Running, 3: event.Syscall, 4: event.Waiting}
	pStatus = map[uint64]string{0: event.PIdle, 1: event.PRunning, 3: event.PStopped}
)

func describe(s *Snapshot) (p picture) {
	p.Procs, p.Global, p.IdlePs, p.IdleMs = s.Procs, s.Global, s.IdlePs, s.IdleMs
	for _, x := range s.Ps {
		p.Ps = append(p.Ps, fmt.Sprintf("P%d %s m%d runs %d next %d ring %v tick %d", x.ID, pStatus[x.Status], x.M, x.Running, x.Runnext, x.Ring, x.Tick))
	}
	for _, x := range s.Ms {
		p.Ms = append(p.Ms, fmt.Sprintf("M%d p%d spins %v idle %v", x.ID, x.P, x.Spinning, x.Idle))
	}
	for _, x := range s.Gs {
		p.Gs = append(p.Gs, strings.TrimSpace(fmt.Sprintf("G%d %s pos %d made at %d by %d %s %d", x.ID, gStatus[x.Status], x.Pos, x.Created, x.Parent, kind.Wait(x.Wait), x.Object)))
	}
	return p
}

// lines puts each element of a list on a line.
func lines(list any) string {
	if texts, ok := list.([]string); ok {
		return strings.Join(texts, "\n")
	}
	return fmt.Sprint(list)
}

// TestOutputIsRecorded: whatever way a program writes, its records say how much, by whom and to which file.
func TestOutputIsRecorded(t *testing.T) {
	p, why := buildSources(t, load.File{Name: "main.go", Data: []byte(`package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
)

func main() {
	var wg sync.WaitGroup
	wg.Go(func() { fmt.Println("by another") })
	wg.Wait()
	println("built in")
	fmt.Fprintln(os.Stderr, "error")
	syscall.Write(1, []byte("raw\n"))
	io.WriteString(os.Stdout, "")
	f, _ := os.Create("file")
	f.WriteString("no output")
	panic("end")
}
`)})
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	for _, o := range []Options{{Procs: 2, Seed: 1}, {Procs: 2, Parallel: true}} {
		o.Timeout = time.Minute
		out := runProgram(t, p, o)
		var bytes [3]int
		byMain := 0
		for b := out.events[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
			rec, err := event.Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			if rec.Kind != kind.Output {
				continue
			}
			bytes[rec.N] += int(rec.A)
			if rec.G == mainG {
				byMain += int(rec.A)
			}
		}
		if out.stdout != "by another\nraw\n" || bytes != [3]int{0, len(out.stdout), len(out.stderr)} {
			t.Errorf("parallel %v: recorded %v bytes, written %q and %q", o.Parallel, bytes, out.stdout, out.stderr)
		}
		if want := len(out.stdout) + len(out.stderr) - len("by another\n"); byMain != want {
			t.Errorf("parallel %v: %d bytes by main, want %d", o.Parallel, byMain, want)
		}
	}
}
