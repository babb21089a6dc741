package host

// This file holds the demonstrations: small programs, each with one thing to be seen. What is to be seen
// is asserted in the events of the run.

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/policy"
)

// demo is a program of testdata/demos and what must be seen.
type demo struct {
	file   string
	procs  int
	policy string
	until  time.Duration
	see    func(r *demoRun) error
}

// demoRun is a run of a demo.
type demoRun struct {
	recs []event.Record
	made []uint64 // the goroutines of go statements, in order
	out  outcome
}

var demos = []demo{
	{file: "d01-runnext", see: seeRunnext},
	{file: "d03-overflow", see: seeOverflow},
	{file: "d04-every-61st", see: see61},
	{file: "d05-steal-half", procs: 2, see: seeHalves},
	{file: "d08-pair", see: seePair},
	{file: "d09-gosched", see: seeTurns},
	{file: "d10-preempt", see: seePreempt},
	{file: "d10-preempt", policy: "preempt=off", until: 100 * time.Millisecond, see: seeNoPreempt},
	{file: "d11-shares", see: seeShares},
	{file: "d12-syscall", see: seeHandoff},
	{file: "d14-no-p-left", see: seeNoP},
	{file: "d22-deadlock", see: seeDeadlock},
	{file: "d24-gomaxprocs", procs: 4, see: seeFewerPs},
	{file: "d25-wired", see: seeWired},
}

func TestDemosShowWhatTheySay(t *testing.T) {
	for _, d := range demos {
		t.Run(d.file+d.policy, func(t *testing.T) {
			if err := d.see(runDemo(t, d)); err != nil {
				t.Error(err)
			}
		})
	}
}

// missing are the demonstrations of the catalogue that are not here yet.
var missing = map[string]string{
	"d02": "not written; TestFidelity holds the order of a chain of go statements",
	"d06": "not written", "d07": "not written", "d13": "not written", "d15": "not written; TestFidelity holds the orders after a send and a close",
	"d16": "not written", "d17": "not written; gc_test.go holds modes, pauses and assists", "d18": "not written; TestFidelity holds the orders of sleepers",
	"d19": "not written; steps_test.go holds the wait for the lock", "d20": "not written; steps_test.go holds the threads", "d21": "not written",
	"d23": "not written", "d26": "not written",
}

func TestEveryDemoIsShown(t *testing.T) {
	files, _ := filepath.Glob("testdata/demos/*.go")
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".go")
		if !slices.ContainsFunc(demos, func(d demo) bool { return d.file == name }) {
			t.Errorf("%s is not in the list", f)
		}
	}
	for n := 1; n <= 26; n++ {
		d := fmt.Sprintf("d%02d", n)
		here := slices.ContainsFunc(demos, func(x demo) bool { return strings.HasPrefix(x.file, d+"-") })
		if _, listed := missing[d]; here == listed {
			t.Errorf("%s: in the list of demos %v, in that of the missing %v", d, here, listed)
		}
	}
}

// TestDemosNotice gives each check the events of another program or of another scheduler.
func TestDemosNotice(t *testing.T) {
	wrong := map[string]demo{
		"d01-runnext":    {file: "d01-runnext", policy: "runnext=off"},
		"d03-overflow":   {file: "d01-runnext"},
		"d04-every-61st": {file: "d04-every-61st", policy: "fair=off"},
		"d05-steal-half": {file: "d05-steal-half", procs: 2, policy: "steal=one"},
		"d08-pair":       {file: "d08-pair", policy: "runnext=off"},
		"d09-gosched":    {file: "d01-runnext"},
		"d10-preempt":    {file: "d10-preempt", policy: "preempt=off", until: 100 * time.Millisecond},
		"d11-shares":     {file: "d11-shares", procs: 4},
		"d12-syscall":    {file: "d12-syscall", policy: "handoff=off"},
		"d14-no-p-left":  {file: "d14-no-p-left", procs: 2},
		"d22-deadlock":   {file: "d01-runnext"},
		"d24-gomaxprocs": {file: "d24-gomaxprocs", procs: 1},
		"d25-wired":      {file: "d09-gosched"},
	}
	for _, d := range demos {
		w, ok := wrong[d.file]
		if d.policy != "" {
			w, ok = demo{file: d.file}, true
		}
		if !ok {
			t.Errorf("%s: no wrong run", d.file)
		} else if d.see(runDemo(t, w)) == nil {
			t.Errorf("%s %s: a run of %s %s with %d Ps passes", d.file, d.policy, w.file, w.policy, w.procs)
		}
	}
}

func runDemo(t *testing.T, d demo) *demoRun {
	t.Helper()
	p, why := build(t, "testdata/demos/"+d.file+".go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	o := Options{Procs: max(1, d.procs), Seed: 1, Until: d.until, Timeout: time.Minute}
	if d.policy != "" {
		set, err := policy.Parse("go1.26," + d.policy)
		if err != nil {
			t.Fatal(err)
		}
		o.Set = set
	}
	r := &demoRun{out: runProgram(t, p, o)}
	if r.out.err != nil {
		t.Fatal(r.out.err)
	}
	r.recs = recordsOf(t, r.out.events)
	for _, x := range r.recs {
		if x.Kind == kind.GoCreate && x.Rule == kind.ByGo && x.A != 0 {
			r.made = append(r.made, x.G)
		}
	}
	return r
}

// first is the index of the first record from i on for which is holds, -1 if there is none.
func (r *demoRun) first(i int, is func(event.Record) bool) int {
	for ; i >= 0 && i < len(r.recs); i++ {
		if is(r.recs[i]) {
			return i
		}
	}
	return -1
}

func (r *demoRun) all(is func(event.Record) bool) (out []event.Record) {
	for _, x := range r.recs {
		if is(x) {
			out = append(out, x)
		}
	}
	return out
}

func both(k kind.Kind, why kind.Rule) func(event.Record) bool {
	return func(x event.Record) bool { return x.Kind == k && x.Rule == why }
}

// starts are the goroutines of go statements in the order in which they first ran.
func (r *demoRun) starts() (order []int) {
	for _, x := range r.all(ofKind(kind.GoStart)) {
		if i := slices.Index(r.made, x.G); i >= 0 && !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	return order
}

func seeRunnext(r *demoRun) error {
	for i := 1; i < len(r.made); i++ {
		at := r.first(0, func(x event.Record) bool { return x.Kind == kind.RunnextPut && x.G == r.made[i] })
		if at < 0 || r.recs[at].B != r.made[i-1] {
			return fmt.Errorf("goroutine %d did not kick %d out of runnext", i, i-1)
		}
		if next := r.recs[at+1]; next.Kind != kind.RunqPut || next.Rule != kind.ByKick || next.G != r.made[i-1] {
			return fmt.Errorf("after that came %+v, not the kicked one at the tail of the ring", next)
		}
	}
	if got := r.starts(); !slices.Equal(got, []int{4, 0, 1, 2, 3}) {
		return fmt.Errorf("they ran in the order %v", got)
	}
	return nil
}

func seeOverflow(r *demoRun) error {
	at := r.first(0, ofKind(kind.RunqOverflow))
	if at < 0 {
		return fmt.Errorf("nothing overflowed")
	}
	over := r.recs[at]
	made := 0
	for _, x := range r.recs[:at] {
		if x.Kind == kind.GoCreate && slices.Contains(r.made, x.G) {
			made++
		}
	}
	// One in runnext, 256 in the ring; the next kicks out one too many.
	if made != 258 || over.N != 129 || over.G != r.made[256] {
		return fmt.Errorf("after %d go statements %d goroutines moved, the newest of them G%d", made, over.N, over.G)
	}
	return nil
}

func see61(r *demoRun) error {
	last, n := -1, 0
	starts := r.all(ofKind(kind.GoStart))
	for i, x := range starts {
		if x.Rule != kind.FromGlob61 {
			continue
		}
		if n++; (x.A-1)%61 != 0 {
			return fmt.Errorf("the global queue came first at tick %d", x.A-1)
		}
		slices61 := 0
		for _, y := range starts[last+1 : i] {
			if y.N == 0 {
				slices61++
			}
		}
		if last >= 0 && slices61 != 60 {
			return fmt.Errorf("%d time slices between two from the global queue", slices61)
		}
		last = i
	}
	if n < 3 {
		return fmt.Errorf("only %d came by the 61 rule", n)
	}
	return nil
}

func seeHalves(r *demoRun) error {
	if len(r.made) != 11 {
		return fmt.Errorf("%d go statements", len(r.made))
	}
	var taken []uint16
	for _, x := range r.all(ofKind(kind.Steal)) {
		if slices.Index(r.made, x.G) > 0 {
			taken = append(taken, x.N)
		}
	}
	if !slices.Equal(taken, []uint16{5, 2, 1, 1}) {
		return fmt.Errorf("stolen were %v", taken)
	}
	if at := r.first(0, func(x event.Record) bool { return x.Kind == kind.StealRunnext && x.G == r.made[10] }); at < 0 {
		return fmt.Errorf("runnext was not stolen")
	}
	if got := r.starts(); !slices.Equal(got[1:], []int{5, 1, 2, 3, 4, 7, 6, 8, 9, 10}) {
		return fmt.Errorf("they ran in the order %v", got)
	}
	return nil
}

func seePair(r *demoRun) error {
	third := r.made[1]
	ready := r.first(0, func(x event.Record) bool { return x.Kind == kind.RunqPut && x.G == third })
	start := r.first(0, func(x event.Record) bool { return x.Kind == kind.GoStart && x.G == third })
	if ready < 0 || start < 0 {
		return fmt.Errorf("the third goroutine was not kicked into the ring, or never ran")
	}
	waited := time.Duration(r.recs[start].Time - r.recs[ready].Time)
	if waited < 9*time.Millisecond || waited > 25*time.Millisecond {
		return fmt.Errorf("the third waited for %v", waited)
	}
	turns := 0
	for _, x := range r.recs[ready:start] {
		if x.Kind == kind.GoStart && x.N == 1 && x.Rule == kind.FromRunnext {
			turns++
		}
	}
	if turns < 1000 {
		return fmt.Errorf("the pair took only %d turns in one time slice", turns)
	}
	return nil
}

func seeTurns(r *demoRun) error {
	if r.out.stdout != strings.Repeat("cab", 4) {
		return fmt.Errorf("printed %q", r.out.stdout)
	}
	for i, x := range r.recs {
		if x.Kind == kind.GoStop && x.Rule == kind.ByGosched {
			if next := r.recs[i+1]; next.Kind != kind.GlobPut || next.G != x.G {
				return fmt.Errorf("after Gosched of G%d came %+v", x.G, next)
			}
		}
	}
	return nil
}

func seePreempt(r *demoRun) error {
	asked := r.first(0, ofKind(kind.GoTarget))
	stop := r.first(asked, both(kind.GoStop, kind.ByPreempt))
	if asked < 0 || stop < 0 {
		return fmt.Errorf("nobody was preempted")
	}
	if had := time.Duration(r.recs[asked].B); had < 10*time.Millisecond || had > 21*time.Millisecond {
		return fmt.Errorf("asked after %v", had)
	}
	if put := r.recs[stop+1]; put.Kind != kind.GlobPut || put.Rule != kind.ByPreempt || put.G != r.recs[stop].G {
		return fmt.Errorf("then came %+v", put)
	}
	if r.first(stop, func(x event.Record) bool { return x.Kind == kind.GoStart && x.G == r.made[0] }) < 0 {
		return fmt.Errorf("the other never ran")
	}
	return nil
}

func seeNoPreempt(r *demoRun) error {
	if n := len(r.all(both(kind.GoStop, kind.ByPreempt))); n != 0 {
		return fmt.Errorf("%d were preempted", n)
	}
	if len(r.starts()) != 0 || !r.out.until {
		return fmt.Errorf("the other ran, or the run ended by itself")
	}
	return nil
}

func seeShares(r *demoRun) error {
	queued := map[uint64]uint64{}
	var waits []time.Duration
	for _, x := range r.recs {
		if !slices.Contains(r.made, x.G) {
			continue
		}
		switch {
		case x.Kind == kind.GoStop && x.Rule == kind.ByPreempt:
			queued[x.G] = x.Time
		case x.Kind == kind.GoStart && queued[x.G] != 0:
			waits = append(waits, time.Duration(x.Time-queued[x.G]))
			delete(queued, x.G)
		}
	}
	if len(waits) < 6 {
		return fmt.Errorf("only %d waits", len(waits))
	}
	for _, w := range waits[:6] {
		if w < 19*time.Millisecond || w > 45*time.Millisecond {
			return fmt.Errorf("waits of %v", waits)
		}
	}
	return nil
}

func seeHandoff(r *demoRun) error {
	enter := r.first(0, func(x event.Record) bool { return x.Kind == kind.SyscallEnter && x.A == 100_000_000 })
	retake := r.first(enter, ofKind(kind.Retake))
	handoff := r.first(retake, ofKind(kind.Handoff))
	if enter < 0 || retake < 0 || handoff < 0 {
		return fmt.Errorf("enter %d, retake %d, hand-off %d", enter, retake, handoff)
	}
	others := 0
	for _, x := range r.recs[handoff:] {
		if x.G == r.recs[enter].G && (x.Kind == kind.SyscallExit || x.Kind == kind.SyscallPark) {
			break
		}
		if x.Kind == kind.GoStart && slices.Contains(r.made, x.G) && x.M != r.recs[enter].M {
			others++
		}
	}
	if others < 3 {
		return fmt.Errorf("%d others ran on another M meanwhile", others)
	}
	return nil
}

func seeNoP(r *demoRun) error {
	at := r.first(0, ofKind(kind.SyscallPark))
	if at < 0 {
		return fmt.Errorf("it found a P")
	}
	m := r.recs[at].M
	put := r.first(at, func(x event.Record) bool { return x.Kind == kind.GlobPut && x.G == r.recs[at].G })
	park := r.first(at, func(x event.Record) bool { return x.Kind == kind.MPark && x.M == m })
	if put < 0 || park < 0 {
		return fmt.Errorf("into the global queue: %d, M parked: %d", put, park)
	}
	return nil
}

func seeDeadlock(r *demoRun) error {
	if r.out.code != 2 || !strings.HasPrefix(r.out.stderr, "fatal error: all goroutines are asleep - deadlock!\n") {
		return fmt.Errorf("exit code %d, %s", r.out.code, r.out.stderr)
	}
	park, dead := -1, r.first(0, ofKind(kind.Deadlock))
	for i, x := range r.recs {
		if x.Kind == kind.GoPark {
			park = i
		}
	}
	if dead < park || park < 0 {
		return fmt.Errorf("checkdead at %d, the last park at %d", dead, park)
	}
	return nil
}

func seeFewerPs(r *demoRun) error {
	stop := r.first(0, both(kind.STWBegin, kind.ForProcs))
	change := r.first(stop, func(x event.Record) bool { return x.Kind == kind.ProcsChange && x.A == 1 && x.B == 4 })
	head := r.first(change, both(kind.GlobPutHead, kind.ByResize))
	end := r.first(stop, ofKind(kind.STWEnd))
	if stop < 0 || change < 0 || head < 0 || end < 0 {
		return fmt.Errorf("stop %d, change %d, head %d, end %d", stop, change, head, end)
	}
	if n := len(r.all(ofKind(kind.PDead))); n != 3 {
		return fmt.Errorf("%d Ps went", n)
	}
	return nil
}

func seeWired(r *demoRun) error {
	wire := r.first(0, func(x event.Record) bool { return x.Kind == kind.GoWire && slices.Contains(r.made, x.G) })
	if wire < 0 {
		return fmt.Errorf("nobody was wired")
	}
	b, own := r.recs[wire].G, r.recs[wire].M
	others := map[uint16]bool{}
	for _, x := range r.recs[wire:] {
		switch {
		case x.Kind != kind.GoStart:
		case x.G == b && x.M != own:
			return fmt.Errorf("the wired goroutine ran on M%d, not on its M%d", x.M, own)
		case x.G != b && slices.Contains(r.made, x.G):
			others[x.M] = true
		}
	}
	if others[own] || len(others) == 0 {
		return fmt.Errorf("the others ran on %v", others)
	}
	if r.out.stdout != "cabcabcab" {
		return fmt.Errorf("printed %q", r.out.stdout)
	}
	return nil
}

// TestDemosSayWhatToWatch: in their first line.
func TestDemosSayWhatToWatch(t *testing.T) {
	files, _ := filepath.Glob("testdata/demos/*.go")
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil || !strings.HasPrefix(string(src), "// Watch ") {
			t.Errorf("%s does not say what to watch: %v", f, err)
		}
	}
}
