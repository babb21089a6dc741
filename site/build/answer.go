package build

// This file writes what answers a question. quiz.ts covers it until the reader has chosen right or asks for it; without
// scripts, and on paper, it is text like any other.

import (
	"encoding/json"
	"fmt"
	"html/template"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

func renderAnswer(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</div>\n</div>\n")
		return ast.WalkContinue, nil
	}
	fmt.Fprintf(w, `<div class="answer" data-of="%s">
<p class="answer-cover js">What comes next gives the answer away. <button type="button" class="quiet answer-show">Show it anyway</button></p>
<div class="answer-text">
`, template.HTMLEscapeString(n.(*lesson.AnswerNode).Predict.ID))
	return ast.WalkContinue, nil
}

// holdView is a question that a run gives away, as program.ts reads it.
type holdView struct {
	Question string `json:"question"`
	Before   string `json:"before"` // a moment; "" where main begins
}

// holdsOf are the questions about a program.
func holdsOf(l *lesson.Lesson, program string) (holds []holdView) {
	for _, q := range l.Predicts {
		if q.Program == program {
			holds = append(holds, holdView{q.ID, q.Hold})
		}
	}
	return holds
}

// asJSON is for attributes that a script reads.
func asJSON(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}
