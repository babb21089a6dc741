package lesson

// This file is about the program of a lesson: an editor, a stage and what the
// page needs to run it.
//
//	```go play id=rich procs=2 seed=1 focus=first(steal) file=main.go
//	```
//
//	```go play id=slow policy=local,steal=one costs=wake=2us io=net=5ms,loss=1% until=2s file=main.go
//	```
//
// id names the run for the questions that ask about it; procs and seed are what
// the controls show at first, and so are policy, costs, io and until, in the words of the command
// line (gopark help policies, costs, io); focus is the event at which the stage stands when
// a run has ended, and the one that is drawn for print.

import (
	"errors"
	"regexp"
	"time"

	"github.com/gopark/gopark/core/policy"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A Play is one editable program.
type Play struct {
	ID    string
	Procs int
	Seed  int

	Policy, Costs, IO, Until string           // as they are written; "" as usual
	Set                      []policy.Setting // what the first three mean
	End                      time.Duration    // what Until means

	Focus string // "", "end", first(KIND), last(KIND) or nth(KIND,N)
	File  string // name of the program in the lesson's folder
	Line  int    // of the fence in lesson.md

	Source []byte // the program
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
	eachFence(doc, r.Source(), pc, []string{"go", "play"}, func(f fence) ast.Node {
		f.only(pc, "id", "procs", "seed", "policy", "costs", "io", "until", "focus", "file")
		p := &Play{
			ID:    f.name(pc, "id"),
			Procs: f.number(pc, "procs", 4, 1, 8),
			Seed:  f.number(pc, "seed", 1, 0, 1<<31-1),
			Focus: f.value["focus"],
			File:  f.must(pc, "file"),
			Line:  f.line,
		}
		p.settings(pc, &f)
		if p.Focus != "" && !isMoment(p.Focus) {
			report(pc, f.line, "focus=%s: want end, first(KIND), last(KIND) or nth(KIND,N)", p.Focus)
		}
		if len(f.body) > 0 {
			report(pc, f.line, "the program stands in %s, not in the fence", p.File)
		}
		if l.Play != nil {
			report(pc, f.line, "a lesson has one program; the first is in line %d", l.Play.Line)
			return nil
		}
		p.Source = l.read(pc, f.line, p.File)
		l.Play = p
		return &PlayNode{Play: p}
	})
	if l.Play == nil {
		report(pc, 0, "no program: a fence ```go play id=… file=… is missing")
	}
}

// settings reads what the run is to be like.
func (p *Play) settings(pc parser.Context, f *fence) {
	read := func(key string, parse func(string) ([]policy.Setting, error)) string {
		text, given := f.value[key]
		set, err := parse(text)
		if given && text == "" {
			err = errors.New("want a value")
		}
		if err != nil {
			report(pc, f.line, "%s: %v", key, err)
		}
		p.Set = append(p.Set, set...)
		return text
	}
	p.Policy = read("policy", policy.Parse)
	p.Costs = read("costs", policy.ParseCosts)
	p.IO = read("io", policy.ParseIO)
	p.Until = read("until", func(text string) (_ []policy.Setting, err error) {
		p.End, err = policy.ParseUntil(text)
		return nil, err
	})
}

var (
	moment    = regexp.MustCompile(`^(end|(first|last)\([a-z-]+\)|nth\([a-z-]+,[1-9][0-9]*\))$`)
	safeNames = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
)

// isMoment says whether s names one event of a run.
func isMoment(s string) bool { return moment.MatchString(s) }

// name reads a key that must be there and made of small letters, digits and dashes.
func (f *fence) name(pc parser.Context, key string) string {
	v := f.must(pc, key)
	if v != "" && !safeNames.MatchString(v) {
		report(pc, f.line, "%s=%s: want small letters, digits and dashes", key, v)
	}
	return v
}
