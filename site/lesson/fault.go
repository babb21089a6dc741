package lesson

// This file finds the line of a fault that the compiler found: that of the program's file, or of the fence in which it stands.

import (
	"bytes"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var faultAt = regexp.MustCompile(`^(?:\./)?[^:]+\.go:(\d+):(?:(\d+):)? (.*)$`)

// ProgramProblems makes problems of what the compiler said of a program. name is how the fence at line names its file; "" if the program stands
// in the fence.
func (l *Lesson) ProgramProblems(line int, name, said string) (ps Problems) {
	for text := range strings.SplitSeq(strings.TrimSpace(said), "\n") {
		m := faultAt.FindStringSubmatch(text)
		if m == nil {
			ps = append(ps, l.Problem(line, "%s: %s", path.Base(name), strings.TrimSpace(text)))
			continue
		}
		n, _ := strconv.Atoi(m[1])
		if name == "" {
			ps = append(ps, l.Problem(line+n, "%s", m[3]))
			continue
		}
		ps = append(ps, Problem{l.fileOf(name), n + l.cut(name), m[3]})
	}
	return ps
}

// fileOf is the file that a lesson calls name, as it is reported.
func (l *Lesson) fileOf(name string) string {
	dir := filepath.Dir(l.file)
	if strings.HasPrefix(name, sharedPrefix) {
		dir = filepath.Dir(dir)
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}

// cut is how many lines of the file the reader does not see.
func (l *Lesson) cut(name string) int {
	files := l.files
	if rest, ok := strings.CutPrefix(name, sharedPrefix); ok {
		files, name = l.shared, rest
	}
	src, err := fs.ReadFile(files, name)
	if err != nil {
		return 0
	}
	return bytes.Count(src, []byte("\n")) - bytes.Count(WithoutConstraint(src), []byte("\n"))
}
