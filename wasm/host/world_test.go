package host

// This file checks the invariants of the scheduler (core/invariant) in whole programs: it reads the
// memory of the compiled module after each step, by the layout.

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/invariant"
)

// A run is checked after each of its first firstSteps steps; then not more often than the
// scheduler makes everyStep steps, for the sake of time.
const (
	firstSteps = 1500
	everyStep  = 37
)

// Values of todo in core/sched.
const (
	todoPoll = 3
	todoStop = 4
)

// worldReader checks one run.
type worldReader struct {
	check *invariant.Checker
	world invariant.World
	recs  []event.Record // since the last check
	steps int
	ids   map[uint32]int
}

func newWorldReader() *worldReader {
	return &worldReader{check: invariant.NewChecker(), ids: map[uint32]int{}}
}

// onStop is for Options.OnStop.
func (w *worldReader) onStop(s *Stop) error {
	for b := s.Events; len(b) > 0; b = b[event.Size:] {
		r, err := event.Decode(b)
		if err != nil {
			return err
		}
		w.recs = append(w.recs, r)
	}
	w.steps++
	if s.Final || w.steps > firstSteps && w.steps%everyStep != 0 {
		return nil // at the end the machine is stopped in the middle of a step
	}
	r := &reader{mem: s.run.mem, l: s.run.p.Layout}
	w.read(r)
	if r.err != nil {
		return r.err
	}
	broken := w.check.Step(&w.world, w.recs)
	w.recs = w.recs[:0]
	if len(broken) > 0 {
		return broken[0]
	}
	return nil
}

func (w *worldReader) read(r *reader) {
	x := &w.world
	x.Reset()
	sched := object{r, "sched.sched", r.l.Vars["sched.sched"]}
	x.Procs = int(r.mem.u32(r.l.Vars["sched.gomaxprocs"]))
	x.GCWaiting = sched.num("gcwaiting") != 0
	x.Stopwait = sched.int("stopwait")
	x.NPidle, x.NMidle = sched.int("npidle"), sched.int("nmidle")
	x.NMspinning, x.MCount, x.MOther = sched.int("nmspinning"), sched.int("mcount"), sched.int("nmidlelocked")
	x.QSize, x.NGfree = sched.int("qsize"), sched.int("freeGs")
	x.Polling, x.PollUntil = sched.num("lastpoll") == 0, int64(sched.num("pollUntil"))
	queue := sched.inside("runq", "sched.gQueue")
	x.RunqSize = queue.int("size")
	x.Global = appendRefs(x.Global, queue, "head")
	x.GlobalTail = invariant.Ref(queue.num("tail"))
	x.GFree = appendRefs(x.GFree, sched, "gFree")
	if sched.num("lock") != 0 {
		x.Locked = "sched.lock"
	}
	allp := r.l.Vars["sched.allp"]
	for i := uint32(0); i < maxProcs && r.mem.u32(allp+8*i) != 0 && r.err == nil; i++ {
		p := object{r, "sched.P", r.mem.u32(allp + 8*i)}
		w.ids[p.addr] = int(i)
		w.p(x.NewP(), p)
	}
	sched.each("pidle", "sched.P", "link", func(p object) { x.IdlePs = append(x.IdlePs, p.int("ID")) })
	sched.each("midle", "sched.M", "link", func(m object) { x.IdleMs = append(x.IdleMs, m.int("ID")) })
	sched.each("allm", "sched.M", "Alllink", func(m object) { x.Ms = append(x.Ms, w.m(m)) })
	sched.each("allgs", "sched.G", "Alllink", func(g object) { x.Gs = append(x.Gs, w.g(g)) })
}

func (w *worldReader) p(p *invariant.P, o object) {
	p.ID, p.Status, p.M = o.int("ID"), uint32(o.num("status")), w.id(o, "m", "sched.M")
	p.Head, p.Tail = uint32(o.num("runqhead")), uint32(o.num("runqtail"))
	ring, _ := o.at("runq")
	for at := p.Head; at != p.Tail && at-p.Head < ringSize; at++ {
		p.Ring = append(p.Ring, invariant.Ref(o.r.mem.u32(ring+8*(at%ringSize))))
	}
	p.Runnext = invariant.Ref(o.num("runnext"))
	p.Tick = uint32(o.num("schedtick"))
	p.Created, p.Ended = uint32(o.num("created")), uint32(o.num("ended"))
	p.GFree, p.NGfree = appendRefs(p.GFree, o, "gFree"), o.int("nGfree")
	ts := o.inside("timers", "sched.timers")
	if ts.num("lock") != 0 {
		w.world.Locked = "a heap of timers"
	}
	heap := uint32(ts.num("heap")) // the pointer is the first word of a slice
	for i := uint32(0); i < uint32(ts.num("n")); i++ {
		t := object{o.r, "sched.Timer", o.r.mem.u32(heap + 8*i)}
		p.Timers = append(p.Timers, int64(t.num("When")))
	}
	p.TimerMin = int64(ts.num("min"))
}

func (w *worldReader) m(o object) invariant.M {
	todo := o.num("todo")
	given := invariant.Ref(0)
	if o.num("nextp") != 0 {
		given = invariant.Ref(o.num("lockedg"))
	}
	return invariant.M{
		Given: given,

		ID: o.int("ID"), P: w.id(o, "P", "sched.P"), Nextp: w.id(o, "nextp", "sched.P"), Curg: invariant.Ref(o.num("Curg")),
		Spinning: o.num("spinning") != 0, Polling: todo == todoPoll, Stopping: todo == todoStop,
	}
}

func (w *worldReader) g(o object) invariant.G {
	g := invariant.G{Ref: invariant.Ref(o.addr), ID: o.num("Goid"), Status: uint32(o.num("Atomicstatus")), System: o.num("system") != 0, M: w.id(o, "M", "sched.M")}
	g.Sleeps = kind.Wait(o.num("Waitreason")) == kind.WaitSleep
	if t := o.follow("Timer", "sched.Timer"); t.addr != 0 {
		g.Timer = t.num("ts") != 0
	}
	return g
}

// id is the ID of the P or M that a field points to. It never changes.
func (w *worldReader) id(o object, field, typ string) int {
	x := o.follow(field, typ)
	if x.addr == 0 {
		return invariant.None
	}
	id, known := w.ids[x.addr]
	if !known {
		id = x.int("ID")
		w.ids[x.addr] = id
	}
	return id
}

func appendRefs(to []invariant.Ref, o object, first string) []invariant.Ref {
	o.each(first, "sched.G", "Schedlink", func(g object) { to = append(to, invariant.Ref(g.addr)) })
	return to
}

// int is a field of 32 bits with a sign.
func (o object) int(field string) int { return int(int32(o.num(field))) }

// inside is a struct in a struct.
func (o object) inside(field, typ string) object {
	addr, _ := o.at(field)
	return object{o.r, typ, addr}
}

// TestInvariantsOfWholePrograms: in no step of any program is an invariant broken.
func TestInvariantsOfWholePrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, name := range fidelityPrograms(t) {
		files = append(files, filepath.Join("testdata", "fidelity", name+".go"))
	}
	checked := 0
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p, why := build(t, file)
			if why != "" {
				t.Fatal(why)
			}
			defer p.Close()
			w := newWorldReader()
			out := runProgram(t, p, Options{Procs: []int{4, 1, 2, 8}[i%4], Seed: uint64(i), Steps: 1, Timeout: 3 * time.Second, OnStop: w.onStop})
			if b := (invariant.Broken{}); errors.As(out.err, &b) {
				t.Errorf("step %d: %v", w.steps, b)
			}
			checked += w.steps
		})
	}
	t.Logf("%d steps in %d programs", checked, len(files))
	if checked < 10*len(files) {
		t.Errorf("only %d steps were checked", checked)
	}
}

// TestInvariantReaderSeesDamage: the reader of compiled memory is not blind.
func TestInvariantReaderSeesDamage(t *testing.T) {
	p, why := build(t, "testdata/programs/primechain.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	damages := []struct {
		invariant, typ, field string
		more                  uint32
	}{
		{"idle Ps", "sched.sched", "npidle", 1},
		{"idle Ms", "sched.sched", "nmidle", 1},
		{"nmspinning", "sched.sched", "nmspinning", 1},
		{"mcount", "sched.sched", "mcount", 1},
		{"global queue", "sched.sched", "qsize", 1},
		{"free lists", "sched.sched", "freeGs", 1},
		{"locks", "sched.sched", "lock", 1},
		{"tick", "sched.P", "schedtick", 1},
		{"count of goroutines", "sched.P", "created", 1},
		{"timers", "sched.timers", "min", 1},
		{"runnable is queued", "sched.G", "Atomicstatus", 1<<32 - 1}, // the newest is runnable, and becomes idle
	}
	for _, d := range damages {
		w := newWorldReader()
		out := runProgram(t, p, Options{Procs: 4, Seed: 1, Steps: 1, OnStop: func(s *Stop) error {
			err := w.onStop(s)
			if w.steps == 40 {
				r := &reader{mem: s.run.mem, l: s.run.p.Layout}
				addr := w.address(r, d.typ, d.field)
				r.mem.setU32(addr, r.mem.u32(addr)+d.more)
				err = w.onStop(&Stop{run: s.run})
			}
			return err
		}})
		if b := (invariant.Broken{}); !errors.As(out.err, &b) || b.Name != d.invariant {
			t.Errorf("%s.%s: %v, want %q", d.typ, d.field, out.err, d.invariant)
		}
	}
}

// address is where a field is: of sched, P0, its timers, or the newest G.
func (w *worldReader) address(r *reader, typ, field string) uint32 {
	sched := object{r, "sched.sched", r.l.Vars["sched.sched"]}
	o := sched
	switch typ {
	case "sched.P":
		o = object{r, typ, r.mem.u32(r.l.Vars["sched.allp"])}
	case "sched.timers":
		o = object{r, "sched.P", r.mem.u32(r.l.Vars["sched.allp"])}.inside("timers", typ)
	case "sched.G":
		o = sched.follow("allgs", typ)
	}
	addr, _ := o.at(field)
	return addr
}
