package sched

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gopark/gopark/core/event/kind"
)

// bareOrder is the switch order of bare.
var bareOrder int32

// bare makes n Ps for tests of the queues alone: no M runs. P i is for the M that ownP returns.
func bare(n int32) {
	reset()
	policy.order = bareOrder
	m0.setup(0, 1)
	bindm(&m0)
	sched.runqhead = firstGlobal
	m0.stopwhy = kind.ByBoot
	Lock(&sched.lock)
	procresize(&m0, n)
	Unlock(&sched.lock)
}

// ownP binds the calling goroutine to a new M that owns P i.
func ownP(i int32) *P {
	mp := &m0
	if i != 0 {
		mp = new(M)
		mp.setup(i, uint64(i))
	}
	bindm(mp)
	pp := allp[i]
	mp.P = pp
	pp.m = mp
	pp.status.set(Prunning)
	sched.idlepMask.Store(sched.idlepMask.Load() &^ (1 << i))
	return pp
}

// makeGs makes n runnable Gs with ids from 1 on.
func makeGs(n int) []*G {
	gs := make([]*G, n)
	for i := range gs {
		gs[i] = &G{Goid: uint64(i + 1), Atomicstatus: Grunnable}
	}
	return gs
}

func globalSize() int { return int(sched.runq.size) }

func TestRunqHoldsEveryFillLevel(t *testing.T) {
	for n := 0; n <= 256; n++ {
		for _, next := range []bool{false, true} {
			bare(1)
			pp := ownP(0)
			fill(pp, n, next)
			first := uint64(0) // the one in runnext comes out before the ring's
			if next {
				first = uint64(n + 1)
			}
			if gp, inherit := pp.runqget(); goid(gp) != max(first, min(1, uint64(n))) || inherit != next {
				t.Fatalf("level %d, runnext %v: first came G%d, inherit %v", n, next, goid(gp), inherit)
			}
			from := 2
			if next {
				from = 1
			}
			for i := from; i <= n; i++ {
				if gp, inherit := pp.runqget(); goid(gp) != uint64(i) || inherit {
					t.Fatalf("level %d, runnext %v: got G%d, not G%d", n, next, goid(gp), i)
				}
			}
			if gp, _ := pp.runqget(); gp != nil || !pp.runqempty() || globalSize() != 0 {
				t.Fatalf("level %d, runnext %v: something is left", n, next)
			}
		}
	}
}

// fill puts n Gs into pp's ring, and one more into runnext if next.
func fill(pp *P, n int, next bool) {
	gs := makeGs(n + 1)
	for _, gp := range gs[:n] {
		pp.runqput(gp, false, kind.ByGo)
	}
	if next {
		pp.runqput(gs[n], true, kind.ByGo)
	}
}

func goid(gp *G) uint64 {
	if gp == nil {
		return 0
	}
	return gp.Goid
}

func TestRunqOverflowMovesTheOlderHalf(t *testing.T) {
	bare(1)
	pp := ownP(0)
	for _, gp := range makeGs(257) {
		pp.runqput(gp, false, kind.ByGo)
	}
	var got []uint64
	for gp := sched.runq.head; gp != nil; gp = gp.Schedlink {
		got = append(got, gp.Goid)
	}
	if len(got) != 129 || got[0] != 1 || got[127] != 128 || got[128] != 257 {
		t.Errorf("global queue: %v", got)
	}
	if n := pp.runqtail.Load() - pp.runqhead.Load(); n != 128 {
		t.Errorf("the ring holds %d", n)
	}
	if gp, _ := pp.runqget(); gp.Goid != 129 {
		t.Errorf("the oldest is G%d", gp.Goid)
	}
}

func TestRunnextKicksOut(t *testing.T) {
	bare(1)
	pp := ownP(0)
	gs := makeGs(3)
	for _, gp := range gs {
		pp.runqput(gp, true, kind.ByGo)
	}
	want := []struct {
		id      uint64
		inherit bool
	}{{3, true}, {1, false}, {2, false}}
	for _, w := range want {
		if gp, inherit := pp.runqget(); gp.Goid != w.id || inherit != w.inherit {
			t.Errorf("got G%d, inherit %v; want G%d, %v", gp.Goid, inherit, w.id, w.inherit)
		}
	}
}

func TestStealTakesHalfRoundedUp(t *testing.T) {
	for n := 1; n <= 256; n++ {
		bare(2)
		victim := ownP(1)
		for _, gp := range makeGs(n) {
			victim.runqput(gp, false, kind.ByGo)
		}
		pp := ownP(0)
		gp := pp.runqsteal(victim)
		half := (n + 1) / 2
		if gp == nil || gp.Goid != uint64(half) {
			t.Fatalf("of %d: got %v, not G%d", n, gp, half)
		}
		if left := victim.runqtail.Load() - victim.runqhead.Load(); int(left) != n-half {
			t.Fatalf("of %d: %d are left", n, left)
		}
		for i := 1; i < half; i++ {
			if gp, _ := pp.runqget(); gp == nil || gp.Goid != uint64(i) {
				t.Fatalf("of %d: then got %v, not G%d", n, gp, i)
			}
		}
	}
}

// TestStealingTakesEachOnce empties a queue by stealing alone, at every fill level: each G comes out once,
// and every steal takes half, rounded up.
func TestStealingTakesEachOnce(t *testing.T) {
	for n := 0; n <= 256; n++ {
		for _, next := range []bool{false, true} {
			bare(2)
			victim := ownP(1)
			fill(victim, n, next)
			ownP(0)
			victim.status.set(Pgcstop) // else a thief waits before it takes runnext
			out := make([]int, n+2)
			for left := n; left > 0; left -= (left + 1) / 2 {
				emptyInto(out, allp[0].runqsteal(victim))
				if got := sum(out); got != n-left/2 {
					t.Fatalf("level %d: %d left, and then %d were taken in all", n, left, got)
				}
			}
			mp := Getm()
			mp.stealing.pass = stealTries - 1
			gp, _, _ := mp.stealFrom(victim)
			if want := next; (gp != nil) != want {
				t.Fatalf("level %d: the last pass took G%d", n, goid(gp))
			}
			emptyInto(out, gp)
			for id := 1; id <= n; id++ {
				if out[id] != 1 {
					t.Fatalf("level %d: G%d came out %d times", n, id, out[id])
				}
			}
			if !victim.runqempty() {
				t.Fatalf("level %d: something is left", n)
			}
		}
	}
}

// emptyInto counts gp and all in P0's ring.
func emptyInto(out []int, gp *G) {
	for ; gp != nil; gp, _ = allp[0].runqget() {
		out[gp.Goid]++
	}
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

func TestGlobalBatch(t *testing.T) {
	tests := []struct{ size, procs, taken int32 }{
		{1, 1, 1},
		{10, 1, 10},
		{500, 1, 128},
		{10, 2, 6},
		{10, 4, 3},
		{3, 4, 1},
		{1000, 4, 128},
	}
	for _, test := range tests {
		bare(test.procs)
		pp := ownP(0)
		Lock(&sched.lock)
		for _, gp := range makeGs(int(test.size)) {
			globrunqput(gp, kind.ByGosched)
		}
		gp := globrunqgetbatch(pp, kind.FromGlob)
		Unlock(&sched.lock)
		taken := 1 + int32(pp.runqtail.Load()-pp.runqhead.Load())
		if gp.Goid != 1 || taken != test.taken || globalSize() != int(test.size-taken) {
			t.Errorf("%+v: took %d, first G%d", test, taken, gp.Goid)
		}
	}
}

func TestStealOrderVisitsAll(t *testing.T) {
	for n := uint32(1); n <= MaxProcs; n++ {
		bare(int32(n))
		orders := map[string]bool{}
		for try := 0; try < 20; try++ {
			var s stealing
			seen := map[uint32]bool{}
			order := ""
			for s.shuffle(); s.i < s.n; s.advance() {
				seen[s.pos] = true
				order += fmt.Sprint(s.pos, " ")
			}
			if len(seen) != int(n) {
				t.Fatalf("%d Ps: visited %d in %s", n, len(seen), order)
			}
			orders[order] = true
		}
		if n >= 4 && len(orders) < 3 {
			t.Errorf("%d Ps: only %d orders in 20", n, len(orders))
		}
	}
}

// TestEveryStrideVisitsAll: with every first victim and every stride that the tables hold.
func TestEveryStrideVisitsAll(t *testing.T) {
	for n := uint32(1); n <= MaxProcs; n++ {
		resetOrder(n)
		for _, inc := range stealOrder.coprimes[:stealOrder.count] {
			for first := uint32(0); first < n; first++ {
				seen := uint64(0)
				for s := (stealing{n: n, pos: first, inc: inc}); s.i < s.n; s.advance() {
					seen |= 1 << s.pos
				}
				if seen != 1<<n-1 {
					t.Fatalf("%d Ps, from %d by %d: visited %b", n, first, inc, seen)
				}
			}
		}
		if want := phi(n); stealOrder.count != want {
			t.Errorf("%d Ps: %d strides, want %d", n, stealOrder.count, want)
		}
	}
}

// phi counts the numbers up to n that are prime to n.
func phi(n uint32) (count uint32) {
	for i := uint32(1); i <= n; i++ {
		prime := true
		for d := uint32(2); d <= i; d++ {
			prime = prime && (i%d != 0 || n%d != 0)
		}
		if prime {
			count++
		}
	}
	return count
}

// hammerRunq lets an owner put and get, and thieves steal, all at once. It says
// what went wrong: each G must come out exactly once.
func hammerRunq(rounds, thieves, each int) (err error) {
	for round := 0; round < rounds && err == nil; round++ {
		err = hammerOnce(round, thieves, each)
	}
	return err
}

func hammerOnce(round, thieves, n int) error {
	bare(int32(thieves + 1))
	gs := makeGs(n)
	out := make([]atomic.Int32, n+1)
	var left atomic.Int32
	left.Store(int32(n))
	var failed atomic.Pointer[string]
	fail := func(msg string) { failed.CompareAndSwap(nil, &msg) }
	took := func(gp *G) {
		if gp == nil {
			fail("took no goroutine at all")
			return
		}
		if out[gp.Goid].Add(1) != 1 {
			fail(fmt.Sprintf("G%d came out twice", gp.Goid))
		}
		left.Add(-1)
	}
	fromGlobal := func(pp *P) {
		Lock(&sched.lock)
		gp := globrunqget(pp)
		Unlock(&sched.lock)
		if gp != nil {
			took(gp)
		}
	}
	var wg sync.WaitGroup
	start := make(chan struct{})
	role := func(i int32, body func(pp *P)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					fail(fmt.Sprint(r))
				}
			}()
			pp := ownP(i)
			<-start
			body(pp)
		}()
	}
	role(0, func(pp *P) {
		for i, gp := range gs {
			pp.runqput(gp, i%3 == round%3, kind.ByGo)
			if i%4 == 0 {
				if gp, _ := pp.runqget(); gp != nil {
					took(gp)
				}
			}
		}
		drainAll(pp, &left, &failed, took, fromGlobal)
	})
	for i := 1; i <= thieves; i++ {
		role(int32(i), func(pp *P) {
			mp := Getm()
			for idle := 0; left.Load() > 0 && failed.Load() == nil && idle < 1e6; idle++ {
				mp.stealing.pass = uint32(idle % stealTries)
				gp, _, v := mp.stealFrom(allp[0])
				for v == pause {
					gp, _, v = mp.stealFrom(allp[0])
				}
				for ; gp != nil; gp, _ = pp.runqget() {
					took(gp)
				}
				if idle%16 == 0 {
					runtime.Gosched()
				}
			}
		})
	}
	close(start)
	wg.Wait()
	if msg := failed.Load(); msg != nil {
		return fmt.Errorf("round %d: %s", round, *msg)
	}
	for i := 1; i <= n; i++ {
		if out[i].Load() != 1 {
			return fmt.Errorf("round %d: G%d came out %d times", round, i, out[i].Load())
		}
	}
	return nil
}

func drainAll(pp *P, left *atomic.Int32, failed *atomic.Pointer[string], took func(*G), fromGlobal func(*P)) {
	for idle := 0; left.Load() > 0 && failed.Load() == nil && idle < 1e5; idle++ {
		if gp, _ := pp.runqget(); gp != nil {
			took(gp)
			idle = 0
		}
		fromGlobal(pp)
		runtime.Gosched()
	}
}

func TestRunqHammer(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	if err := hammerRunq(rounds, 2, 700); err != nil {
		t.Error(err)
	}
}

// TestRunqIsNeverSpuriouslyEmpty: one is in the queue, the owner adds another and takes one. At no
// moment is the queue empty.
func TestRunqIsNeverSpuriouslyEmpty(t *testing.T) {
	gs := makeGs(2)
	for round := 0; round < 4000; round++ {
		if round%500 == 0 {
			bare(1)
		}
		pp := ownP(0)
		next0, next1 := round%2 == 0, round%4 < 2
		pp.runqput(gs[0], next0, kind.ByGo)
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			bindm(&m0)
			pp.runqput(gs[1], next1, kind.ByGo)
			pp.runqget()
		}()
		for i := 0; i < 20; i++ {
			if pp.runqempty() {
				t.Fatalf("round %d: empty", round)
			}
		}
		wg.Wait()
		bindm(&m0)
		pp.runqget()
	}
}
