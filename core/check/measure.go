package check

// This file is about quantities outside of rules: figures that a lesson's text names.

import "fmt"

// A Measure is one quantity, with its argument.
type Measure struct{ q *quantityIs }

// String is its name, with what stands in brackets.
func (m *Measure) String() string {
	if m.q.arg == "" {
		return m.q.name
	}
	return m.q.name + "(" + m.q.arg + ")"
}

// ParseMeasure reads a quantity as a rule writes it: lock_wait, dispatches(FromGlob), busy(P0).
func ParseMeasure(text string) (*Measure, error) {
	name, arg, err := splitCall(text)
	if err != nil {
		return nil, err
	}
	q := quantityNamed(name)
	if q == nil {
		return nil, unknownQuantity(name)
	}
	m := &Measure{&quantityIs{name: q.Name, quantity: q, arg: arg}}
	return m, m.q.checkArg()
}

// Of gives the figure of a run in words, and as a number (ns for times, 0 to 1 for shares). Of several Ps it is
// the least.
func (m *Measure) Of(run *Run) (text string, value float64, err error) {
	all := m.q.quantity.of(run, m.q.arg)
	if len(all) == 0 {
		return "", 0, fmt.Errorf("%s(%s): the run has no such P", m.q.name, m.q.arg)
	}
	value = all[0]
	for _, v := range all {
		value = min(value, v)
	}
	return m.q.quantity.Unit.words(value), value, nil
}
