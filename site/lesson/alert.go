package lesson

// This file is about boxes: a quote whose first line is [!KIND], or [!KIND CLAIM…].
//
//	> [!MYTH S0.51]
//	> "The thief takes from the tail." Go's queue has one way out.
//
// [!SEE] is what the reader should have seen, of something to try: it is folded away.
//
// A claim is a row of claims.yaml beside the lessons (site/claims); the box is the place where it is shown.

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Alerts are the kinds of box.
var Alerts = []string{"NOTE", "TIP", "WARNING", "MYTH", "SIMPLIFIED", "SEE"}

// A Box is what a box says of itself.
type Box struct {
	Kind   string   // one of Alerts
	Claims []string // that it is about
	Line   int
}

// AlertNode is a box; its children are its text.
type AlertNode struct {
	ast.BaseBlock
	Box *Box
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
	b := readBox(pc, lineAt(src, seg.Start), strings.Fields(first[2:len(first)-1]))
	if b == nil {
		return
	}
	dropFirstLine(para, seg.Stop)
	box := &AlertNode{Box: b}
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

var claimName = regexp.MustCompile(`^[A-Z][0-9]*\.[0-9]+$`)

// readBox reads the words in the brackets, or reports what is wrong with them.
func readBox(pc parser.Context, line int, words []string) *Box {
	if len(words) == 0 || !slices.Contains(Alerts, words[0]) {
		report(pc, line, "unknown box %s (known: %s)", strings.Join(words, " "), strings.Join(Alerts, ", "))
		return nil
	}
	b := &Box{words[0], words[1:], line}
	for _, c := range b.Claims {
		if !claimName.MatchString(c) {
			report(pc, line, "%s: want the name of a claim, such as S0.51", c)
		}
	}
	if len(b.Claims) > 0 && b.Kind != "MYTH" && b.Kind != "SIMPLIFIED" {
		report(pc, line, "a %s names no claims: MYTH and SIMPLIFIED do", b.Kind)
	}
	l := lessonOf(pc)
	l.Boxes = append(l.Boxes, b)
	return b
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
