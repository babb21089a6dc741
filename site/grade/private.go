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
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

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
		Check []string `yaml:"check"`
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
	if err := yaml.UnmarshalWithOptions(text, &t, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	p.Secret = t.Secret
	for id, x := range t.Exercises {
		if !slices.ContainsFunc(a.Exercises, func(e *lesson.Exercise) bool { return e.ID == id }) {
			return nil, fmt.Errorf("%s: the assignment has no exercise %s", file, id)
		}
		for _, text := range x.Check {
			c, err := lesson.ParseCheck(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", file, text, err)
			}
			if name := c.Rule.Against(); name != "" && name != check.Starter {
				if _, err := p.read(a, name); err != nil {
					return nil, fmt.Errorf("%s: %s: %w", file, text, err)
				}
			}
			p.Checks[id] = append(p.Checks[id], c)
		}
	}
	return p, nil
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
