package build

// This file writes a question. The choices are buttons; quiz.ts answers. Without
// JavaScript the answer waits in a fold.

import (
	"fmt"
	"html/template"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

type predictView struct {
	ID, Question string
	Answer       int
	Right        template.HTML
	Choices      []choiceView
}

type choiceView struct {
	N       int
	Text    template.HTML
	Because template.HTML
}

func renderPredict(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	p := n.(*lesson.PredictNode).Predict
	v := predictView{ID: p.ID, Question: p.Question, Answer: p.Answer}
	for i, c := range p.Choices {
		v.Choices = append(v.Choices, choiceView{i + 1, words(c), words(p.Because[c])})
	}
	if p.Answer > 0 {
		v.Right = v.Choices[p.Answer-1].Text
	}
	if err := templates.ExecuteTemplate(w, "predict.html", v); err != nil {
		return ast.WalkStop, fmt.Errorf("write question %s: %w", p.ID, err)
	}
	return ast.WalkContinue, nil
}
