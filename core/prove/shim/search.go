// This file chooses schedules: all with at most so many preemptions, or random ones.
//
// A preemption is a switch away from a thread that could go on. Most mistakes need very few. Random schedules
// are those of PCT (Burckhardt and others, 2010): threads have random priorities, the highest runs, and at a
// few random moments the one that runs becomes the lowest.
package shim

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"unsafe"
)

// Scenario makes the threads of a schedule, with Go, and returns what must hold when no thread can go on: an
// empty text if all is well.
type Scenario func() (check func() string)

// Failure is a schedule that goes wrong. Schedule repeats it.
type Failure struct {
	What     string
	Schedule string // the number of the thread at each choice
}

func (f *Failure) Error() string { return f.What + "\nschedule " + f.Schedule }

// maxSteps ends a schedule in which the threads go round and round.
const maxSteps = 20_000

// chooser chooses one of the threads that can go on, or nil to end the schedule; last is who ran, nil if it cannot.
type chooser interface {
	choose(list []*thread, last *thread) *thread
}

// runOne runs one schedule.
func runOne(s Scenario, c chooser) *Failure {
	world.failure = ""
	if world.written == nil {
		world.written = map[unsafe.Pointer]uint64{}
	}
	check := s()
	var last *thread
	var trace []byte
	steps := 0
	for list := enabled(); len(list) > 0 && world.failure == ""; list = enabled() {
		if steps++; steps > maxSteps {
			world.failure = "the threads go round and round"
			break
		}
		if last != nil && !contains(list, last) {
			last = nil
		}
		t := c.choose(list, last)
		if t == nil {
			over()
			return nil
		}
		trace = strconv.AppendInt(trace, int64(t.id), 10)
		t.run()
		last = t
	}
	what := world.failure
	if what == "" {
		what = check()
	}
	over()
	if what == "" {
		return nil
	}
	return &Failure{what, string(trace)}
}

func contains(list []*thread, t *thread) bool {
	for _, x := range list {
		if x == t {
			return true
		}
	}
	return false
}

// All runs every schedule with at most bound preemptions, but not more than limit schedules; one that comes to a known state ends
// there (history.go). It says how many it ran, and where to go on: "" if these are all. from is where an earlier call
// ended; what that knew is forgotten.
func All(s Scenario, bound, limit int, from string) (n int, next string, f *Failure) {
	return search(s, &depthFirst{bound: bound, known: map[uint64]int{}}, limit, from)
}

func search(s Scenario, d *depthFirst, limit int, from string) (n int, next string, f *Failure) {
	for _, chosen := range strings.FieldsFunc(from, func(r rune) bool { return r == '.' }) {
		i, err := strconv.Atoi(chosen)
		if err != nil {
			return 0, "", &Failure{What: "from: " + err.Error()}
		}
		d.path = append(d.path, branch{chosen: i})
	}
	for n < limit {
		n++
		d.at, d.preempted = 0, 0
		if f = runOne(s, d); f != nil {
			return n, "", f
		}
		if !d.advance() {
			return n, "", nil
		}
	}
	return n, d.place(), nil
}

// depthFirst repeats the choices so far, then takes the first.
type depthFirst struct {
	path      []branch
	at        int
	bound     int
	preempted int
	known     map[uint64]int // states, and how many preemptions were left; nil: none is
}

type branch struct{ chosen, of int }

func (d *depthFirst) choose(list []*thread, last *thread) *thread {
	if last != nil { // it comes first: to go on costs nothing
		if d.preempted == d.bound {
			return last
		}
		for i, t := range list {
			if t == last {
				list[0], list[i] = list[i], list[0]
			}
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	if d.at == len(d.path) {
		if d.isKnown(state(last)) {
			return nil
		}
		d.path = append(d.path, branch{0, len(list)})
	}
	d.path[d.at].of = len(list)
	t := list[d.path[d.at].chosen]
	d.at++
	if last != nil && t != last {
		d.preempted++
	}
	return t
}

// isKnown says whether all that follows a state was seen, or will be, and remembers the state.
func (d *depthFirst) isKnown(state uint64) bool {
	if d.known == nil {
		return false
	}
	left := d.bound - d.preempted
	if before, ok := d.known[state]; ok && before >= left {
		return true
	}
	d.known[state] = left
	return false
}

// advance goes to the next schedule.
func (d *depthFirst) advance() bool {
	for len(d.path) > 0 {
		b := &d.path[len(d.path)-1]
		if b.chosen++; b.chosen < b.of {
			return true
		}
		d.path = d.path[:len(d.path)-1]
	}
	return false
}

// place is the path as text.
func (d *depthFirst) place() string {
	var b strings.Builder
	for _, x := range d.path {
		fmt.Fprintf(&b, "%d.", x.chosen)
	}
	return b.String()
}

// Random runs n random schedules, of the seeds from first on.
func Random(s Scenario, first uint64, n, changes int) *Failure {
	length := 100 // of the schedules so far
	for seed := first; seed < first+uint64(n); seed++ {
		p := &pct{r: rand.New(rand.NewPCG(seed, 0)), priority: map[int]float64{}}
		for range changes {
			p.change = append(p.change, p.r.IntN(length))
		}
		if f := runOne(s, p); f != nil {
			f.What = fmt.Sprintf("seed %d: %s", seed, f.What)
			return f
		}
		length = max(length, p.at)
	}
	return nil
}

// pct is one random schedule.
type pct struct {
	r        *rand.Rand
	priority map[int]float64
	change   []int
	at       int
}

func (p *pct) choose(list []*thread, last *thread) *thread {
	p.at++
	if last != nil {
		for i, at := range p.change {
			if at == p.at {
				p.priority[last.id] = -float64(i + 1)
			}
		}
	}
	best := list[0]
	for _, t := range list {
		if p.of(t) > p.of(best) {
			best = t
		}
	}
	return best
}

func (p *pct) of(t *thread) float64 {
	if _, ok := p.priority[t.id]; !ok {
		p.priority[t.id] = p.r.Float64() + 1
	}
	return p.priority[t.id]
}

// Replay runs the schedule that a Failure printed.
func Replay(s Scenario, schedule string) *Failure {
	return runOne(s, &replay{schedule})
}

type replay struct{ left string }

func (r *replay) choose(list []*thread, _ *thread) *thread {
	for _, t := range list {
		if r.left != "" && int(r.left[0]-'0') == t.id {
			r.left = r.left[1:]
			return t
		}
	}
	return list[0]
}
