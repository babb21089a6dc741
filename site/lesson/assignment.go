package lesson

// This file is about assignments: lessons whose answers are handed in and graded.
//
//	hand-in: name
//
// in the front matter makes an assignment of a lesson, and says what the page asks of a student. Assignments are in the
// folder assignments beside the lessons, with an order.txt of their own: they are part of the site, but not of the course.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/parser"
)

// Askings are what a hand-in may ask for: a name, an id such as a matriculation number, or nothing.
var Askings = []string{"name", "id", "nothing"}

// AssignmentsDir is the folder of the assignments, in that of the lessons.
const AssignmentsDir = "assignments"

// maxExercises is the most that an assignment may have.
const maxExercises = 20

// LoadAssignments reads the assignments that belong to the lessons in dir; there need not be any.
func LoadAssignments(dir string) ([]*Lesson, error) {
	dir = filepath.Join(dir, AssignmentsDir)
	if _, err := os.Stat(filepath.Join(dir, "order.txt")); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	all, err := LoadDir(dir)
	var ps Problems
	for _, l := range all {
		if l.HandIn == "" && !l.unread {
			ps = append(ps, l.Problem(1, "no assignment: front matter has no hand-in (%s)", strings.Join(Askings, ", ")))
		}
	}
	if more, ok := err.(Problems); ok {
		ps = append(ps, more...)
	} else if err != nil {
		return nil, err
	}
	if len(ps) > 0 {
		return all, ps
	}
	return all, nil
}

// LoadAssignment reads the assignment in the folder dir, of whatever name.
func LoadAssignment(dir string) (*Lesson, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	all, err := loadDir(filepath.Dir(abs), func(fsys fs.FS, parent string) ([]*Lesson, error) {
		l, err := Load(fsys, parent, filepath.Base(abs))
		if l == nil {
			return nil, err
		}
		return []*Lesson{l}, err
	})
	switch {
	case err != nil:
		return nil, err
	case all[0].HandIn == "":
		return nil, fmt.Errorf("%s is a lesson, but no assignment: its front matter has no hand-in", dir)
	}
	return all[0], nil
}

// checkAssignment holds that an assignment can be graded.
func (l *Lesson) checkAssignment(pc parser.Context) {
	if l.HandIn == "" {
		return
	}
	switch {
	case len(l.Exercises) == 0:
		report(pc, 1, "an assignment needs an exercise")
	case len(l.Exercises) > maxExercises:
		report(pc, l.Exercises[maxExercises].Line, "an assignment has at most %d exercises", maxExercises)
	}
	for _, x := range l.Exercises {
		if x.rules == 0 {
			report(pc, x.Line, "exercise %s has no check: it cannot be graded", x.ID)
		}
	}
}
