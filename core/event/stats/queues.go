// This file follows the Ps and how many goroutines are on each queue. Only numbers count
// here; which goroutine is where is for event.State.
package stats

import (
	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// doing is what a P does.
type doing uint8

const (
	nothing doing = iota // there is no such P
	running
	scheduling
	spinning
	blocked
	starting
	idle
	stopped
)

type proc struct {
	doing      doing
	since      uint64
	times      Times
	queued     int // on its ring and runnext
	dispatches uint64
}

// of is the counter for what a P does, nil for nothing.
func (t *Times) of(d doing) *uint64 {
	switch d {
	case running:
		return &t.Running
	case scheduling:
		return &t.Scheduling
	case spinning:
		return &t.Spinning
	case blocked:
		return &t.Blocked
	case starting:
		return &t.Starting
	case idle:
		return &t.Idle
	case stopped:
		return &t.Stopped
	}
	return nil
}

// timesAt is what p did until now.
func (p *proc) timesAt(now uint64) Times {
	t := p.times
	if n := t.of(p.doing); n != nil && now > p.since {
		*n += now - p.since
	}
	return t
}

// p returns P id, nil for none.
func (c *Collector) p(id uint16) *proc {
	if id == event.NoP {
		return nil
	}
	for int(id) >= len(c.ps) {
		c.ps = append(c.ps, new(proc))
	}
	return c.ps[id]
}

// change says that from now on the P of r does d.
func (c *Collector) change(r event.Record, d doing) {
	p := c.p(r.P)
	if p == nil || p.doing == d {
		return
	}
	at := max(r.Time, p.since)
	p.times = p.timesAt(at)
	p.since = at
	c.count(p, -1)
	p.doing = d
	c.count(p, 1)
}

// count adds p to the numbers of Ps that do the same, or takes it out.
func (c *Collector) count(p *proc, n int) {
	switch p.doing {
	case idle:
		c.idle += n
	case blocked:
		c.blocked += n * p.queued
	}
}

// local changes the number of goroutines on the queue of p.
func (c *Collector) local(p *proc, n int) {
	if p == nil {
		return
	}
	n = max(n, -p.queued) // a record was lost
	p.queued += n
	c.queued += n
	if p.doing == blocked {
		c.blocked += n
	}
}

// global changes the number of goroutines on the global queue.
func (c *Collector) global(n int) {
	n = max(n, -c.glob)
	c.glob += n
	c.queued += n
}

func (c *Collector) queue(r event.Record) {
	p := c.p(r.P)
	n := int(r.N)
	switch r.Kind {
	case kind.RunqPut:
		c.local(p, 1)
	case kind.RunnextPut:
		if r.B == 0 { // else one took the place of another, whose record comes next
			c.local(p, 1)
		}
	case kind.RunqOverflow:
		c.local(p, 1-n)
		c.global(n)
	case kind.GlobPut, kind.GlobPutHead:
		if r.Rule != kind.ForProcs { // else it only gets another position
			c.global(1)
		}
	case kind.GlobGet:
		c.global(-n)
		c.local(p, n-1)
	case kind.Steal, kind.StealRunnext:
		c.local(c.p(uint16(r.A>>32)), -n)
		c.local(p, n-1)
		c.stole(r.Kind == kind.StealRunnext, uint64(n))
	case kind.StealPass:
		c.s.Steals.Passes++
	case kind.RunqDrainTail, kind.RunqDrain, kind.RunnextDrop:
		c.local(p, -1)
	}
}

func (c *Collector) stole(runnext bool, n uint64) {
	s := &c.s.Steals
	if s.Steals == 0 || n < s.Min {
		s.Min = n
	}
	s.Max = max(s.Max, n)
	s.Steals++
	s.Goroutines += n
	if runnext {
		s.Runnext++
	}
}

func (c *Collector) proc(r event.Record) {
	switch r.Kind {
	case kind.PIdle:
		c.change(r, idle)
	case kind.PGet:
		c.change(r, starting)
	case kind.PStart:
		switch {
		case r.G != 0:
			c.change(r, running)
		case r.N == 1:
			c.change(r, spinning)
		default:
			c.change(r, scheduling)
		}
	case kind.PStop, kind.PNew:
		c.change(r, stopped)
	case kind.PDead:
		c.change(r, nothing)
	}
}
