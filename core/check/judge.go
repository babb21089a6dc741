package check

// This file judges a program by a rule: over all the runs that the rule asks for.

import "fmt"

// A Verdict says whether a rule holds.
type Verdict struct {
	Rule string `json:"rule"`
	Pass bool   `json:"pass"`
	// If it does not: what was expected and what happened, in words, and the run in which it did.
	Want string `json:"want,omitempty"`
	Got  string `json:"got,omitempty"`
	Case Case   `json:"case"`
	Held int    `json:"held"` // runs in which it held, of
	Runs int    `json:"runs"` // so many that were judged
}

// Judge asks run for each run that r needs and judges. It stops at the run that decides. An error is one of
// run: nothing was judged.
func (r *Rule) Judge(base Base, run func(Case) (*Run, error)) (Verdict, error) {
	cases := r.Cases(base)
	need := max(r.seeds.need, 1)
	v := Verdict{Rule: r.String(), Case: cases[0]}
	for i, c := range cases {
		ok, want, got, err := r.one(c, run)
		if err != nil {
			return v, err
		}
		v.Runs++
		if ok {
			v.Held++
		} else if v.Want == "" {
			v.Want, v.Got, v.Case = want, got, c
		}
		if left := len(cases) - i - 1; v.Held >= need || v.Held+left < need {
			break
		}
	}
	v.Pass = v.Held >= need
	if v.Pass {
		v.Want, v.Got, v.Case = "", "", cases[0]
	}
	return v, nil
}

// ToItsEnd is what is wanted of a run that was cut off.
const ToItsEnd = "a program that runs to its end"

// one judges one run.
func (r *Rule) one(c Case, run func(Case) (*Run, error)) (ok bool, want, got string, err error) {
	mine, err := run(c)
	if err != nil {
		return false, "", "", err
	}
	if mine.Failed != "" {
		return false, ToItsEnd, mine.Failed, nil
	}
	if broke := r.brokenEnd(mine); broke != "" {
		return false, "a program that ends by itself", broke, nil
	}
	var other *Run
	if with := r.Against(); with != "" {
		theirs := c
		theirs.Program = with
		if other, err = run(theirs); err != nil {
			return false, "", "", err
		}
		if other.Failed != "" {
			return false, "", "", fmt.Errorf("%s, which the program is compared with: %s", with, other.Failed)
		}
	}
	ok, want, got = r.test.holds(mine, other)
	return ok, want, got, nil
}

// brokenEnd says how a run ended that says nothing about a quantity: a program in a deadlock has few goroutines and a short makespan for
// no merit of its own. Rules about the output and about the end judge it as it is.
func (r *Rule) brokenEnd(run *Run) string {
	q, ok := r.test.(*quantityIs)
	if !ok || q.name == "exit" || run.Exit != 2 {
		return ""
	}
	return how(run)
}

// String is the verdict in a line.
func (v Verdict) String() string {
	if v.Pass {
		return "ok   " + v.Rule
	}
	text := fmt.Sprintf("FAIL %s: want %s, got %s (seed %d)", v.Rule, v.Want, v.Got, v.Case.Seed)
	if v.Runs > 1 {
		text += fmt.Sprintf("; it held in %d of %d runs", v.Held, v.Runs)
	}
	return text
}
