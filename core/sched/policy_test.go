package sched

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/invariant"
	names "github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/core/sched/knob"
)

// withPolicy sets what the runs of a test begin with.
func withPolicy(t testing.TB, text string) map[knob.ID]int64 {
	t.Helper()
	list, err := names.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	set := map[knob.ID]int64{}
	for _, s := range list {
		set[s.Knob] = s.Value
	}
	return set
}

// policyRun runs main under a policy, compares fold and memory after each step, and returns the records.
func policyRun(t testing.TB, text string, procs int, seed uint64, main func()) []event.Record {
	t.Helper()
	f := newFollower(t)
	f.every = everyStep
	recs, err := Run(Config{Procs: procs, Seed: seed, EachStep: f.step, Set: withPolicy(t, text), Unchecked: everyStep > 100}, main)
	f.fold(recs[0])
	if err != nil {
		t.Errorf("%s, procs %d, seed %d: %v", text, procs, seed, err)
	}
	return f.recs
}

// TestFoldEqualsMemoryUnderEachPolicy: what is shown is what the changed scheduler does.
func TestFoldEqualsMemoryUnderEachPolicy(t *testing.T) {
	everyStep = 5
	defer func() { everyStep = 1 }()
	for _, name := range append(names.PresetNames(), "timers=goroutine,handoff=off", "local,runnext=off", "steal=one,order=lifo,victim=fixed", "spin=off,steal=one") {
		for _, procs := range []int{1, 2, 4} {
			checkTimes(t, policyRun(t, name, procs, 1, busy(60)))
		}
	}
}

func TestSameSeedSameEventsUnderEachPolicy(t *testing.T) {
	everyStep = 1 << 30
	defer func() { everyStep = 1 }()
	seen := map[string]string{}
	for _, name := range names.PresetNames() {
		digest := event.Digest(policyRun(t, name, 4, 1, busy(300)))
		if again := event.Digest(policyRun(t, name, 4, 1, busy(300))); again != digest {
			t.Errorf("%s: two digests", name)
		}
		if other := seen[digest]; other != "" && name != "go1.26" {
			t.Errorf("%s and %s make the same events", name, other)
		}
		seen[digest] = name
	}
}

// count counts the records that match.
func count(recs []event.Record, match func(event.Record) bool) (n int) {
	for _, r := range recs {
		if match(r) {
			n++
		}
	}
	return n
}

func ofKind(k kind.Kind) func(event.Record) bool {
	return func(r event.Record) bool { return r.Kind == k }
}

func ofRule(rule kind.Rule) func(event.Record) bool {
	return func(r event.Record) bool { return r.Rule == rule }
}

// resumed is a goroutine that goes on, though not because its M was woken for it: another M, or the same one after
// others.
func resumed() func(event.Record) bool {
	seen := map[uint64]bool{}
	return func(r event.Record) bool {
		if r.Kind == kind.Begin {
			clear(seen)
		}
		if r.Kind != kind.GoStart || seen[r.G] {
			return r.Kind == kind.GoStart && r.Rule != kind.FromWired
		}
		seen[r.G] = true
		return false
	}
}

// kindAndRule are the records of a kind by a rule.
func kindAndRule(k kind.Kind, rule kind.Rule) func(event.Record) bool {
	return func(r event.Record) bool { return r.Kind == k && r.Rule == rule }
}

// inCalls queues goroutines behind system calls of both kinds.
func inCalls() {
	wg := &waitgroup{n: 20}
	for i := 0; i < 10; i++ {
		Go(1, func() { Work(1000); wg.done() })
		Go(2, func() { Syscall(100_000); wg.done() })
	}
	SyscallBlock(100_000)
	wg.wait()
}

// sleepers all wait at a time.
func sleepers() {
	wg := &waitgroup{n: 3}
	for i := 0; i < 3; i++ {
		Go(1, func() { Sleep(ms); wg.done() })
	}
	wg.wait()
}

// aWait waits for the network.
func aWait() {
	pd := PollOpen()
	NetReady(pd, 'r', Nanotime()+ms)
	PollWait(pd, 'r')
}

// TestEachSwitchRemovesItsRule: with the default the rule shows in the events of a busy
// program; with the switch it does not. Each value of each switch is here.
func TestEachSwitchRemovesItsRule(t *testing.T) {
	everyStep = 1 << 30
	defer func() { everyStep = 1 }()
	stolenMany := func(r event.Record) bool { return r.Kind == kind.Steal && r.N > 1 }
	tests := []struct {
		set   string
		shows func(event.Record) bool
		main  func()
	}{
		{"queues=global", ofKind(kind.RunqPut), busy(300)},
		{"queues=global", ofKind(kind.RunnextPut), busy(300)},
		{"queues=global", func(r event.Record) bool { return r.Kind == kind.GlobGet && r.N > 1 }, busy(300)},
		{"steal=one", stolenMany, busy(300)},
		{"steal=none", ofKind(kind.Steal), busy(300)},
		{"steal=none", ofKind(kind.StealRunnext), func() { Go(1, func() {}); Work(1_000_000) }},
		{"steal=none", ofKind(kind.StealPass), busy(300)},
		{"victim=fixed", func(r event.Record) bool { return r.Kind == kind.StealPass && r.B != 1 }, busy(300)},
		{"runnext=off", ofKind(kind.RunnextPut), busy(300)},
		{"runnext=off", ofRule(kind.FromRunnext), busy(300)},
		{"order=lifo", stolenMany, busy(300)},
		{"fair=off", ofRule(kind.FromGlob61), busy(300)},
		{"spin=off", ofKind(kind.SpinBegin), busy(300)},
		{"dispatch=push", ofKind(kind.Steal), busy(300)},
		{"dispatch=push", ofKind(kind.StealPass), busy(300)},
		{"dispatch=push", ofKind(kind.RunnextPut), busy(300)},
		{"handoff=off", kindAndRule(kind.Retake, kind.ByRetake), inCalls},
		{"handoff=off", kindAndRule(kind.Handoff, kind.ByCall), inCalls},
		{"netpoll=off", ofKind(kind.NetReady), aWait},
		{"netpoll=off", func(r event.Record) bool { return r.Kind == kind.GoPark && kind.Wait(r.N) == kind.WaitIO }, aWait},
		{"preempt=calls", kindAndRule(kind.GoStop, kind.ByPreempt), hog(Loop, new(int64))},
		{"preempt=off", kindAndRule(kind.GoStop, kind.ByPreempt), hog(Loop, new(int64))},
		{"preempt=off", kindAndRule(kind.GoStop, kind.ByPreempt), hog(Work, new(int64))},
		{"preempt=off", ofKind(kind.GoTarget), hog(Work, new(int64))},
		{"threads=pool", resumed(), busy(30)},
		{"threads=own", resumed(), busy(30)},
		{"threads=fixed", resumed(), sleepers},
		{"timers=goroutines", ofKind(kind.MPoll), sleepers},
		{"timers=goroutine", ofKind(kind.MPoll), sleepers},
	}
	for _, test := range tests {
		shown := 0
		for seed := uint64(1); seed <= 4; seed++ {
			shown += count(policyRun(t, names.Default, 4, seed, test.main), test.shows)
			if n := count(policyRun(t, test.set, 4, seed, test.main), test.shows); n != 0 {
				t.Errorf("%s: the rule is gone, and shows %d times", test.set, n)
			}
		}
		if shown == 0 {
			t.Errorf("%s: the rule does not show in Go 1.26 either", test.set)
		}
	}
	for _, s := range names.Switches {
		for _, v := range s.Values[1:] {
			set := s.Name + "=" + v.Name
			if s.Knob == knob.Needspin {
				continue // nobody races with a step of virtual time, so the flag decides nothing; TestNeedspinning looks at the flag
			}
			if !slices.ContainsFunc(tests, func(test struct {
				set   string
				shows func(event.Record) bool
				main  func()
			}) bool {
				return test.set == set
			}) {
				t.Errorf("%s has no test", set)
			}
		}
	}
}

// TestPresetsAreWhatTheirWordsSay: what a preset's words claim shows in its events, and what they rule out does not.
func TestPresetsAreWhatTheirWordsSay(t *testing.T) {
	everyStep = 1 << 30
	defer func() { everyStep = 1 }()
	rules := map[string]func(event.Record) bool{
		"own queue":    ofKind(kind.RunqPut),
		"runnext":      ofKind(kind.RunnextPut),
		"global queue": ofKind(kind.GlobPut),
		"batch":        func(r event.Record) bool { return r.Kind == kind.GlobGet && r.N > 1 },
		"61":           ofRule(kind.FromGlob61),
		"half":         func(r event.Record) bool { return r.Kind == kind.Steal && r.N > 1 },
		"one":          func(r event.Record) bool { return r.Kind == kind.Steal && r.N == 1 },
		"search":       ofKind(kind.SpinBegin),
		"hand-off": func(r event.Record) bool {
			return r.Kind == kind.Handoff && (r.Rule == kind.ByRetake || r.Rule == kind.ByCall)
		},
		"poller":   ofKind(kind.NetReady),
		"loop cut": kindAndRule(kind.GoStop, kind.ByPreempt),
		"newest":   ofRule(kind.FromTail),
		"given":    ofRule(kind.ByShare),
		"wired":    ofKind(kind.GoWire),
	}
	main := func() {
		busyMain(300)
		inCalls()
		wg := &waitgroup{n: 5}
		for i := 0; i < 5; i++ { // more than there are Ps
			Go(1, func() { Loop(25 * ms); wg.done() })
		}
		wg.wait()
		aWait()
	}
	for preset, want := range map[string]string{
		"1:1":             "global queue, hand-off, loop cut, wired",
		"pool":            "global queue, hand-off, loop cut, wired",
		"m:n":             "global queue",
		"local":           "61, batch, global queue, own queue, runnext",
		"steal":           "61, batch, global queue, half, one, own queue, runnext, search",
		"handoff":         "61, batch, global queue, half, hand-off, one, own queue, runnext, search",
		"netpoll":         "61, batch, global queue, half, hand-off, one, own queue, poller, runnext, search",
		"preempt":         "61, batch, global queue, half, hand-off, loop cut, one, own queue, poller, runnext, search",
		"go1.0":           "global queue, hand-off, poller",
		"go1.1":           "61, batch, global queue, half, hand-off, one, own queue, poller, search",
		"go1.13":          "61, batch, global queue, half, hand-off, one, own queue, poller, runnext, search",
		"go1.14":          "61, batch, global queue, half, hand-off, loop cut, one, own queue, poller, runnext, search",
		"go1.26":          "61, batch, global queue, half, hand-off, loop cut, one, own queue, poller, runnext, search",
		"lifo":            "61, batch, global queue, hand-off, loop cut, newest, one, own queue, poller, runnext, search",
		"steal-one":       "61, batch, global queue, hand-off, loop cut, one, own queue, poller, runnext, search",
		"no-runnext":      "61, batch, global queue, half, hand-off, loop cut, one, own queue, poller, search",
		"no-61":           "batch, global queue, half, hand-off, loop cut, one, own queue, poller, runnext, search",
		"no-spin":         "61, batch, global queue, half, hand-off, loop cut, one, own queue, poller, runnext",
		"asyncpreemptoff": "61, batch, global queue, half, hand-off, one, own queue, poller, runnext, search",
		"work-sharing":    "61, batch, given, global queue, hand-off, loop cut, own queue, poller",
	} {
		seen := map[string]bool{}
		for seed := uint64(1); seed <= 2; seed++ {
			for _, r := range policyRun(t, preset, 4, seed, main) {
				for name, is := range rules {
					seen[name] = seen[name] || is(r)
				}
			}
		}
		maps.DeleteFunc(seen, func(_ string, is bool) bool { return !is })
		if have := strings.Join(slices.Sorted(maps.Keys(seen)), ", "); have != want {
			t.Errorf("%s:\n%s, want\n%s", preset, have, want)
		}
	}
}

// TestWorkIsSharedByNeed: under dispatch=push whoever makes work gives it to a P that was idle, or else to one with the shortest queue.
func TestWorkIsSharedByNeed(t *testing.T) {
	everyStep = 1 << 30
	defer func() { everyStep = 1 }()
	s := event.NewState()
	idle := -1 // the P that was just taken off the idle list
	given, toIdle := 0, 0
	for _, r := range policyRun(t, "work-sharing", 4, 1, busy(300)) {
		switch {
		case r.Kind == kind.PGet && r.Rule == kind.ByShare:
			idle = int(r.P)
		case r.Kind == kind.RunqPut && r.Rule == kind.ByShare:
			given++
			if v := s.View(); idle >= 0 {
				toIdle++
				if int(r.P) != idle {
					t.Fatalf("P%d was idle: %v", idle, r)
				}
			} else if len(v.IdlePs) > 0 || !shortest(v.Ps, int(r.P)) {
				t.Fatalf("idle %v, queues %v: %v", v.IdlePs, v.Ps, r)
			}
			idle = -1
		}
		s.Apply(r)
	}
	if given < 300 || toIdle == 0 || toIdle == given {
		t.Errorf("%d given, %d of them to idle Ps", given, toIdle)
	}
}

// shortest says whether no P has a shorter queue than P p.
func shortest(ps []event.PView, p int) bool {
	for _, other := range ps {
		if len(other.Ring) < len(ps[p].Ring) {
			return false
		}
	}
	return true
}

// TestLIFOThievesTakeTheOldest: the owner takes from the tail, and thieves from the head, one by one.
func TestLIFOThievesTakeTheOldest(t *testing.T) {
	everyStep = 1 << 30
	defer func() { everyStep = 1 }()
	s := event.NewState()
	stolen, newest := 0, 0
	for _, r := range policyRun(t, "lifo", 4, 1, busy(300)) {
		switch {
		case r.Kind == kind.Steal:
			stolen++
			if ring := s.Ring(int(r.A >> 32)); r.N != 1 || ring[0] != r.G {
				t.Errorf("%v, from %v", r, ring)
			}
		case r.Kind == kind.GoStart && r.Rule == kind.FromTail:
			newest++
			if ring := s.Ring(int(r.P)); ring[len(ring)-1] != r.G {
				t.Errorf("%v, from %v", r, ring)
			}
		}
		s.Apply(r)
	}
	if stolen == 0 || newest == 0 {
		t.Errorf("%d stolen, %d from the tail", stolen, newest)
	}
}

// TestEachSwitchHasItsOwnRule is the other way round.
func TestEachSwitchHasItsOwnRule(t *testing.T) {
	everyStep = 1 << 30
	defer func() { everyStep = 1 }()
	for _, test := range []struct {
		set   string
		shows func(event.Record) bool
	}{
		{"order=lifo", ofRule(kind.FromTail)},
		{"dispatch=push", ofRule(kind.ByShare)},
		{"timers=goroutine", ofKind(kind.SyscallEnter)},
		{"no-spin", func(r event.Record) bool { return r.Kind == kind.MWake && r.N == 0 && r.Rule == kind.ByWakep }},
	} {
		if n := count(policyRun(t, test.set, 4, 1, busy(300)), test.shows); n == 0 {
			t.Errorf("%s does not show", test.set)
		}
		if n := count(policyRun(t, names.Default, 4, 1, busy(300)), test.shows); n != 0 {
			t.Errorf("%s shows in Go 1.26", test.set)
		}
	}
}

// TestSettingsAreRecorded: the file of a run says what it was.
func TestSettingsAreRecorded(t *testing.T) {
	got := map[knob.ID]int64{}
	for _, r := range policyRun(t, "local,steal=one", 2, 1, func() {}) {
		if r.Kind == kind.Setting {
			got[knob.ID(r.N)] = int64(r.A)
		}
	}
	if want := withPolicy(t, "local,steal=one"); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("recorded %v, set %v", got, want)
	}
	if n := count(policyRun(t, names.Default, 2, 1, func() {}), ofKind(kind.Setting)); n != 0 {
		t.Errorf("Go 1.26 records %d settings", n)
	}
}

// TestLIFOOrder: five on one P, without runnext, run newest first.
func TestLIFOOrder(t *testing.T) {
	for set, want := range map[string]string{"order=lifo,runnext=off": "5 4 3 2 1", "runnext=off": "1 2 3 4 5", "lifo": "5 4 3 2 1"} {
		got := ""
		policyRun(t, set, 1, 1, func() {
			wg := &waitgroup{n: 5}
			for i := 1; i <= 5; i++ {
				Go(1, func() { got += fmt.Sprint(i, " "); wg.done() })
			}
			wg.wait()
		})
		if got != want+" " {
			t.Errorf("%s: order %s", set, got)
		}
	}
}

// TestNoCostsNoHang: a run ends with any costs, and costs change its times.
func TestNoCostsNoHang(t *testing.T) {
	ends := map[string]uint64{}
	for name, value := range map[string]int64{"none": 0, "much": knob.MaxCost, "some": 137} {
		set := map[knob.ID]int64{}
		for k := knob.ID(knob.FirstCost); k < knob.FirstCost+knob.Costs; k++ {
			set[k] = value
		}
		recs, err := Run(Config{Procs: 3, Seed: 1, Set: set}, busy(40))
		if err != nil {
			t.Errorf("costs %s: %v", name, err)
			continue
		}
		last, err := event.Decode(recs[0][len(recs[0])-event.Size:])
		if err != nil || last.Kind != kind.Exit {
			t.Errorf("costs %s: %v, last record %v", name, err, last)
		}
		ends[name] = last.Time
	}
	if !(ends["none"] < ends["some"] && ends["some"] < ends["much"]) {
		t.Errorf("the runs end at %v", ends)
	}
}

// TestParallelUnderEachPolicy: each goroutine runs once, whatever the policy.
func TestParallelUnderEachPolicy(t *testing.T) {
	const n = 3000
	for _, name := range names.PresetNames() {
		ran := make([]atomic.Int32, n)
		var turns atomic.Int32
		_, err := Run(Config{Procs: 3, Parallel: true, Seed: 1, Set: withPolicy(t, name)}, func() {
			end := new(gate)
			for i := range ran {
				Go(1, func() {
					ran[i].Add(1)
					if i%7 == 0 {
						Gosched()
					}
					end.signal()
				})
			}
			pingPong(&turns, 4, 20)
			for range ran {
				end.wait()
			}
		})
		if err != nil || turns.Load() != 4*2*20 {
			t.Errorf("%s: %d turns, %v", name, turns.Load(), err)
		}
		for i := range ran {
			if ran[i].Load() != 1 {
				t.Errorf("%s: goroutine %d ran %d times", name, i, ran[i].Load())
				break
			}
		}
	}
}

// TestLIFOHammer is TestRunqHammer with the owner at the tail.
func TestLIFOHammer(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	bareOrder = knob.OrderLIFO
	defer func() { bareOrder = knob.OrderFIFO }()
	if err := hammerRunq(rounds, 2, 700); err != nil {
		t.Error(err)
	}
}

// TestNeedspinning: the flag is set when somebody wants a searcher and no P is idle, unless it is switched off.
func TestNeedspinning(t *testing.T) {
	for set, want := range map[string]bool{names.Default: true, "needspin=off": false, "go1.14": false, "no-spin": false} {
		seen := false
		step := func(broken []invariant.Broken) []invariant.Broken {
			seen = seen || sched.needspinning.Load() != 0
			return broken
		}
		if _, err := Run(Config{Procs: 3, Seed: 1, Set: withPolicy(t, set), EachStep: step}, busy(30)); err != nil {
			t.Error(err)
		}
		if seen != want {
			t.Errorf("%s: needspinning was set: %v", set, seen)
		}
	}
}

// hog starts a goroutine that uses its P for long, and notes when the other one gets to run.
func hog(use func(int32), ran *int64) func() {
	return func() {
		wg := &waitgroup{n: 1}
		Go(1, func() { *ran = Nanotime(); wg.done() })
		use(50_000_000)
		wg.wait()
	}
}

// TestPreemption: on one P the other goroutine waits for the time slice, or for the end of the hog.
func TestPreemption(t *testing.T) {
	const slice, all = 25_000_000, 50_000_000
	for _, test := range []struct {
		set    string
		use    func(int32)
		at     int64 // not later
		before bool  // the hog has ended
	}{
		{names.Default, Work, slice, true}, {names.Default, Loop, slice, true},
		{"preempt=calls", Work, slice, true}, {"preempt=calls", Loop, all, false},
		{"preempt=off", Work, all, false}, {"preempt=off", Loop, all, false},
	} {
		var ran int64
		recs := policyRun(t, test.set, 1, 1, hog(test.use, &ran))
		if (ran < test.at) != test.before {
			t.Errorf("%s: the other one ran after %d ns", test.set, ran)
		}
		if n := count(recs, ofRule(kind.ByPreempt)); (n > 0) != test.before {
			t.Errorf("%s: %d preemptions", test.set, n)
		}
	}
}

// TestATightLoopHoldsTheWorldUp: as before Go 1.14, a stop of the world waits for it.
func TestATightLoopHoldsTheWorldUp(t *testing.T) {
	for _, test := range []struct {
		set  string
		use  func(int32)
		late bool
	}{{names.Default, Loop, false}, {"preempt=calls", Work, false}, {"preempt=calls", Loop, true}, {"preempt=off", Work, true}} {
		var took int64
		policyRun(t, test.set, 2, 1, func() {
			wg := &waitgroup{n: 1}
			Go(1, func() { test.use(30_000_000); wg.done() })
			Sleep(1_000_000)
			from := Nanotime()
			WorldStopped(kind.ForStats, func(uint64) {}, 0)
			took = Nanotime() - from
			wg.wait()
		})
		if (took > 20_000_000) != test.late {
			t.Errorf("%s: the world stopped after %d ns", test.set, took)
		}
	}
}

// TestThreads: how many threads are made for goroutines of which three wait at a time.
func TestThreads(t *testing.T) {
	main := func() {
		for i := 0; i < 40; i++ {
			wg := &waitgroup{n: 3}
			for j := 0; j < 3; j++ {
				Go(1, func() { Sleep(1000); wg.done() })
			}
			wg.wait()
		}
	}
	made := map[string]int{}
	ended := map[string]int{}
	for _, set := range []string{"1:1", "pool", "m:n"} {
		recs := policyRun(t, set, 2, 1, main)
		made[set] = count(recs, ofKind(kind.MNew))
		ended[set] = count(recs, ofKind(kind.MExit))
	}
	if made["1:1"] < 120 || ended["1:1"] < 118 || made["pool"] > 12 || ended["pool"] != 0 || made["m:n"] > 4 {
		t.Errorf("made %v, ended %v", made, ended)
	}
}

// TestLockWait: many goroutines and one queue are a fight for one lock; own queues end it, and so does a
// lock that costs nothing.
func TestLockWait(t *testing.T) {
	waited := map[string]uint64{}
	for _, set := range []string{"m:n", "local", names.Default} {
		for _, r := range policyRun(t, set, 8, 1, func() {
			wg := &waitgroup{n: 8}
			for i := 0; i < 8; i++ {
				Go(1, func() {
					for j := 0; j < 100; j++ {
						wg.n++
						Go(2, func() { Work(100); wg.done() })
						Work(50)
					}
					wg.done()
				})
			}
			wg.wait()
		}) {
			if r.Kind == kind.LockWait {
				waited[set] += r.A
			}
		}
	}
	if waited["m:n"] < 5*max(waited["local"], waited[names.Default]) || waited["m:n"] == 0 {
		t.Errorf("waited for the lock: %v ns", waited)
	}
	t.Logf("waited for the lock: %v ns", waited)
	set := withPolicy(t, "m:n")
	set[knob.CostLock] = 0
	recs, err := Run(Config{Procs: 8, Seed: 1, Set: set}, busy(100))
	if err != nil {
		t.Error(err)
	}
	for b := recs[0]; len(b) > 0; b = b[event.Size:] {
		if kind.Kind(b[16]) == kind.LockWait {
			t.Fatal("somebody waited for a lock that costs nothing")
		}
	}
}

func TestTheLockIsHeldByOneAtATime(t *testing.T) {
	var h holds
	for _, test := range []struct{ at, free int64 }{{100, 100}, {120, 150}, {300, 300}, {90, 200}, {50, 50}, {40, 250}} {
		if free := h.reserve(test.at, 50); free != test.free {
			t.Errorf("who comes at %d gets it at %d, not %d", test.at, free, test.free)
		}
	}
}
