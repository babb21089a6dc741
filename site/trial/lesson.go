package trial

// This file holds a lesson against its own promises: its programs compile and run, the solution of each exercise passes
// its checks, and the starter does not.

import (
	"fmt"
	"strings"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
)

// A Tried is what became of a solution or a starter when it was held against the rules.
type Tried struct {
	Exercise *lesson.Exercise
	Program  string // the solution's file, or check.Starter
	Report
	Checks  []lesson.Check // as Outcomes
	Reached []check.Reach  // likewise
}

// Options of CheckLesson.
type Options struct {
	Seeds int          // with which solutions must pass where a rule names none
	Reach bool         // measure how close programs come, which takes more runs
	Told  func(*Tried) // is given each, if it is not nil
}

// CheckLesson looks for what is wrong with a lesson that could be read, and gives it all. An error is ours or the machine's.
func (r *Runner) CheckLesson(l *lesson.Lesson, o Options) (ps lesson.Problems, err error) {
	if ps, err = r.CheckPrograms(l); err != nil || len(ps) > 0 {
		return ps, err // what is asked of a program that is none has no answer
	}
	for _, x := range l.Exercises {
		more, err := r.checkExercise(l, x, o)
		if err != nil {
			return ps, err
		}
		ps = append(ps, more...)
	}
	return ps, nil
}

// CheckPrograms looks at the programs alone, those that are there. They need a lesson that could be read in part only.
func (r *Runner) CheckPrograms(l *lesson.Lesson) (ps lesson.Problems, err error) {
	for _, p := range l.Programs() {
		if len(p.Source) == 0 {
			continue // that is said already
		}
		more, err := r.tryProgram(l, p)
		if err != nil {
			return ps, err
		}
		ps = append(ps, more...)
	}
	return ps, nil
}

// tryProgram compiles and runs a program as the lesson shows it.
func (r *Runner) tryProgram(l *lesson.Lesson, p *lesson.Program) (ps lesson.Problems, err error) {
	program, err := r.Compile(p.File, p.Source)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	if program.Problem != "" {
		return l.ProgramProblems(p.Line, p.From, program.Problem), nil
	}
	base := p.Base()
	res, err := program.Run(check.Case{Seed: base.Seed, Settings: base.Settings})
	if err != nil {
		return nil, err
	}
	if res.Failed != "" {
		ps = append(ps, l.Problem(p.Line, "%s: %s", p.File, res.Failed))
	}
	return ps, nil
}

func (r *Runner) checkExercise(l *lesson.Lesson, x *lesson.Exercise, o Options) (ps lesson.Problems, err error) {
	e := r.NewExercise(l, x)
	defer e.Close()
	if len(x.Checks) == 0 {
		return lesson.Problems{l.Problem(x.Line, "exercise %s has no check: nobody can say whether an answer is right", x.ID)}, nil
	}
	if x.SolvedIn != "" { // the teacher of an assignment may keep it elsewhere
		solved, err := e.Try(x.SolvedIn, x.Solution, Over(x.Checks, o.Seeds), x.Base(), o)
		if err != nil {
			return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
		}
		if solved.Problem != "" {
			ps = append(ps, l.ProgramProblems(x.Line, x.SolvedIn, solved.Problem)...)
		} else {
			for _, f := range solved.Failures() {
				ps = append(ps, l.Problem(f.Line, "%s", f.Text))
			}
		}
	}
	started, err := e.Try(check.Starter, x.Source, x.Checks, x.Base(), o)
	if err != nil {
		return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
	}
	if started.Problem == "" && started.Pass() {
		ps = append(ps, l.Problem(x.Line, "the starter of %s passes all checks already", x.ID))
	}
	return ps, nil
}

// Try holds a program against rules, and measures how close it comes if o wants that.
func (e *Exercise) Try(name string, src []byte, checks []lesson.Check, base check.Base, o Options) (*Tried, error) {
	a, err := e.Answer(src)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	t := &Tried{Exercise: e.x, Program: name, Checks: checks}
	if t.Report, err = a.Judge(base, checks); err != nil {
		return nil, err
	}
	for _, c := range checks {
		if !o.Reach || a.Problem != "" {
			break
		}
		reached, err := c.Rule.Reach(base, a.run)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Rule, err)
		}
		t.Reached = append(t.Reached, reached)
	}
	if o.Told != nil {
		o.Told(t)
	}
	return t, nil
}

// Failures are the rules that a solution does not pass.
func (t *Tried) Failures() (ps lesson.Problems) {
	for i, o := range t.Outcomes {
		if !o.Pass {
			ps = append(ps, lesson.Problem{Line: t.Checks[i].Line, Text: fmt.Sprintf("the solution %s does not pass: %s", t.Program, strings.TrimPrefix(o.String(), "FAIL "))})
		}
	}
	return ps
}
