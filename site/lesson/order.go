package lesson

// This file is about the order of the lessons: order.txt has one folder name in
// a line; a line that begins with # is a remark.

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// LoadDir is LoadAll for a folder of the machine; problems name files by their paths there.
func LoadDir(dir string) ([]*Lesson, error) {
	return loadDir(dir, LoadAll)
}

// loadDir calls load for a folder of the machine.
func loadDir(dir string, load func(fs.FS, string) ([]*Lesson, error)) ([]*Lesson, error) {
	parent, name := filepath.Split(filepath.Clean(dir))
	if parent == "" {
		parent = "."
	}
	lessons, err := load(os.DirFS(parent), name)
	if ps, ok := err.(Problems); ok {
		for i := range ps {
			ps[i].File = filepath.Join(parent, ps[i].File)
		}
	}
	for _, l := range lessons {
		l.file = filepath.Join(parent, l.file)
	}
	return lessons, err
}

// LoadAll reads the lessons that dir/order.txt names, in that order. What a
// lesson needs must stand before it, and every folder must be in the list.
func LoadAll(fsys fs.FS, dir string) ([]*Lesson, error) {
	file := path.Join(dir, "order.txt")
	src, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("read the order of lessons: %w", err)
	}
	var lessons []*Lesson
	var problems Problems
	seen := map[string]bool{}
	for i, line := range strings.Split(string(src), "\n") {
		slug := strings.TrimSpace(line)
		if slug == "" || strings.HasPrefix(slug, "#") {
			continue
		}
		if seen[slug] {
			problems = append(problems, Problem{file, i + 1, slug + " is listed twice"})
			continue
		}
		if !safeNames.MatchString(slug) {
			problems = append(problems, Problem{file, i + 1, slug + ": want small letters, digits and dashes"})
			continue
		}
		l, err := Load(fsys, dir, slug)
		if ps, ok := err.(Problems); ok {
			problems = append(problems, ps...)
		} else if err != nil {
			problems = append(problems, Problem{file, i + 1, err.Error()})
			continue
		}
		for _, need := range l.Needs {
			if !seen[need] {
				problems = append(problems, Problem{l.file, 1, fmt.Sprintf("needs %s, which does not stand before it in %s", need, file)})
			}
		}
		seen[slug] = true
		lessons = append(lessons, l)
	}
	problems = append(problems, unlisted(fsys, dir, file, seen)...)
	if len(problems) > 0 {
		return lessons, problems
	}
	return lessons, nil
}

// unlisted reports folders that order.txt forgot.
func unlisted(fsys fs.FS, dir, file string, seen map[string]bool) (ps Problems) {
	entries, _ := fs.ReadDir(fsys, dir)
	for _, e := range entries {
		if e.IsDir() && !seen[e.Name()] {
			if _, err := fs.Stat(fsys, path.Join(dir, e.Name(), "lesson.md")); err == nil {
				ps = append(ps, Problem{file, 0, e.Name() + " is not listed"})
			}
		}
	}
	return ps
}
