package lesson

// This file is about numbers that the run itself gives, so that a text cannot
// go stale.
//
//	P1 takes {from run=rich event=first(steal) field=count} of them.
//	The threads wait {from run=town stat=lock_wait} for the lock.
//
// It is a field of an event, or a figure of the whole run, as the rules of exercises name them
// (core/check). The same words stand after from: in a question. The generator asks the run; style=word writes
// small numbers as words, style=Word with a capital.

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/gopark/gopark/core/check"
)

// A Fact names one value of one event of a run.
type Fact struct {
	Run   string // id of a Play
	Event string // a moment: first(steal)
	Field string
	Stat  *check.Measure // in place of event and field
	Style string         // "", word or Word
	Line  int
}

// same says whether two facts are one number.
func (f *Fact) same(other *Fact) bool {
	if f.Run != other.Run || f.Event != other.Event || f.Field != other.Field || (f.Stat == nil) != (other.Stat == nil) {
		return false
	}
	return f.Stat == nil || f.Stat.String() == other.Stat.String()
}

// FactFields are the values of an event that a text may ask for.
var FactFields = []string{"count", "of", "left", "g", "p", "m", "from", "last", "rest", "runnext", "time"}

// FactNode stands in the text where the value goes.
type FactNode struct {
	ast.BaseInline
	Fact *Fact
}

// KindFact is the kind of FactNode.
var KindFact = ast.NewNodeKind("Fact")

func (n *FactNode) Kind() ast.NodeKind            { return KindFact }
func (n *FactNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type factParser struct{}

func (factParser) Trigger() []byte { return []byte{'{'} }

// Parse reads {from key=value …}; any other brace stays text.
func (factParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, seg := block.PeekLine()
	const open = "{from "
	s := string(line)
	end := strings.IndexByte(s, '}')
	if !strings.HasPrefix(s, open) || end < 0 {
		return nil
	}
	block.Advance(end + 1)
	f := readFact(pc, lineAt(block.Source(), seg.Start), strings.Fields(s[len(open):end]))
	lessonOf(pc).Facts = append(lessonOf(pc).Facts, f)
	return &FactNode{Fact: f}
}

// readFact reads key=value words into a Fact and checks them.
func readFact(pc parser.Context, line int, words []string) *Fact {
	f := &Fact{Line: line}
	var stat string
	into := map[string]*string{"run": &f.Run, "event": &f.Event, "field": &f.Field, "stat": &stat, "style": &f.Style}
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		if into[key] == nil {
			report(pc, line, "unknown key %s (known: run, event, field, stat, style)", key)
			continue
		}
		*into[key] = value
	}
	switch {
	case f.Run == "":
		report(pc, line, "key run is missing")
	case stat != "":
		if f.Event != "" || f.Field != "" {
			report(pc, line, "give stat, or event and field")
		}
		m, err := check.ParseMeasure(stat)
		if err != nil {
			report(pc, line, "stat: %v", err)
		}
		f.Stat = m
	case !isMoment(f.Event):
		report(pc, line, "event=%s: want end, first(KIND), last(KIND) or nth(KIND,N)", f.Event)
	case !slices.Contains(FactFields, f.Field):
		report(pc, line, "field=%s: want one of %s", f.Field, strings.Join(FactFields, ", "))
	case !slices.Contains([]string{"", "word", "Word"}, f.Style):
		report(pc, line, "style=%s: want word or Word", f.Style)
	}
	return f
}
