package grade

// This file reads the folder of -private: checks that students do not see, and a secret from which their seeds are derived.
//
//	secret: a sentence that only teachers know
//	exercises:
//	  pool:
//	    check:
//	      - 3 points: live goroutines <= 5 with procs=8 in 50 seeds
//	      - output == same as other.go
//
// It is the file checks.yaml; programs that it names are in the same folder, or in that of the assignment.

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
}

type privateText struct {
	Secret    string `yaml:"secret"`
	Exercises map[string]struct {
		Check []lesson.RuleText `yaml:"check"`
	} `yaml:"exercises"`
}

// ReadPrivate reads the folder; "" is none.
func ReadPrivate(dir string, a *handin.Assignment) (*Private, error) {
	p := &Private{dir: dir, Checks: map[string][]lesson.Check{}}
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
		ps = append(ps, p.take(t, a)...)
	}
	if len(ps) > 0 {
		slices.SortStableFunc(ps, func(a, b lesson.Problem) int { return a.Line - b.Line })
		for i := range ps {
			ps[i].File = file
		}
		return nil, ps
	}
	return p, nil
}

// take takes what was read, and says what is wrong with it.
func (p *Private) take(t privateText, a *handin.Assignment) (ps lesson.Problems) {
	p.Secret = t.Secret
	for _, id := range slices.Sorted(maps.Keys(t.Exercises)) {
		if !slices.ContainsFunc(a.Exercises, func(e *lesson.Exercise) bool { return e.ID == id }) {
			ps = append(ps, lesson.Problem{Text: fmt.Sprintf("the assignment has no exercise %s", id)})
			continue
		}
		for _, rule := range t.Exercises[id].Check {
			c, err := lesson.ParseCheck(rule.Text)
			if err == nil {
				if name := c.Rule.Against(); name != "" && name != check.Starter {
					_, err = p.read(a, name)
				}
			}
			if err != nil {
				ps = append(ps, lesson.Problem{Line: rule.Line, Text: fmt.Sprintf("check: %v", err)})
				continue
			}
			c.Line = rule.Line
			p.Checks[id] = append(p.Checks[id], c)
		}
	}
	return ps
}

// Warnings are what a teacher may not have meant.
func (p *Private) Warnings() (all []string) {
	if p.Secret != "" {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(p.Checks)) {
		for _, c := range p.Checks[id] {
			if c.Rule.TakesSeeds() {
				all = append(all, fmt.Sprintf("%s:%d: there is no secret, so this rule has the seeds 1, 2, 3 …, which students can try: %s", filepath.Join(p.dir, PrivateFile), c.Line, c.Rule))
			}
		}
	}
	return all
}

// Points are those of all hidden checks.
func (p *Private) Points() (sum int) {
	for _, checks := range p.Checks {
		for _, c := range checks {
			sum += c.Points
		}
	}
	return sum
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
