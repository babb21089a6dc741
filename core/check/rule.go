package check

// This file is what a rule is, and what runs it needs.

import (
	"strings"
)

// Starter names the program that an exercise begins with.
const Starter = "starter"

// MaxSeeds is the most seeds that a rule may ask for.
const MaxSeeds = 1000

// A Rule is one line of a check, read by Parse.
type Rule struct {
	Text string // as written

	test     statement
	settings Settings
	seeds    seeds
}

// Settings are those of a run that a rule or a lesson may set; "" and 0 leave them as they are.
type Settings struct {
	Procs  int    `json:"procs,omitempty"`
	Policy string `json:"policy,omitempty"`
	Costs  string `json:"costs,omitempty"`
	IO     string `json:"io,omitempty"`
	Until  string `json:"until,omitempty"` // a duration
}

// over gives s where it says something, and base elsewhere.
func (s Settings) over(base Settings) Settings {
	if s.Procs == 0 {
		s.Procs = base.Procs
	}
	for _, f := range []struct{ own, base *string }{
		{&s.Policy, &base.Policy}, {&s.Costs, &base.Costs}, {&s.IO, &base.IO}, {&s.Until, &base.Until},
	} {
		if *f.own == "" {
			*f.own = *f.base
		}
	}
	return s
}

// seeds are the seeds of a rule, and how many of them must hold.
type seeds struct {
	first, n int // n = 0: the lesson's
	need     int
	named    bool // in seed S
}

// A Case is one run: which program, with which seed and settings. Cases can be compared.
type Case struct {
	Program  string   `json:"program,omitempty"` // "" is the one that is checked, else Starter or a file of the lesson
	Seed     uint64   `json:"seed"`
	Settings Settings `json:"settings"`
}

// Base is what a rule's runs are like if it says nothing itself.
type Base struct {
	Seed     uint64   `json:"seed"`
	Settings Settings `json:"settings"`
	Secret   string   `json:"-"` // if it is there, N seeds are those that Seeds derives from it, not 1 to N
}

// Cases lists the runs of the checked program that r needs, in order. Runs of other programs that they are
// compared with come besides: see Case.Against.
func (r *Rule) Cases(base Base) []Case {
	settings := r.settings.over(base.Settings)
	if r.seeds.n == 0 {
		return []Case{{Seed: base.Seed, Settings: settings}}
	}
	var all []Case
	for i := range r.seeds.n {
		all = append(all, Case{Seed: uint64(r.seeds.first + i), Settings: settings})
	}
	if base.Secret != "" && r.TakesSeeds() {
		for i, seed := range Seeds(base.Secret, len(all)) {
			all[i].Seed = seed
		}
	}
	return all
}

// TakesSeeds says whether r says how many seeds it wants, but not which: Base.Secret decides on these.
func (r *Rule) TakesSeeds() bool { return r.seeds.n > 0 && !r.seeds.named }

// Over is r for the seeds 1 to n, if it names no seeds itself.
func (r *Rule) Over(n int) *Rule {
	if r.seeds.n > 0 {
		return r
	}
	more := *r
	more.seeds = seeds{first: 1, n: n, need: n}
	return &more
}

// Against names the program whose run r compares with, in the same case; "" if it compares with none.
func (r *Rule) Against() string { return r.test.against() }

// Quantity names what r measures; "" if it is about the output or the end.
func (r *Rule) Quantity() string {
	if q, ok := r.test.(*quantityIs); ok {
		return q.name
	}
	return ""
}

// String is the rule as written, with single blanks.
func (r *Rule) String() string { return strings.Join(strings.Fields(r.Text), " ") }

// A statement is what must hold in a run.
type statement interface {
	// holds judges a run; other is the run it is compared with, if against is not "".
	holds(run, other *Run) (ok bool, want, got string)
	against() string
}
