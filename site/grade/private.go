package grade

// This file reads the folder of -private: checks that students do not see, and a secret from which their seeds are derived.
//
//	secret: a sentence that only teachers know
//	exercises:
//	  pool:
//	    check:
//	      - 3 points: live goroutines <= 5 with procs=8 in 50 seeds
//	      - output == same as other.go
//	    drivers:
//	      - file: without-errors.go
//	        check:
//	          - 4 points: output == "all made\n"
//
// It is the file checks.yaml; programs that it names are in the same folder, or in that of the assignment.

import (
	"errors"
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
	driven map[string][]driver // by exercise
}

type privateText struct {
	Secret    string `yaml:"secret"`
	Exercises map[string]struct {
		Check   []lesson.RuleText `yaml:"check"`
		Drivers []struct {
			File  string            `yaml:"file"`
			Check []lesson.RuleText `yaml:"check"`
		} `yaml:"drivers"`
	} `yaml:"exercises"`
}

// ReadPrivate reads the folder; "" is none.
func ReadPrivate(dir string, a *handin.Assignment) (*Private, error) {
	p := &Private{dir: dir, Checks: map[string][]lesson.Check{}, driven: map[string][]driver{}}
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
		p.Checks[id] = p.takeChecks(t.Exercises[id].Check, a, &ps)
		for _, d := range t.Exercises[id].Drivers {
			line := 0
			if len(d.Check) > 0 {
				line = d.Check[0].Line
			}
			src, err := p.driverText(d.File)
			switch {
			case err != nil:
				ps = append(ps, lesson.Problem{Line: line, Text: fmt.Sprintf("driver %q: %v", d.File, err)})
			case len(d.Check) == 0:
				ps = append(ps, lesson.Problem{Text: fmt.Sprintf("driver %s has no check", d.File)})
			}
			p.driven[id] = append(p.driven[id], driver{d.File, src, p.takeChecks(d.Check, a, &ps)})
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

// driverText reads a driver, which must be a Go file of the private folder.
func (p *Private) driverText(name string) ([]byte, error) {
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
