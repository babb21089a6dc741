package lesson

// This file is about boxes: a quote whose first line is [!KIND].
//
//	> [!MYTH]
//	> "The thief takes from the tail." Go's queue has one way out.

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Alerts are the kinds of box.
var Alerts = []string{"NOTE", "TIP", "WARNING", "MYTH", "SIMPLIFIED"}

// AlertNode is a box; its children are its text.
type AlertNode struct {
	ast.BaseBlock
	Alert string // one of Alerts
}

// KindAlert is the kind of AlertNode.
var KindAlert = ast.NewNodeKind("Alert")

func (n *AlertNode) Kind() ast.NodeKind            { return KindAlert }
func (n *AlertNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type alertParser struct{}

func (alertParser) Transform(doc *ast.Document, r text.Reader, pc parser.Context) {
	var quotes []*ast.Blockquote
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if q, ok := n.(*ast.Blockquote); ok && entering {
			quotes = append(quotes, q)
		}
		return ast.WalkContinue, nil
	})
	for _, q := range quotes {
		makeAlert(q, r.Source(), pc)
	}
}

// makeAlert turns the quote into a box if its first line says so.
func makeAlert(q *ast.Blockquote, src []byte, pc parser.Context) {
	para, ok := q.FirstChild().(*ast.Paragraph)
	if !ok || para.Lines().Len() == 0 {
		return
	}
	seg := para.Lines().At(0)
	first := strings.TrimSpace(string(seg.Value(src)))
	if !strings.HasPrefix(first, "[!") || !strings.HasSuffix(first, "]") {
		return
	}
	kind := first[2 : len(first)-1]
	if !slices.Contains(Alerts, kind) {
		report(pc, lineAt(src, seg.Start), "unknown box %s (known: %s)", kind, strings.Join(Alerts, ", "))
		return
	}
	dropFirstLine(para, seg.Stop)
	box := &AlertNode{Alert: kind}
	for c := q.FirstChild(); c != nil; {
		next := c.NextSibling()
		box.AppendChild(box, c)
		c = next
	}
	if para.ChildCount() == 0 {
		box.RemoveChild(box, para)
	}
	q.Parent().ReplaceChild(q.Parent(), q, box)
}

// dropFirstLine removes the inline nodes that begin before the end of the
// paragraph's first line: "[", "!KIND" and "]".
func dropFirstLine(para *ast.Paragraph, end int) {
	for c := para.FirstChild(); c != nil; {
		t, ok := c.(*ast.Text)
		if !ok || t.Segment.Start >= end {
			return
		}
		next := c.NextSibling()
		para.RemoveChild(para, c)
		c = next
	}
}
