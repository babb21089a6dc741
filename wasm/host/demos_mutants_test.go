package host

// This file runs the demos on wrong versions of the scheduler (package prove): the check of a demo must see each that
// breaks what it shows. So no check believes the records more than what the program does. A scheduler is compiled for
// each, which takes seconds; so a run of the tests does a part of them (GOPARK_SLICE).

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gopark/gopark/core"
	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/wasm/compile"
	"github.com/gopark/gopark/wasm/compile/load"
)

// demoMutants are the wrong versions, by the demos that must see them.
var demoMutants = []struct{ demo, mutant string }{
	{"D1", "go puts behind the others"},
	{"D1", "ring before runnext"},
	{"D3", "overflow moves 127"},
	{"D3", "the new G before the overflow"},
	{"D3", "global queue before the ring"},
	{"D4", "no 61 rule"},
	{"D4", "the 61 rule takes two"},
	{"D4", "runnext does not inherit"},
	{"D4", "schedtick counts every dispatch"},
	{"D5", "half rounded down"},
	{"D5", "the first stolen runs at once"},
	{"D5", "runnext stolen on the first pass"},
	{"D5", "no pause before runnext is taken"},
	{"D5", "three passes"},
	{"D6", "resetspinning wakes nobody"},
	{"D7", "all may search"},
	{"D8", "the woken go behind the others"},
	{"D9", "Gosched puts at the head"},
	{"D10", "100 ms on a P"},
	{"D11", "the preempted stay on their P"},
	{"D12", "a P is taken at the first visit"},
	{"D12", "each call gives its P away"},
	{"D12", "a P taken from a call is left alone"},
	{"D13", "always a new thread"},
	{"D14", "back without a P goes to the head"},
	{"D22", "nobody looks for a deadlock"},
	{"D24", "what a P leaves goes to the tail"},
	{"D25", "a wired G runs on any M"},
}

const demoMutantsOf = 10 // a run of the tests does one of every so many

func TestDemosFindMutants(t *testing.T) {
	for i, dm := range demoMutants {
		if !prove.Mine(i, demoMutantsOf) {
			continue
		}
		t.Run(dm.demo+" "+dm.mutant, func(t *testing.T) {
			d := demos[slices.IndexFunc(demos, func(d demo) bool { return d.id == dm.demo })]
			p := d.buildMutant(t, dm.mutant)
			// It may hang or end early, so it is not run as the demos are.
			h := d.how
			if h.until == 0 {
				h.until = time.Second
			}
			err := h.see(t, p, d.holds)
			if err == nil {
				t.Errorf("%s holds", dm.demo)
			}
			t.Log(err)
		})
	}
}

// see runs a wrong version and says what is seen of that: a panic of the check is one, too.
func (h how) see(t *testing.T, p *Program, holds func(*demoRun) error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	r, err := h.runProgram(t, p, 1)
	if err != nil {
		return err
	}
	return holds(r)
}

// buildMutant builds the program with a wrong version of the scheduler.
func (d demo) buildMutant(t *testing.T, mutant string) *Program {
	t.Helper()
	i := slices.IndexFunc(prove.Mutants, func(m prove.Mutant) bool { return m.Name == mutant })
	if i < 0 {
		t.Fatalf("there is no mutant %q", mutant)
	}
	c, err := compile.New(compile.Config{Overlay: mutated(t, prove.Mutants[i])})
	if err != nil {
		t.Fatal(err)
	}
	out, ds, err := c.Compile(load.File{Name: d.program, Data: []byte(d.source(t))})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, load.Text(ds))
	}
	linked, err := out.Link(compile.LinkOptions{MemoryBytes: DefaultMemory, Shared: true, Names: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.Load(linked.Module)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// mutated is the source of core with one mistake.
func mutated(t *testing.T, m prove.Mutant) fs.FS {
	t.Helper()
	tree := fstest.MapFS{}
	err := fs.WalkDir(core.FS, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(core.FS, name)
		if "core/"+name == m.File {
			text = []byte(strings.Replace(string(text), m.Old, m.New, 1))
		}
		tree[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
