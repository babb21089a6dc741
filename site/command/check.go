package command

// This file is gopark check, for authors of lessons.

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
	"github.com/gopark/gopark/wasm/host/cli"
)

const checkUsage = `usage: gopark check [-seeds N] [-only SLUG] [-root REPO] [DIR]

Checks the lessons in DIR (default lessons) and the assignments in DIR/assignments: that they can be read, that every program
compiles and runs, that each question which asks a run has the run's answer among its
choices, once, that figures and numbers exist, that links within the site lead somewhere, that the
solution of each exercise passes its checks, for the seeds 1 to N (default 50) where a check
names none, and that its starter does not pass them all.

-only runs the programs of one lesson. -root is the repository of Gopark, whose code draws
the figures; without it the command uses what it carries.

Each problem is a line FILE:LINE: TEXT. Exit code 0 if there is none, 1 if there are some,
2 if the arguments are wrong.
`

// Check is gopark check.
func (t Tool) Check(args []string, io cli.IO) int {
	f := cli.FlagSet("check", checkUsage, io)
	seeds := f.Int("seeds", 50, "")
	only := f.String("only", "", "")
	root := f.String("root", "", "")
	if code, ok := cli.Parse(f, args); !ok {
		return code
	}
	if f.NArg() > 1 || *seeds < 1 || *seeds > 1000 {
		return cli.Misuse(f, io, "want one folder, and 1 to 1000 seeds")
	}
	h, err := t.home(*root, io)
	if err != nil {
		return report(err, io)
	}
	n, err := checkLessons(h, h.lessons(f.Arg(0)), *only, *seeds, io)
	if err != nil {
		fmt.Fprintf(io.Err, "gopark check: %v\n", err)
		return 1
	}
	if n > 0 {
		return 1
	}
	return 0
}

// checkLessons prints what is wrong and gives how much that is.
func checkLessons(h home, dir, only string, seeds int, io cli.IO) (n int, err error) {
	lessons, err := lesson.LoadDir(dir)
	if err == nil {
		var more []*lesson.Lesson
		more, err = lesson.LoadAssignments(dir)
		lessons = append(lessons, more...)
	}
	if only != "" && !slices.ContainsFunc(lessons, func(l *lesson.Lesson) bool { return l.Slug == only }) && err == nil {
		return 0, fmt.Errorf("%s has no lesson %s", dir, only)
	}
	say := func(ps lesson.Problems) {
		for _, p := range ps {
			fmt.Fprintln(io.Out, p.Error())
			n++
		}
	}
	var ps lesson.Problems
	if errors.As(err, &ps) {
		say(ps)
		return n, nil // what is built on sand is not looked at
	} else if err != nil {
		return 0, err
	}
	o, done, err := lend(h)
	if err != nil {
		return 0, err
	}
	defer done()
	o.Lessons, o.Only = dir, only
	if err := build.Check(o); errors.As(err, &ps) {
		say(ps)
	} else if err != nil {
		return n, err
	}
	said := ps
	r, err := trial.NewRunner("")
	if err != nil {
		return 0, err
	}
	defer r.Close()
	for _, l := range lessons {
		if only != "" && l.Slug != only {
			continue
		}
		fmt.Fprintf(io.Err, "%s\n", l.Slug)
		ps, err := r.CheckLesson(l, seeds)
		say(slices.DeleteFunc(ps, func(p lesson.Problem) bool { return slices.Contains(said, p) }))
		if err != nil {
			return n, fmt.Errorf("lesson %s: %w", l.Slug, err)
		}
	}
	return n, nil
}
