package trial

// This file judges an answer to an exercise.

import (
	"fmt"

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
	runner *Runner
	lesson *lesson.Lesson
	x      *lesson.Exercise
	others map[string]*Program
	ran    map[check.Case]Result // of the others
}

// NewExercise prepares the judge of an exercise of l.
func (r *Runner) NewExercise(l *lesson.Lesson, x *lesson.Exercise) *Exercise {
	return &Exercise{r, l, x, map[string]*Program{}, map[check.Case]Result{}}
}

// Judge judges an answer by every rule.
func (e *Exercise) Judge(src []byte) (Report, error) {
	return e.judge(src, func(c lesson.Check) *check.Rule { return c.Rule })
}

// JudgeOver judges with n seeds where a rule names none.
func (e *Exercise) JudgeOver(src []byte, n int) (Report, error) {
	return e.judge(src, func(c lesson.Check) *check.Rule { return c.Rule.Over(n) })
}

func (e *Exercise) judge(src []byte, ruleOf func(lesson.Check) *check.Rule) (Report, error) {
	rep := Report{Of: e.x.Points()}
	answer, err := e.runner.Compile(e.x.File, src)
	if err != nil {
		return rep, err
	}
	defer answer.Close()
	rep.Problem = answer.Problem
	ran := map[check.Case]Result{}
	for _, c := range e.x.Checks {
		v, err := ruleOf(c).Judge(e.x.Base(), func(k check.Case) (*check.Run, error) {
			program, known := answer, ran
			if k.Program != "" {
				if program, err = e.other(k.Program); err != nil {
					return nil, err
				}
				known = e.ran
			}
			if r, ok := known[k]; ok {
				return r.Run, nil
			}
			r, err := program.Run(k)
			if err == nil {
				known[k] = r
			}
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

// other compiles a program that answers are compared with, once.
func (e *Exercise) other(name string) (*Program, error) {
	if p := e.others[name]; p != nil {
		return p, nil
	}
	file, src := e.x.File, e.x.Source
	if name != check.Starter {
		var err error
		if src, err = e.lesson.ReadProgram(name); err != nil {
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
