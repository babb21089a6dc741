package shim

// This file holds the search that leaves known states out against the one that does not: on small random programs both
// must see the same outcomes.

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// program is what each of some threads does to two words and a pointer.
type program [][]op

type op struct{ what, word, value int }

const kindsOfOps = 9

func randomProgram(r *rand.Rand) program {
	p := make(program, 2+r.IntN(2))
	for i := range p {
		for range 2 + r.IntN(3) {
			p[i] = append(p[i], op{r.IntN(kindsOfOps), r.IntN(2), 1 + r.IntN(2)})
		}
	}
	return p
}

// scenario runs p, and tells outcome what all threads have read and what is left in the words. What a thread reads decides
// what it writes later.
func (p program) scenario(outcome func(string)) Scenario {
	return func() func() string {
		var words [2]Uint32
		var pointer Pointer[[]int]
		plain := 0 // guarded by lock
		var lock Bool
		var locked Uint32
		reads := make([][]int, len(p)+2)
		body := func(thread int, ops []op) {
			for _, o := range ops {
				w := &words[o.word]
				sum := 0
				for _, n := range reads[thread] {
					sum = sum*3 + n
				}
				value := uint32(o.value + sum)
				got := 0
				switch o.what {
				case 0, 1:
					got = int(w.Load())
				case 2:
					w.Store(value)
				case 3:
					got = int(w.Swap(value))
				case 4:
					got = int(w.Add(value))
				case 5:
					if w.CompareAndSwap(uint32(o.value-1), value) {
						got = 1
					}
				case 6:
					list := []int{int(value)}
					if old := pointer.Swap(&list); old != nil {
						got = (*old)[0]
					}
				case 7:
					Pause()
					lock.Store(!lock.Load())
				case 8:
					for !locked.CompareAndSwap(0, 1) {
						Block(func() bool { return locked.Peek() == 0 })
					}
					got = plain
					plain = int(value)
					locked.Store(0)
				}
				reads[thread] = append(reads[thread], got)
			}
		}
		for i, ops := range p {
			Go(func() {
				body(i, ops[:len(ops)-1])
				if i < 2 { // two make a thread for their last one
					Go(func() { body(len(p)+i, ops[len(ops)-1:]) })
					return
				}
				body(i, ops[len(ops)-1:])
			})
		}
		return func() string {
			outcome(fmt.Sprint(reads, words[0].v, words[1].v, lock.v, plain))
			return ""
		}
	}
}

func TestKnownStatesHideNothing(t *testing.T) {
	all, fewer := 0, 0
	for seed := range uint64(30) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 1)))
		for bound := range 3 {
			var seen [2]map[string]bool
			for i, known := range []map[uint64]int{nil, {}} {
				seen[i] = map[string]bool{}
				n, next, f := search(p.scenario(func(s string) { seen[i][s] = true }), &depthFirst{bound: bound, known: known}, 200_000, "")
				if f != nil || next != "" {
					t.Fatalf("program %d: %v, next %s", seed, f, next)
				}
				if known == nil {
					all += n
				} else {
					fewer += n
				}
			}
			if a, b := slices.Sorted(maps.Keys(seen[0])), slices.Sorted(maps.Keys(seen[1])); !slices.Equal(a, b) {
				t.Errorf("program %d %v, up to %d preemptions: %d outcomes, and %d with known states left out", seed, p, bound, len(a), len(b))
			}
		}
	}
	if fewer*2 > all {
		t.Errorf("%d schedules, and %d with known states left out: that saves little", all, fewer)
	}
	t.Logf("%d schedules, and %d with known states left out", all, fewer)
}

// TestASearchGoesOn: in slices it finds the same as in one piece.
func TestASearchGoesOn(t *testing.T) {
	p := randomProgram(rand.New(rand.NewPCG(3, 1)))
	whole, parts := map[string]bool{}, map[string]bool{}
	if _, next, f := All(p.scenario(func(s string) { whole[s] = true }), 2, 1_000_000, ""); f != nil || next != "" {
		t.Fatal(f, next)
	}
	slices := 0
	for from, done := "", false; !done; slices++ {
		_, next, f := All(p.scenario(func(s string) { parts[s] = true }), 2, 7, from)
		if f != nil {
			t.Fatal(f)
		}
		from, done = next, next == ""
	}
	if slices < 3 || !maps.Equal(whole, parts) {
		t.Errorf("%d outcomes, and %d in %d slices", len(whole), len(parts), slices)
	}
}
