package host

// This file runs the demos: small programs that each show one thing of the scheduler, in the
// events of a run. Each is run with three seeds, and what it is to show must hold in each; and it is run
// once more under each of some other settings, in which it must not: so no check is true of any run. Where a
// policy has another rule instead, that is one of the settings.
//
// The checks are in demos_queues_test.go (queues, stealing, waking, preemption, system calls) and
// demos_machine_test.go (the rest).

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/event/stats"
	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/wasm/compile/load"
)

// demo is a program and what a run of it shows.
type demo struct {
	id      string
	program string // in testdata/demos
	how     how
	holds   func(*demoRun) error
	unlike  []how                // under which holds does not
	instead func(*demoRun) error // what holds under the first of them; nil: nothing is said of it
}

// how are the settings of a run.
type how struct {
	seeds        uint64 // how many; 0: three. Large programs run once
	procs        int
	policy, cost string
	io           string
	until        time.Duration
	edit         [2]string // a text of the program, and what stands there instead
}

// demoRun is a run of a demo.
type demoRun struct {
	outcome
	records []event.Record
	stats   stats.Stats
	program *Program
}

var demos = slices.Concat(queueDemos, machineDemos)

func TestDemos(t *testing.T) {
	for _, d := range demos {
		t.Run(d.id, func(t *testing.T) {
			p := d.build(t, d.how.edit)
			for seed := uint64(1); seed <= cmp.Or(d.how.seeds, 3); seed++ {
				if err := d.holds(d.how.run(t, p, seed)); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
			for i, h := range d.unlike {
				p := p
				if h.edit != d.how.edit {
					p = d.build(t, h.edit)
				}
				other := h.run(t, p, 1)
				if d.holds(other) == nil {
					t.Errorf("under %+v it holds, too", h)
				}
				if i > 0 || d.instead == nil {
					continue
				}
				if err := d.instead(other); err != nil {
					t.Errorf("under %+v: %v", h, err)
				}
			}
		})
	}
}

// TestAllDemosAreThere: each number from 1 to 26 once, and each program in the folder.
func TestAllDemosAreThere(t *testing.T) {
	var ids, used []string
	for _, d := range demos {
		ids = append(ids, d.id)
		used = append(used, d.program)
	}
	for n := 1; n <= 26; n++ {
		if id := fmt.Sprintf("D%d", n); !slices.Contains(ids, id) {
			t.Errorf("%s is missing", id)
		}
	}
	if len(demos) != 26 {
		t.Errorf("%d demos", len(demos))
	}
	files, _ := filepath.Glob("testdata/demos/*.go")
	for _, file := range files {
		if !slices.Contains(used, filepath.Base(file)) {
			t.Errorf("%s is of no demo", file)
		}
	}
}

// run runs a program in virtual time.
func (h how) run(t *testing.T, p *Program, seed uint64) *demoRun {
	t.Helper()
	r, err := h.runProgram(t, p, seed)
	if err != nil {
		t.Fatalf("%+v, seed %d: %v\n%s", h, seed, err, r.stderr)
	}
	return r
}

// runProgram is run for programs that may fail.
func (h how) runProgram(t *testing.T, p *Program, seed uint64) (*demoRun, error) {
	t.Helper()
	o := Options{Procs: h.procs, Seed: seed, Until: h.until, Set: h.settings(t), Timeout: 9 * time.Minute}
	figures := stats.New()
	o.Sinks = []event.Sink{figures}
	r := &demoRun{outcome: runProgram(t, p, o), program: p}
	if r.err != nil {
		return r, r.err
	}
	for b := r.events[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		rec, err := event.Decode(b)
		if err != nil {
			return r, err
		}
		r.records = append(r.records, rec)
	}
	r.stats = figures.Stats()
	return r, nil
}

// source is the text of the program.
func (d demo) source(t *testing.T) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", "demos", d.program))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// build builds the program, with a text of it replaced.
func (d demo) build(t *testing.T, edit [2]string) *Program {
	t.Helper()
	text := d.source(t)
	if edit[0] != "" {
		if strings.Count(text, edit[0]) != 1 {
			t.Fatalf("%s: %q is there %d times", d.program, edit[0], strings.Count(text, edit[0]))
		}
		text = strings.Replace(text, edit[0], edit[1], 1)
	}
	p, why := buildSources(t, load.File{Name: d.program, Data: []byte(text)})
	if why != "" {
		t.Fatal(why)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func (h how) settings(t *testing.T) (all []policy.Setting) {
	t.Helper()
	for _, parse := range []struct {
		text string
		read func(string) ([]policy.Setting, error)
	}{{h.policy, policy.Parse}, {h.cost, policy.ParseCosts}, {h.io, policy.ParseIO}} {
		set, err := parse.read(parse.text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, set...)
	}
	return all
}

// replay folds the records, and shows visit each one with the state before it.
func (r *demoRun) replay(visit func(before *event.State, rec event.Record) error) error {
	s := event.NewState()
	for _, rec := range r.records {
		if err := visit(s, rec); err != nil {
			return fmt.Errorf("at %v: %w", rec, err)
		}
		s.Apply(rec)
		if s.Misfit() != nil {
			return fmt.Errorf("another goroutine was first: %v", rec)
		}
	}
	return nil
}

// of lists the records of some kinds, in order.
func (r *demoRun) of(kinds ...kind.Kind) (list []event.Record) {
	for _, rec := range r.records {
		if slices.Contains(kinds, rec.Kind) {
			list = append(list, rec)
		}
	}
	return list
}

// ruled lists the records of a kind and rule.
func (r *demoRun) ruled(k kind.Kind, rule kind.Rule) (list []event.Record) {
	for _, rec := range r.records {
		if rec.Kind == k && rec.Rule == rule {
			list = append(list, rec)
		}
	}
	return list
}

// madeBy lists the goroutines that goroutine g made, in order.
func (r *demoRun) madeBy(g uint64) (list []uint64) {
	for _, rec := range r.ruled(kind.GoCreate, kind.ByGo) {
		if rec.A == g {
			list = append(list, rec.G)
		}
	}
	return list
}

// firstStarts lists the goroutines of gs in the order in which they first ran, as places in gs.
func (r *demoRun) firstStarts(gs []uint64) (order []int) {
	for _, rec := range r.of(kind.GoStart) {
		if i := slices.Index(gs, rec.G); i >= 0 && !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	return order
}

// want says that two things differ.
func want[T any](what string, have, want T) error {
	if h, w := fmt.Sprint(have), fmt.Sprint(want); h != w {
		return fmt.Errorf("%s: %s, want %s", what, h, w)
	}
	return nil
}

const mainG = 1 // the goroutine that runs main.main
const ms = uint64(time.Millisecond)
