package command

// This file is gopark check, for authors of lessons.

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

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

-only looks at one lesson alone. -root is the repository of Gopark, whose code draws
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
	fmt.Fprintln(io.Err, "gopark check: nothing is wrong")
	return 0
}

// checkLessons prints what is wrong and gives how much that is. One fault hides no other if that can be helped: what cannot be read keeps figures, numbers
// and links from being looked at, but not the programs.
func checkLessons(h home, dir, only string, seeds int, io cli.IO) (n int, err error) {
	lessons, faults, err := readLessons(dir)
	if err != nil {
		return 0, err
	}
	if only != "" {
		lessons = slices.DeleteFunc(lessons, func(l *lesson.Lesson) bool { return l.Slug != only })
		if len(lessons) == 0 {
			return 0, fmt.Errorf("%s has no lesson %s", dir, only)
		}
	}
	if stray := strayAssignments(dir); stray != "" {
		fmt.Fprintf(io.Err, "gopark check: %s\n", stray)
	}
	mine := func(p lesson.Problem) bool {
		shared := filepath.Base(filepath.Dir(p.File)) == "shared"
		return only == "" || shared || slices.ContainsFunc(lessons, func(l *lesson.Lesson) bool { return l.Owns(p) })
	}
	said := map[lesson.Problem]bool{}
	say := func(ps lesson.Problems) {
		for _, p := range ps {
			if mine(p) && !said[p] {
				said[p] = true
				fmt.Fprintln(io.Out, p.Error())
				n++
			}
		}
	}
	say(faults)
	if len(faults) > 0 {
		fmt.Fprintln(io.Err, "gopark check: figures, numbers and links are looked at when every lesson can be read")
		if n == 0 { // the faults are in others, and not said
			n++
			fmt.Fprintf(io.Err, "gopark check: those of %s were not looked at: %s cannot be read, as gopark check without -only says\n", only, filesOf(faults))
		}
	} else if ps, err := checkPages(h, dir, only); err != nil {
		return n, err
	} else {
		say(ps)
	}
	r, err := trial.NewRunner("")
	if err != nil {
		return 0, err
	}
	defer r.Close()
	for _, l := range lessons {
		fmt.Fprintf(io.Err, "%s\n", l.Slug)
		look := func() (lesson.Problems, error) { return r.CheckLesson(l, seeds) }
		if slices.ContainsFunc(faults, l.Owns) {
			look = func() (lesson.Problems, error) { return r.CheckPrograms(l) }
		}
		ps, err := look()
		say(ps)
		if err != nil {
			return n, fmt.Errorf("lesson %s: %w", l.Slug, err)
		}
	}
	return n, nil
}

// filesOf names the files that faults are in, each once.
func filesOf(faults lesson.Problems) string {
	var files []string
	for _, p := range faults {
		if !slices.Contains(files, p.File) {
			files = append(files, p.File)
		}
	}
	return strings.Join(files, ", ")
}

// readLessons reads the lessons in dir and their assignments, and what is wrong with them.
func readLessons(dir string) (all []*lesson.Lesson, faults lesson.Problems, err error) {
	for _, load := range []func(string) ([]*lesson.Lesson, error){lesson.LoadDir, lesson.LoadAssignments} {
		some, err := load(dir)
		var ps lesson.Problems
		if err != nil && !errors.As(err, &ps) {
			return nil, nil, err
		}
		all, faults = append(all, some...), append(faults, ps...)
	}
	return all, faults, nil
}

// checkPages makes the pages, and leaves nothing behind.
func checkPages(h home, dir, only string) (ps lesson.Problems, err error) {
	o, done, err := lend(h)
	if err != nil {
		return nil, err
	}
	defer done()
	o.Lessons, o.Only = dir, only
	if err := build.Check(o); err != nil && !errors.As(err, &ps) {
		return nil, err
	}
	return ps, nil
}

// strayAssignments says that there are assignments beside the lessons, where nobody looks; "" if there are none.
func strayAssignments(dir string) string {
	beside := filepath.Join(filepath.Dir(filepath.Clean(dir)), lesson.AssignmentsDir)
	if filepath.Clean(dir) == beside {
		return ""
	}
	if found, _ := filepath.Glob(filepath.Join(beside, "*", "lesson.md")); len(found) == 0 {
		return ""
	}
	return fmt.Sprintf("%s is not looked at: assignments belong in %s", beside, filepath.Join(dir, lesson.AssignmentsDir))
}
