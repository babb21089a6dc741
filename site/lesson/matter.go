package lesson

// This file reads the front matter: the YAML between two lines of three dashes
// at the top of lesson.md.

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// matter is the front matter as written. An unknown key is a mistake.
type matter struct {
	Title   string   `yaml:"title"`
	Summary string   `yaml:"summary"`
	Needs   []string `yaml:"needs"`
	Goals   []string `yaml:"goals"`
	Minutes int      `yaml:"minutes"`
	HandIn  string   `yaml:"hand-in"`
}

// splitMatter cuts src into front matter and body. The body keeps its place:
// the lines before it are blanked, so that line numbers stay those of the file.
func splitMatter(src []byte) (front, body []byte, ok bool) {
	const fence = "---\n"
	if !bytes.HasPrefix(src, []byte(fence)) {
		return nil, src, false
	}
	end := bytes.Index(src[len(fence):], []byte("\n"+fence))
	if end < 0 {
		return nil, src, false
	}
	front = src[len(fence) : len(fence)+end+1]
	after := len(fence) + end + 1 + len(fence)
	body = append(bytes.Repeat([]byte("\n"), bytes.Count(src[:after], []byte("\n"))), src[after:]...)
	return front, body, true
}

// check says what the front matter lacks. lines are those of its keys in the file.
func (m *matter) check(file string, lines map[string]int) (ps Problems) {
	if m.Title == "" {
		ps = append(ps, Problem{file, 1, "front matter has no title"})
	}
	if m.Summary == "" {
		ps = append(ps, Problem{file, 1, "front matter has no summary"})
	}
	if m.Minutes < 0 || m.Minutes > 120 {
		ps = append(ps, Problem{file, lines["minutes"], fmt.Sprintf("minutes: %d is not between 0 and 120", m.Minutes)})
	}
	if m.HandIn != "" && !slices.Contains(Askings, m.HandIn) {
		ps = append(ps, Problem{file, lines["hand-in"], fmt.Sprintf("hand-in: %s: want one of %s", m.HandIn, strings.Join(Askings, ", "))})
	}
	return ps
}
