package host

// This file tests that programs mean the same under every preset: a policy changes who runs when, and
// nothing else. The few that a policy cannot finish are listed with the reason, which must show in the events; and with
// the rule that is missing they must finish.

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/policy"
)

// underPolicies are the programs that are run: those that block, wake, sleep and read in most ways.
var underPolicies = []string{"atomics", "chans", "contexts", "files", "networks", "pipes", "primechain", "selects", "syncs", "timers"}

// stuckUnder are the runs that go on for ever, program, preset and GOMAXPROCS, and why. All are of the steps.
// core/sched's stranded_test.go has a small program for each reason.
var stuckUnder = map[string]*reason{
	"networks, m:n, 1":   &allInCalls,
	"networks, local, 1": &allInCalls,
	"networks, steal, 1": &allInCalls,
	"pipes, m:n, 1":      &allInCalls,
	"pipes, local, 1":    &allInCalls,
	"pipes, local, 4":    &behindACall,
	"pipes, steal, 1":    &allInCalls,
	"pipes, steal, 4":    &allInCalls,
	"syncs, local, 1":    &starved,
	"syncs, local, 4":    &starved,
	"syncs, steal, 1":    &starved,
	"syncs, handoff, 1":  &starved,
	"syncs, netpoll, 1":  &starved,
}

// reason is why a program does not end.
type reason struct {
	text  string
	until time.Duration
	mends string                            // the switch with which it ends
	holds func(mid, end *event.State) error // what is so in the middle of the run and at its end
}

var (
	allInCalls = reason{
		"each P stays with an M that waits in a system call for a pipe or a connection, and who could end that, or a deadline, needs a P",
		time.Second, "handoff=on", eachPInCall,
	}
	behindACall = reason{
		"the M of the P waits in a system call for one that is queued on this P, and nobody may take it from there",
		time.Second, "handoff=on", queuedBehindCall,
	}
	starved = reason{
		"main and each goroutine that it makes and waits for change places in runnext; nobody ends their time slice, and the queue behind never runs",
		300 * time.Millisecond, "preempt=async", oneSlice, // with preempt it ends after 11 ms
	}
)

// eachPInCall: and nothing happened since.
func eachPInCall(mid, end *event.State) error {
	for _, p := range end.View().Ps {
		if g, _ := end.G(p.Running); p.Running == 0 || g.Status != event.Syscall {
			return fmt.Errorf("P%d is %s, and runs G%d", p.ID, p.Status, p.Running)
		}
	}
	return sameView(mid, end)
}

// queuedBehindCall: one P is with an M in a call, and has a queue; the others have none.
func queuedBehindCall(mid, end *event.State) error {
	held := 0
	for _, p := range end.View().Ps {
		if g, _ := end.G(p.Running); p.Running != 0 && g.Status == event.Syscall && p.Runnext != 0 {
			held++
		} else if p.Status != event.PIdle {
			return fmt.Errorf("P%d is %s, and runs G%d", p.ID, p.Status, p.Running)
		}
	}
	return errors.Join(want("held", held, 1), sameView(mid, end))
}

// sameView: who runs, waits and is queued is the same.
func sameView(mid, end *event.State) error {
	a, b := mid.View(), end.View()
	return errors.Join(want("Ps", b.Ps, a.Ps), want("Gs", b.Gs, a.Gs), want("global queue", b.Global, a.Global))
}

// oneSlice: P0 is in the time slice that it was in, with the same queue, though the goroutines are others; the others are idle.
func oneSlice(mid, end *event.State) error {
	a, b := mid.View().Ps, end.View().Ps
	for _, p := range b[1:] {
		if p.Status != event.PIdle {
			return fmt.Errorf("P%d is %s", p.ID, p.Status)
		}
	}
	if len(b[0].Ring) == 0 || b[0].Runnext == a[0].Runnext && b[0].Running == a[0].Running {
		return fmt.Errorf("first %+v, then %+v", a[0], b[0])
	}
	return errors.Join(want("schedtick", b[0].Tick, a[0].Tick), want("ring", b[0].Ring, a[0].Ring))
}

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
			o := Options{Procs: procs, Seed: 1, Set: preset.Set, Until: 20 * time.Second, Timeout: 9 * time.Minute}
			why := stuckUnder[run]
			if why == nil {
				mustEnd(t, p, prog, run, o)
				continue
			}
			listed++
			o.Until = why.until
			out := runProgram(t, p, o)
			if out.err != nil || !out.until {
				t.Errorf("%s: it is listed, but was not stuck: %v", run, out.err)
			} else if err := why.holds(halves(t, out.events, uint64(why.until)/2)); err != nil {
				t.Errorf("%s: it is not so that %s: %v", run, why.text, err)
			}
			set, err := policy.Parse(preset.Name + "," + why.mends)
			if err != nil {
				t.Fatal(err)
			}
			o.Until, o.Set = 20*time.Second, set
			mustEnd(t, p, prog, run+", "+why.mends, o)
		}
	}
	return listed
}

// mustEnd runs a program, and wants what native Go gives.
func mustEnd(t *testing.T, p *Program, prog program, run string, o Options) {
	t.Helper()
	out := runProgram(t, p, o)
	if out.err != nil || out.code != 0 || out.until {
		t.Errorf("%s: exit code %d, still running %v, %v\n%s", run, out.code, out.until, out.err, out.stderr)
	} else if got := plain(out.stdout); got != prog.want {
		t.Errorf("%s:\n%s", run, differ(got, prog.want))
	}
}

// halves folds an event file, up to a time, and all of it.
func halves(t *testing.T, file []byte, at uint64) (mid, end *event.State) {
	t.Helper()
	mid, end = event.NewState(), event.NewState()
	for b := file[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		rec, err := event.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Time <= at {
			mid.Apply(rec)
		}
		end.Apply(rec)
	}
	return mid, end
}
