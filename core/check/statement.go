package check

// This file judges one run by one statement.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// outputIs: what the program printed.
type outputIs struct {
	stream string // output or stderr
	sorted bool
	op     string
	text   string
	re     *regexp.Regexp // for matches
	other  string         // same as this program's
}

func (o *outputIs) against() string { return o.other }

func (o *outputIs) of(r *Run) string {
	text := r.Output
	if o.stream == "stderr" {
		text = r.Stderr
	}
	if !o.sorted {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	if n := len(lines) - 1; lines[n] != "" {
		lines[n] += "\n"
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func (o *outputIs) holds(run, other *Run) (ok bool, want, got string) {
	have, text := o.of(run), o.text
	as := ""
	if o.other != "" {
		text, as = o.of(other), ", as "+o.other+" prints"
	}
	got = quote(have)
	switch o.op {
	case "==":
		return have == text, quote(text) + as, got
	case "!=":
		return have != text, "anything but " + quote(text) + as, got
	case "contains":
		return strings.Contains(have, text), "a text with " + quote(text), got
	case "lacks":
		return !strings.Contains(have, text), "a text without " + quote(text), got
	default:
		return o.re.MatchString(have), "a text that matches " + o.text, got
	}
}

// quote writes a text so that it is told from the words around it, cut to 200 bytes.
func quote(s string) string {
	const most = 200
	if len(s) <= most {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf("%q and %d bytes more", s[:most], len(s)-most)
}

// neverIs: a way to end that must not be.
type neverIs struct{ outcome *outcome }

type outcome struct {
	name    string
	instead string // what is wanted
	is      func(r *Run) bool
}

var outcomes = []outcome{
	{"deadlocks", "no deadlock", func(r *Run) bool { return r.Stats.Ended == "deadlock" }},
	{"panics", "no panic", func(r *Run) bool { return r.Exit == 2 && r.Stats.Ended != "deadlock" }},
	{"fails", "exit code 0", func(r *Run) bool { return r.Exit != 0 }},
	{"leaks", "exit code 0 and no goroutines left", func(r *Run) bool { return r.Exit != 0 || r.Left > 0 }},
}

func outcomeNamed(name string) *outcome {
	i := slices.IndexFunc(outcomes, func(o outcome) bool { return o.name == name })
	if i < 0 {
		return nil
	}
	return &outcomes[i]
}

func outcomeNames() []string {
	var all []string
	for _, o := range outcomes {
		all = append(all, o.name)
	}
	return all
}

func (n *neverIs) against() string { return "" }

func (n *neverIs) holds(run, _ *Run) (ok bool, want, got string) {
	return !n.outcome.is(run), n.outcome.instead, how(run)
}

// how says how a run ended.
func how(r *Run) string {
	var text string
	switch {
	case r.Stats.Ended == "deadlock":
		return "a deadlock: all goroutines are asleep"
	case r.Exit == 2:
		text, _, _ = strings.Cut(r.Stderr, "\n")
		text = "exit code 2: " + quote(text)
	default:
		text = fmt.Sprintf("exit code %d", r.Exit)
	}
	if r.Left > 0 {
		text += fmt.Sprintf(", %s left", plural(r.Left, "goroutine"))
	}
	return text
}

func plural(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// quantityIs: a figure of the run, compared with a value.
type quantityIs struct {
	name     string
	quantity *Quantity
	arg      string
	op       string
	value    float64 // or how many times what other has
	other    string
}

func (q *quantityIs) against() string { return q.other }

// settled says that a longer run cannot make it hold again, once it does not.
func (q *quantityIs) settled() bool {
	return q.quantity.grows && q.other == "" && (q.op == "<" || q.op == "<=")
}

func (q *quantityIs) holds(run, other *Run) (ok bool, want, got string) {
	limit, than := q.value, ""
	if q.other != "" {
		theirs := first(q.quantity.of(other, q.arg))
		limit = q.value * theirs
		than = fmt.Sprintf(" (%s has %s)", q.other, q.quantity.Unit.words(theirs))
	}
	want = opWords[q.op] + q.quantity.Unit.words(limit) + than
	have := q.quantity.of(run, q.arg)
	if len(have) == 0 {
		return false, want, "no such P"
	}
	some := strings.HasPrefix(q.arg, "some ")
	worst := have[0]
	ok = !some
	for _, v := range have {
		if holds := compare(v, q.op, limit); holds == some {
			ok, worst = some, v
			break
		}
	}
	got = q.quantity.Unit.words(worst)
	if len(have) > 1 && !ok {
		got = fmt.Sprintf("%s on P%d", got, slices.Index(have, worst))
	}
	return ok, want, got
}

// first gives the figure that another program's stands for.
func first(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	return all[0]
}

var opWords = map[string]string{"==": "", "!=": "anything but ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}

func compare(v float64, op string, limit float64) bool {
	switch op {
	case "==":
		return v == limit
	case "!=":
		return v != limit
	case "<":
		return v < limit
	case "<=":
		return v <= limit
	case ">":
		return v > limit
	default:
		return v >= limit
	}
}
