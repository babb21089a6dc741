package host

// This file tests that programs mean the same under every preset: a policy changes who runs when, and
// nothing else. The few that a policy cannot finish are listed with the reason, and must not finish.

import (
	"fmt"
	"testing"
	"time"

	"github.com/gopark/gopark/core/policy"
)

// underPolicies are the programs that are run: those that block, wake, sleep and read in most ways.
var underPolicies = []string{"atomics", "chans", "contexts", "files", "networks", "pipes", "primechain", "selects", "syncs", "timers"}

// stuckUnder are the runs that go on for ever, program, preset and GOMAXPROCS, and why. All are of the steps: of
// those in which a P stays with its thread in a system call, and waiting for a pipe or a connection is
// one, and of those that have runnext and no preemption.
var stuckUnder = map[string]string{
	"networks, m:n, 1":   noOther,
	"networks, m:n, 4":   unknown,
	"networks, local, 1": noOther,
	"networks, local, 4": unknown,
	"networks, steal, 1": noOther,
	"pipes, m:n, 1":      noOther,
	"pipes, m:n, 4":      unknown,
	"pipes, local, 1":    noOther,
	"pipes, local, 4":    unknown,
	"pipes, steal, 1":    noOther,
	"pipes, steal, 4":    unknown,
	"syncs, local, 1":    starved,
	"syncs, local, 4":    starved,
	"syncs, steal, 1":    starved,
	"syncs, handoff, 1":  starved,
	"syncs, netpoll, 1":  starved,
}

const (
	noOther = "the only P waits for an answer that nobody can give"
	unknown = "not known: there are more Ps than waiting threads at the start, so this may be a defect"
	starved = "main and those that wake it change places in runnext, and nobody ends their slice: what preempt repairs"
)

func TestProgramsUnderEveryPolicy(t *testing.T) {
	seen := 0
	for _, name := range underPolicies {
		for _, prog := range programs(t) {
			if prog.name == name {
				t.Run(name, func(t *testing.T) { seen += underEachPolicy(t, prog) })
			}
		}
	}
	if seen != len(stuckUnder) {
		t.Errorf("%d of the %d runs that are listed as stuck were run", seen, len(stuckUnder))
	}
}

// underEachPolicy runs a program with one P and with four. It returns how many of the runs are listed.
func underEachPolicy(t *testing.T, prog program) (listed int) {
	p, why := build(t, prog.file)
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	for _, preset := range policy.Presets {
		for _, procs := range []int{1, 4} {
			run := fmt.Sprintf("%s, %s, %d", prog.name, preset.Name, procs)
			why, stuck := stuckUnder[run]
			until := 20 * time.Second
			if why == starved {
				until = 300 * time.Millisecond // with preempt it ends after 11 ms
			}
			out := runProgram(t, p, Options{Procs: procs, Seed: 1, Set: preset.Set, Until: until, Timeout: time.Minute})
			if stuck {
				listed++
				if out.err != nil || !out.until {
					t.Errorf("%s: it is listed, but was not stuck: %v", run, out.err)
				}
				continue
			}
			if out.err != nil || out.code != 0 || out.until {
				t.Errorf("%s: exit code %d, still running %v, %v\n%s", run, out.code, out.until, out.err, out.stderr)
			} else if got := plain(out.stdout); got != prog.want {
				t.Errorf("%s:\n%s", run, differ(got, prog.want))
			}
		}
	}
	return listed
}
