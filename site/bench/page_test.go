package bench

// This file runs programs in a real browser: real threads that do each piece of work once, an end
// to endless loops. pairs_test.go compares the events with those of gopark run.

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

const repository = "../.."

var (
	tools = sync.OnceValues(host.NewBuilder)
	runs  = host.NewEngine("")
)

// page starts the browser, or skips the test where there is none (never in CI).
func page(t *testing.T) *Chromium {
	t.Helper()
	if browser() == "" && os.Getenv("CI") == "" {
		t.Skip("no Chromium on this machine")
	}
	c, err := NewChromium()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func module(t *testing.T, name string, src []byte) []byte {
	t.Helper()
	return moduleOf(t, 0, name, src)
}

// moduleOf is module with so many pages of memory.
func moduleOf(t *testing.T, pages int, name string, src []byte) []byte {
	t.Helper()
	builder, err := tools()
	if err != nil {
		t.Fatal(err)
	}
	wasm, ds, err := builder.Build(uint64(pages)*host.PageSize, load.File{Name: name, Data: src})
	if len(ds) > 0 || err != nil {
		t.Fatal(load.Text(ds), err)
	}
	return wasm
}

// steals is a program that counts how often each goroutine ran.
func steals(t *testing.T) []byte {
	t.Helper()
	src, err := os.ReadFile("../soak/testdata/steals.go")
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestParallelRunsEachGoroutineOnceAndNeverHangs(t *testing.T) {
	c := page(t)
	url := c.Add(module(t, "steals.go", steals(t)))
	var stolen int64
	for i := range 200 {
		res, err := c.Run(PageRun{URL: url, Mode: "parallel", Procs: 2, Args: []string{"100", "1000", "1000", "0"}})
		if err != nil || res.Failure != "" || res.Code != 0 || res.Stdout != "0 ran not exactly once\n" {
			t.Fatalf("run %d: %v, %+v", i+1, err, res)
		}
		stolen += res.Totals.Stolen
	}
	if stolen == 0 {
		t.Error("no steal in 200 runs")
	}
}

// oneClock looks at the clock from whatever thread it is on, and says how far it was ever seen
// to go back.
const oneClock = `package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	began := time.Now()
	var mu sync.Mutex
	var last, back time.Duration
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 2000 {
				mu.Lock()
				now := time.Since(began)
				back = max(back, last-now)
				last = now
				mu.Unlock()
				for i := range 10_000 {
					_ = i * i
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(back.Microseconds())
}
`

// TestAllThreadsHaveOneClock: a Worker's own clock begins when the Worker does, some ms later than
// that of the one before.
func TestAllThreadsHaveOneClock(t *testing.T) {
	wasm := module(t, "clock.go", []byte(oneClock))
	c := page(t)
	res, err := c.Run(PageRun{URL: c.Add(wasm), Mode: "parallel", Procs: 4})
	if err != nil || res.Failure != "" || res.Code != 0 {
		t.Fatal(err, res.Failure, res.Stderr)
	}
	goesBack(t, "Chromium", res.Stdout)
	n, err := newNodeBench(t.TempDir())
	if err != nil {
		t.Skip(err)
	}
	out, err := n.run(job{name: "clock", module: wasm, procs: 4})
	if err != nil {
		t.Fatal(err)
	}
	goesBack(t, "Node", out.stdout)
}

// goesBack fails if the clock went back by more than its own coarseness, 0.1 ms at most.
func goesBack(t *testing.T, where, stdout string) {
	t.Helper()
	us, err := strconv.Atoi(strings.TrimSpace(stdout))
	if err != nil || us > 100 {
		t.Errorf("%s: the clock went back by %q µs", where, stdout)
	}
}

// TestTotalsAreWhatTheEventsSay: what the Ps count is what is recorded, if nothing is lost.
func TestTotalsAreWhatTheEventsSay(t *testing.T) {
	c := page(t)
	url := c.Add(module(t, "steals.go", steals(t)))
	kinds := []int{int(kind.GoStart), int(kind.Steal), int(kind.StealRunnext)}
	whole := Totals{}
	for range 20 {
		res, err := c.Run(PageRun{URL: url, Mode: "parallel", Procs: 4, Args: []string{"2", "200", "4", "1"}, Count: kinds})
		if err != nil || res.Failure != "" || res.Code != 0 {
			t.Fatal(err, res.Failure, res.Stderr)
		}
		if res.Lost != 0 {
			continue
		}
		n := func(k kind.Kind) int64 { return int64(res.Counts[strconv.Itoa(int(k))]) }
		if s, st := n(kind.GoStart), n(kind.Steal)+n(kind.StealRunnext); res.Totals.Switches != s || res.Totals.Steals != st || res.Totals.Stolen < st {
			t.Errorf("%d switches and %d steals recorded, counted %+v", s, st, res.Totals)
		}
		whole.Switches += res.Totals.Switches
		whole.Steals += res.Totals.Steals
	}
	if whole.Switches == 0 || whole.Steals == 0 {
		t.Errorf("nothing to compare: %+v", whole)
	}
}

// TestAPageCountsWhatItDoesNotKeep: once it has its million records the page is told how many more there were.
// A switch makes at least two.
func TestAPageCountsWhatItDoesNotKeep(t *testing.T) {
	src, err := programs.ReadFile("testdata/gosched.go")
	if err != nil {
		t.Fatal(err)
	}
	c := page(t)
	run := PageRun{URL: c.Add(module(t, "gosched.go", src)), Mode: "parallel", Procs: 1, AsPage: true}
	res, err := c.Run(run)
	if err != nil || res.Failure != "" || res.Code != 0 {
		t.Fatal(err, res.Failure, res.Stderr)
	}
	if n := int64(res.Events + res.Lost); res.Events < 1_000_000 || n < 2*res.Totals.Switches || n > 6*res.Totals.Switches {
		t.Errorf("%d events and %d lost for %d switches", res.Events, res.Lost, res.Totals.Switches)
	}
}

// TestWorkersEndWithTheirMs: there are at most 64 at the same time, and one more is said in words. Those
// that ended do not count, and leave nothing behind: 80 event rings would need 63 MB.
func TestWorkersEndWithTheirMs(t *testing.T) {
	c := page(t)
	n, err := NewNode(t.TempDir())
	if err != nil {
		t.Skip(err)
	}
	for _, row := range []struct {
		program string
		args    []string
		pages   int
		says    string // "": it ends well
	}{
		{"blocked", []string{"100"}, 0, "more than 64"},
		{"blocked", []string{"40", "100"}, 0, ""},
		{"wired", []string{"80"}, 384, ""},
	} {
		src, err := os.ReadFile("../../wasm/host/testdata/" + row.program + ".go")
		if err != nil {
			t.Fatal(err)
		}
		wasm := moduleOf(t, row.pages, row.program+".go", src)
		file, err := n.Add(wasm)
		if err != nil {
			t.Fatal(err)
		}
		run := PageRun{URL: c.Add(wasm), Mode: "parallel", Procs: 4, Args: row.args, Pages: row.pages}
		there, err1 := c.Run(run)
		run.URL = file
		here, err2 := n.Run(run)
		for _, res := range []PageResult{there, here} {
			said := res.Failure + res.Stderr
			if err1 != nil || err2 != nil || (res.Code == 0) != (row.says == "") || !strings.Contains(said, row.says) {
				t.Errorf("%s %v: %v %v, code %d, %s", row.program, row.args, err1, err2, res.Code, said)
			}
		}
	}
}

func TestStopEndsAnEndlessLoopAndTheNextRunWorks(t *testing.T) {
	c := page(t)
	loop := c.Add(module(t, "main.go", []byte("package main\n\nfunc main() {\n\tgo func() {\n\t\tfor {\n\t\t}\n\t}()\n\tfor {\n\t}\n}\n")))
	hello := c.Add(module(t, "main.go", []byte("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n")))
	for _, mode := range []string{"virtual", "parallel"} {
		began := time.Now()
		res, err := c.Run(PageRun{URL: loop, Mode: mode, Procs: 2, StopAfter: 300})
		if err != nil || res.Failure != "stopped" {
			t.Errorf("%s: %v, %+v", mode, err, res)
		}
		if took := time.Since(began); took > 10*time.Second { // the goal is a second; a busy machine may need more
			t.Errorf("%s: Stop took %v", mode, took-300*time.Millisecond)
		}
		if res, err = c.Run(PageRun{URL: hello, Mode: mode, Procs: 2}); err != nil || res.Stdout != "hello\n" {
			t.Errorf("%s: the next run: %v, %+v", mode, err, res)
		}
	}
}

// TestSameDigestUnderNode: Node hosts the module as the page does.
func TestSameDigestUnderNode(t *testing.T) {
	n, err := NewNode(t.TempDir())
	if err != nil {
		t.Skip(err)
	}
	wasm := module(t, "steals.go", steals(t))
	file, err := n.Add(wasm)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"2", "20000", "20000", "1"}
	res, err := n.Run(PageRun{URL: file, Mode: "virtual", Procs: 4, Seed: 3, Args: args})
	if err != nil || res.Code != 0 {
		t.Fatal(err, res)
	}
	here := virtualRun(t, wasm, host.Options{Procs: 4, Seed: 3, Args: args})
	if here.Digest != res.Digest {
		t.Errorf("digest %s here, %s under Node", here.Digest, res.Digest)
	}
}
