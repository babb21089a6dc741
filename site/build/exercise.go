package build

// This file writes a task: its goal, its hints, each behind a fold, and one
// solution that can be put into the editor.

import (
	"fmt"
	"html/template"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

type exerciseView struct {
	ID       string
	Goal     template.HTML
	Hints    []template.HTML
	Solution template.HTML
}

func renderExercise(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	x := n.(*lesson.ExerciseNode).Exercise
	v := exerciseView{ID: x.ID, Goal: words(x.Goal), Solution: numbered(x.Solution)}
	for _, h := range x.Hints {
		v.Hints = append(v.Hints, words(h))
	}
	if err := templates.ExecuteTemplate(w, "exercise.html", v); err != nil {
		return ast.WalkStop, fmt.Errorf("write exercise %s: %w", x.ID, err)
	}
	return ast.WalkContinue, nil
}
