package build

// This file writes a question. The choices are buttons; quiz.ts answers. Without
// JavaScript the answer waits in a fold.

import (
	"fmt"
	"html/template"
	"io"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

type predictView struct {
	ID, Question string
	Mark         string
	Quiz         bool
	Lead         string // what stands before the question
	Program      string // whose run answers it
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
	return ast.WalkContinue, writeQuestion(w, n.(*lesson.PredictNode).Predict, "Before you look:", false)
}

// writeQuestion writes one question with its choices.
func writeQuestion(w io.Writer, p *lesson.Predict, lead string, quiz bool) error {
	v := predictView{ID: p.ID, Question: p.Question, Mark: markOfQuestion(p), Quiz: quiz, Lead: lead, Program: p.Program, Answer: p.Answer}
	for i, c := range p.Choices {
		v.Choices = append(v.Choices, choiceView{i + 1, words(c), words(p.Because[c])})
	}
	if p.Answer > 0 {
		v.Right = v.Choices[p.Answer-1].Text
	}
	if err := templates.ExecuteTemplate(w, "predict.html", v); err != nil {
		return fmt.Errorf("write question %s: %w", p.ID, err)
	}
	return nil
}
