package host

// This file runs twenty concurrent programs with real threads, 50 times each: their output and exit code
// are fixed by what they wait for, whoever runs first. An ordinary run of the tests does three of the 50,
// other ones each commit (prove.Mine); gopark soak does all.

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gopark/gopark/core/prove"
)

const (
	parallelRuns   = 50
	parallelSlices = 17 // an ordinary run does two or three of the 50
)

// orderFree are the programs, and why order does not show in their output.
var orderFree = []struct{ name, why string }{
	{"fidelity/27-nil-channel-blocks-forever", "all are asleep only when both have reached their channels"},
	{"fidelity/46-timer-pending-is-not-deadlock", "only main prints; the second line needs the timer's value"},
	{"fidelity/50-goexit-runs-defers", "one goroutine writes until it closes the channel that main waits for"},
	{"fidelity/52-main-goexit-deadlock", "main is gone: all are asleep only when the other has printed"},
	{"fidelity/54-panic-in-goroutine-kills-program", "main sleeps a second, and one goroutine prints"},
	{"fidelity/55-panic-text-is-made-by-the-goroutine", "the values come from one sender, and one goroutine prints"},
	{"fidelity/57-deadlock-mutex-and-waitgroup", "all are asleep only when both have reached their locks"},
	{"fidelity/61-deadlock-one-alive-is-enough", "counts goroutines that exist for ever, whether they have started or not"},
	{"fidelity/62-os-exit-skips-defers", "main waits for a channel that is never closed"},
	{"fidelity/93-syscall-return-without-p", "main sets what it prints, after a call that has an end"},
	{"programs/atomicrace", "counts of what happened, whoever did it"},
	{"programs/atomics", "sums, and values that are published whole"},
	{"programs/chans", "sums, and channels with one sender and one receiver"},
	{"programs/contexts", "the tree says who is cancelled; errors stand at their own index"},
	{"programs/echoes", "counts the connections that got the right answer"},
	{"programs/fairness", "counts to seven, however long it takes"},
	{"programs/garbage", "sums over what must have survived"},
	{"programs/gcmutate", "each node knows what it must hold"},
	{"programs/primechain", "a chain of channels keeps the order of the numbers"},
	{"programs/syncs", "counters under locks, printed after Wait"},
	{"programs/timers", "what fires is counted or sorted; waits have no upper bound"},
}

// TestParallelIsRightEachTime: no run is wrong, crashes or hangs.
func TestParallelIsRightEachTime(t *testing.T) {
	total := 0
	for _, o := range orderFree {
		t.Run(o.name, func(t *testing.T) { total += rightEachTime(t, o.name) })
	}
	t.Logf("%d programs, %d runs", len(orderFree), total)
}

// rightEachTime runs a program with two Ps and with four, in turn, and returns how often.
func rightEachTime(t *testing.T, name string) (runs int) {
	t.Helper()
	want := wanted(t, name)
	p, why := build(t, filepath.Join("testdata", name+".go"))
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	for i := range parallelRuns {
		if !prove.Mine(i, parallelSlices) {
			continue
		}
		runs++
		procs := 2 << (i % 2)
		out := runProgram(t, p, Options{Procs: procs, Seed: uint64(i), Parallel: true, Timeout: time.Minute})
		if out.err != nil {
			t.Errorf("run %d, procs %d: %v\n%s", i, procs, out.err, out.stderr)
		} else if why := want(out); why != "" {
			t.Errorf("run %d, procs %d: %s", i, procs, why)
		}
	}
	return runs
}

// wanted compares an outcome with native Go's: files next to a fidelity program, a comment in the others.
func wanted(t *testing.T, name string) (differs func(outcome) string) {
	t.Helper()
	dir, base := filepath.Split(name)
	if dir == "fidelity/" {
		return nativeResult(t, base).unlike
	}
	all := programs(t)
	prog := all[slices.IndexFunc(all, func(p program) bool { return p.name == base })]
	return func(out outcome) string {
		if got := plain(out.stdout); out.code != 0 || got != prog.want {
			return fmt.Sprintf("exit code %d\n%s%s", out.code, differ(got, prog.want), out.stderr)
		}
		return ""
	}
}
