package grade

// This file tries hidden checks before a class is graded by them: the solution must pass them, and a teacher wants to know how close it comes and
// what the starter earns.

import (
	"fmt"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
)

// Try holds the hidden checks of each exercise against the solution and the starter. A solution that the private folder has is held against the checks
// that students see, too. What is told is of hidden checks alone.
func (j *Judge) Try(o trial.Options) (ps lesson.Problems, err error) {
	for _, x := range j.assignment.Exercises {
		more, err := j.tryExercise(x, o)
		if err != nil {
			return ps, fmt.Errorf("exercise %s: %w", x.ID, err)
		}
		ps = append(ps, more...)
	}
	return ps, nil
}

func (j *Judge) tryExercise(x *lesson.Exercise, o trial.Options) (ps lesson.Problems, err error) {
	hidden := j.private.all(x.ID)
	own, given := j.private.solved[x.ID]
	if given {
		quiet := o
		quiet.Told, quiet.Reach = nil, false
		t, err := j.try(x, own.file, own.text, trial.Over(x.Checks, o.Seeds), x.Base(), quiet)
		if err != nil {
			return nil, err
		}
		for _, f := range failures(t, own.line) {
			if t.Problem == "" {
				ps = append(ps, j.assignment.Problem(f.Line, "%s", f.Text))
			} else {
				ps = append(ps, j.private.problem(f))
			}
		}
	} else {
		own = solution{file: x.SolvedIn, text: x.Solution, line: firstLineOf(hidden)}
	}
	switch {
	case len(hidden) == 0 || len(ps) > 0:
		return ps, nil
	case own.file == "":
		ps = append(ps, j.private.problem(lesson.Problem{Line: own.line, Text: fmt.Sprintf("%s has no solution to try its hidden checks on: name a program of this folder, solution: FILE.go", x.ID)}))
	default:
		solved, err := j.tryHidden(x, own.file, own.text, o)
		if err != nil {
			return nil, err
		}
		for _, t := range solved {
			for _, f := range failures(t, own.line) {
				ps = append(ps, j.private.problem(f))
			}
		}
	}
	_, err = j.tryHidden(x, check.Starter, x.Source, o)
	return ps, err
}

// tryHidden tries a program with the hidden checks, and with each driver.
func (j *Judge) tryHidden(x *lesson.Exercise, name string, text []byte, o trial.Options) (all []*trial.Tried, err error) {
	base := x.Base()
	base.Secret = j.private.Secret
	t, err := j.try(x, name, text, trial.Over(j.private.Checks[x.ID], o.Seeds), base, o)
	if err != nil {
		return nil, err
	}
	all = append(all, t)
	for _, d := range j.private.driven[x.ID] {
		with := *x
		with.Source = []byte(d.into(x.File, string(x.Source)))
		t, err := j.try(&with, name+" with "+d.file, []byte(d.into(x.File, string(text))), trial.Over(d.checks, o.Seeds), base, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.file, err)
		}
		all = append(all, t)
	}
	return all, nil
}

func (j *Judge) try(x *lesson.Exercise, name string, text []byte, checks []lesson.Check, base check.Base, o trial.Options) (*trial.Tried, error) {
	e := j.runner.NewExercise(j.assignment.Lesson, x)
	defer e.Close()
	e.Read = func(name string) ([]byte, error) { return j.private.read(j.assignment, name) }
	return e.Try(name, text, checks, base, o)
}

// failures are what is wrong with a solution, which line names.
func failures(t *trial.Tried, line int) lesson.Problems {
	if t.Problem != "" {
		return lesson.Problems{{Line: line, Text: fmt.Sprintf("the solution %s does not compile: %s", t.Program, firstLine(t.Problem))}}
	}
	return t.Failures()
}

// firstLineOf is where checks begin in their file.
func firstLineOf(checks []lesson.Check) int {
	if len(checks) == 0 {
		return 0
	}
	return checks[0].Line
}
