// This file holds the invariants about lists and their counters.
package invariant

import "fmt"

func (c *Checker) ring() string {
	for i := range c.now.Ps {
		p := &c.now.Ps[i]
		if n := p.Tail - p.Head; n > RingLen {
			return fmt.Sprintf("P%d: head %d, tail %d", p.ID, p.Head, p.Tail)
		}
		for at, g := range p.Ring {
			if g == 0 {
				return fmt.Sprintf("P%d: position %d is empty", p.ID, p.Head+uint32(at))
			}
		}
	}
	return ""
}

func (c *Checker) globalQueue() string {
	w := c.now
	if d := differ("runq.size", w.RunqSize, len(w.Global)); d != "" {
		return d
	}
	if d := differ("qsize", w.QSize, len(w.Global)); d != "" {
		return d
	}
	last := Ref(0)
	if n := len(w.Global); n > 0 {
		last = w.Global[n-1]
	}
	if last != w.GlobalTail {
		return "the tail is not the last"
	}
	return ""
}

func (c *Checker) freeLists() string {
	for i := range c.now.Ps {
		p := &c.now.Ps[i]
		if d := differ(fmt.Sprintf("free Gs of P%d", p.ID), p.NGfree, len(p.GFree)); d != "" {
			return d
		}
		if len(p.GFree) >= 64 {
			return fmt.Sprintf("P%d keeps %d free Gs", p.ID, len(p.GFree))
		}
	}
	return differ("global list of free Gs", c.now.NGfree, len(c.now.GFree))
}

func (c *Checker) timers() string {
	for i := range c.now.Ps {
		p := &c.now.Ps[i]
		for at := 1; at < len(p.Timers); at++ {
			if up := (at - 1) / 4; p.Timers[up] > p.Timers[at] {
				return fmt.Sprintf("P%d: timer %d is due at %d, after its child %d at %d", p.ID, up, p.Timers[up], at, p.Timers[at])
			}
		}
		first := int64(0)
		if len(p.Timers) > 0 {
			first = p.Timers[0]
		}
		if p.TimerMin != first {
			return fmt.Sprintf("P%d: the earliest timer is said to be at %d, and is at %d", p.ID, p.TimerMin, first)
		}
	}
	return ""
}

func (c *Checker) locks() string {
	if c.now.Locked != "" {
		return c.now.Locked + " is locked"
	}
	return ""
}
