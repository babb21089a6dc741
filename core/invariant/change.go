// This file holds the invariants about what a step changes. They need the world before it, or its
// records.
package invariant

import (
	"fmt"

	"github.com/gopark/gopark/core/event/kind"
)

// note remembers what the records say that memory does not.
func (c *Checker) note() {
	for _, r := range c.recs {
		switch r.Kind {
		case kind.RunqPut:
			if r.Rule == kind.ByYield {
				c.yielded[r.G] = true
			}
		case kind.GoStart:
			delete(c.yielded, r.G)
		}
	}
}

// tail: the records name the Ms that made the step, or the few steps since the last check.
func (c *Checker) tail() string {
	if c.before == nil || len(c.recs) == 0 || c.before.GCWaiting {
		return ""
	}
	for i := range c.before.Ps {
		old, p := &c.before.Ps[i], &c.now.Ps[i]
		if old.Tail != p.Tail && !c.acted(old.M) && !c.acted(p.M) && !c.took(p.ID) {
			return fmt.Sprintf("the tail of P%d went from %d to %d without M%d or M%d", p.ID, old.Tail, p.Tail, old.M, p.M)
		}
	}
	return ""
}

// acted says whether M id made a part of the step.
func (c *Checker) acted(id int) bool {
	for _, r := range c.recs {
		if int(r.M) == id {
			return true
		}
	}
	return false
}

// took says whether P id was had for a part of the step, or the world stopped.
func (c *Checker) took(id int) bool {
	for _, r := range c.recs {
		if r.Kind == kind.PStart && int(r.P) == id || r.Kind == kind.STWBegin {
			return true
		}
	}
	return false
}

// tick: a GoStart says whether the slice is inherited, and which tick it is.
func (c *Checker) tick() (wrong string) {
	for _, r := range c.recs {
		if r.Kind == kind.PNew {
			c.ticks[r.P] = r.A
		}
		if r.Kind != kind.GoStart {
			continue
		}
		want, known := c.ticks[r.P]
		if r.N == 0 {
			want++
		}
		if known && r.A != want && wrong == "" {
			wrong = fmt.Sprintf("P%d: tick %d, want %d (inherited: %v)", r.P, r.A, want, r.N != 0)
		}
		c.ticks[r.P] = r.A
	}
	for i := range c.now.Ps {
		p := &c.now.Ps[i]
		if tick, known := c.ticks[uint16(p.ID)]; known && uint64(p.Tick) != tick && wrong == "" {
			wrong = fmt.Sprintf("P%d: schedtick is %d, the last start was in tick %d", p.ID, p.Tick, tick)
		}
	}
	return wrong
}

func (c *Checker) stoppedWorld() (wrong string) {
	for _, r := range c.recs {
		switch r.Kind {
		case kind.STWDone:
			c.stopped = true
		case kind.STWEnd:
			c.stopped = false
		case kind.GoStart:
			if c.stopped {
				wrong = fmt.Sprintf("G%d starts on P%d", r.G, r.P)
			}
		}
	}
	if !c.now.GCWaiting || c.now.Stopwait != 0 {
		return wrong
	}
	for i := range c.now.Ms {
		if m := &c.now.Ms[i]; m.P != None && !m.Stopping {
			return fmt.Sprintf("the world is stopped, and M%d has P%d", m.ID, m.P)
		}
	}
	return wrong
}
