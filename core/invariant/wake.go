// This file holds the invariant for whose sake Ms spin: work does not wait while a P is idle.
package invariant

import "fmt"

// conservation: whoever adds work wakes a searcher, unless there is one; a searcher that finds work
// wakes the next; one that finds nothing looks again after it stopped being one. So between
// steps, if a P is idle and a G is queued, some M searches, or has been given a P.
//
// goyield wakes nobody (nor does it in Go): what it queued is left out.
func (c *Checker) conservation() string {
	w := c.now
	if len(w.IdlePs) == 0 || w.GCWaiting || w.NMspinning != 0 {
		return ""
	}
	for i := range w.Ms {
		if m := &w.Ms[i]; m.Nextp != None || m.Stopping || m.Paused {
			return ""
		}
	}
	for i := range w.Gs {
		g := &w.Gs[i]
		if g.Status == Grunnable && !c.yielded[g.ID] {
			return fmt.Sprintf("G%d is in: %s, P%d is idle, and nobody searches", g.ID, c.place[g.Ref], w.IdlePs[0])
		}
	}
	return ""
}
