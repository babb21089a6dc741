package host

// This file is about the demos of the run queues, of stealing and waking, of time slices, and of
// threads that block: D1 to D13.

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

var queueDemos = []demo{
	{id: "D1", program: "d01-newest-first.go", how: how{procs: 1}, holds: newestFirst, unlike: how{procs: 1, policy: "no-runnext"}, instead: oldestFirst},
	{id: "D2", program: "d02-children-overtake.go", how: how{procs: 1}, holds: childrenOvertake, unlike: how{procs: 1, policy: "no-runnext"}},
	{id: "D3", program: "d03-overflow.go", how: how{procs: 1}, holds: overflow, unlike: how{procs: 1, edit: [2]string{"n = 300", "n = 257"}}, instead: noOverflow},
	{id: "D4", program: "d04-sixty-first.go", how: how{procs: 1}, holds: sixtyFirst, unlike: how{procs: 1, policy: "no-61"}, instead: globalLast},
	{id: "D5", program: "d05-steal-half.go", how: how{procs: 2}, holds: stealHalf, unlike: how{procs: 2, policy: "steal-one"}},
	{id: "D6", program: "d06-ramp-up.go", how: how{procs: 8}, holds: rampUp, unlike: how{procs: 8, policy: "no-spin"}},
	{id: "D7", program: "d07-few-search.go", how: how{procs: 8}, holds: fewSearch, unlike: how{procs: 2}},
	{id: "D8", program: "d08-ping-pong.go", how: how{procs: 1}, holds: pingPong, unlike: how{procs: 1, policy: "no-runnext"}},
	{id: "D9", program: "d09-gosched-cycle.go", how: how{procs: 1}, holds: goschedCycle, unlike: how{procs: 1, edit: [2]string{"runtime.Gosched()", "runtime.NumGoroutine()"}}},
	{id: "D10", program: "d10-tight-loop.go", how: how{procs: 1, until: time.Second}, holds: tightLoop,
		unlike: how{procs: 1, policy: "asyncpreemptoff", until: time.Second}, instead: neverEnds},
	{id: "D11", program: "d11-rotation.go", how: how{procs: 1}, holds: rotation, unlike: how{procs: 4}},
	{id: "D12", program: "d12-retake.go", how: how{procs: 1}, holds: retaken, unlike: how{procs: 1, policy: "steal"}, instead: stranded},
	{id: "D13", program: "d13-threads.go", how: how{procs: 4}, holds: fewThreads, unlike: how{procs: 4, policy: "handoff"}},
}

// newestFirst: each go statement fills runnext and kicks out the one before; then 4 0 1 2 3.
func newestFirst(r *demoRun) error {
	gs := r.madeBy(mainG)
	var before uint64
	for i, rec := range r.ruled(kind.RunnextPut, kind.ByGo) {
		if rec.G != gs[i] || rec.B != before {
			return fmt.Errorf("goroutine %d is put in the place of %d", rec.G, rec.B)
		}
		before = rec.G
	}
	var kicked []uint64
	for _, rec := range r.ruled(kind.RunqPut, kind.ByKick) {
		kicked = append(kicked, rec.G)
	}
	return errors.Join(
		want("goroutines", len(gs), 5),
		want("kicked out", kicked, gs[:4]),
		want("order", r.firstStarts(gs), []int{4, 0, 1, 2, 3}),
		want("output", r.stdout, "4\n0\n1\n2\n3\n"))
}

func oldestFirst(r *demoRun) error { return want("output", r.stdout, "0\n1\n2\n3\n4\n") }

// childrenOvertake: each of the chain comes from runnext, and the ring stays as it is meanwhile.
func childrenOvertake(r *demoRun) error {
	made := r.madeBy(mainG)
	old, chain := made[:3], made[3:]
	for len(r.madeBy(chain[len(chain)-1])) > 0 {
		chain = append(chain, r.madeBy(chain[len(chain)-1])...)
	}
	started := 0
	err := r.replay(func(s *event.State, rec event.Record) error {
		if rec.Kind != kind.GoStart || !slices.Contains(chain, rec.G) {
			return nil
		}
		started++
		if rec.Rule != kind.FromRunnext {
			return errors.New("not from runnext")
		}
		return want("ring", s.Ring(0), old)
	})
	return errors.Join(err, want("chain", started, 4), want("order", r.firstStarts(append(chain, old...)), []int{0, 1, 2, 3, 4, 5, 6}))
}

// overflow: a goroutine that finds 256 in the ring takes the oldest 128 along to the global queue.
func overflow(r *demoRun) error {
	gs := r.madeBy(mainG)
	var ring []uint64
	moved := 0
	err := r.replay(func(s *event.State, rec event.Record) error {
		if rec.Kind == kind.RunqOverflow {
			moved++
			ring = s.Ring(0)
			if err := errors.Join(want("moved", rec.N, 129), want("the newest", rec.G, gs[256]), want("ring", ring, gs[:256])); err != nil {
				return err
			}
		} else if moved == 1 && rec.Kind == kind.GoCreate {
			moved++
			return errors.Join(
				want("ring after", s.Ring(0), ring[128:]),
				want("global", s.Global(), append(slices.Clone(ring[:128]), gs[256])))
		}
		return nil
	})
	return errors.Join(err, want("overflows", len(r.of(kind.RunqOverflow)), 1), want("looks", moved, 2), want("output", r.stdout, "300 ran\n"))
}

func noOverflow(r *demoRun) error {
	return errors.Join(want("overflows", len(r.of(kind.RunqOverflow)), 0), want("output", r.stdout, "257 ran\n"))
}

// sixtyFirst: while both queues have something, the global one is taken from at each tick that 61 divides,
// and at no other; then even before runnext.
func sixtyFirst(r *demoRun) error {
	looks, overRunnext := 0, 0
	err := r.replay(func(s *event.State, rec event.Record) error {
		if rec.Kind != kind.GoStart || len(s.View().Ps) == 0 {
			return nil
		}
		tick := rec.A // with this slice
		if rec.N == 0 {
			tick--
		}
		due := tick%61 == 0 && len(s.Global()) > 0
		if rec.Rule == kind.FromGlob61 {
			// GlobGet has taken it off the queue already
			due = tick%61 == 0
			looks++
			if s.Runnext(0) != 0 {
				overRunnext++
			}
		}
		if due != (rec.Rule == kind.FromGlob61) {
			return fmt.Errorf("tick %d, %d in the global queue", tick, len(s.Global()))
		}
		return nil
	})
	if looks < 3 || overRunnext != looks {
		err = errors.Join(err, fmt.Errorf("%d looks, %d of them with a goroutine in runnext", looks, overRunnext))
	}
	return err
}

// globalLast: without the rule, what overflowed runs when the ring is empty.
func globalLast(r *demoRun) error {
	return errors.Join(want("looks", len(r.ruled(kind.GoStart, kind.FromGlob61)), 0), want("output", r.stdout, "700 ran\n"))
}

// stealHalf: from nine in the ring five, then two, one, one, and at last runnext, after a pause of 3 µs.
func stealHalf(r *demoRun) error {
	jobs := r.madeBy(mainG)[1:]
	var took []int
	var lastPass, pause uint64
	for _, rec := range r.records {
		switch {
		case rec.Kind == kind.StealPass && rec.P == 1:
			lastPass = rec.Time
		case rec.Kind == kind.Steal && slices.Contains(jobs, rec.G):
			took = append(took, int(rec.N))
		case rec.Kind == kind.StealRunnext && slices.Contains(jobs, rec.G):
			took = append(took, -1)
			pause = rec.Time - lastPass
		}
	}
	if pause < 3000 {
		took = append(took, int(pause))
	}
	return errors.Join(
		want("taken", took, []int{5, 2, 1, 1, -1}),
		want("order", r.firstStarts(jobs), []int{4, 0, 1, 2, 3, 6, 5, 7, 8, 9}),
		want("output", r.stdout, "[4 0 1 2 3 6 5 7 8 9]\n"))
}

// rampUp: until all eight have started, one M at a time searches; the first is started by main's P, and each other
// one by the one before it, when that has found work.
func rampUp(r *demoRun) error {
	running, found := 1, -1
	return errors.Join(r.replay(func(s *event.State, rec event.Record) error {
		if running == 8 {
			return nil
		}
		switch {
		case rec.Kind == kind.MNew && rec.Rule == kind.ByWakep:
			if by := int(rec.M); running > 1 && by != found || running == 1 && by != 0 {
				return fmt.Errorf("started by M%d, but M%d has found work", by, found)
			}
			if n := searching(s); n > 0 {
				return fmt.Errorf("%d search already", n)
			}
			running++
		case rec.Kind == kind.SpinEnd && rec.Rule == kind.ByFound:
			found = int(rec.M)
		}
		return nil
	}), want("running", running, 8))
}

func searching(s *event.State) (n int) {
	for _, m := range s.View().Ms {
		if m.Spinning {
			n++
		}
	}
	return n
}

// fewSearch: an M begins to search if twice as many as search are fewer than are busy. One that does not,
// and gives up its P, has found that they are not.
func fewSearch(r *demoRun) error {
	began, refused := 0, 0
	searched := map[uint16]bool{} // since it ran something
	err := r.replay(func(s *event.State, rec event.Record) error {
		v := s.View()
		may := 2*searching(s) < v.Procs-len(v.IdlePs)
		switch {
		case rec.Kind == kind.SpinBegin && rec.Rule == kind.BySpin:
			began++
			searched[rec.M] = true
			if !may {
				return errors.New("enough search already")
			}
		case rec.Kind == kind.PStart && rec.N == 1:
			searched[rec.M] = true
		case rec.Kind == kind.GoStart:
			searched[rec.M] = false
		case rec.Kind == kind.PIdle && rec.Rule == kind.ByNothing && !searched[rec.M]:
			refused++
			if may {
				return errors.New("it might have searched")
			}
		}
		return nil
	})
	if began < 20 || refused < 1 {
		err = errors.Join(err, fmt.Errorf("%d began, %d did not", began, refused))
	}
	return err
}

// pingPong: hundreds of dispatches in one time slice; the third starts when sysmon has ended it, after 10 to 20 ms.
func pingPong(r *demoRun) error {
	third := r.madeBy(mainG)[0]
	var began, ended, inherited uint64
	tick := uint64(0)
	for _, rec := range r.of(kind.GoStart) {
		if rec.G == third {
			ended = rec.Time
			break
		}
		if rec.N == 0 || tick == 0 {
			began, tick, inherited = rec.Time, rec.A, 0
		} else if rec.A != tick {
			return fmt.Errorf("tick %d after %d, but the slice is inherited", rec.A, tick)
		}
		inherited++
	}
	err := want("output", r.stdout, "hundreds of rounds: true the third waited 10 ms: true\n")
	if took := ended - began; took < 10*ms || took > 21*ms || inherited < 600 {
		err = errors.Join(err, fmt.Errorf("a slice of %d ns, %d dispatches", took, inherited))
	}
	if asked := r.ruled(kind.GoTarget, kind.ByRetake); len(asked) == 0 || asked[0].Time > ended {
		err = errors.Join(err, errors.New("nobody was asked to yield"))
	}
	return err
}

// goschedCycle: all that yield go to the tail of the global queue, and come back in a fixed cycle.
func goschedCycle(r *demoRun) error {
	gs := r.madeBy(mainG)
	var put []int
	for _, rec := range r.ruled(kind.GlobPut, kind.ByGosched) {
		put = append(put, slices.Index(gs, rec.G))
	}
	var ran []int
	for _, rec := range r.of(kind.GoStart) {
		if i := slices.Index(gs, rec.G); i >= 0 {
			ran = append(ran, i)
		}
	}
	cycle := []int{2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1}
	return errors.Join(want("yields", put, cycle), want("runs", ran, append(cycle, 2, 0, 1)))
}

// tightLoop: main runs for 10 ms and until sysmon looks, at most 10 ms more; then it is at the tail of the global queue.
func tightLoop(r *demoRun) error {
	other := r.madeBy(mainG)[0]
	starts := r.of(kind.GoStart)
	stops := r.ruled(kind.GoStop, kind.ByPreempt)
	if len(stops) != 1 || len(starts) != 3 || stops[0].G != mainG {
		return fmt.Errorf("%d stops, %d starts", len(stops), len(starts))
	}
	put := r.ruled(kind.GlobPut, kind.ByPreempt)
	if len(put) != 1 || put[0].G != mainG {
		return fmt.Errorf("main is not put into the global queue: %v", put)
	}
	bar := stops[0].Time - starts[0].Time
	if bar < 10*ms || bar > 20*ms {
		return fmt.Errorf("main ran for %d ns", bar)
	}
	return errors.Join(want("then", starts[1].G, other), want("at last", starts[2].Rule, kind.FromGlob), want("ended", r.stats.Ended, "exit"))
}

func neverEnds(r *demoRun) error {
	return errors.Join(want("ended", r.stats.Ended, "until"), want("preempted", len(r.of(kind.GoStop)), 0))
}

// rotation: four bars of 10 to 20 ms in turn; between two of its bars each waits for those of the three others.
func rotation(r *demoRun) error {
	gs := r.madeBy(mainG)
	var turns []int
	stopped := map[uint64]uint64{}
	began := uint64(0)
	for _, rec := range r.of(kind.GoStart, kind.GoStop) {
		i := slices.Index(gs, rec.G)
		if i < 0 {
			continue
		}
		if rec.Kind == kind.GoStop {
			if bar := rec.Time - began; bar < 10*ms || bar > 21*ms {
				return fmt.Errorf("a bar of %d ns at %v", bar, rec)
			}
			stopped[rec.G] = rec.Time
			continue
		}
		began = rec.Time
		turns = append(turns, i)
		if at, ok := stopped[rec.G]; ok && rec.Time < 120*ms && (rec.Time-at < 30*ms || rec.Time-at > 63*ms) {
			return fmt.Errorf("goroutine %d waited %d ns", rec.G, rec.Time-at)
		}
	}
	if len(turns) < 8 {
		return fmt.Errorf("%d turns", len(turns))
	}
	for i := range turns[4:8] {
		if turns[i+4] != turns[i] {
			return fmt.Errorf("no rotation: %v", turns)
		}
	}
	return want("preemptions", r.stats.Preemptions.Done >= 4, true)
}

// retaken: the P stays with the blocked M for at least 20 µs; then sysmon gives it to another M, which runs the three others.
func retaken(r *demoRun) error {
	gs := r.madeBy(mainG)
	enter, retake := r.of(kind.SyscallEnter), r.ruled(kind.Retake, kind.ByRetake)
	if len(enter) != 1 || len(retake) != 1 {
		return fmt.Errorf("%d calls, %d retaken", len(enter), len(retake))
	}
	if took := retake[0].Time - enter[0].Time; took < 20_000 || took > 20*ms {
		return fmt.Errorf("retaken after %d ns", took)
	}
	err := r.replay(func(s *event.State, rec event.Record) error {
		if rec.Kind == kind.Retake {
			return want("runs on P0 until then", s.View().Ps[0].Running, gs[3])
		}
		if rec.Kind != kind.GoStart || !slices.Contains(gs[:3], rec.G) {
			return nil
		}
		if rec.M == enter[0].M || rec.Time < retake[0].Time || rec.Time > enter[0].Time+100*ms {
			return errors.New("not by another M meanwhile")
		}
		return nil
	})
	return errors.Join(err, want("M made for it", len(r.ruled(kind.MNew, kind.ByHandoff)), 1), want("order", r.firstStarts(gs), []int{3, 0, 1, 2}))
}

// stranded: without the hand-off the three wait for the end of the call.
func stranded(r *demoRun) error {
	first := r.of(kind.SyscallEnter)[0].Time
	gs := r.madeBy(mainG)
	for _, rec := range r.of(kind.GoStart) {
		if slices.Contains(gs[:3], rec.G) && rec.Time < first+100*ms {
			return fmt.Errorf("it ran during the call: %v", rec)
		}
	}
	return want("retaken", len(r.of(kind.Retake)), 0)
}

// fewThreads: when 50 wait in the poller there are few threads; 20 system calls make as many as 20, and a P's worth more at most.
func fewThreads(r *demoRun) error {
	threads, waiting, atOnce := 0, 0, 0
	err := r.replay(func(s *event.State, rec event.Record) error {
		switch rec.Kind {
		case kind.MNew:
			threads++
		case kind.SyscallEnter:
			if rec.A == 200*ms {
				atOnce++
			}
		case kind.GoReady:
			if rec.G != mainG || rec.Rule != kind.ByTimer {
				return nil
			} // main's sleep is over
			for _, g := range s.Waiters() {
				if g.Why == kind.WaitIO.String() {
					waiting++
				}
			}
			if threads > 4+4 {
				return fmt.Errorf("%d threads for 50 readers", threads)
			}
		}
		return nil
	})
	if threads < 20 || threads > 20+4+4 {
		err = errors.Join(err, fmt.Errorf("%d threads in the end", threads))
	}
	return errors.Join(err, want("in the poller", waiting, 50), want("long calls", atOnce, 20))
}
