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
	{id: "D1", program: "d01-newest-first.go", how: how{procs: 1}, holds: newestFirst, unlike: []how{{procs: 1, policy: "no-runnext"}, {procs: 1, policy: "lifo"}}, instead: oldestFirst},
	{id: "D2", program: "d02-children-overtake.go", how: how{procs: 1}, holds: childrenOvertake, unlike: []how{{procs: 1, policy: "no-runnext"}, {procs: 1, policy: "lifo"}}},
	{id: "D3", program: "d03-overflow.go", how: how{procs: 1}, holds: overflow, unlike: []how{{procs: 1, edit: [2]string{"n = 300", "n = 257"}}, {procs: 1, policy: "queues=global"}, {procs: 1, policy: "work-sharing"}, {procs: 1, policy: "lifo"}}, instead: noOverflow},
	{id: "D4", program: "d04-sixty-first.go", how: how{procs: 1}, holds: sixtyFirst, unlike: []how{{procs: 1, policy: "no-61"}, {procs: 1, policy: "no-runnext"}, {procs: 1, policy: "queues=global"}}, instead: globalLast},
	{id: "D5", program: "d05-steal-half.go", how: how{procs: 2}, holds: stealHalf, unlike: []how{{procs: 2, policy: "steal-one"}, {procs: 2, policy: "lifo"}, {procs: 2, policy: "no-runnext"},
		{procs: 2, cost: "pause=0s"}, {procs: 2, cost: "pause=20us"}}},
	{id: "D6", program: "d06-ramp-up.go", how: how{procs: 8}, holds: rampUp, unlike: []how{{procs: 8, policy: "no-spin"}, {procs: 8, policy: "steal=none"}}},
	{id: "D7", program: "d07-few-search.go", how: how{procs: 8}, holds: fewSearch, unlike: []how{{procs: 8, policy: "no-spin"}, {procs: 8, policy: "steal=none"}}},
	{id: "D8", program: "d08-ping-pong.go", how: how{procs: 1}, holds: pingPong, unlike: []how{{procs: 1, policy: "no-runnext"}, {procs: 1, policy: "preempt=off", until: 50 * time.Millisecond}}},
	{id: "D9", program: "d09-gosched-cycle.go", how: how{procs: 1}, holds: goschedCycle, unlike: []how{{procs: 1, edit: [2]string{"runtime.Gosched()", "runtime.NumGoroutine()"}}, {procs: 1, policy: "no-runnext"}, {procs: 1, policy: "lifo"}}},
	{id: "D10", program: "d10-tight-loop.go", how: how{procs: 1, until: time.Second}, holds: tightLoop,
		unlike: []how{{procs: 1, policy: "asyncpreemptoff", until: time.Second}}, instead: neverEnds},
	{id: "D11", program: "d11-rotation.go", how: how{procs: 1}, holds: rotation, unlike: []how{{procs: 4}, {procs: 1, policy: "asyncpreemptoff"}, {procs: 1, policy: "lifo"}}},
	{id: "D12", program: "d12-retake.go", how: how{procs: 1}, holds: retaken, unlike: []how{{procs: 1, policy: "steal"}, {procs: 1, cost: "sysmon=1ms"}}, instead: stranded},
	{id: "D13", program: "d13-threads.go", how: how{procs: 4}, holds: fewThreads, unlike: []how{{procs: 4, policy: "netpoll=off"}, {procs: 4, policy: "handoff=off"}}},
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

// overflow: a goroutine that finds 256 in the ring takes the oldest 128 along to the global queue. All run in
// the order that follows: so the memory is as the record says.
func overflow(r *demoRun) error {
	gs := r.madeBy(mainG)
	if len(gs) != 300 {
		return fmt.Errorf("%d goroutines", len(gs))
	}
	ring, global := gs[:256], append(slices.Clone(gs[:128]), gs[256])
	moved := 0
	err := r.replay(func(s *event.State, rec event.Record) error {
		if rec.Kind == kind.RunqOverflow {
			moved++
			return errors.Join(want("moved", rec.N, 129), want("the newest", rec.G, gs[256]), want("ring", s.Ring(0), ring), want("global", s.Global(), nil))
		} else if moved == 1 && rec.Kind == kind.GoCreate {
			moved++
			return errors.Join(want("ring after", s.Ring(0), ring[128:]), want("global", s.Global(), global))
		}
		return nil
	})
	queued := onlyP{next: gs[299], ring: append(slices.Clone(gs[128:256]), gs[257:299]...), global: global}
	return errors.Join(err, want("overflows", len(r.of(kind.RunqOverflow)), 1), want("looks", moved, 2),
		queued.isOrder(r, gs), want("output", r.stdout, "300 ran\n"))
}

// onlyP is what waits for the only P, and nothing is added: runnext, the ring, the global queue.
type onlyP struct {
	next         uint64
	ring, global []uint64
}

// take takes what runs next, as findRunnable must, when the P has had so many time slices.
func (q *onlyP) take(tick uint64) (g uint64) {
	switch {
	case tick%61 == 0 && len(q.global) > 0:
		g, q.global = q.global[0], q.global[1:]
	case q.next != 0:
		g, q.next = q.next, 0
	case len(q.ring) > 0:
		g, q.ring = q.ring[0], q.ring[1:]
	case len(q.global) > 0:
		n := min(128, len(q.global))
		g, q.ring, q.global = q.global[0], q.global[1:n], q.global[n:]
	}
	return g
}

// isOrder compares with the order in which those of gs began.
func (q onlyP) isOrder(r *demoRun, gs []uint64) error {
	begun := 0
	for _, rec := range r.of(kind.GoStart) {
		if !slices.Contains(gs, rec.G) {
			continue
		}
		tick := rec.A // with this slice
		if rec.N == 0 {
			tick--
		}
		if g := q.take(tick); g != rec.G {
			return fmt.Errorf("at tick %d goroutine %d runs, and %d is first", tick, rec.G, g)
		}
		begun++
	}
	return want("begun", begun, len(gs))
}

func noOverflow(r *demoRun) error {
	return errors.Join(want("overflows", len(r.of(kind.RunqOverflow)), 0), want("output", r.stdout, "257 ran\n"))
}

// sixtyFirst: while the global queue has something, one is taken from it at each tick that 61 divides, before all
// others, even runnext; at other ticks it is taken from when the P has nothing else. A tick is a time slice: what
// runnext had goes on with that of the one before.
func sixtyFirst(r *demoRun) error {
	looks, overRunnext := 0, 0
	tick, begun := uint64(0), false
	err := r.replay(func(s *event.State, rec event.Record) error {
		switch rec.Kind {
		case kind.GlobGet:
			global, due, n := s.Global(), tick%61 == 0, 1
			if rec.Rule == kind.FromGlob61 {
				looks++
				if s.Runnext(0) != 0 {
					overRunnext++
				}
			} else {
				n = min(128, len(global))
			}
			if due != (rec.Rule == kind.FromGlob61) || !due && (s.Runnext(0) != 0 || len(s.Ring(0)) > 0) {
				return fmt.Errorf("at tick %d, with %d in runnext and %d in the ring", tick, s.Runnext(0), len(s.Ring(0)))
			}
			return errors.Join(want("taken", int(rec.N), n), want("first", rec.G, global[0]))
		case kind.GoStart:
			if rec.Rule != kind.FromGlob61 && tick%61 == 0 && len(s.Global()) > 0 {
				return fmt.Errorf("tick %d, and %d in the global queue", tick, len(s.Global()))
			}
			slice := uint64(1)
			if rec.Rule == kind.FromRunnext {
				slice = 0
			}
			if begun && rec.A != tick+slice {
				return fmt.Errorf("tick %d after %d", rec.A, tick)
			}
			tick, begun = rec.A, true
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

// stealHalf: P1 takes five from the head of nine, then two, one, one, the oldest each time, and runs the last of them
// first. At last it takes runnext: on the fourth pass, after a pause of 3 µs.
func stealHalf(r *demoRun) error {
	jobs := r.madeBy(mainG)[1:]
	var took [][]int // how many, and which is the first
	pass, looked := uint16(0), uint64(0)
	err := r.replay(func(s *event.State, rec event.Record) error {
		switch {
		case rec.Kind == kind.StealPass && rec.P == 1:
			pass, looked = rec.N, rec.Time
		case rec.Kind == kind.Steal && slices.Contains(jobs, rec.G):
			ring := s.Ring(0)
			took = append(took, []int{int(rec.N), slices.Index(jobs, ring[0])})
			return errors.Join(
				want("thief", rec.P, 1), want("victim", rec.A>>32, 0),
				want("half of the ring", int(rec.N), (len(ring)+1)/2),
				want("runs at once", rec.G, ring[rec.N-1]))
		case rec.Kind == kind.StealRunnext && slices.Contains(jobs, rec.G):
			took = append(took, []int{-1, slices.Index(jobs, s.Runnext(0))})
			if pause := rec.Time - looked; pause < 3000 || pause > 4000 {
				return fmt.Errorf("a pause of %d ns", pause)
			}
			return errors.Join(want("thief", rec.P, 1), want("pass", pass, 4), want("ring", len(s.Ring(0)), 0))
		case rec.Kind == kind.GoStart && slices.Contains(jobs, rec.G):
			return want("runs on", rec.P, 1)
		}
		return nil
	})
	return errors.Join(err,
		want("taken", took, [][]int{{5, 0}, {2, 5}, {1, 7}, {1, 8}, {-1, 9}}),
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
// and gives up its P, has found that they are not. Of those that ran a tiny goroutine nobody begins in
// the first thirty rounds, while another searches; in the others all do.
func fewSearch(r *demoRun) error {
	busy := r.madeBy(mainG)[30]
	began, refused := [2]int{}, [2]int{} // by half of the run
	half := 0
	ran := map[uint16]bool{} // it has run something, and not searched since
	err := r.replay(func(s *event.State, rec event.Record) error {
		switch {
		case rec.Kind == kind.GoStart:
			ran[rec.M] = true
			if rec.G == busy {
				half = 1
			}
		case rec.Kind == kind.SpinBegin && rec.Rule == kind.BySpin:
			if ran[rec.M] {
				began[half]++
			}
			ran[rec.M] = false
			if !maySearch(s) {
				return errors.New("enough search already")
			}
		case rec.Kind == kind.PIdle && rec.Rule == kind.ByNothing && ran[rec.M]:
			refused[half]++
			ran[rec.M] = false
			if maySearch(s) {
				return errors.New("it might have searched")
			}
		}
		return nil
	})
	return errors.Join(err, want("began, by half of the run", began, [2]int{0, 29}), want("did not", refused, [2]int{30, 0}))
}

// maySearch is the rule, in the state before.
func maySearch(s *event.State) bool {
	v := s.View()
	return 2*searching(s) < v.Procs-len(v.IdlePs)
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

// retaken: the P stays with the blocked M, as running, until sysmon, which looks every 20 µs, sees the call for the
// second time. Then another M gets it, and runs the three others.
func retaken(r *demoRun) error {
	gs := r.madeBy(mainG)
	var enter []event.Record
	for _, rec := range r.of(kind.SyscallEnter) {
		if rec.A == 100*ms {
			enter = append(enter, rec)
		}
	}
	retake, made := r.ruled(kind.Retake, kind.ByRetake), r.ruled(kind.MNew, kind.ByHandoff)
	if len(enter) != 1 || len(retake) != 1 || len(made) != 1 {
		return fmt.Errorf("%d calls, %d retaken, %d threads made", len(enter), len(retake), len(made))
	}
	m, other := enter[0].M, uint16(made[0].A)
	// The first look comes at most 20 µs after the call began, the second 20 µs after that; a look takes 100 ns.
	if took := retake[0].Time - enter[0].Time; took <= 20_100 || took > 40_200 {
		return fmt.Errorf("retaken after %d ns", took)
	}
	err := r.replay(func(s *event.State, rec event.Record) error {
		switch {
		case rec.Kind == kind.SyscallEnter && rec.G == gs[3]:
			return want("pace of sysmon", s.Delay, 20_000)
		case rec.Kind == kind.Retake:
			p := s.View().Ps[0]
			return errors.Join(
				want("runs on P0 until then", p.Running, gs[3]), want("of", p.M, int(m)), want("which is", p.Status, event.PRunning),
				want("waits for it", s.Ring(0), gs[:3]), want("taken from", rec.A, uint64(m)))
		case rec.Kind == kind.GoStart && slices.Contains(gs[:3], rec.G):
			if rec.M != other || rec.P != 0 || rec.Time < retake[0].Time || rec.Time > enter[0].Time+ms {
				return errors.New("not by the new M at once")
			}
		case rec.Kind == kind.SyscallExit && rec.G == gs[3]:
			if rec.M != m || rec.Time < enter[0].Time+100*ms {
				return errors.New("not by the M of the call, after 100 ms")
			}
		}
		return nil
	})
	return errors.Join(err, want("order", r.firstStarts(gs), []int{3, 0, 1, 2}), want("calls that ended", len(r.of(kind.SyscallExit)), 2))
}

// stranded: without the hand-off the three wait for the end of the call.
func stranded(r *demoRun) error {
	first := r.of(kind.SyscallEnter)[1].Time // the second is the long one
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
