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
	ran    map[check.Case]Result // of the others
}

// NewExercise prepares the judge of an exercise of l.
func (r *Runner) NewExercise(l *lesson.Lesson, x *lesson.Exercise) *Exercise {
	return &Exercise{l.ReadProgram, r, l, x, map[string]*Program{}, map[check.Case]Result{}}
}

// Judge judges an answer by every rule.
func (e *Exercise) Judge(src []byte) (Report, error) { return e.judge(src, e.x.Checks) }

// JudgeOver judges with n seeds where a rule names none.
func (e *Exercise) JudgeOver(src []byte, n int) (Report, error) {
	checks := slices.Clone(e.x.Checks)
	for i := range checks {
		checks[i].Rule = checks[i].Rule.Over(n)
	}
	return e.judge(src, checks)
}

func (e *Exercise) judge(src []byte, checks []lesson.Check) (Report, error) {
	a, err := e.Answer(src)
	if err != nil {
		return Report{Of: e.x.Points()}, err
	}
	defer a.Close()
	return a.Judge(e.x.Base(), checks)
}

// An Answer is a program that is judged. What was run once is not run again.
type Answer struct {
	Problem string // the compiler's, if it is no program

	exercise *Exercise
	program  *Program
	ran      map[check.Case]Result
}

// Answer compiles an answer.
func (e *Exercise) Answer(src []byte) (*Answer, error) {
	program, err := e.runner.Compile(e.x.File, src)
	if err != nil {
		return nil, err
	}
	return &Answer{program.Problem, e, program, map[check.Case]Result{}}, nil
}

// Judge judges by rules.
func (a *Answer) Judge(base check.Base, checks []lesson.Check) (Report, error) {
	rep := Report{Problem: a.Problem}
	for _, c := range checks {
		rep.Of += c.Points
	}
	for _, c := range checks {
		v, err := c.Rule.Judge(base, func(k check.Case) (*check.Run, error) {
			r, err := a.Run(k)
			return r.Run, err
		})
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

// Run runs the answer, or the program that k names.
func (a *Answer) Run(k check.Case) (r Result, err error) {
	program, known := a.program, a.ran
	if k.Program != "" {
		if program, err = a.exercise.other(k.Program); err != nil {
			return Result{}, err
		}
		known = a.exercise.ran
	}
	r, ok := known[k]
	if ok {
		return r, nil
	}
	if r, err = program.Run(k); err == nil {
		known[k] = r
	}
	return r, err
}

// Close frees the code of the answer.
func (a *Answer) Close() error { return a.program.Close() }

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
