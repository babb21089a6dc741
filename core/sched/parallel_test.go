package sched

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// runParallel runs main with real threads, and fails if it does not end.
func runParallel(t testing.TB, procs int, main func()) (map[int32][]byte, error) {
	t.Helper()
	dog := time.AfterFunc(60*time.Second, func() {
		buf := make([]byte, 1<<20)
		panic(fmt.Sprintf("%s hangs\n%s", t.Name(), buf[:runtime.Stack(buf, true)]))
	})
	defer dog.Stop()
	return Run(Config{Procs: procs, Parallel: true, Seed: 1}, main)
}

// gate is a semaphore made of the scheduler's own lock and park.
type gate struct {
	lock    Mutex
	tokens  int
	waiting []*G
}

func (g *gate) signal() {
	Lock(&g.lock)
	if n := len(g.waiting); n > 0 {
		gp := g.waiting[0]
		g.waiting = g.waiting[1:]
		Unlock(&g.lock)
		Goready(gp)
		return
	}
	g.tokens++
	Unlock(&g.lock)
}

func (g *gate) wait() {
	Lock(&g.lock)
	if g.tokens > 0 {
		g.tokens--
		Unlock(&g.lock)
		return
	}
	g.waiting = append(g.waiting, Getg())
	Goparkunlock(&g.lock, kind.WaitIO, 1)
}

func TestParkWakeHammer(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	for round := 0; round < rounds; round++ {
		for _, procs := range []int{1, 2, 4} {
			var ran atomic.Int32
			_, err := runParallel(t, procs, func() { pingPong(&ran, 8, 100) })
			if err != nil || ran.Load() != 8*2*100 {
				t.Fatalf("round %d, procs %d: %d turns, %v", round, procs, ran.Load(), err)
			}
		}
	}
}

// pingPong lets pairs of goroutines wake each other turn by turn.
func pingPong(ran *atomic.Int32, pairs, turns int) {
	end := new(gate)
	for i := 0; i < pairs; i++ {
		a, b := new(gate), new(gate)
		player := func(mine, other *gate) func() {
			return func() {
				for j := 0; j < turns; j++ {
					mine.wait()
					ran.Add(1)
					Work(int32(j % 50))
					if j%17 == 0 {
						Gosched()
					}
					if j%31 == 0 {
						Sleep(1000)
					}
					other.signal()
				}
				end.signal()
			}
		}
		Go(1, player(a, b))
		Go(2, player(b, a))
		a.signal()
	}
	for i := 0; i < 2*pairs; i++ {
		end.wait()
	}
}

func TestEachGoroutineRunsOnce(t *testing.T) {
	const n = 20_000
	ran := make([]atomic.Int32, n)
	_, err := runParallel(t, 4, func() {
		end := new(gate)
		for i := range ran {
			Go(1, func() {
				ran[i].Add(1)
				end.signal()
			})
		}
		for range ran {
			end.wait()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range ran {
		if ran[i].Load() != 1 {
			t.Errorf("goroutine %d ran %d times", i, ran[i].Load())
		}
	}
}

func TestParallelDeadlockIsFound(t *testing.T) {
	for i := 0; i < 20; i++ {
		_, err := runParallel(t, 3, func() {
			for i := 0; i < 5; i++ {
				Go(1, func() { new(gate).wait() })
			}
			Sleep(10_000)
			new(gate).wait()
		})
		if err == nil || err.Error() != "fatal error: all goroutines are asleep - deadlock!" {
			t.Fatal(err)
		}
	}
}

func TestParallelPreemption(t *testing.T) {
	var done atomic.Bool
	_, err := runParallel(t, 1, func() {
		Go(1, func() { done.Store(true) })
		for !done.Load() {
			Work(1000)
		}
	})
	if err != nil || !done.Load() {
		t.Error(err)
	}
}

// parallelFollower folds at stops of the world.
type parallelFollower struct {
	merged, shuffled *event.State
	read             map[int32]int
	stops            int
	err              error
}

func newParallelFollower() *parallelFollower {
	return &parallelFollower{merged: event.NewState(), shuffled: event.NewState(), read: map[int32]int{}}
}

// stop is called with the world stopped: fold what is new, compare. The lock keeps away Ms that
// are on their way to sleep.
func (f *parallelFollower) stop(uint64) {
	if f.err != nil {
		return
	}
	Lock(&sched.lock)
	defer Unlock(&sched.lock)
	f.stops++
	rings := f.fresh()
	for _, r := range event.Merge(rings...) {
		f.merged.Apply(r)
	}
	// Also without merging: one ring after the other.
	for i := range rings {
		for _, r := range rings[(i+f.stops)%len(rings)] {
			f.shuffled.Apply(r)
		}
	}
	if err := compareStopped(f.merged); err != nil {
		f.err = fmt.Errorf("stop %d, merged: %w", f.stops, err)
	} else if err := compareStopped(f.shuffled); err != nil {
		f.err = fmt.Errorf("stop %d, ring by ring: %w", f.stops, err)
	}
}

func (f *parallelFollower) fresh() (rings [][]event.Record) {
	all := Drain()
	for _, id := range slices.Sorted(maps.Keys(all)) {
		var recs []event.Record
		for ; f.read[id] < len(all[id]); f.read[id] += event.Size {
			r, err := event.Decode(all[id][f.read[id]:])
			if err != nil {
				f.err = err
			}
			recs = append(recs, r)
		}
		rings = append(rings, recs)
	}
	return rings
}

// compareStopped compares what can be compared while Ms without P may still move.
func compareStopped(st *event.State) error {
	want, got := readStopped(), st.View()
	got.Time, got.Delay, got.Deep = 0, 0, false
	for i := range got.Ms {
		got.Ms[i].Spinning, got.Ms[i].Poll = false, 0
	}
	if w, g := fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", got); w != g {
		return fmt.Errorf("memory %.3000s\nfold   %.3000s", w, g)
	}
	return nil
}

func TestFoldEqualsMemoryAtStops(t *testing.T) {
	runs := 20
	if testing.Short() {
		runs = 5
	}
	for run := 0; run < runs; run++ {
		f := newParallelFollower()
		var ran atomic.Int32
		_, err := runParallel(t, 1+run%4, func() {
			end := new(gate)
			Go(1, func() {
				pingPong(&ran, 6, 60)
				end.signal()
			})
			for i := 0; i < 400; i++ {
				Go(2, func() {
					Work(2000)
					if i%9 == 0 {
						Gosched()
					}
					end.signal()
				})
				if i%50 == 25 {
					WorldStopped(kind.ForStats, f.stop, 0)
				}
			}
			for i := 0; i < 401; i++ {
				end.wait()
				if i%100 == 0 {
					WorldStopped(kind.ForStats, f.stop, 0)
				}
				if i == 200 {
					GOMAXPROCS(1 + (run+2)%4)
				}
			}
			WorldStopped(kind.ForStats, f.stop, 0)
		})
		if err != nil || f.err != nil || Lost() != 0 || f.stops != 14 {
			t.Fatalf("run %d, %d stops, lost %d: %v\n%v", run, f.stops, Lost(), err, f.err)
		}
	}
}
