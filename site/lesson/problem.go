package lesson

// This file is about what can be wrong with a lesson: a list of problems, each
// with its file and line, in the form that editors can jump to.

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Problem is one mistake in a lesson's files.
type Problem struct {
	File string
	Line int // from 1; 0 if it concerns the whole file
	Text string
}

func (p Problem) Error() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// Problems is all that is wrong with a lesson; one per line as text.
type Problems []Problem

func (ps Problems) Error() string {
	var lines []string
	for _, p := range ps {
		lines = append(lines, p.Error())
	}
	return strings.Join(lines, "\n")
}

// err gives the problems in the order of their lines, or nil if there is none.
func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	slices.SortStableFunc(ps, func(a, b Problem) int { return a.Line - b.Line })
	return ps
}

// Owns says whether a problem is in the folder of l.
func (l *Lesson) Owns(p Problem) bool { return filepath.Dir(p.File) == l.Dir() }

// Dir is the folder of l, as it is reported.
func (l *Lesson) Dir() string { return filepath.Dir(l.file) }
