package build

// This file writes the questions of a quiz, each as a question of its own.

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

func renderQuiz(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	q := n.(*lesson.QuizNode).Quiz
	for i, p := range q.Questions {
		if err := writeQuestion(w, p, fmt.Sprintf("Question %d of %d:", i+1, len(q.Questions)), true); err != nil {
			return ast.WalkStop, err
		}
	}
	return ast.WalkContinue, nil
}
