package lesson

// This file is about names of Go's own runtime: after "In Go:" code is taken for such names.
//
//	Owner and thieves both take at the head. In Go: `runqget`, `runqgrab`.
//
// The generator looks them up in the toolchain's runtime and links them; a name that is not there
// is a mistake.

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A Ref is one name.
type Ref struct {
	Name string
	Line int
}

// RefNode stands in the text where the name goes.
type RefNode struct {
	ast.BaseInline
	Ref *Ref
}

// KindRef is the kind of RefNode.
var KindRef = ast.NewNodeKind("Ref")

func (n *RefNode) Kind() ast.NodeKind            { return KindRef }
func (n *RefNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type refParser struct{}

func (refParser) Transform(doc *ast.Document, r text.Reader, pc parser.Context) {
	src := r.Source()
	var spans []*ast.CodeSpan
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if span, ok := n.(*ast.CodeSpan); ok && entering && namesGo(span, src) {
			spans = append(spans, span)
		}
		return ast.WalkContinue, nil
	})
	l := lessonOf(pc)
	for _, span := range spans {
		ref := &Ref{Name: string(plainText(span, src)), Line: lineOf(span, src)}
		l.Refs = append(l.Refs, ref)
		span.Parent().ReplaceChild(span.Parent(), span, &RefNode{Ref: ref})
	}
}

// namesGo says whether only other names stand between "In Go:" and the span.
func namesGo(span ast.Node, src []byte) bool {
	for n := span.PreviousSibling(); n != nil; n = n.PreviousSibling() {
		switch n := n.(type) {
		case *ast.CodeSpan:
		case *ast.Text:
			s := strings.TrimSpace(string(n.Segment.Value(src)))
			if strings.HasSuffix(s, "n Go:") {
				return true
			}
			if s != "," && s != "and" && s != ", and" && s != "" {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// plainText is the text in a node without its marks.
func plainText(n ast.Node, src []byte) (all []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			all = append(all, t.Segment.Value(src)...)
		}
	}
	return all
}
