package trial

// This file judges an answer to an exercise.

import (
	"fmt"
	"slices"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
)

// An Outcome is what became of one rule.
type Outcome struct {
	check.Verdict
	Points int `json:"points"` // that it is worth
}

// A Report is the judgement of one answer.
type Report struct {
	Outcomes []Outcome `json:"outcomes"`
	Problem  string    `json:"problem,omitempty"` // the compiler's, if the answer is no program
	Points   int       `json:"points"`            // reached
	Of       int       `json:"of"`
}

// Pass says whether every rule holds.
func (r Report) Pass() bool { return r.Points == r.Of }

// An Exercise judges answers to one exercise. It keeps what it compiled and ran of the starter.
type Exercise struct {
	// Read gives the text of a program that answers are compared with, by its name; that of the lesson if it is not set.
	Read func(name string) ([]byte, error)

	runner *Runner
	lesson *lesson.Lesson
	x      *lesson.Exercise
	others map[string]*Program
	ran    map[check.Case]*check.Run // of the others
}

// NewExercise prepares the judge of an exercise of l.
func (r *Runner) NewExercise(l *lesson.Lesson, x *lesson.Exercise) *Exercise {
	return &Exercise{l.ReadProgram, r, l, x, map[string]*Program{}, map[check.Case]*check.Run{}}
}

// Over gives checks with the seeds 1 to n where a rule names none.
func Over(checks []lesson.Check, n int) []lesson.Check {
	checks = slices.Clone(checks)
	for i := range checks {
		checks[i].Rule = checks[i].Rule.Over(n)
	}
	return checks
}

// Judge judges an answer by every rule.
func (e *Exercise) Judge(src []byte) (Report, error) {
	a, err := e.Answer(src)
	if err != nil {
		return Report{Of: e.x.Points()}, err
	}
	defer a.Close()
	return a.Judge(e.x.Base(), e.x.Checks)
}

// An Answer is a program that is judged. What was run once is not run again, and what was cut off too often not at all (check.Runs).
type Answer struct {
	Problem string // the compiler's, if it is no program

	exercise *Exercise
	program  *Program
	runs     *check.Runs
	digests  map[check.Case]string // "" of one that was cut off
}

// Answer compiles an answer.
func (e *Exercise) Answer(src []byte) (*Answer, error) {
	program, err := e.runner.Compile(e.x.File, src)
	if err != nil {
		return nil, err
	}
	a := &Answer{Problem: program.Problem, exercise: e, program: program, digests: map[check.Case]string{}}
	a.runs = check.NewRuns(func(k check.Case) (*check.Run, error) {
		if k.Program != "" {
			return e.runOther(k)
		}
		r, err := program.Run(k)
		return r.Run, err
	})
	return a, nil
}

// Judge judges by rules.
func (a *Answer) Judge(base check.Base, checks []lesson.Check) (Report, error) {
	rep := Report{Problem: a.Problem}
	for _, c := range checks {
		rep.Of += c.Points
	}
	for _, c := range checks {
		v, err := c.Rule.Judge(base, a.run)
		if err != nil {
			return rep, fmt.Errorf("%s: %w", c.Rule, err)
		}
		rep.Outcomes = append(rep.Outcomes, Outcome{v, c.Points})
		if v.Pass {
			rep.Points += c.Points
		}
	}
	return rep, nil
}

// run gives a run of the answer, or of the program that k names.
func (a *Answer) run(k check.Case) (*check.Run, error) {
	if a.Problem != "" && k.Program == "" {
		r, err := a.program.Run(k) // which says so
		return r.Run, err
	}
	return a.runs.Run(k)
}

// Digests gives the digest of one run for each seed. A run that was cut off has none, for where is chance; and no run is made
// when one was cut off before, be it for a rule.
func (a *Answer) Digests(s check.Settings, seeds []uint64) ([]string, error) {
	all := make([]string, len(seeds))
	for i, seed := range seeds {
		if a.Problem != "" || a.runs.Cut > 0 {
			break
		}
		digest, err := a.digest(check.Case{Seed: seed, Settings: s})
		if err != nil || digest == "" {
			return all, err
		}
		all[i] = digest
	}
	return all, nil
}

func (a *Answer) digest(c check.Case) (string, error) {
	if digest, ok := a.digests[c]; ok {
		return digest, nil
	}
	r, err := a.program.Run(c)
	if err != nil {
		return "", err
	}
	if r.Failed != "" {
		r.Digest = ""
	}
	a.digests[c] = r.Digest
	return r.Digest, nil
}

// Close frees the code of the answer.
func (a *Answer) Close() error { return a.program.Close() }

// runOther runs a program that answers are compared with, once for all answers.
func (e *Exercise) runOther(k check.Case) (*check.Run, error) {
	if r := e.ran[k]; r != nil {
		return r, nil
	}
	program, err := e.other(k.Program)
	if err != nil {
		return nil, err
	}
	r, err := program.Run(k)
	if err != nil {
		return nil, err
	}
	e.ran[k] = r.Run
	return r.Run, nil
}

// other compiles a program that answers are compared with, once.
func (e *Exercise) other(name string) (*Program, error) {
	if p := e.others[name]; p != nil {
		return p, nil
	}
	file, src := e.x.File, e.x.Source
	if name != check.Starter {
		var err error
		if src, err = e.Read(name); err != nil {
			return nil, err
		}
		file = name
	}
	p, err := e.runner.Compile(file, src)
	if err == nil && p.Problem != "" {
		err = fmt.Errorf("%s does not compile: %s", name, p.Problem)
	}
	if err != nil {
		return nil, err
	}
	e.others[name] = p
	return p, nil
}

// Close frees what was compiled for the comparison.
func (e *Exercise) Close() {
	for _, p := range e.others {
		p.Close()
	}
}

// Close frees the code of p.
func (p *Program) Close() error {
	if p.program == nil {
		return nil
	}
	return p.program.Close()
}
