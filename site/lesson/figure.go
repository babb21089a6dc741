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
// What stands in the fence is the caption, in which {from run=… …} is a number that a run gives, as in the text. Under a stage are the words of the moment, which the site makes; a bar
// is named after the title of its play, or its policy. stat is one of the quantities of core/check.

import (
	"regexp"
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

	Caption []Words
	Line    int
}

// Words are a part of a caption: a text, or a number that a run gives.
type Words struct {
	Text string
	Fact *Fact
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
		fig := &Figure{Caption: caption(pc, &f), Line: f.line}
		fig.read(pc, &f)
		l.Figures = append(l.Figures, fig)
		return &FigureNode{Figure: fig}
	})
}

var inCaption = regexp.MustCompile(`\{from ([^}]*)\}`)

// caption reads what stands in the fence.
func caption(pc parser.Context, f *fence) (all []Words) {
	l, text := lessonOf(pc), strings.TrimSpace(string(f.body))
	from := 0
	for _, m := range inCaption.FindAllStringSubmatchIndex(text, -1) {
		fact := readFact(pc, f.line+1+strings.Count(text[:m[0]], "\n"), strings.Fields(text[m[2]:m[3]]))
		l.Facts = append(l.Facts, fact)
		all = append(all, Words{Text: text[from:m[0]]}, Words{Fact: fact})
		from = m[1]
	}
	if from < len(text) {
		all = append(all, Words{Text: text[from:]})
	}
	return all
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
