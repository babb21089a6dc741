package lesson

// This file is about the question before the answer.
//
//	```predict id=how-many
//	question: How many goroutines does it take?
//	from: run=rich event=first(steal) field=count
//	choices: [1, 4, 5, 9, 10]
//	because:
//	  1: What is said to somebody who chose 1.
//	```
//
// because names a choice by its text or by its place in the list. The right answer is either asked of the run (from) or given by its place in
// the list (answer, from 1). hold and covers say what is covered until the reader has chosen, where what answer.go finds is not what is meant.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	mark "github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A Predict is one question with its choices.
type Predict struct {
	ID       string
	Question string
	Choices  []string
	Because  map[string]string // choice -> what to say to it
	Answer   int               // from 1; 0 if the run is to be asked
	From     *Fact
	Line     int

	Hold    string // the moment before which the run is held until the reader has chosen; "" where main begins
	Covers  int    // how many blocks of the text answer it, behind its program; -1 as answer.go finds them
	Program string // the id of the program whose run gives it away; "" if there is none
}

// predictText is the body of the fence as written.
type predictText struct {
	Question string            `yaml:"question"`
	From     string            `yaml:"from"`
	Choices  []Scalar          `yaml:"choices"`
	Because  map[Scalar]string `yaml:"because"`
	Answer   int               `yaml:"answer"`
	Hold     string            `yaml:"hold"`
	Covers   *int              `yaml:"covers"`
}

// A Scalar is a word, a sentence or a number of the YAML, kept as text.
type Scalar string

// UnmarshalYAML takes the scalar as it was written: 5 stays "5", and false "false".
func (s *Scalar) UnmarshalYAML(n ast.Node) error {
	switch n := n.(type) {
	case *ast.StringNode:
		*s = Scalar(n.Value)
	case *ast.LiteralNode:
		*s = Scalar(n.Value.Value)
	case ast.ScalarNode:
		*s = Scalar(n.GetToken().Value)
	default:
		return fmt.Errorf("want a word or a number")
	}
	return nil
}

// PredictNode stands in the document where the question goes.
type PredictNode struct {
	mark.BaseBlock
	Predict *Predict
}

// KindPredict is the kind of PredictNode.
var KindPredict = mark.NewNodeKind("Predict")

func (n *PredictNode) Kind() mark.NodeKind           { return KindPredict }
func (n *PredictNode) Dump(source []byte, level int) { mark.DumpHelper(n, source, level, nil, nil) }

type predictParser struct{}

func (predictParser) Transform(doc *mark.Document, r text.Reader, pc parser.Context) {
	l := lessonOf(pc)
	eachFence(doc, r.Source(), pc, []string{"predict"}, func(f fence) mark.Node {
		f.only(pc, "id")
		p := readPredict(f, pc)
		l.Predicts = append(l.Predicts, p)
		return &PredictNode{Predict: p}
	})
}

// readPredict decodes and checks one question.
func readPredict(f fence, pc parser.Context) *Predict {
	var t predictText
	ps, ok := decodeYAML(lessonOf(pc).file, f.line+1, f.body, &t)
	*problemsOf(pc) = append(*problemsOf(pc), ps...)
	p := &Predict{ID: f.name(pc, "id"), Line: f.line, Covers: -1}
	if !ok {
		p.From = &Fact{} // what is wrong with it is said; nothing else is looked at
		return p
	}
	p.fill(t, pc)
	return p
}

// fill takes what was written, and checks it.
func (p *Predict) fill(t predictText, pc parser.Context) {
	p.Question, p.Answer, p.Because = t.Question, t.Answer, map[string]string{}
	for _, c := range t.Choices {
		p.Choices = append(p.Choices, string(c))
	}
	if t.From != "" {
		p.From = readFact(pc, p.Line, strings.Fields(t.From))
	}
	if p.Hold = t.Hold; p.Hold != "" && !isMoment(p.Hold) {
		report(pc, p.Line, "hold: %s: want first(KIND), last(KIND) or nth(KIND,N)", p.Hold)
	}
	if t.Covers != nil {
		if p.Covers = *t.Covers; p.Covers < 0 {
			report(pc, p.Line, "covers: %d: want 0, or a number of blocks", p.Covers)
		}
	}
	for choice, why := range t.Because {
		c, ok := p.choice(string(choice))
		if !ok {
			report(pc, p.Line, "because names %q, which is no choice", string(choice))
		}
		p.Because[c] = why
	}
	switch {
	case len(p.repeated()) > 0:
		report(pc, p.Line, "choice %q is there twice: a question has one answer", p.repeated())
	case p.Question == "":
		report(pc, p.Line, "no question")
	case len(p.Choices) < 2:
		report(pc, p.Line, "a question needs two choices or more")
	case (p.From == nil) == (p.Answer == 0):
		report(pc, p.Line, "give either from or answer")
	case p.Answer < 0 || p.Answer > len(p.Choices):
		report(pc, p.Line, "answer: %d, but there are %d choices", p.Answer, len(p.Choices))
	}
}

// repeated is a choice that is there twice; "" if there is none.
func (p *Predict) repeated() string {
	for i, c := range p.Choices {
		if slices.Contains(p.Choices[:i], c) {
			return c
		}
	}
	return ""
}

// choice finds a choice by its text, or by its place in the list, from 1.
func (p *Predict) choice(name string) (string, bool) {
	if slices.Contains(p.Choices, name) {
		return name, true
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(p.Choices) {
		return p.Choices[n-1], true
	}
	return name, false
}
