// This file finds out where each goroutine is, and holds the invariants about it.
package invariant

import "fmt"

// findPlaces fills where with the place of each G that is in a queue, on an M or on a free list. A G
// in two places has both there, joined by " and ".
func findPlaces(w *World, where map[Ref]string) map[Ref]string {
	clear(where)
	put := func(g Ref, place string) {
		if old := where[g]; old != "" {
			place = old + " and " + place
		}
		where[g] = place
	}
	for _, g := range w.Global {
		put(g, "global queue")
	}
	for _, g := range w.GFree {
		put(g, "free list")
	}
	for i := range w.Ps {
		p := &w.Ps[i]
		for _, g := range p.Ring {
			put(g, "ring")
		}
		if p.Runnext != 0 {
			put(p.Runnext, "runnext")
		}
		for _, g := range p.GFree {
			put(g, "free list")
		}
	}
	for i := range w.Ms {
		if g := w.Ms[i].Curg; g != 0 {
			put(g, "M")
		}
		if g := w.Ms[i].Given; g != 0 {
			put(g, "hand over")
		}
	}
	return where
}

func isQueue(place string) bool {
	return place == "ring" || place == "runnext" || place == "global queue" || place == "hand over"
}

// eachG calls ok for every G, and says of the first for which it is false where that one is.
func (c *Checker) eachG(ok func(g *G, place string) bool) string {
	for i := range c.now.Gs {
		g := &c.now.Gs[i]
		if place := c.place[g.Ref]; !ok(g, place) {
			if place == "" {
				place = "no list"
			}
			return fmt.Sprintf("G%d with status %d and M %d is in: %s", g.ID, g.Status, g.M, place)
		}
	}
	return ""
}

func (c *Checker) onePlace() string {
	return c.eachG(func(_ *G, place string) bool {
		return place == "" || place == "M" || place == "free list" || isQueue(place)
	})
}

func (c *Checker) running() string {
	return c.eachG(func(g *G, place string) bool {
		if g.Status != Grunning && g.Status != Gsyscall {
			return place != "M" && g.M == None
		}
		m := c.now.m(g.M)
		return place == "M" && m != nil && m.Curg == g.Ref
	})
}

func (c *Checker) runnableQueued() string {
	return c.eachG(func(g *G, place string) bool { return (g.Status == Grunnable) == isQueue(place) })
}

func (c *Checker) waitingRecorded() string {
	return c.eachG(func(g *G, place string) bool {
		return g.Status != Gwaiting || place == "" && (!g.Sleeps || g.Timer)
	})
}

func (c *Checker) deadFree() string {
	return c.eachG(func(g *G, place string) bool { return (g.Status == Gdead) == (place == "free list") })
}

func (c *Checker) idsDiffer() string {
	seen := map[uint64]bool{}
	return c.eachG(func(g *G, _ string) bool {
		if g.Status == Gdead || g.System {
			return true
		}
		dup := seen[g.ID]
		seen[g.ID] = true
		return !dup
	})
}

func (c *Checker) countGs() string {
	alive := uint32(0)
	for i := range c.now.Gs {
		if g := &c.now.Gs[i]; g.Status != Gdead && !g.System {
			alive++
		}
	}
	counted := uint32(0)
	for i := range c.now.Ps {
		counted += c.now.Ps[i].Created - c.now.Ps[i].Ended
	}
	return differ("goroutines", int(int32(counted)), int(alive))
}

// differ says how a counter differs from what it counts.
func differ(what string, counter, counted int) string {
	if counter == counted {
		return ""
	}
	return fmt.Sprintf("%s: the counter says %d, there are %d", what, counter, counted)
}
