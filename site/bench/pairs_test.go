package bench

// This file compares virtual runs under wazero with those in Chromium: 200 pairs of program and
// seed, some under another policy, with other latencies and costs. The machine, the browser and the
// time of day must leave no mark: each pair has one digest, one output, one exit code.
//
// An ordinary run of the tests does the programs of one of ten slices, another one each commit
// (prove.Mine); gopark soak does all.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/wasm/host"
	"github.com/gopark/gopark/wasm/host/tracetest"
)

const pairSlices = 10

// stealing are programs that steal when there are four Ps, so that the seed shows; each slice has one.
var stealing = [pairSlices]string{
	"programs/primechain", "programs/syncs", "programs/atomics", "programs/chans", "programs/garbage",
	"programs/recursion", "programs/contexts", "programs/selects", "programs/ios", "programs/runtimes",
}

// others block, wake, sleep, read, collect, panic and compute in as many ways as there are.
var others = []string{
	"programs/echoes", "programs/files", "programs/pipes", "programs/networks", "programs/timers",
	"programs/fairness", "programs/gcmutate", "programs/gclive", "programs/heldvalues", "programs/randoms",
	"programs/panics", "programs/generics", "programs/sorting", "programs/fmtverbs", "programs/floats",
	"programs/mapops", "programs/reflects", "programs/dates", "programs/bignum", "programs/iterators",
	"programs/strconvs", "programs/defers", "programs/numeric", "programs/vm", "programs/evalorder",
	"fidelity/01-runnext-newest-first", "fidelity/08-lrq-overflow-half-to-global",
	"fidelity/10-overflow-raw-order-aligned", "fidelity/25-select-both-ready-is-random",
	"fidelity/30-mutex-barging", "fidelity/41-sleepers-expired-together", "fidelity/44-ticker-and-timeout",
	"fidelity/54-panic-in-goroutine-kills-program", "fidelity/57-deadlock-mutex-and-waitgroup",
	"fidelity/70-preempt-tight-loop", "fidelity/74-gc-completes-despite-tight-loop",
	"fidelity/83-lockosthread-same-order", "fidelity/90-steal-half-order-2p",
	"fidelity/92-threads-io-wait-versus-syscall", "fidelity/93-syscall-return-without-p",
}

// pairPolicies are the presets of the pairs, in turn, but for those under which a P stays with its thread in
// every wait: there a program that waits for its own connection never ends.
func pairPolicies() (some []policy.Preset) {
	endless := []string{"m:n", "local", "steal"}
	for _, p := range policy.Presets {
		if !slices.Contains(endless, p.Name) {
			some = append(some, p)
		}
	}
	return some
}

// pairs are the four runs of program i.
func pairs(t *testing.T, i int) [4]host.Options {
	t.Helper()
	io, err := policy.ParseIO("file=1ms,net=5ms,loss=1%")
	if err != nil {
		t.Fatal(err)
	}
	costs, err := policy.ParseCosts("steal=50ns")
	if err != nil {
		t.Fatal(err)
	}
	var until time.Duration // most programs end before
	if i%2 == 0 {
		until = 400 * time.Microsecond
	}
	presets := pairPolicies()
	return [4]host.Options{
		{Procs: 4, Seed: 1},
		{Procs: 4, Seed: 2},
		{Procs: 2, Seed: 1<<63 + 1 + uint64(i), Set: presets[i%len(presets)].Set}, // no float64 is that number
		{Procs: 3, Seed: 7, Slice: 1000, Set: slices.Concat(io, costs), Until: until},
	}
}

// TestSameDigestHereAndInChromium: program, seed, procs and settings are the whole identity of a
// virtual run.
func TestSameDigestHereAndInChromium(t *testing.T) {
	c := page(t)
	compared, all := 0, slices.Concat(stealing[:], others)
	did := map[kind.Kind]int{} // runs with such an event
	for i, name := range all {
		if !prove.Mine(i, pairSlices) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join(repository, "wasm/host/testdata", name+".go"))
			if err != nil {
				t.Fatal(err)
			}
			wasm := module(t, "main.go", src)
			url := c.Add(wasm)
			var digests []string
			for _, o := range pairs(t, i) {
				here := virtualRun(t, wasm, o)
				samePage(t, c, url, o, here)
				digests = append(digests, here.Digest)
				for k := range here.kinds {
					did[k]++
				}
				compared++
			}
			if i < len(stealing) && digests[0] == digests[1] {
				t.Error("the seed does not change the digest: this program steals no more")
			}
		})
	}
	t.Logf("%d pairs compared; with steals %d, system calls %d, waits in the poller %d, collections %d, ended by time %d",
		compared, did[kind.Steal], did[kind.SyscallEnter], did[kind.MPoll], did[kind.GCBegin], did[kind.Until])
	if os.Getenv(prove.Slice) == "all" {
		wholeSet(t, compared, did)
	}
}

// wholeSet fails if the pairs do not reach what they are there for.
func wholeSet(t *testing.T, compared int, did map[kind.Kind]int) {
	t.Helper()
	if compared != 200 {
		t.Errorf("%d pairs, want 200", compared)
	}
	for _, k := range []kind.Kind{kind.Steal, kind.SyscallEnter, kind.MPoll, kind.GCBegin, kind.Until} {
		if did[k] < 10 {
			t.Errorf("%d runs with events of kind %v, want 10", did[k], k)
		}
	}
}

// samePage runs in the page what was run here.
func samePage(t *testing.T, c *Chromium, url string, o host.Options, here virtualResult) {
	t.Helper()
	r := PageRun{URL: url, Mode: "virtual", Procs: o.Procs, Seed: o.Seed, Slice: o.Slice, Until: int64(o.Until)}
	for _, s := range o.Set {
		r.Set = append(r.Set, [2]int64{int64(s.Knob), s.Value})
	}
	there, err := c.Run(r)
	run := fmt.Sprintf("procs %d, seed %d, slice %d, set %v", o.Procs, o.Seed, o.Slice, o.Set)
	switch {
	case err != nil || there.Failure != "":
		t.Errorf("%s: %v %s", run, err, there.Failure)
	case here.Digest != there.Digest || here.Code != there.Code || int(here.Events) != there.Events:
		t.Errorf("%s: here %d events, code %d, digest %s; in Chromium %d, %d, %s", run,
			here.Events, here.Code, here.Digest, there.Events, there.Code, there.Digest)
	case here.stdout != there.Stdout || here.stderr != there.Stderr:
		t.Errorf("%s: another output in Chromium:\n%s%s\nhere:\n%s%s", run, there.Stdout, there.Stderr, here.stdout, here.stderr)
	}
}

// virtualResult is what a run here gave.
type virtualResult struct {
	host.Result
	stdout, stderr string
	kinds          map[kind.Kind]bool // of its events
}

// virtualRun runs a module here.
func virtualRun(t *testing.T, wasm []byte, o host.Options) virtualResult {
	t.Helper()
	p, err := runs.Load(wasm)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var events, stdout, stderr bytes.Buffer
	o.Args, o.Timeout = append([]string{"prog"}, o.Args...), 2*time.Minute
	trace := tracetest.New(p.Layout.Places(), host.VirtualStart, o.Parallel)
	o.Events, o.Stdout, o.Stderr, o.Sinks = &events, &stdout, &stderr, []event.Sink{trace}
	res, err := p.Run(t.Context(), o)
	if err != nil {
		t.Fatalf("procs %d, seed %d, set %v: %v", o.Procs, o.Seed, o.Set, err)
	}
	if err := trace.Check(res.Lost); err != nil {
		t.Errorf("trace (procs %d, seed %d, set %v): %v", o.Procs, o.Seed, o.Set, err)
	}
	return virtualResult{res, stdout.String(), stderr.String(), kindsOf(events.Bytes()[event.HeaderSize:])}
}

func kindsOf(records []byte) map[kind.Kind]bool {
	kinds := map[kind.Kind]bool{}
	for ; len(records) > 0; records = records[event.Size:] {
		kinds[kind.Kind(records[16])] = true
	}
	return kinds
}
