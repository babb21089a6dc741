// This file holds the list of invariants, and the checker that applies them.
package invariant

import (
	"fmt"

	"github.com/gopark/gopark/core/event"
)

// Invariant is something that must hold.
type Invariant struct {
	Name  string
	Text  string
	check func(c *Checker) string // what is wrong; "" if it holds
}

// All are the invariants. The names are those of core/sched/rules.md.
var All = []Invariant{
	{"one place", "a G is in exactly one queue, on one M, or on one free list", (*Checker).onePlace},
	{"running", "a G is running exactly if it is an M's Curg, and it knows that M", (*Checker).running},
	{"runnable is queued", "a runnable G is in a queue", (*Checker).runnableQueued},
	{"waiting is recorded", "a waiting G is in no queue; if it sleeps, its timer is in a heap", (*Checker).waitingRecorded},
	{"dead is free", "a dead G is on a free list, and only a dead one is", (*Checker).deadFree},
	{"ids differ", "no two living Gs have the same id", (*Checker).idsDiffer},
	{"count of goroutines", "made minus ended is the number of living Gs", (*Checker).countGs},
	{"idle P is empty", "an idle P has no work and no M", (*Checker).idlePEmpty},
	{"idle Ps", "a P has status idle exactly if it is on the idle list or was just given to an M; npidle counts the list", (*Checker).idlePs},
	{"one owner", "a running P has exactly one M, and both know it", (*Checker).oneOwner},
	{"idle Ms", "an idle M has nothing; nmidle counts them", (*Checker).idleMs},
	{"mcount", "some M is not idle: else it would be a deadlock, which ends the program", (*Checker).mcount},
	{"nmspinning", "nmspinning is the number of spinning Ms", (*Checker).nmspinning},
	{"spinning has nothing", "a spinning M has an empty queue", (*Checker).spinningEmpty},
	{"ring", "0 <= tail-head <= 256, and the slots between are filled", (*Checker).ring},
	{"global queue", "the size of the global queue is its length, and so is the copy read without lock", (*Checker).globalQueue},
	{"free lists", "the counters of the free lists are their lengths", (*Checker).freeLists},
	{"timers", "a heap of timers is in order, and its earliest time is the first's", (*Checker).timers},
	{"poller", "at most one M sleeps as the poller, exactly while lastpoll is 0", (*Checker).poller},
	{"locks", "between steps no lock of the runtime is held", (*Checker).locks},
	{"stopwait", "while the world is asked to stop, stopwait is the number of Ps that have not", (*Checker).stopwait},
	{"stopped world", "nothing starts while the world is stopped", (*Checker).stoppedWorld},
	{"tail", "only the owner moves the tail of a ring, or who has stopped the world", (*Checker).tail},
	{"tick", "schedtick grows by one for a new slice, and not for an inherited one", (*Checker).tick},
	{"work conservation", "no G waits for a P while a P is idle and nobody searches or is about to", (*Checker).conservation},
}

// Checker checks the worlds of one run, one after the other.
type Checker struct {
	now, before *World
	recs        []event.Record // of the step between

	place   map[Ref]string
	ticks   map[uint16]uint64 // the tick of each P at its last GoStart
	stopped bool              // the world is
	yielded map[uint64]bool   // Gs that goyield put on a queue
	Off     map[string]bool   // invariants that this run does not keep, by its settings
}

// NewChecker makes a checker for a run.
func NewChecker() *Checker {
	return &Checker{place: map[Ref]string{}, ticks: map[uint16]uint64{}, yielded: map[uint64]bool{}, Off: map[string]bool{}}
}

// Broken is an invariant that does not hold.
type Broken struct {
	Name, Text, Detail string
}

func (b Broken) Error() string {
	return fmt.Sprintf("invariant %q (%s): %s", b.Name, b.Text, b.Detail)
}

// Step checks the world after a step, with the records that the step left, and returns what is broken.
func (c *Checker) Step(w *World, recs []event.Record) (broken []Broken) {
	c.now, c.recs = w, recs
	c.place = findPlaces(w, c.place)
	c.note()
	for _, inv := range All {
		if detail := inv.check(c); detail != "" && !c.Off[inv.Name] {
			broken = append(broken, Broken{inv.Name, inv.Text, detail})
		}
	}
	c.before = keep(c.before, w)
	return broken
}

// keep copies of w what change.go compares.
func keep(old, w *World) *World {
	if old == nil {
		old = new(World)
	}
	old.GCWaiting = w.GCWaiting
	old.Ps = old.Ps[:0]
	for i := range w.Ps {
		old.Ps = append(old.Ps, P{ID: w.Ps[i].ID, M: w.Ps[i].M, Tail: w.Ps[i].Tail})
	}
	return old
}
