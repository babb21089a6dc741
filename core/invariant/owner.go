// This file holds the invariants about Ps and Ms: who has whom, and who is idle.
package invariant

import (
	"fmt"
	"slices"
)

func (c *Checker) idlePEmpty() string {
	for _, id := range c.now.IdlePs {
		p := &c.now.Ps[id]
		if len(p.Ring) != 0 || p.Runnext != 0 || p.M != None {
			return fmt.Sprintf("P%d holds %d, runnext %#x, M %d", id, len(p.Ring), p.Runnext, p.M)
		}
	}
	return ""
}

func (c *Checker) idlePs() string {
	w := c.now
	for i := range w.Ps {
		p := &w.Ps[i]
		listed := slices.Contains(w.IdlePs, p.ID)
		if (p.Status == Pidle) != (listed || w.inTransit(p.ID)) || listed && w.inTransit(p.ID) {
			return fmt.Sprintf("P%d has status %d; on the list: %v, on its way to an M: %v", p.ID, p.Status, listed, w.inTransit(p.ID))
		}
	}
	return differ("npidle", w.NPidle, len(w.IdlePs))
}

func (c *Checker) oneOwner() string {
	w := c.now
	for i := range w.Ps {
		p := &w.Ps[i]
		owners, first := 0, None
		for j := range w.Ms {
			if w.Ms[j].P == p.ID {
				owners, first = owners+1, w.Ms[j].ID
			}
		}
		stopper := owners == 1 && p.Status == Pgcstop && w.m(first).Stopping
		if p.Status == Prunning && owners != 1 || owners > 1 || owners == 1 && !stopper && p.Status != Prunning || p.M != first {
			return fmt.Sprintf("P%d with status %d has M %d, and is had by %d Ms (M%d)", p.ID, p.Status, p.M, owners, first)
		}
	}
	return ""
}

func (c *Checker) idleMs() string {
	for _, id := range c.now.IdleMs {
		if m := c.now.m(id); m.P != None || m.Nextp != None || m.Curg != 0 || m.Spinning || m.Polling {
			return fmt.Sprintf("M%d: %+v", id, *m)
		}
	}
	return differ("nmidle", c.now.NMidle, len(c.now.IdleMs))
}

func (c *Checker) mcount() string {
	w := c.now
	if d := differ("mcount", w.MCount, len(w.Ms)); d != "" {
		return d
	}
	if w.MCount-w.NMidle-w.MOther <= 0 {
		return fmt.Sprintf("of %d Ms %d are idle, and %d wait for their goroutine", w.MCount, w.NMidle, w.MOther)
	}
	return ""
}

func (c *Checker) nmspinning() string {
	n := 0
	for i := range c.now.Ms {
		if c.now.Ms[i].Spinning {
			n++
		}
	}
	return differ("nmspinning", c.now.NMspinning, n)
}

func (c *Checker) spinningEmpty() string {
	for i := range c.now.Ms {
		m := &c.now.Ms[i]
		id := max(m.P, m.Nextp)
		if !m.Spinning || id == None {
			continue
		}
		if p := &c.now.Ps[id]; len(p.Ring) != 0 || p.Runnext != 0 {
			return fmt.Sprintf("M%d spins with P%d, which holds %d, runnext %#x", m.ID, id, len(p.Ring), p.Runnext)
		}
	}
	return ""
}

func (c *Checker) poller() string {
	n := 0
	for i := range c.now.Ms {
		if m := &c.now.Ms[i]; m.Polling {
			n++
			if m.P != None {
				return fmt.Sprintf("M%d sleeps as the poller and has P%d", m.ID, m.P)
			}
		}
	}
	if n > 1 || (n == 1) != c.now.Polling {
		return fmt.Sprintf("%d pollers, lastpoll is 0: %v", n, c.now.Polling)
	}
	return ""
}

func (c *Checker) stopwait() string {
	if !c.now.GCWaiting {
		return ""
	}
	left := 0
	for _, p := range c.now.InUse() {
		if p.Status != Pgcstop {
			left++
		}
	}
	return differ("stopwait", c.now.Stopwait, left)
}
