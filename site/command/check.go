package command

// This file is gopark check, for authors of lessons.

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/grade"
	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
	"github.com/gopark/gopark/wasm/host/cli"
)

const checkUsage = `usage: gopark check [-v] [-seeds N] [-only SLUG] [-private DIR] [-root REPO] [DIR]

Checks the lessons in DIR (default lessons) and the assignments in DIR/assignments: that they can be read, that every program
compiles and runs, that each question which asks a run has the run's answer among its
choices, once, that figures and numbers exist, that links within the site lead somewhere, that the
solution of each exercise passes its checks, for the seeds 1 to N (default 50) where a check
names none, and that its starter does not pass them all.

-v says of each rule what the solution and the starter reach, in all runs that the rule asks for: how much
room there is. What the starter of an assignment earns is always said.

-only looks at one lesson alone. -private is the folder of an assignment's hidden checks, as for gopark grade:
the solution must pass these, too, with the seeds that the students' programs will have. If there are
several assignments, -only says which one is meant. -root is the repository of Gopark, whose code draws
the figures; without it the command uses what it carries.

Each problem is a line FILE:LINE: TEXT. Exit code 0 if there is none, 1 if there are some,
2 if the arguments are wrong.
`

// Check is gopark check.
func (t Tool) Check(args []string, io cli.IO) int {
	f := cli.FlagSet("check", checkUsage, io)
	seeds := f.Int("seeds", 50, "")
	only := f.String("only", "", "")
	private := f.String("private", "", "")
	verbose := f.Bool("v", false, "")
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
	n, err := checkLessons(h, h.lessons(f.Arg(0)), checkFlags{*only, *private, *seeds, *verbose}, io)
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

type checkFlags struct {
	only, private string
	seeds         int
	verbose       bool
}

// checkLessons prints what is wrong and gives how much that is. One fault hides no other if that can be helped: what cannot be read keeps figures, numbers
// and links from being looked at, but not the programs.
func checkLessons(h home, dir string, o checkFlags, io cli.IO) (n int, err error) {
	only := o.only
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
	var hidden *lesson.Lesson
	if o.private != "" {
		if hidden, err = assignmentOf(lessons); err != nil {
			return 0, err
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
		told := &tried{lesson: l, verbose: o.verbose, out: io.Out}
		how := trial.Options{Seeds: o.seeds, Reach: o.verbose, Told: told.add}
		faulty := slices.ContainsFunc(faults, l.Owns)
		look := func() (lesson.Problems, error) { return r.CheckLesson(l, how) }
		if faulty {
			look = func() (lesson.Problems, error) { return r.CheckPrograms(l) }
		}
		ps, err := look()
		say(ps)
		if err == nil && l == hidden && !faulty && len(ps) == 0 {
			told.hidden = true
			ps, err = tryHidden(r, l, o.private, how)
			for _, p := range ps { // of a file that no lesson owns
				fmt.Fprintln(io.Out, p.Error())
				n++
			}
		} else if l == hidden {
			fmt.Fprintf(io.Err, "gopark check: the hidden checks are tried when nothing is wrong with %s\n", l.Slug)
		}
		if err != nil {
			return n, fmt.Errorf("lesson %s: %w", l.Slug, err)
		}
		told.sum(io.Err)
	}
	return n, nil
}

// assignmentOf gives the one assignment of lessons.
func assignmentOf(lessons []*lesson.Lesson) (*lesson.Lesson, error) {
	var found []*lesson.Lesson
	for _, l := range lessons {
		if l.HandIn != "" {
			found = append(found, l)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("-private is for one assignment, and here are %d: say with -only NAME which it is", len(found))
	}
	return found[0], nil
}

// tryHidden tries the hidden checks in the folder private.
func tryHidden(r *trial.Runner, l *lesson.Lesson, private string, o trial.Options) (ps lesson.Problems, err error) {
	a, err := handin.Of(l)
	if err != nil {
		return nil, err
	}
	p, err := grade.ReadPrivate(private, a)
	if errors.As(err, &ps) {
		return ps, nil
	}
	if err != nil {
		return nil, err
	}
	return grade.NewJudge(a, p, "", r).Try(o)
}

// tried says what solutions and starters reach.
type tried struct {
	lesson  *lesson.Lesson
	verbose bool
	hidden  bool // from here on the checks are hidden ones
	out     io.Writer

	earns, of [2]int // by the starters: of the checks that students see, and of hidden ones
}

func (t *tried) add(x *trial.Tried) {
	which, hidden := 0, ""
	if t.hidden {
		which, hidden = 1, "hidden "
	}
	if x.Program == check.Starter || strings.HasPrefix(x.Program, check.Starter+" ") {
		t.earns[which] += x.Points
		t.of[which] += x.Of
	}
	if !t.verbose || len(x.Checks) == 0 {
		return
	}
	fmt.Fprintf(t.out, "%s, exercise %s: %s earns %d of %d %spoints\n", t.lesson.Slug, x.Exercise.ID, x.Program, x.Points, x.Of, hidden)
	if x.Problem != "" {
		fmt.Fprintf(t.out, "  it does not compile: %s\n", strings.ReplaceAll(x.Problem, "\n", "\n  "))
	}
	for i, reached := range x.Reached {
		verdict := "FAIL"
		if x.Outcomes[i].Pass {
			verdict = "ok  "
		}
		fmt.Fprintf(t.out, "  %s %3d  %s  (%s)\n", verdict, x.Outcomes[i].Points, x.Checks[i].Rule, reached)
	}
}

// sum says what the starter of an assignment earns.
func (t *tried) sum(w io.Writer) {
	if t.lesson.HandIn == "" || t.of[0] == 0 {
		return
	}
	fmt.Fprintf(w, "%s: unchanged it earns %d of %d points", t.lesson.Slug, t.earns[0], t.of[0])
	if t.of[1] > 0 {
		fmt.Fprintf(w, ", and %d of %d hidden ones", t.earns[1], t.of[1])
	}
	if t.of[1] > 0 && t.earns[1] == t.of[1] {
		fmt.Fprint(w, ": these say nothing about an answer")
	}
	fmt.Fprintln(w)
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
	var ps lesson.Problems
	if _, err := lesson.LoadCourse(dir); err != nil && !errors.As(err, &ps) {
		return nil, nil, err
	}
	return all, append(faults, ps...), nil
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
