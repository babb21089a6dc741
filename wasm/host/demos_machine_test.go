package host

// This file says what the demos D14 to D26 show, in the events: system calls and channels, the collector, timers,
// the lock, threads, the states of a goroutine, GOMAXPROCS, LockOSThread, and the objects in memory.

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// machineDemos are the demos of this file.
var machineDemos = []demo{
	{id: "D14", program: "d14-return-without-p.go", how: how{procs: 1}, holds: returnWithoutP, unlike: []how{{procs: 2}, {procs: 1, policy: "handoff=off", until: 50 * time.Millisecond}, {procs: 1, policy: "preempt=off", until: 50 * time.Millisecond}}},
	{id: "D15", program: "d15-send-and-close.go", how: how{procs: 1}, holds: both(sendToWaiter, closeWakesAll), unlike: []how{{procs: 1, policy: "no-runnext"}, {procs: 1, policy: "lifo"}}},
	{id: "D16", program: "d16-bounded-and-unbounded.go", how: how{procs: 1}, holds: liveGoroutines, unlike: []how{{procs: 4}, {procs: 1, policy: "no-runnext"}}},
	{id: "D17", program: "d17-collector.go", how: how{procs: 4}, holds: both(twoPauses, quarterMarks),
		unlike: []how{{procs: 4, policy: "asyncpreemptoff", until: 100 * time.Millisecond}}, instead: neverStops},
	{id: "D18", program: "d18-timers-first.go", how: how{procs: 1}, holds: timersFirst, unlike: []how{{procs: 1, policy: "no-runnext"}, {procs: 1, policy: "lifo"}}},
	{id: "D19", program: "d19-one-lock.go", how: how{procs: 4, policy: "go1.0"}, holds: lockIsFull,
		unlike: []how{{procs: 4, policy: "go1.0,queues=local"}}, instead: lockIsFree},
	{id: "D20", program: "d20-threads.go", how: how{procs: 4, policy: "1:1"}, holds: threadEach,
		unlike: []how{{procs: 4, policy: "m:n"}}, instead: sharedThreads},
	{id: "D21", program: "d21-many-parked.go", how: how{procs: 4, seeds: 1}, holds: manyParked, unlike: []how{{procs: 4, edit: [2]string{"200_000", "1_000"}}}},
	{id: "D22", program: "d22-deadlock.go", how: how{procs: 4}, holds: deadlocked,
		unlike: []how{{procs: 4, edit: [2]string{"sleeper = false", "sleeper = true"}}}, instead: silent},
	{id: "D23", program: "d23-states.go", how: how{procs: 2}, holds: allLamps, unlike: []how{{procs: 2, edit: [2]string{"15e6", "15"}}, {procs: 2, policy: "handoff=off"}}},
	{id: "D24", program: "d24-gomaxprocs.go", how: how{procs: 4}, holds: psVanish, unlike: []how{{procs: 2}, {procs: 4, policy: "queues=global"}}},
	{id: "D25", program: "d25-wired.go", how: how{procs: 1}, holds: wiredJumps, unlike: []how{{procs: 1, edit: [2]string{"i == 1", "i == 3"}}}},
	{id: "D26", program: "d26-inspector.go", how: how{procs: 1}, holds: inspected, unlike: []how{{procs: 1, edit: [2]string{"range 300", "range 200"}}, {procs: 1, policy: "work-sharing"}}},
}

// both wants two things of a run.
func both(a, b func(*demoRun) error) func(*demoRun) error {
	return func(r *demoRun) error {
		if err := a(r); err != nil {
			return err
		}
		return b(r)
	}
}

// first is the index of the first record from i on that is so, or an error that names what was looked for.
func first(recs []event.Record, i int, what string, is func(event.Record) bool) (int, error) {
	for ; i >= 0 && i < len(recs); i++ {
		if is(recs[i]) {
			return i, nil
		}
	}
	return -1, fmt.Errorf("there is no %s", what)
}

// sequence finds records in this order, others between them, from i on. It returns where each is.
func sequence(recs []event.Record, i int, wanted ...event.Record) (at []int, err error) {
	for _, w := range wanted {
		i, err = first(recs, i, fmt.Sprint(w), func(r event.Record) bool {
			return r.Kind == w.Kind && r.Rule == w.Rule && r.G == w.G
		})
		if err != nil {
			return nil, err
		}
		at = append(at, i)
		i++
	}
	return at, nil
}

// stateAt is the fold of the first n records.
func stateAt(recs []event.Record, n int) *event.State {
	s := event.NewState()
	for _, r := range recs[:n] {
		s.Apply(r)
	}
	return s
}

// starts are the goroutines that start, in order.
func starts(recs []event.Record) (gs []uint64) {
	for _, r := range recs {
		if r.Kind == kind.GoStart {
			gs = append(gs, r.G)
		}
	}
	return gs
}

// D14: main comes back, and the only P runs another.
func returnWithoutP(r *demoRun) error {
	recs := r.records
	at, err := sequence(recs, 0,
		event.Record{Kind: kind.SyscallEnter, G: 1},
		event.Record{Kind: kind.Retake, Rule: kind.ByRetake, G: 1},
		event.Record{Kind: kind.SyscallPark, Rule: kind.BySyscallExit, G: 1},
		event.Record{Kind: kind.GlobPut, Rule: kind.BySyscall, G: 1},
		event.Record{Kind: kind.MPark, Rule: kind.ByStopm},
		event.Record{Kind: kind.GoStop, Rule: kind.ByPreempt, G: 2},
		event.Record{Kind: kind.GoStart, Rule: kind.FromGlob, G: 1})
	if err != nil {
		return err
	}
	back, parked, stopped := recs[at[2]], recs[at[4]], recs[at[5]]
	if recs[at[0]].M != back.M || parked.M != back.M || recs[at[6]].M == back.M {
		return fmt.Errorf("M%d made the call, M%d came back, M%d sleeps, and M%d goes on with G1", recs[at[0]].M, back.M, parked.M, recs[at[6]].M)
	}
	s := stateAt(recs, at[4]+1)
	v := s.View()
	if queue := s.Global(); len(queue) == 0 || queue[len(queue)-1] != 1 || v.Ps[0].Running != 2 {
		return fmt.Errorf("global queue %v, and P0 runs G%d; want G1 at the tail, and G2 running", queue, v.Ps[0].Running)
	}
	if !slices.Contains(v.IdleMs, int(back.M)) {
		return fmt.Errorf("M%d is not among the idle %v", back.M, v.IdleMs)
	}
	if stopped.Time <= back.Time {
		return errors.New("the other goroutine's time slice was over before")
	}
	return nil
}

// D15: the receiver gets the value, and the sender goes on without a pause.
func sendToWaiter(r *demoRun) error {
	recs := r.records
	receiver := r.madeBy(mainG)[0]
	at, err := sequence(recs, 0,
		event.Record{Kind: kind.GoPark, G: receiver},
		event.Record{Kind: kind.GoReady, Rule: kind.ByReady, G: receiver},
		event.Record{Kind: kind.RunnextPut, Rule: kind.ByReady, G: receiver},
		event.Record{Kind: kind.GoPark, G: 1},
		event.Record{Kind: kind.GoStart, Rule: kind.FromRunnext, G: receiver},
		event.Record{Kind: kind.GoExit, G: receiver})
	if err != nil {
		return err
	}
	if w := recs[at[0]]; kind.Wait(w.N) != kind.WaitChanReceive || recs[at[1]].A != 1 {
		return fmt.Errorf("it waits for %v, and G%d wakes it", kind.Wait(w.N), recs[at[1]].A)
	}
	if others := starts(recs[at[1]:at[3]]); len(others) > 0 {
		return fmt.Errorf("%v run before the sender waits", others)
	}
	if again := count(recs[at[4]:at[5]], func(e event.Record) bool { return e.Kind == kind.GoPark && e.G == receiver }); again > 0 {
		return errors.New("the receiver had to wait again: it had no value")
	}
	if !strings.HasPrefix(r.stdout, "the sender goes on\nreceived 42\n") {
		return fmt.Errorf("printed %q", r.stdout)
	}
	return nil
}

// D15: close makes all runnable, the one that waited longest last, so that it runs first.
func closeWakesAll(r *demoRun) error {
	recs := r.records
	w := r.madeBy(mainG)[1:]
	last, err := first(recs, 0, "wait of the fourth", func(e event.Record) bool { return e.Kind == kind.GoPark && e.G == w[3] })
	if err != nil {
		return err
	}
	var woken []uint64
	for _, e := range recs[last:] {
		if e.Kind == kind.GoReady && e.A == 1 {
			woken = append(woken, e.G)
		}
	}
	if err := want("woken", woken, []uint64{w[3], w[2], w[1], w[0]}); err != nil {
		return err
	}
	parked, err := first(recs, last, "wait of main", func(e event.Record) bool { return e.Kind == kind.GoPark && e.G == 1 })
	if err != nil {
		return err
	}
	if s := stateAt(recs, parked); s.Runnext(0) != w[0] || !slices.Equal(s.Ring(0), []uint64{w[3], w[2], w[1]}) {
		return fmt.Errorf("runnext G%d, ring %v, want G%d and the others newest first", s.Runnext(0), s.Ring(0), w[0])
	}
	return want("run", starts(recs[parked:])[:4], []uint64{w[0], w[3], w[2], w[1]})
}

// D16: 4, 4 and 200 goroutines besides main, and the memory of so many. Of the tiny jobs the worker
// that came last gets all, since it and main wake each other.
func liveGoroutines(r *demoRun) error {
	var most []int
	live, peak := 0, 0
	for _, e := range r.records {
		switch e.Kind {
		case kind.GoCreate:
			live++
		case kind.GoExit:
			live--
		}
		peak = max(peak, live-1)
		if live == 1 && peak > 0 { // only main is left
			most = append(most, peak)
			peak = 0
		}
	}
	if err := want("goroutines of the pool, with the semaphore, unbounded", most, []int{4, 4, 200}); err != nil {
		return err
	}
	var done [4]int
	var pool, semaphore, unbounded int
	if _, err := fmt.Sscanf(r.stdout, "tiny [%d %d %d %d]\npool %d\nsemaphore %d\nunbounded %d\n",
		&done[0], &done[1], &done[2], &done[3], &pool, &semaphore, &unbounded); err != nil {
		return fmt.Errorf("%w in %q", err, r.stdout)
	}
	if done != [4]int{3: 199} { // it is still at the last one
		return fmt.Errorf("jobs of each worker: %v", done)
	}
	if unbounded < 10*pool || unbounded < 2*semaphore {
		return fmt.Errorf("memory: %d with a pool, %d with a semaphore, %d without", pool, semaphore, unbounded)
	}
	return nil
}

// D17: twice in each cycle all Ps stand still, and the loop that calls nothing is cut where it is.
func twoPauses(r *demoRun) error {
	recs := r.records
	loop := r.madeBy(mainG)[0]
	s := event.NewState()
	cycles, cut := 0, 0
	var pauses []kind.Rule
	for _, e := range recs {
		running := runs(s, loop)
		s.Apply(e)
		switch {
		case e.Kind == kind.GCBegin:
			cycles++
		case e.Kind == kind.GoStop && e.Rule == kind.ByStop && e.G == loop && running && s.STW:
			cut++
		case e.Kind == kind.STWDone:
			pauses = append(pauses, e.Rule)
			for _, p := range s.View().Ps {
				if p.Status != event.PStopped || p.Running != 0 && p.M != int(e.M) {
					return fmt.Errorf("the world has stopped, but P%d is %s and runs G%d", p.ID, p.Status, p.Running)
				}
			}
		}
	}
	var twice []kind.Rule
	for range cycles {
		twice = append(twice, kind.ForSweepTerm, kind.ForMarkTerm)
	}
	if cycles < 2 || cut == 0 {
		return fmt.Errorf("%d cycles, the loop was cut %d times", cycles, cut)
	}
	return want("pauses", pauses, twice)
}

// neverStops: where the loop cannot be cut, the world never stops.
func neverStops(r *demoRun) error {
	if begun, done := len(r.of(kind.STWBegin)), len(r.of(kind.STWDone)); begun != 1 || done != 0 || !r.until {
		return fmt.Errorf("%d stops begun, %d done, the run goes on: %v", begun, done, r.until)
	}
	return nil
}

// runs says whether a goroutine runs now.
func runs(s *event.State, g uint64) bool {
	v, ok := s.G(g)
	return ok && v.Status == event.Running
}

// D17: one of four Ps marks, as a dedicated worker, and those that allocate help from within their own time.
func quarterMarks(r *demoRun) error {
	recs := r.records
	makers := r.madeBy(mainG)[1:3]
	s := event.NewState()
	dedicated, most := map[uint64]bool{}, 0
	assists := map[uint64]int{}
	for _, e := range recs {
		s.Apply(e)
		switch e.Kind {
		case kind.GCWorker:
			if e.N == 1 {
				dedicated[e.G] = true
				most = max(most, len(dedicated))
			}
		case kind.GoPark, kind.GoStop:
			delete(dedicated, e.G)
		case kind.AssistBegin:
			if !s.GC || !runs(s, e.G) {
				return fmt.Errorf("G%d assists, but the collector marks: %v, it runs: %v", e.G, s.GC, runs(s, e.G))
			}
			assists[e.G]++
		}
	}
	if most != 1 {
		return fmt.Errorf("%d of 4 Ps mark at once", most)
	}
	for _, g := range makers {
		if assists[g] == 0 {
			return fmt.Errorf("G%d, which allocates, never assists: %v", g, assists)
		}
	}
	return nil
}

// D18: all four timers run when main waits, before anything else; the last sleeper is in front, the
// others are behind what was queued.
func timersFirst(r *demoRun) error {
	recs := r.records
	gs := r.madeBy(mainG)
	if len(gs) != 6 {
		return fmt.Errorf("main made %v", gs)
	}
	at, err := first(recs, 0, "wait of main", func(e event.Record) bool { return e.Kind == kind.GoPark && e.G == 1 })
	if err != nil {
		return err
	}
	if fired := count(recs[:at], ofKind(kind.TimerFire)); fired > 0 {
		return fmt.Errorf("%d timers ran while the P was busy", fired)
	}
	if queued := stateAt(recs, at).Ring(0); !slices.Equal(queued, gs[4:5]) {
		return fmt.Errorf("queued before: %v, want %v", queued, gs[4:5])
	}
	next, err := first(recs, at, "start", ofKind(kind.GoStart))
	if err != nil {
		return err
	}
	var due, woken []uint64
	for _, e := range recs[at:next] {
		switch e.Kind {
		case kind.TimerFire:
			due = append(due, e.A)
		case kind.GoReady:
			woken = append(woken, e.G)
		}
	}
	if !slices.IsSorted(due) || len(due) != 4 {
		return fmt.Errorf("timers before the next start: due at %v", due)
	}
	if err := want("woken", woken, gs[:4]); err != nil {
		return err
	}
	return want("run", starts(recs[at:])[:6], []uint64{gs[3], gs[4], gs[5], gs[0], gs[1], gs[2]})
}

// lockCost is how long the scheduler's lock is held each time, as "gopark help costs" says.
const lockCost = 50

// occupancy is the share of the time in which the lock is held for a queue: from when all
// four Ps run to the last use, in percent. waits is how long Ms waited for it, in percent of the same time.
func occupancy(r *demoRun) (held, waits uint64) {
	ps := map[uint16]bool{}
	var from, to, uses, waited uint64
	for _, e := range r.records {
		if e.Kind == kind.PStart {
			if ps[e.P] = true; len(ps) == 4 && from == 0 {
				from = e.Time
			}
		}
		switch {
		case from == 0:
		case e.Kind == kind.GlobPut, e.Kind == kind.GlobGet, e.Kind == kind.RunqOverflow:
			uses++
			to = max(to, e.Time)
		case e.Kind == kind.LockWait:
			waited += e.A
		}
	}
	if to <= from {
		return 0, 0
	}
	return uses * lockCost * 100 / (to - from), waited * 100 / (to - from)
}

// D19: the lock is held nearly all the time, and besides the one that has it another waits.
func lockIsFull(r *demoRun) error {
	if jobs := count(r.records, ofKind(kind.GoExit)); jobs < 1000 {
		return fmt.Errorf("only %d jobs", jobs)
	}
	held, waits := occupancy(r)
	if held < 90 || waits < 100 {
		return fmt.Errorf("the lock is held %d %% of the time, and waited for %d %%", held, waits)
	}
	return nil
}

// D19: with a queue for each P nobody needs it.
func lockIsFree(r *demoRun) error {
	if jobs := count(r.records, ofKind(kind.GoExit)); jobs < 1000 {
		return fmt.Errorf("only %d jobs", jobs)
	}
	st := r.stats
	if st.LockWait.Total*100 > st.Makespan {
		return fmt.Errorf("the lock was waited for %d ns of %d", st.LockWait.Total, st.Makespan)
	}
	return nil
}

// D20: 1,000 goroutines that wait are 1,000 threads.
func threadEach(r *demoRun) error {
	if n := r.stats.Threads.MaxLive; n < 1000 {
		return fmt.Errorf("%d threads", n)
	}
	return nil
}

// D20: they share as many threads as there are Ps.
func sharedThreads(r *demoRun) error {
	st := r.stats
	if st.Goroutines.MaxLive < 1000 || st.Threads.MaxLive > 4 {
		return fmt.Errorf("%d goroutines, %d threads", st.Goroutines.MaxLive, st.Threads.MaxLive)
	}
	return nil
}

// D21: 200,000 wait at once. Native Go takes 2,649 bytes for each by the same program (2 CPUs, Go 1.26); here a
// goroutine has no stack of its own, only the frames that it has frozen.
func manyParked(r *demoRun) error {
	const many = 200_000
	var n, each int
	if _, err := fmt.Sscanf(r.stdout, "%d goroutines, %d bytes each\n", &n, &each); err != nil {
		return fmt.Errorf("%w in %q", err, r.stdout)
	}
	waiting, most := map[uint64]bool{}, 0
	for _, e := range r.records {
		switch e.Kind {
		case kind.GoPark:
			if kind.Wait(e.N) == kind.WaitChanReceive {
				waiting[e.G] = true
				most = max(most, len(waiting))
			}
		case kind.GoReady:
			delete(waiting, e.G)
		}
	}
	threads := count(r.records, ofKind(kind.MNew))
	if n != many+1 || most != many || threads > 4 {
		return fmt.Errorf("%d goroutines, %d wait at once, %d threads", n, most, threads)
	}
	// A G is 312 bytes: less than that means that memory was not counted.
	if each < 312 || each > 600 {
		return fmt.Errorf("%d bytes each", each)
	}
	return nil
}

// D22: the last look finds that nobody can go on.
func deadlocked(r *demoRun) error {
	i, err := first(r.records, 0, "deadlock", ofKind(kind.Deadlock))
	if err != nil {
		return err
	}
	v := stateAt(r.records, i+1).View()
	if waiting := users(v.Gs, event.Waiting); len(waiting) != 3 || r.records[i].A != 3 {
		return fmt.Errorf("%v wait, and the record says %d", waiting, r.records[i].A)
	}
	if len(starts(r.records[i:])) > 0 {
		return errors.New("somebody ran after that")
	}
	if r.code != 2 || !strings.HasPrefix(r.stderr, "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n") {
		return fmt.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
	return nil
}

// users are the goroutines of this status.
func users(gs []event.GView, status string) (ids []uint64) {
	for _, g := range gs {
		if g.Status == status {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

// D22: the same, but one of them sleeps: all Ps are idle, nobody says anything, and it goes on.
func silent(r *demoRun) error {
	i, err := first(r.records, 0, "timer", ofKind(kind.TimerFire))
	if err != nil {
		return err
	}
	asleep := false
	s := event.NewState()
	for _, e := range r.records[:i] {
		s.Apply(e)
		if e.Kind == kind.MPoll || e.Kind == kind.MPark {
			v := s.View()
			asleep = asleep || len(v.Gs) == 4 && len(users(v.Gs, event.Waiting)) == 4 && len(v.IdlePs) == 4
		}
	}
	if !asleep {
		return errors.New("they never all waited")
	}
	if n := count(r.records, ofKind(kind.Deadlock)); n > 0 || r.code != 0 || r.stderr != "" || r.stdout != "waiting\n1\n" {
		return fmt.Errorf("%d deadlocks, exit code %d, %q, %q", n, r.code, r.stdout, r.stderr)
	}
	return nil
}

// step is a change of a goroutine's state.
type step struct{ from, to string }

// legal are the steps that there are (reference 2.2). A system call that finds no P ends as runnable: in Go it is
// running for a moment, before it knows.
var legal = []step{
	{event.Dead, event.Runnable},
	{event.Runnable, event.Running},
	{event.Running, event.Waiting},
	{event.Waiting, event.Runnable},
	{event.Running, event.Runnable},
	{event.Running, event.Syscall},
	{event.Syscall, event.Running},
	{event.Syscall, event.Runnable},
	{event.Running, event.Dead},
}

// changes are the records after which a goroutine is in another state.
var changes = []kind.Kind{kind.GoCreate, kind.GoStart, kind.GoPark, kind.GoReady, kind.GoStop, kind.GoExit,
	kind.SyscallEnter, kind.SyscallExit, kind.SyscallPark}

// lamps follows the states of all goroutines. It returns the steps that were made.
func lamps(recs []event.Record) (map[step]int, *event.State, error) {
	s := event.NewState()
	seen := map[step]int{}
	now := func(g uint64) string {
		if v, ok := s.G(g); ok && v.Status != "" {
			return v.Status
		}
		return event.Dead
	}
	for i, e := range recs {
		before := now(e.G)
		s.Apply(e)
		st := step{before, now(e.G)}
		if e.G == 0 || !slices.Contains(changes, e.Kind) && st.from == st.to {
			continue
		}
		if seen[st]++; !slices.Contains(legal, st) {
			return nil, nil, fmt.Errorf("record %d: G%d from %s to %s by %v", i, e.G, st.from, st.to, e)
		}
	}
	return seen, s, nil
}

// D23: every step is legal, each is seen, and at the end only main is not dead.
func allLamps(r *demoRun) error {
	seen, s, err := lamps(r.records)
	if err != nil {
		return err
	}
	for _, st := range legal {
		if seen[st] == 0 {
			return fmt.Errorf("no step from %s to %s: %v", st.from, st.to, seen)
		}
	}
	if v := s.View(); len(v.Gs) != 1 || v.Gs[0].ID != 1 || v.Gs[0].Status != event.Running {
		return fmt.Errorf("at the end: %+v", v.Gs)
	}
	return nil
}

// TestIllegalStepIsSeen: without any one record that changes a state the rest is not legal.
func TestIllegalStepIsSeen(t *testing.T) {
	p := demo{program: "d23-states.go"}.build(t, [2]string{})
	recs := how{procs: 2}.run(t, p, 1).records
	tried := map[kind.Kind]int{}
	for i, e := range recs {
		switch e.Kind {
		case kind.GoCreate, kind.GoStart, kind.GoReady:
			if tried[e.Kind]++; tried[e.Kind] > 10 {
				continue
			}
			if _, _, err := lamps(slices.Delete(slices.Clone(recs), i, i+1)); err == nil {
				t.Errorf("without record %d, %v, all steps are legal", i, e)
			}
		}
	}
	if len(tried) != 3 {
		t.Error("tried only", tried)
	}
}

// D24: two of four Ps vanish in a stopped world, and their queues go to the global queue's head, in order. Then two come back.
func psVanish(r *demoRun) error {
	recs := r.records
	i, err := first(recs, 0, "stop for GOMAXPROCS", func(e event.Record) bool { return e.Kind == kind.STWDone && e.Rule == kind.ForProcs })
	if err != nil {
		return err
	}
	before := stateAt(recs, i+1)
	v := before.View()
	for _, p := range v.Ps {
		if p.Status != event.PStopped {
			return fmt.Errorf("P%d is %s", p.ID, p.Status)
		}
	}
	if len(v.Ps) != 4 {
		return fmt.Errorf("%d Ps", len(v.Ps))
	}
	// The Ps go in turn, each before what is there: first its queue from the tail on, then its runnext.
	queue := v.Global
	for _, p := range v.Ps[2:] {
		mine := p.Ring
		if p.Runnext != 0 {
			mine = append([]uint64{p.Runnext}, mine...)
		}
		if len(mine) == 0 {
			return fmt.Errorf("P%d has no queue", p.ID)
		}
		queue = append(slices.Clone(mine), queue...)
	}
	if len(v.Global) == 0 {
		return errors.New("nothing was in the global queue before")
	}
	last, err := first(recs, i, "PDead of P3", func(e event.Record) bool { return e.Kind == kind.PDead && e.P == 3 })
	if err != nil {
		return err
	}
	after := stateAt(recs, last+1)
	if err := want("global queue", after.Global(), queue); err != nil {
		return err
	}
	if ps := after.View().Ps; len(ps) != 2 || !after.STW && last < i || after.Procs != 2 {
		return fmt.Errorf("%d Ps, GOMAXPROCS %d", len(ps), after.Procs)
	}
	again, err := first(recs, last, "PNew", ofKind(kind.PNew))
	if err != nil {
		return err
	}
	if two := count(recs[last:again], func(e event.Record) bool { return e.Kind == kind.PStart && e.P > 1 }); two > 0 {
		return errors.New("a P that is gone ran")
	}
	if end := stateAt(recs, len(recs)); end.Procs != 4 || count(recs[again:], ofKind(kind.PNew)) != 2 {
		return fmt.Errorf("at the end GOMAXPROCS is %d", end.Procs)
	}
	return nil
}

// D25: in the second round the P goes to the wired M, and back when its goroutine yields, three times; nothing else
// runs on that M.
func wiredJumps(r *demoRun) error {
	recs := r.records
	g := r.madeBy(mainG)[4] // the second of the second round
	wire, err := first(recs, 0, "GoWire", func(e event.Record) bool { return e.Kind == kind.GoWire && e.G == g })
	if err != nil {
		return err
	}
	unwire, err := first(recs, wire, "GoUnwire", func(e event.Record) bool { return e.Kind == kind.GoUnwire && e.G == g })
	if err != nil {
		return err
	}
	m := recs[wire].M
	var way []uint16 // the M that P0 is with
	for _, e := range recs[wire : unwire+1] {
		switch {
		case e.Kind == kind.GoStart && (e.G == g) != (e.M == m):
			return fmt.Errorf("G%d runs on M%d; G%d is wired to M%d", e.G, e.M, g, m)
		case e.Kind == kind.GoStart && e.G == g && e.Rule != kind.FromWired:
			return fmt.Errorf("it was started by %s", event.RuleName(e.Rule))
		case e.Kind == kind.PStart:
			way = append(way, e.M)
		}
	}
	other := 1 - m // there are two
	if err := want("P0 goes to", way, []uint16{other, m, other, m, other, m}); err != nil {
		return err
	}
	if hands := count(recs[wire:unwire], func(e event.Record) bool { return e.Kind == kind.GoHand && e.G == g && e.M == other }); hands != 3 {
		return fmt.Errorf("it was handed over %d times", hands)
	}
	lines := strings.Split(r.stdout, "\n")
	if lines[0] == "" || lines[0] != lines[1] {
		return fmt.Errorf("orders: %q", lines)
	}
	return nil
}

// inspectable are the fields that are to be seen, by struct.
var inspectable = map[string][]string{
	"sched.G": {"Goid", "Atomicstatus", "Waitreason", "Pos", "Schedlink", "M", "Lockedm", "Preempt", "Top", "ParentGoid", "Alllink"},
	"sched.M": {"ID", "Curg", "P", "nextp", "oldp", "spinning", "park", "lockedg", "link", "Alllink"},
	"sched.P": {"ID", "status", "m", "link", "runqhead", "runqtail", "runq", "runnext", "schedtick", "syscalltick", "preempt", "timers", "gFree", "goidc"},
	"sched.sched": {"lock", "runq", "pidle", "midle", "npidle", "nmspinning", "needspinning", "gcwaiting", "gFree", "maxmcount",
		"idlepMask", "sysmonwait", "lastpoll", "allgs", "allm"},
}

// notInspectable are fields that articles tell of, and there are none: a length beside the ring, a lock and a
// note of a P, a count of steals.
var notInspectable = map[string][]string{
	"sched.P": {"runqwait", "runqsize", "lock", "note", "park", "stealgen"},
	"sched.G": {"note", "park"},
}

// D26: the layout has the fields, and its sizes the constant; what
// does not fit in a ring of 256 goes with half of it. TestInspectorMemory reads the objects themselves.
func inspected(r *demoRun) error {
	l := r.program.Layout
	for typ, names := range inspectable {
		for _, name := range names {
			if off, size, err := l.field(typ, name); err != nil || size == 0 || off+size > l.Structs[typ].Size {
				return fmt.Errorf("%s.%s: at %d, %d bytes of %d, %v", typ, name, off, size, l.Structs[typ].Size, err)
			}
		}
	}
	for typ, names := range notInspectable {
		for _, name := range names {
			if _, ok := l.Structs[typ].Fields[name]; ok {
				return fmt.Errorf("there is a %s.%s", typ, name)
			}
		}
	}
	if ring, slot := l.Structs["sched.P"].Fields["runq"][1], l.Structs["sched.gslot"].Size; slot == 0 || ring/slot != 256 {
		return fmt.Errorf("a ring of %d bytes, %d a place", ring, slot)
	}
	if n := len(r.of(kind.GoCreate)); n != 601 {
		return fmt.Errorf("%d goroutines", n)
	}
	over := r.of(kind.RunqOverflow)
	if len(over) != 2 || over[0].N != 256/2+1 || over[1].N != 256/2+1 {
		return fmt.Errorf("overflows of the ring: %v", over)
	}
	return nil
}

// TestInspectorMemory reads the objects of D26 while it runs.
func TestInspectorMemory(t *testing.T) {
	p := demo{program: "d26-inspector.go"}.build(t, [2]string{})
	fullest, gs, limit := 0, 0, uint64(0)
	out := runProgram(t, p, Options{Procs: 1, Seed: 1, Steps: 1, Slice: 50, OnStop: func(s *Stop) error {
		snap, err := s.Snapshot()
		if err != nil {
			return err
		}
		fullest = max(fullest, len(snap.Ps[0].Ring))
		if !s.Final {
			return nil
		}
		mem := &reader{mem: s.run.mem, l: p.Layout}
		sched := object{mem, "sched.sched", p.Layout.Vars["sched.sched"]}
		limit = sched.num("maxmcount")
		sched.each("allgs", "sched.G", "Alllink", func(object) { gs++ })
		return mem.err
	}})
	if out.err != nil {
		t.Fatal(out.err)
	}
	if limit != 10_000 {
		t.Errorf("at most %d threads", limit)
	}
	if fullest != 256 {
		t.Errorf("the ring had at most %d", fullest)
	}
	if gs != 301 {
		t.Errorf("%d Gs in memory, for 601 goroutines", gs)
	}
}
