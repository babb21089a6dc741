package host

// This file runs programs for the tests of this package.
//
// Every run writes a Go trace, and the trace is checked (package tracetest). A run in virtual time whose records are those
// of a run that was checked before has the same trace, and is only counted. At the end, go test -v says how many there were.

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/wasm/host/tracetest"
)

// outcome is what a run of a program gave.
type outcome struct {
	stdout, stderr string
	code           int
	digest         string
	events         []byte // the event file
	lost           uint64
	until          bool
	err            error
}

// runProgram runs a program, and checks its trace.
func runProgram(t *testing.T, p *Program, o Options) outcome {
	t.Helper()
	var stdout, stderr, events bytes.Buffer
	if o.Stdout == nil {
		o.Stdout, o.Stderr = &stdout, &stderr
	}
	if o.Args == nil {
		o.Args = []string{"prog"}
	}
	if o.Events == nil {
		o.Events = &events
	}
	trace := tracetest.New(p.Layout.Places(), VirtualStart, o.Parallel)
	o.Sinks = append(slices.Clone(o.Sinks), trace)
	res, err := p.Run(t.Context(), o)
	if res.Events > 0 { // else it was left as it is, with a thread that runs
		checkTrace(t, trace, o, res)
	}
	return outcome{stdout.String(), stderr.String(), res.Code, res.Digest, events.Bytes(), res.Lost, res.Until, err}
}

// toolOf: go tool trace is shown one of so many traces, others each time (prove.Mine).
const toolOf = 6

// traces counts, and remembers the digests of those that were right.
var traces = struct {
	sync.Mutex
	right                                map[string]bool
	inTest                               map[string]int
	checked, records, same, loose, shown int
}{right: map[string]bool{}, inTest: map[string]int{}}

// checkTrace checks the trace of a run.
func checkTrace(t *testing.T, trace *tracetest.Run, o Options, res Result) {
	t.Helper()
	show, again := countTrace(t.Name(), o, res)
	if again {
		return
	}
	err := trace.Check(res.Lost)
	if err == nil && show {
		err = trace.CheckTool(t.TempDir())
	}
	if err != nil {
		t.Errorf("trace (procs %d, seed %d, parallel %v): %v", o.Procs, o.Seed, o.Parallel, err)
		return
	}
	if !o.Parallel {
		traces.Lock()
		traces.right[res.Digest] = true
		traces.Unlock()
	}
}

// countTrace says whether the trace of a run is shown to go tool trace, and whether one with the same records was right.
func countTrace(test string, o Options, res Result) (show, again bool) {
	traces.Lock()
	defer traces.Unlock()
	h := fnv.New32()
	h.Write([]byte(test))
	show = prove.Mine(int(h.Sum32()>>1)+traces.inTest[test], toolOf)
	traces.inTest[test]++
	switch {
	case !o.Parallel && traces.right[res.Digest]:
		traces.same++
		return false, true
	case res.Lost > 0:
		traces.loose++
	default:
		traces.checked++
		traces.records += int(res.Events)
	}
	if show {
		traces.shown++
	}
	return show, false
}

// TestAllRunsAreChecked: no test of this package runs a program by itself. The modules of host_test.go are made by hand,
// and their records tell of nothing.
func TestAllRunsAreChecked(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	own := regexp.MustCompile(`\.Run\((t\.Context\(\)|ctx|context\.)`)
	for _, file := range files {
		if file != "host_test.go" && file != "runs_test.go" && own.MatchString(readFile(t, file)) {
			t.Errorf("%s runs a program without runProgram, so nobody checks the trace", file)
		}
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if testing.Verbose() {
		fmt.Printf("traces: %d runs checked in full (%d records), %d more had the records of one of those, %d lost records and could be read; %d were shown to go tool trace\n",
			traces.checked, traces.records, traces.same, traces.loose, traces.shown)
	}
	os.Exit(code)
}
