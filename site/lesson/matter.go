package lesson

// This file reads the front matter: the YAML between two lines of three dashes
// at the top of lesson.md.

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
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

// decodeYAML fills v from src and refuses unknown keys. first is the line of
// the file at which src begins.
func decodeYAML(file string, first int, src []byte, v any) Problems {
	err := yaml.UnmarshalWithOptions(src, v, yaml.Strict())
	if err == nil {
		return nil
	}
	line, text := YAMLError(err)
	return Problems{{file, first + line - 1, text}}
}

var bracketed = regexp.MustCompile(`^\[(\d+):\d+\] `)

// YAMLError takes the line and the message out of an error of go-yaml, whose
// text begins with [line:column].
func YAMLError(err error) (line int, text string) {
	text, _, _ = strings.Cut(err.Error(), "\n")
	line = 1
	if m := bracketed.FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	var unknown *yaml.UnknownFieldError
	if errors.As(err, &unknown) {
		text = strings.Replace(text, "unknown field", "unknown key", 1)
	}
	return line, text
}

// check says what the front matter lacks.
func (m *matter) check(file string) (ps Problems) {
	if m.Title == "" {
		ps = append(ps, Problem{file, 1, "front matter has no title"})
	}
	if m.Summary == "" {
		ps = append(ps, Problem{file, 1, "front matter has no summary"})
	}
	if m.Minutes < 0 || m.Minutes > 120 {
		ps = append(ps, Problem{file, 1, fmt.Sprintf("minutes: %d is not between 0 and 120", m.Minutes)})
	}
	if m.HandIn != "" && !slices.Contains(Askings, m.HandIn) {
		ps = append(ps, Problem{file, 1, fmt.Sprintf("hand-in: %s: want one of %s", m.HandIn, strings.Join(Askings, ", "))})
	}
	return ps
}
