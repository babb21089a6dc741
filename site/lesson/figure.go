package lesson

// This file is about pictures: the stage at one moment of a run, or a figure of several runs as bars, drawn when
// the site is built.
//
//	```figure run=rich at=first(steal)
//	P1 takes the older half.
//	```
//
//	```figure stat=lock_wait runs=before,town
//	How long the threads wait for the lock.
//	```
//
// What stands in the fence is the caption. Under a stage are the words of the moment, which the site makes; a bar
// is named after the title of its play, or its policy. stat is one of the quantities of core/check.

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/gopark/gopark/core/check"
)

// A Figure is one moment of a run, or one figure of several.
type Figure struct {
	Run, At string

	Stat  *check.Measure
	Quote string // Stat as written
	Runs  []string

	Caption string
	Line    int
}

// FigureNode stands in the document where the picture goes.
type FigureNode struct {
	ast.BaseBlock
	Figure *Figure
}

// KindFigure is the kind of FigureNode.
var KindFigure = ast.NewNodeKind("Figure")

func (n *FigureNode) Kind() ast.NodeKind            { return KindFigure }
func (n *FigureNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type figureParser struct{}

func (figureParser) Transform(doc *ast.Document, r text.Reader, pc parser.Context) {
	l := lessonOf(pc)
	eachFence(doc, r.Source(), pc, []string{"figure"}, func(f fence) ast.Node {
		f.only(pc, "run", "at", "stat", "runs")
		fig := &Figure{Caption: strings.TrimSpace(string(f.body)), Line: f.line}
		fig.read(pc, &f)
		l.Figures = append(l.Figures, fig)
		return &FigureNode{Figure: fig}
	})
}

// read reads the keys of either form.
func (fig *Figure) read(pc parser.Context, f *fence) {
	fig.Quote = f.value["stat"]
	if fig.Quote == "" {
		fig.Run, fig.At = f.must(pc, "run"), f.must(pc, "at")
		if fig.At != "" && !isMoment(fig.At) {
			report(pc, f.line, "at=%s: want end, first(KIND), last(KIND) or nth(KIND,N)", fig.At)
		}
		if f.value["runs"] != "" {
			report(pc, f.line, "runs is for a figure of several runs: it needs stat")
		}
		return
	}
	if f.value["run"] != "" || f.value["at"] != "" {
		report(pc, f.line, "give stat and runs, or run and at")
	}
	m, err := check.ParseMeasure(fig.Quote)
	if err != nil {
		report(pc, f.line, "stat: %v", err)
	}
	fig.Stat, fig.Runs = m, strings.Split(f.must(pc, "runs"), ",")
}
