package lesson

// This file finds what gives a question away: the text and the figures that answer it, and the run that shows it. The
// page covers both until the reader has chosen.
//
// A question is about the program whose run it asks, or else about the first program behind it. Its answer
// begins behind that program, or, if the program stands above, behind the question; and it goes on to the next
// question, exercise, heading or program; programs that stand together are one in this. A question without a program has its answer in what is said to its
// choices, and covers nothing. `covers` in the question says another number of blocks.
//
// The run is held just before the event that is asked for; or, if the run as a whole or the time is asked for, where main
// begins. `hold` in the question names another moment.
//
// A number before the question that is its answer is an error.

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// AnswerNode holds what answers a question.
type AnswerNode struct {
	ast.BaseBlock
	Predict *Predict
}

// KindAnswer is the kind of AnswerNode.
var KindAnswer = ast.NewNodeKind("Answer")

func (n *AnswerNode) Kind() ast.NodeKind            { return KindAnswer }
func (n *AnswerNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// answerParser comes when all other constructs are in their places.
type answerParser struct{}

func (answerParser) Transform(doc *ast.Document, r text.Reader, pc parser.Context) {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if q, ok := n.(*PredictNode); ok {
			q.Predict.find(lessonOf(pc), q)
			q.Predict.checkBefore(doc, q, pc)
		}
	}
}

// checkBefore reports each number before the question that is its answer.
func (p *Predict) checkBefore(doc *ast.Document, at *PredictNode, pc parser.Context) {
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n == at {
			return ast.WalkStop, nil
		}
		var facts []*Fact
		switch n := n.(type) {
		case *FactNode:
			facts = append(facts, n.Fact)
		case *FigureNode:
			for _, w := range n.Figure.Caption {
				if w.Fact != nil {
					facts = append(facts, w.Fact)
				}
			}
		}
		for _, f := range facts {
			if entering && p.From != nil && f.same(p.From) {
				report(pc, f.Line, "this number is the answer of the question %s, which comes in line %d", p.ID, p.Line)
			}
		}
		return ast.WalkContinue, nil
	})
}

// find fills Program and Hold, and puts what answers p into an AnswerNode.
func (p *Predict) find(l *Lesson, at *PredictNode) {
	from := ast.Node(at)
	if n := p.play(at); n != nil {
		p.Program, from = n.Play.ID, n
	} else if p.From != nil && !l.hidden(p.From.Run) {
		p.Program = p.From.Run
	}
	if p.Hold == "" && p.From != nil && p.From.Stat == nil && p.From.Event != "end" && p.From.Field != "time" {
		p.Hold = p.From.Event
	}
	most := p.Covers
	if most < 0 && p.Program == "" {
		most = 0
	}
	for next, ok := from.NextSibling().(*PlayNode); ok; next, ok = from.NextSibling().(*PlayNode) {
		from = next // a program right behind it, to compare
	}
	answer := &AnswerNode{Predict: p}
	for n := from.NextSibling(); n != nil && most != 0 && !ends(n); n = from.NextSibling() {
		if play, ok := n.(*PlayNode); !ok || !play.Play.Hidden {
			most--
		}
		answer.AppendChild(answer, n) // takes it out of the document
	}
	if answer.HasChildren() {
		doc := at.Parent()
		doc.InsertAfter(doc, from, answer)
	}
}

// play is the program behind the question that it is about; nil if there is none.
func (p *Predict) play(at *PredictNode) *PlayNode {
	for n := at.NextSibling(); n != nil; n = n.NextSibling() {
		if play, ok := n.(*PlayNode); ok {
			if !play.Play.Hidden && (p.From == nil || p.From.Run == play.Play.ID) {
				return play
			}
		} else if ends(n) {
			return nil
		}
	}
	return nil
}

// ends says whether an answer is over before n.
func ends(n ast.Node) bool {
	switch n := n.(type) {
	case *PredictNode, *QuizNode, *ExerciseNode, *ast.Heading:
		return true
	case *PlayNode:
		return !n.Play.Hidden
	}
	return false
}

// hidden says whether a run is of a program that is not shown.
func (l *Lesson) hidden(run string) bool {
	for _, p := range l.Plays {
		if p.ID == run {
			return p.Hidden
		}
	}
	return false
}
