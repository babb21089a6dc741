package build

// This file writes a task: its goal, its hints, each behind a fold, and one
// solution that can be put into the editor.

import (
	"fmt"
	"html/template"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
)

type exerciseView struct {
	ID, On   string
	Where    string // the program to work in, as it is called
	Mark     string
	Goal     template.HTML
	Hints    []template.HTML
	Checks   []checkView
	Points   int
	Solution template.HTML // "" where it is not shown: in an assignment
	Data     exerciseData
}

// exerciseData is what checker.ts wants to know.
type exerciseData struct {
	Rules    []string          `json:"rules"` // as written: blanks in quotes count
	Points   []int             `json:"points"`
	Base     check.Base        `json:"base"`
	File     string            `json:"file"`
	Programs map[string]string `json:"programs"` // that answers are compared with, by name
	Limits   check.Limits      `json:"limits"`
	SeedText string            `json:"seedText,omitempty"` // in an assignment: what the seeds of a hand-in come from, without the student
}

type checkView struct {
	Rule   string
	Points int
}

func (s *site) renderExercise(p *page) renderer.NodeRendererFunc {
	return func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		x := n.(*lesson.ExerciseNode).Exercise
		v := exerciseView{ID: x.ID, On: x.ID, Where: p.nameAbove(x), Mark: markOfExercise(x), Goal: words(x.Goal), Points: x.Points()}
		if p.HandIn == "" {
			v.Solution = numbered(x.Solution)
		}
		for _, h := range x.Hints {
			v.Hints = append(v.Hints, words(h))
		}
		v.Data = exerciseData{Base: x.Base(), File: x.File, Limits: check.UsualLimits, Programs: map[string]string{check.Starter: string(x.Source)}}
		if p.HandIn != "" {
			v.Data.SeedText = handin.SeedText(p.hash, x.ID, "")
		}
		for _, c := range x.Checks {
			v.Data.Rules = append(v.Data.Rules, c.Rule.Text)
			if name := c.Rule.Against(); name != "" && name != check.Starter {
				src, err := p.ReadProgram(name)
				if err != nil {
					return ast.WalkStop, fmt.Errorf("read %s: %w", name, err)
				}
				v.Data.Programs[name] = string(src)
			}
			v.Data.Points = append(v.Data.Points, c.Points)
			v.Checks = append(v.Checks, checkView{c.Rule.String(), c.Points})
		}
		if x.On != nil {
			v.On = x.On.ID
		} else if err := s.writeProgram(w, p, s.editorOf(p, &x.Program)); err != nil {
			return ast.WalkStop, err
		}
		if err := templates.ExecuteTemplate(w, "exercise.html", v); err != nil {
			return ast.WalkStop, fmt.Errorf("write exercise %s: %w", x.ID, err)
		}
		return ast.WalkContinue, nil
	}
}

// nameAbove is what stands above the editor in which an exercise is done.
func (p *page) nameAbove(x *lesson.Exercise) string {
	if x.On != nil && x.On.Title != "" {
		return x.On.Title
	}
	return x.File
}
