package host

// This file tests what each of the eight steps to Go's scheduler repairs, by the figures of one program
// (testdata/steps/eight.go) under a step and the one before it. The Go traces of the first seed are checked, too.

import (
	"testing"
	"time"

	"github.com/gopark/gopark/core/event/stats"
	"github.com/gopark/gopark/core/policy"
)

// stepRun is what a run of the workload came to.
type stepRun struct {
	stats.Stats
	stdout string
}

// steps runs the workload under two steps, with three seeds. A file and a message with its answer
// take 5 ms each.
func steps(t *testing.T, before, after string, procs int, check func(t *testing.T, before, after stepRun)) {
	t.Helper()
	p, why := build(t, "testdata/steps/eight.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	for seed := uint64(1); seed <= 3; seed++ {
		a, b := runStep(t, p, before, procs, seed), runStep(t, p, after, procs, seed)
		check(t, a, b)
		if t.Failed() {
			t.Fatalf("with seed %d: %s %q, %s %q", seed, before, a.stdout, after, b.stdout)
		}
	}
}

func runStep(t *testing.T, p *Program, name string, procs int, seed uint64) stepRun {
	t.Helper()
	set, err := policy.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	io, err := policy.ParseIO("file=5ms,net=2500us")
	if err != nil {
		t.Fatal(err)
	}
	figures := stats.New()
	o := Options{Procs: procs, Seed: seed, Until: 2 * time.Second, Set: append(set, io...)}
	o.Sinks = append(o.Sinks, figures)
	checkTrace := func(outcome) {}
	if seed == 1 {
		checkTrace = traced(t, p, &o)
	}
	out := runProgram(t, p, o)
	if out.err != nil || out.code != 0 || out.stderr != "" {
		t.Fatalf("%s: code %d, %v, %s", name, out.code, out.err, out.stderr)
	}
	checkTrace(out)
	return stepRun{figures.Stats(), out.stdout}
}

// fewer logs a figure of two steps, and wants it to be so many times less.
func fewer(t *testing.T, what string, before, after, times uint64) {
	t.Helper()
	t.Logf("%s: %d -> %d", what, before, after)
	if before == 0 || before < times*after {
		t.Errorf("%s: %d -> %d, not %d times less", what, before, after, times)
	}
}

func finished(t *testing.T, runs ...stepRun) {
	t.Helper()
	for _, r := range runs {
		if r.Ended != "exit" || r.stdout != "done\n" {
			t.Errorf("ended by %s after %q", r.Ended, r.stdout)
		}
	}
}

func TestStepPool(t *testing.T) {
	steps(t, "1:1", "pool", 4, func(t *testing.T, before, after stepRun) {
		finished(t, before, after)
		if before.Threads.Created < 1000 {
			t.Errorf("only %d threads for 1,000 jobs", before.Threads.Created)
		}
		fewer(t, "threads made", before.Threads.Created, after.Threads.Created, 10)
	})
}

func TestStepMN(t *testing.T) {
	steps(t, "pool", "m:n", 4, func(t *testing.T, before, after stepRun) {
		finished(t, before, after)
		fewer(t, "threads made", before.Threads.Created, after.Threads.Created, 10)
	})
}

// TestStepLocal: without stealing, what is queued behind the endless loop never runs; so the waits for each
// dispatch must be fewer too, not only those of the run.
func TestStepLocal(t *testing.T) {
	steps(t, "m:n", "local", 4, func(t *testing.T, before, after stepRun) {
		finished(t, before)
		fewer(t, "lock wait, ns", before.LockWait.Total, after.LockWait.Total, 5)
		fewer(t, "lock wait of 1,000 dispatches, ns", before.LockWait.Total*1000/before.Dispatches.Total,
			after.LockWait.Total*1000/after.Dispatches.Total, 5)
		t.Logf("dispatches: %d -> %d", before.Dispatches.Total, after.Dispatches.Total)
	})
}

// TestStepSteal: without stealing the run goes on until the deadline; so the share of the time must be less, too.
func TestStepSteal(t *testing.T) {
	steps(t, "local", "steal", 4, func(t *testing.T, before, after stepRun) {
		finished(t, after)
		fewer(t, "idle, ns", before.AllPs.Idle, after.AllPs.Idle, 3)
		fewer(t, "idle, of 1,000 ns of a P", idleShare(before), idleShare(after), 3)
	})
}

func idleShare(r stepRun) uint64 { return r.AllPs.Idle * 1000 / (r.Makespan * uint64(r.Procs)) }

func TestStepHandoff(t *testing.T) {
	steps(t, "steal", "handoff", 4, func(t *testing.T, before, after stepRun) {
		finished(t, before, after)
		fewer(t, "stranded, ns", before.Stranded.Time, after.Stranded.Time, 5)
	})
}

func TestStepNetpoll(t *testing.T) {
	const procs = 4
	steps(t, "handoff", "netpoll", procs, func(t *testing.T, before, after stepRun) {
		finished(t, before, after)
		t.Logf("threads: %d -> %d", before.Threads.MaxLive, after.Threads.MaxLive)
		if before.Threads.MaxLive <= procs+12 || after.Threads.MaxLive > procs+12 {
			t.Errorf("threads: %d -> %d; want more than %d, and at most that", before.Threads.MaxLive, after.Threads.MaxLive, procs+12)
		}
	})
}

// TestStepPreempt: with one P the loop keeps all others from running, for ever.
func TestStepPreempt(t *testing.T) {
	steps(t, "netpoll", "preempt", 1, func(t *testing.T, before, after stepRun) {
		finished(t, after)
		t.Logf("longest wait: %+v -> %+v", before.LongestWait, after.LongestWait)
		if before.Ended != "until" || !before.LongestWait.Pending || before.LongestWait.Time < uint64(1900*time.Millisecond) {
			t.Errorf("without preemption: ended by %s, longest wait %+v", before.Ended, before.LongestWait)
		}
		if after.LongestWait.Time > uint64(time.Second) {
			t.Errorf("with preemption somebody waited %d ns", after.LongestWait.Time)
		}
	})
}
