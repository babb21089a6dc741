package lesson

// This file is about the programs that a lesson shows: each is an editor whose run is shown on the stage.
//
//	```go play id=rich procs=2 seed=1 focus=first(steal) file=main.go
//	```
//
// id names the run for the questions, numbers and figures that ask about it. The keys are those of program.go,
// and title, which stands above the editor in place of the file's name.
//
//	```go run id=before policy=m:n file=town.go
//	```
//
// is run just so, but not shown: there are only its numbers and figures.

import (
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A Play is one editable program.
type Play struct {
	Program
	Title  string
	Hidden bool // go run
}

// PlayNode stands in the document where the editor goes.
type PlayNode struct {
	ast.BaseBlock
	Play *Play
}

// KindPlay is the kind of PlayNode.
var KindPlay = ast.NewNodeKind("Play")

func (n *PlayNode) Kind() ast.NodeKind            { return KindPlay }
func (n *PlayNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type playParser struct{}

func (playParser) Transform(doc *ast.Document, r text.Reader, pc parser.Context) {
	l := lessonOf(pc)
	for _, word := range []string{"play", "run"} {
		eachFence(doc, r.Source(), pc, []string{"go", word}, func(f fence) ast.Node {
			f.only(pc, append(slices.Clone(programKeys), "title")...)
			p := &Play{Program: f.program(pc), Title: f.value["title"], Hidden: word == "run"}
			p.take(pc, l, f.body)
			l.Plays = append(l.Plays, p)
			return &PlayNode{Play: p}
		})
	}
	if len(l.Plays) == 0 || l.Plays[0].Hidden {
		report(pc, 0, "no program: a fence ```go play id=… file=… is missing")
	}
}
