// This file reads the scheduler's own memory: run queues, who runs what, who idles,
// who waits. It goes by the module's layout and knows nothing of events, so that the
// tests can hold one against the other; the page mends lost events with its twin
// (site/ui/engine/snapshot.ts).
//
// It is right only while no M runs: between two calls of vrun, or with the world
// stopped.

package host

import "slices"

// Snapshot is the state of the scheduler at one moment.
type Snapshot struct {
	Procs  int
	Ps     []SnapshotP // those in use
	Ms     []SnapshotM // by ID
	Gs     []SnapshotG // by ID, without the dead
	Global []uint64    // the global queue, oldest first
	IdlePs []int       // the next to be used first
	IdleMs []int
}

// SnapshotP is a P.
type SnapshotP struct {
	ID      int
	Status  uint64
	M       int    // -1 none
	Running uint64 // goroutine, 0 none
	Runnext uint64
	Ring    []uint64 // oldest first
	Tick    uint64
}

// SnapshotM is an M.
type SnapshotM struct {
	ID       int
	P        int // -1 none
	Spinning bool
	Idle     bool
}

// SnapshotG is a goroutine.
type SnapshotG struct {
	ID      uint64
	Status  uint64
	Wait    uint64 // reason, if it waits
	Object  uint64 // what it waits on; for a sleep, until when
	Pos     uint64
	Created uint64
	Parent  uint64
}

// Values of core/sched.
const (
	statusWaiting = 4
	statusGDead   = 6
	statusPDead   = 4
	waitSleep     = 8
	ringSize      = 256
	maxProcs      = 64
)

// Snapshot reads the memory of the run.
func (s *Stop) Snapshot() (*Snapshot, error) {
	r := &reader{mem: s.run.mem, l: s.run.p.Layout}
	snap := r.snapshot()
	return snap, r.err
}

// reader reads structs by the names of their fields; the first error stays.
type reader struct {
	mem *memory
	l   *Layout
	err error
}

// object is a struct in memory.
type object struct {
	r    *reader
	typ  string
	addr uint32
}

// at is the address of a field and its size.
func (o object) at(field string) (addr, size uint32) {
	off, size, err := o.r.l.field(o.typ, field)
	if err != nil && o.r.err == nil {
		o.r.err = err
	}
	return o.addr + off, size
}

// num is an unsigned field.
func (o object) num(field string) uint64 {
	addr, size := o.at(field)
	switch word := o.r.mem.u32(addr &^ 3); size {
	case 1:
		return uint64(word >> (8 * (addr & 3)) & 0xff)
	case 2:
		return uint64(word >> (8 * (addr & 3)) & 0xffff)
	case 4:
		return uint64(word)
	}
	return o.r.mem.u64(addr)
}

// follow is what a pointer leads to; its addr is 0 for nil.
func (o object) follow(field, typ string) object {
	return object{o.r, typ, uint32(o.num(field))}
}

// each walks a list: from the pointer first in o along next.
func (o object) each(first, typ, next string, visit func(object)) {
	for x := o.follow(first, typ); x.addr != 0 && o.r.err == nil; x = x.follow(next, typ) {
		visit(x)
	}
}

func (r *reader) snapshot() *Snapshot {
	sched := object{r, "sched.sched", r.l.Vars["sched.sched"]}
	allp := r.l.Vars["sched.allp"]
	s := &Snapshot{Procs: int(r.mem.u32(r.l.Vars["sched.gomaxprocs"])), Global: []uint64{}, IdlePs: []int{}, IdleMs: []int{}}
	for i := uint32(0); i < maxProcs && r.err == nil; i++ {
		p := object{r, "sched.P", r.mem.u32(allp + 8*i)}
		if p.addr != 0 && p.num("status") != statusPDead {
			s.Ps = append(s.Ps, r.p(p))
		}
	}
	queue := object{r, "sched.gQueue", 0}
	queue.addr, _ = sched.at("runq")
	queue.each("head", "sched.G", "Schedlink", func(g object) { s.Global = append(s.Global, g.num("Goid")) })
	sched.each("pidle", "sched.P", "link", func(p object) { s.IdlePs = append(s.IdlePs, int(p.num("ID"))) })
	sched.each("midle", "sched.M", "link", func(m object) { s.IdleMs = append(s.IdleMs, int(m.num("ID"))) })
	sched.each("allm", "sched.M", "Alllink", func(m object) { s.Ms = append(s.Ms, r.m(m, s.IdleMs)) })
	start := sched.num("start")
	sched.each("allgs", "sched.G", "Alllink", func(g object) {
		if g.num("Atomicstatus") != statusGDead {
			s.Gs = append(s.Gs, r.g(g, start))
		}
	})
	slices.SortFunc(s.Ms, func(a, b SnapshotM) int { return a.ID - b.ID })
	slices.SortFunc(s.Gs, func(a, b SnapshotG) int { return int(int64(a.ID - b.ID)) })
	return s
}

func (r *reader) p(p object) SnapshotP {
	s := SnapshotP{ID: int(p.num("ID")), Status: p.num("status"), M: -1, Tick: p.num("schedtick"), Ring: []uint64{}}
	if m := p.follow("m", "sched.M"); m.addr != 0 {
		s.M = int(m.num("ID"))
		if g := m.follow("Curg", "sched.G"); g.addr != 0 {
			s.Running = g.num("Goid")
		}
	}
	if g := p.follow("runnext", "sched.G"); g.addr != 0 {
		s.Runnext = g.num("Goid")
	}
	ring, _ := p.at("runq")
	head, tail := uint32(p.num("runqhead")), uint32(p.num("runqtail"))
	for at := head; at != tail && len(s.Ring) < ringSize; at++ {
		g := object{r, "sched.G", r.mem.u32(ring + 8*(at%ringSize))}
		s.Ring = append(s.Ring, g.num("Goid"))
	}
	return s
}

func (r *reader) m(m object, idle []int) SnapshotM {
	s := SnapshotM{ID: int(m.num("ID")), P: -1, Spinning: m.num("spinning") != 0}
	s.Idle = slices.Contains(idle, s.ID)
	if p := m.follow("P", "sched.P"); p.addr != 0 {
		s.P = int(p.num("ID"))
	}
	return s
}

func (r *reader) g(g object, start uint64) SnapshotG {
	s := SnapshotG{
		ID: g.num("Goid"), Status: g.num("Atomicstatus"), Pos: g.num("Pos"),
		Created: g.num("startin"), Parent: g.num("ParentGoid"),
	}
	if s.Status == statusWaiting {
		s.Wait, s.Object = g.num("Waitreason"), g.num("waitobj")
		if s.Wait == waitSleep {
			s.Object = g.num("SleepWhen") - start
		}
	}
	return s
}
