package trial

// This file holds a lesson against its own promises: its programs compile and run, the solution of each exercise passes
// its checks, and the starter does not.

import (
	"fmt"
	"strings"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
)

// CheckLesson looks for what is wrong with a lesson that could be read, and gives it all. Solutions must pass with
// seeds 1 to n. An error is ours or the machine's.
func (r *Runner) CheckLesson(l *lesson.Lesson, n int) (ps lesson.Problems, err error) {
	if ps, err = r.CheckPrograms(l); err != nil || len(ps) > 0 {
		return ps, err // what is asked of a program that is none has no answer
	}
	for _, x := range l.Exercises {
		more, err := r.checkExercise(l, x, n)
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

func (r *Runner) checkExercise(l *lesson.Lesson, x *lesson.Exercise, n int) (ps lesson.Problems, err error) {
	e := r.NewExercise(l, x)
	defer e.Close()
	if len(x.Checks) == 0 {
		return lesson.Problems{l.Problem(x.Line, "exercise %s has no check: nobody can say whether an answer is right", x.ID)}, nil
	}
	if x.SolvedIn != "" { // the teacher of an assignment may keep it elsewhere
		if ps, err = trySolution(e, n); err != nil {
			return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
		}
	}
	started, err := e.Judge(x.Source)
	if err != nil {
		return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
	}
	if started.Problem == "" && started.Pass() {
		ps = append(ps, l.Problem(x.Line, "the starter of %s passes all checks already", x.ID))
	}
	return ps, nil
}

// trySolution says what is wrong with the solution of an exercise.
func trySolution(e *Exercise, n int) (ps lesson.Problems, err error) {
	l, x := e.lesson, e.x
	solved, err := e.JudgeOver(x.Solution, n)
	if err != nil {
		return nil, err
	}
	if solved.Problem != "" {
		return l.ProgramProblems(x.Line, x.SolvedIn, solved.Problem), nil
	}
	for i, o := range solved.Outcomes {
		if !o.Pass {
			ps = append(ps, l.Problem(x.Checks[i].Line, "the solution %s does not pass: %s", x.SolvedIn, strings.TrimPrefix(o.String(), "FAIL ")))
		}
	}
	return ps, nil
}
