package grade

// This file reads the folder of -private: checks that students do not see, and a secret from which their seeds are derived.
//
//	secret: a sentence that only teachers know
//	exercises:
//	  pool:
//	    solution: pool.go
//	    check:
//	      - 3 points: live goroutines <= 5 with procs=8 in 50 seeds
//	      - output == same as other.go
//	    drivers:
//	      - file: without-errors.go
//	        check:
//	          - 4 points: output == "all made\n"
//
// It is the file checks.yaml; programs that it names are in the same folder, or in that of the assignment. The solution is for gopark check -private.

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
)

// PrivateFile is the name of the file in the private folder.
const PrivateFile = "checks.yaml"

// Private is what students do not see.
type Private struct {
	Secret string
	Checks map[string][]lesson.Check // by exercise
	dir    string
	driven map[string][]driver // by exercise
	solved map[string]solution // likewise
}

// A solution is one that is kept here.
type solution struct {
	file string
	text []byte
	line int
}

type privateText struct {
	Secret    string                  `yaml:"secret"`
	Exercises map[string]privateTexts `yaml:"exercises"`
}

type privateTexts struct {
	Solution word              `yaml:"solution"`
	Check    []lesson.RuleText `yaml:"check"`
	Drivers  []struct {
		File  word              `yaml:"file"`
		Check []lesson.RuleText `yaml:"check"`
	} `yaml:"drivers"`
}

// word is a text with its line.
type word struct {
	text string
	line int
}

// UnmarshalYAML takes any scalar.
func (w *word) UnmarshalYAML(n ast.Node) error {
	w.line = n.GetToken().Position.Line
	var s lesson.Scalar
	err := s.UnmarshalYAML(n)
	w.text = string(s)
	return err
}

// ReadPrivate reads the folder; "" is none.
func ReadPrivate(dir string, a *handin.Assignment) (*Private, error) {
	p := &Private{dir: dir, Checks: map[string][]lesson.Check{}, driven: map[string][]driver{}, solved: map[string]solution{}}
	if dir == "" {
		return p, nil
	}
	file := filepath.Join(dir, PrivateFile)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var t privateText
	ps, ok := lesson.DecodeYAML(text, &t)
	if ok {
		ps = append(ps, p.take(t, lesson.KeyLines(text, "exercises"), a)...)
	}
	if len(ps) > 0 {
		slices.SortStableFunc(ps, func(a, b lesson.Problem) int { return a.Line - b.Line })
		for i := range ps {
			ps[i] = p.problem(ps[i])
		}
		return nil, ps
	}
	return p, nil
}

// problem says in which file it is.
func (p *Private) problem(q lesson.Problem) lesson.Problem {
	q.File = filepath.Join(p.dir, PrivateFile)
	return q
}

// take takes what was read, and says what is wrong with it. lines are those of the exercises.
func (p *Private) take(t privateText, lines map[string]int, a *handin.Assignment) (ps lesson.Problems) {
	say := func(line int, format string, args ...any) {
		ps = append(ps, lesson.Problem{Line: line, Text: fmt.Sprintf(format, args...)})
	}
	p.Secret = t.Secret
	for _, id := range slices.Sorted(maps.Keys(t.Exercises)) {
		if !slices.ContainsFunc(a.Exercises, func(e *lesson.Exercise) bool { return e.ID == id }) {
			say(lines[id], "the assignment has no exercise %s (it has %s)", id, strings.Join(a.IDs(), ", "))
			continue
		}
		x := t.Exercises[id]
		if x.Solution.text != "" {
			src, err := p.goFile(x.Solution.text)
			if err != nil {
				say(x.Solution.line, "solution %q: %v", x.Solution.text, err)
			}
			p.solved[id] = solution{x.Solution.text, src, x.Solution.line}
		}
		p.Checks[id] = p.takeChecks(x.Check, a, &ps)
		for _, d := range x.Drivers {
			line := d.File.line
			if line == 0 {
				line = lines[id]
			}
			src, err := p.goFile(d.File.text)
			switch {
			case err != nil:
				say(line, "driver %q: %v", d.File.text, err)
			case len(d.Check) == 0:
				say(line, "driver %s has no check", d.File.text)
			}
			p.driven[id] = append(p.driven[id], driver{d.File.text, src, p.takeChecks(d.Check, a, &ps)})
		}
	}
	return ps
}

// takeChecks reads rules, and adds what is wrong with them.
func (p *Private) takeChecks(rules []lesson.RuleText, a *handin.Assignment, ps *lesson.Problems) (checks []lesson.Check) {
	for _, rule := range rules {
		c, err := lesson.ParseCheck(rule.Text)
		if err == nil {
			if name := c.Rule.Against(); name != "" && name != check.Starter {
				_, err = p.read(a, name)
			}
		}
		if err != nil {
			*ps = append(*ps, lesson.Problem{Line: rule.Line, Text: fmt.Sprintf("check: %v", err)})
			continue
		}
		c.Line = rule.Line
		checks = append(checks, c)
	}
	return checks
}

// goFile reads a driver or a solution, which must be a Go file of the private folder.
func (p *Private) goFile(name string) ([]byte, error) {
	if !strings.HasSuffix(name, ".go") || strings.ContainsAny(name, `/\\`) {
		return nil, fmt.Errorf("want the name of a Go file in %s", p.dir)
	}
	src, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		return nil, err
	}
	if src = lesson.WithoutConstraint(src); len(declarations(src)) == 0 {
		return nil, errors.New("it is no Go file that declares something")
	}
	return src, nil
}

// Warnings are what a teacher may not have meant.
func (p *Private) Warnings() (all []string) {
	if p.Secret != "" {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(p.Checks)) {
		for _, c := range p.all(id) {
			if c.Rule.TakesSeeds() {
				all = append(all, fmt.Sprintf("%s:%d: there is no secret, so this rule has the seeds 1, 2, 3 …, which students can try: %s", filepath.Join(p.dir, PrivateFile), c.Line, c.Rule))
			}
		}
	}
	return all
}

// Points are those of all hidden checks.
func (p *Private) Points() (sum int) {
	for id := range p.Checks {
		for _, c := range p.all(id) {
			sum += c.Points
		}
	}
	return sum
}

// all are the hidden checks of an exercise, those of its drivers last.
func (p *Private) all(id string) []lesson.Check {
	all := slices.Clone(p.Checks[id])
	for _, d := range p.driven[id] {
		all = append(all, d.checks...)
	}
	return all
}

// read gives a program that answers are compared with.
func (p *Private) read(a *handin.Assignment, name string) ([]byte, error) {
	if p.dir != "" && !strings.ContainsAny(name, `/\`) {
		if src, err := os.ReadFile(filepath.Join(p.dir, name)); err == nil {
			return lesson.WithoutConstraint(src), nil
		}
	}
	return a.ReadProgram(name)
}
