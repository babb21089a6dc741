package check

// This file finds the moment at which a rule was broken, in the records of the run that broke it.

import (
	"sort"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// Moment gives the number of the first record, from 0, after which r cannot hold any more; the last
// record if only the end decides. It is where a learner should look.
func (r *Rule) Moment(records []event.Record, run, other *Run) int {
	end := max(0, len(records)-1)
	if o, ok := r.test.(*outputIs); ok {
		return o.moment(records, run, other)
	}
	q, ok := r.test.(*quantityIs)
	if ok && q.quantity.one != 0 {
		return firstOf(records, q.quantity.one)
	}
	if !ok || !q.settled() {
		return end
	}
	at := sort.Search(len(records), func(n int) bool {
		ok, _, _ := r.test.holds(MeasureRecords(records[:n+1]), other)
		return !ok
	})
	return min(at, end)
}

// firstOf is the first record of a kind; the last record if there is none.
func firstOf(records []event.Record, k kind.Kind) int {
	for i, rec := range records {
		if rec.Kind == k {
			return i
		}
	}
	return max(0, len(records)-1)
}

// moment is the record of the write that brought the first wrong byte.
func (o *outputIs) moment(records []event.Record, run, other *Run) int {
	end := max(0, len(records)-1)
	if o.sorted || o.op != "==" {
		return end
	}
	want, have := o.text, o.of(run)
	if other != nil {
		want = o.of(other)
	}
	right := uint64(0)
	for right < uint64(min(len(want), len(have))) && want[right] == have[right] {
		right++
	}
	fd, written := uint16(1), uint64(0)
	if o.stream == "stderr" {
		fd = 2
	}
	for i, rec := range records {
		if rec.Kind == kind.Output && rec.N == fd {
			if written += rec.A; written > right {
				return i
			}
		}
	}
	return end
}
