package lesson

// This file is about questions whose answer the author gives: what was learnt, asked at the end.
//
//	```quiz id=recap
//	- question: Who moves the head of a ring?
//	  choices:
//	    - only its owner
//	    - its owner and thieves
//	  answer: 2
//	  because:
//	    1: Then a thief could take nothing.
//	```
//
// Each question is a predict without from.

import (
	"fmt"

	mark "github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A Quiz is several questions.
type Quiz struct {
	ID        string
	Questions []*Predict
	Line      int
}

// QuizNode stands in the document where the questions go.
type QuizNode struct {
	mark.BaseBlock
	Quiz *Quiz
}

// KindQuiz is the kind of QuizNode.
var KindQuiz = mark.NewNodeKind("Quiz")

func (n *QuizNode) Kind() mark.NodeKind           { return KindQuiz }
func (n *QuizNode) Dump(source []byte, level int) { mark.DumpHelper(n, source, level, nil, nil) }

type quizParser struct{}

func (quizParser) Transform(doc *mark.Document, r text.Reader, pc parser.Context) {
	l := lessonOf(pc)
	eachFence(doc, r.Source(), pc, []string{"quiz"}, func(f fence) mark.Node {
		f.only(pc, "id")
		q := &Quiz{ID: f.name(pc, "id"), Line: f.line}
		var list []predictText
		ps, ok := decodeYAML(l.file, f.line+1, f.body, &list)
		*problemsOf(pc) = append(*problemsOf(pc), ps...)
		if !ok {
			list = nil
		} else if len(list) == 0 {
			report(pc, f.line, "no questions")
		}
		for i, t := range list {
			if t.From != "" {
				report(pc, f.line, "question %d: from is for predict; a quiz gives its answers", i+1)
			}
			p := &Predict{ID: fmt.Sprintf("%s-%d", q.ID, i+1), Line: f.line}
			if t.Hold != "" || t.Covers != nil {
				report(pc, f.line, "question %d: hold and covers are for predict; a quiz covers nothing", i+1)
			}
			p.fill(t, pc)
			q.Questions = append(q.Questions, p)
		}
		l.Quizzes = append(l.Quizzes, q)
		return &QuizNode{Quiz: q}
	})
}
