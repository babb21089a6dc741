package host

// This file runs concurrent programs with real threads, 50 times each: their output and exit code
// are fixed by what they wait for, whoever runs first. An ordinary run of the tests does two of the 50,
// other ones each commit (prove.Mine); gopark soak does all.
//
// Most fidelity programs are no such programs: they are there to print an order. Eleven are; orderShows has the others,
// and why. All of testdata/concurrent are, and eleven of testdata/programs.

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/prove"
)

const (
	parallelRuns   = 50
	parallelSlices = 25 // an ordinary run does two of the 50
)

// orderFree are the programs, and why order does not show in their output. Those of testdata/concurrent, which are run as
// well, say it themselves.
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
	{"fidelity/92-threads-io-wait-versus-syscall", "counts threads, when all have been waiting for long"},
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

// orderShows are the other fidelity programs, and why.
var orderShows = []struct{ name, why string }{
	{"01-runnext-newest-first", "prints who ran when"},
	{"02-go-does-not-yield", "with another P the child need not wait until main blocks"},
	{"03-spawn-chain-runnext", "prints who ran when"},
	{"05-gosched-goes-behind-local", "prints who ran when, and main does not wait for them"},
	{"06-gosched-round-robin", "prints who ran when"},
	{"07-gosched-vs-channel-wake", "prints who ran when"},
	{"08-lrq-overflow-half-to-global", "prints who ran when"},
	{"10-overflow-raw-order-aligned", "prints who ran when"},
	{"11-chan-handoff-sender-continues", "the receiver may run before main's send returns"},
	{"12-chan-unbuffered-ping-pong", "both write one log, without waiting for the other"},
	{"13-chan-unbuffered-stream-pairs", "both write one log, without waiting for the other"},
	{"15-chan-receivers-fifo-values", "prints who ran when"},
	{"17-chan-full-refill-keeps-order", "what main finds depends on how far the sender is"},
	{"18-chan-close-wake-order", "prints who ran when"},
	{"19-chan-close-drains-buffer", "has one goroutine"},
	{"20-chan-closed-panics", "the sender may find the channel closed before it blocks, and both write one log"},
	{"21-chan-range-stops-on-close", "both write one log, without waiting for the other"},
	{"22-select-nil-channel-disables-case", "has one goroutine"},
	{"24-select-blocked-then-woken", "the selector may run before main is done"},
	{"25-select-both-ready-is-random", "has one goroutine"},
	{"26-select-send-meets-receive", "both write one log, without waiting for the other"},
	{"28-wake-then-gosched", "prints who ran when, and main does not wait for them"},
	{"30-mutex-barging", "who gets the lock depends on who is first"},
	{"31-mutex-fifo-waiters", "prints who ran when"},
	{"33-rwmutex-writer-blocks-new-readers", "who gets the lock depends on who is first"},
	{"34-waitgroup-wakes-all-waiters", "prints who ran when"},
	{"35-cond-signal-is-fifo", "a signal may come before its waiter waits: then it never ends"},
	{"37-once-others-wait", "who runs the function depends on who is first"},
	{"38-waitgroup-misuse-panics", "prints who ran when"},
	{"39-trylock", "what main finds depends on how far the other is"},
	{"40-sleep-order-by-deadline", "those that sleep write one log; what they write is in order only on a machine that is not busy"},
	{"41-sleepers-expired-together", "prints who ran when; needs one P"},
	{"42-afterfunc-expired-together", "prints who ran when; needs one P"},
	{"43-timer-stop-and-reset", "has one goroutine"},
	{"44-ticker-and-timeout", "has one goroutine"},
	{"51-main-return-kills-goroutines", "with another P the other one may print before main ends"},
	{"53-recover-is-per-goroutine", "prints who ran when"},
	{"56-deadlock-channel", "has one goroutine"},
	{"58-panic-while-printing-a-panic", "has one goroutine"},
	{"59-fatal-unlock-unlocked", "has one goroutine"},
	{"60-numgoroutine", "counts goroutines that have answered and may not have ended"},
	{"65-context-cancel-chain", "prints who ran when"},
	{"66-context-timeout-cause", "one goroutine has 20 ms to print before main does"},
	{"70-preempt-tight-loop", "says how long main had to wait for the only P"},
	{"73-gosched-is-fair-to-the-third", "counts main's turns until the third ran"},
	{"74-gc-completes-despite-tight-loop", "says that the other one got to run before it was stopped"},
	{"80-worker-pool-unbuffered", "who gets a job depends on who is first"},
	{"82-pipeline-three-stages", "three write one log, without waiting for the others"},
	{"83-lockosthread-same-order", "prints who ran when"},
	{"85-blocking-main-lets-queue-drain", "prints who ran when"},
	{"86-semaphore-queue-fair-handover", "who gets the slot depends on who is first"},
	{"87-fan-in-order", "who sends depends on who is first"},
	{"90-steal-half-order-2p", "prints who ran when; needs two Ps that nobody disturbs"},
}

// TestEachFidelityProgramIsListed: in one of the two lists.
func TestEachFidelityProgramIsListed(t *testing.T) {
	listed := map[string]int{}
	for _, o := range orderFree {
		if name, ok := strings.CutPrefix(o.name, "fidelity/"); ok {
			listed[name]++
		}
	}
	for _, o := range orderShows {
		listed[o.name]++
	}
	names := fidelityPrograms(t)
	for _, name := range names {
		if listed[name] != 1 {
			t.Errorf("%s is listed %d times", name, listed[name])
		}
	}
	if len(listed) != len(names) {
		t.Errorf("%d are listed, there are %d", len(listed), len(names))
	}
}

// TestParallelIsRightEachTime: no run is wrong, crashes or hangs.
func TestParallelIsRightEachTime(t *testing.T) {
	names := concurrentPrograms(t)
	for _, o := range orderFree {
		names = append(names, o.name)
	}
	total := 0
	for _, name := range names {
		t.Run(name, func(t *testing.T) { total += rightEachTime(t, name) })
	}
	t.Logf("%d programs, %d runs", len(names), total)
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

// wanted compares an outcome with native Go's: a comment in one of testdata/programs, files next to the others.
func wanted(t *testing.T, name string) (differs func(outcome) string) {
	t.Helper()
	dir, base := filepath.Split(name)
	if dir != "programs/" {
		return nativeResult(t, name).unlike
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
