package check

// This file says how close a program comes to a rule: over all the runs that the rule asks for, also those that a verdict does not need. It is
// for authors, who want to know how much room a rule leaves.

import (
	"fmt"
	"math"
)

// A Reach is how close a program comes.
type Reach struct {
	Runs, Held int
	Span       string // of a quantity: from the least to the most, where it was measured
	Broke      string // how the first run ended in which there was nothing to measure, or what did not hold
}

// String is the reach in words.
func (c Reach) String() string {
	text := "does not hold"
	switch {
	case c.Runs > 1:
		text = fmt.Sprintf("holds in %d of %d runs", c.Held, c.Runs)
	case c.Held == 1:
		text = "holds"
	}
	switch {
	case c.Span != "" && c.Broke != "":
		return text + ": " + c.Span + "; " + c.Broke
	case c.Span+c.Broke != "":
		return text + ": " + c.Span + c.Broke
	}
	return text
}

// Reach measures all runs of a rule.
func (r *Rule) Reach(base Base, run func(Case) (*Run, error)) (Reach, error) {
	var c Reach
	var have, share span
	q, _ := r.test.(*quantityIs)
	for _, k := range r.Cases(base) {
		ok, _, got, err := r.one(k, run)
		if err != nil {
			return c, err
		}
		mine, err := run(k) // it is kept
		if err != nil {
			return c, err
		}
		c.Runs++
		if ok {
			c.Held++
		}
		nothing := mine.Failed != "" || r.brokenEnd(mine) != ""
		if c.Broke == "" && !ok && (q == nil || nothing) {
			c.Broke = got
		}
		if q == nil || nothing {
			continue
		}
		for _, v := range q.quantity.of(mine, q.arg) {
			have.add(v)
			if q.other == "" {
				continue
			}
			k.Program = q.other
			other, err := run(k)
			if err != nil {
				return c, err
			}
			if theirs := first(q.quantity.of(other, q.arg)); theirs > 0 {
				share.add(v / theirs)
			}
		}
	}
	if have.some {
		c.Span = have.words(q.quantity.Unit)
	}
	if share.some {
		c.Span += ", " + share.words(Share) + " of " + q.other
	}
	return c, nil
}

// span is from the least to the most of some values.
type span struct {
	some      bool
	low, high float64
}

func (s *span) add(v float64) {
	if !s.some {
		s.some, s.low, s.high = true, v, v
	}
	s.low, s.high = math.Min(s.low, v), math.Max(s.high, v)
}

func (s *span) words(u Unit) string {
	low, high := u.words(s.low), u.words(s.high)
	if low == high {
		return low
	}
	return low + " to " + high
}
