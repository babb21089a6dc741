// Package invariant checks what must hold of the scheduler between any two of its steps.
//
// A reader fills a World from the scheduler's memory: core/sched does it natively, wasm/host by
// the layout of a compiled module. A Checker looks at the world after each step, together with the one
// before and the records of the step, and names what is broken. Nothing of this is part of
// a program: it is for tests.
//
//	world.go    what is looked at
//	check.go    the list of invariants, and how they are applied
//	place.go    where each goroutine is
//	lists.go    the lists and their counters
//	owner.go    Ps, Ms, and who has whom
//	change.go   what a step may change
//	wake.go     nobody sleeps while there is work
//
// The invariants are those of core/sched/rules.md, which says for each what breaks if it does not hold.
package invariant

// Status of a G and a P: the numbers of core/sched.
const (
	Gidle     = 0
	Grunnable = 1
	Grunning  = 2
	Gsyscall  = 3
	Gwaiting  = 4
	Gdead     = 6

	Pidle    = 0
	Prunning = 1
	Pgcstop  = 3
	Pdead    = 4

	RingLen = 256
)

// Ref is the address of a G: ids are used again only after death, addresses never lie. 0 is none.
type Ref uint64

// None is the id of no M and of no P.
const None = -1

// World is the scheduler's memory at one moment between two steps. A reader may reuse it.
type World struct {
	Locked string // the name of a runtime lock that is held, if any

	Procs      int
	GCWaiting  bool
	Stopwait   int
	NPidle     int
	NMspinning int
	NMidle     int
	MCount     int // of Ms that can run code
	MOther     int // those among them that wait for their locked G
	QSize      int // the copy of the size that is read without the lock
	RunqSize   int
	NGfree     int  // the global list of free Gs, by its counter
	Polling    bool // lastpoll is 0
	PollUntil  int64

	Global     []Ref
	GlobalTail Ref
	GFree      []Ref
	IdlePs     []int
	IdleMs     []int
	Ps         []P // all ever made, by id
	Ms         []M
	Gs         []G // all ever made
}

// P is a P.
type P struct {
	ID             int
	Status         uint32
	M              int
	Head, Tail     uint32
	Ring           []Ref
	Runnext        Ref
	Tick           uint32
	Created, Ended uint32 // goroutines
	GFree          []Ref
	NGfree         int
	Timers         []int64 // the heap: when each is due
	TimerMin       int64
}

// M is an M.
type M struct {
	ID       int
	P, Nextp int
	Curg     Ref
	Spinning bool
	Polling  bool // sleeps as the poller
	Stopping bool // stops the world
	Paused   bool // searches, and waits before it takes a runnext
	Given    Ref  // its wired G, if another M found it and gave its P
}

// G is a goroutine, alive or not.
type G struct {
	Ref    Ref
	ID     uint64
	Status uint32
	M      int
	System bool // of the runtime itself
	Sleeps bool // waits in time.Sleep
	Timer  bool // its timer is in a heap
}

// Reset empties w, and keeps its memory.
func (w *World) Reset() {
	*w = World{
		Global: w.Global[:0], GFree: w.GFree[:0], IdlePs: w.IdlePs[:0], IdleMs: w.IdleMs[:0],
		Ps: w.Ps[:0], Ms: w.Ms[:0], Gs: w.Gs[:0],
	}
}

// NewP adds a P, with the memory of what was there.
func (w *World) NewP() *P {
	if len(w.Ps) < cap(w.Ps) {
		w.Ps = w.Ps[:len(w.Ps)+1]
	} else {
		w.Ps = append(w.Ps, P{})
	}
	p := &w.Ps[len(w.Ps)-1]
	*p = P{M: None, Ring: p.Ring[:0], GFree: p.GFree[:0], Timers: p.Timers[:0]}
	return p
}

// InUse are the Ps below GOMAXPROCS.
func (w *World) InUse() []P { return w.Ps[:min(w.Procs, len(w.Ps))] }

func (w *World) m(id int) *M {
	for i := range w.Ms {
		if w.Ms[i].ID == id {
			return &w.Ms[i]
		}
	}
	return nil
}

// ownerOf is the M that says that it has P id.
func (w *World) ownerOf(id int) *M {
	for i := range w.Ms {
		if w.Ms[i].P == id {
			return &w.Ms[i]
		}
	}
	return nil
}

// inTransit says whether P id was given to an M that has not taken it yet.
func (w *World) inTransit(id int) bool {
	for i := range w.Ms {
		if w.Ms[i].Nextp == id {
			return true
		}
	}
	return false
}
