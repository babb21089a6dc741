package lesson

// This file refuses what a lesson must not hold: raw HTML, pictures from
// elsewhere, and links that do anything but open a page.

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// SafeLink says whether a lesson may link to dest: http, https, a place in the
// page, or a page of the site. A scheme is found as a browser finds it, which
// skips control characters and spaces.
func SafeLink(dest string) bool {
	clean := strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f || r == '\\' {
			return -1
		}
		return r
	}, dest)
	if clean != dest || strings.HasPrefix(dest, "//") {
		return false
	}
	u, err := url.Parse(dest)
	if err != nil {
		return false
	}
	if u.Scheme == "" {
		return u.Host == "" && u.Opaque == "" && !strings.Contains(strings.SplitN(dest, "/", 2)[0], ":")
	}
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// A Link is one that the lesson has.
type Link struct {
	To   string
	Line int
}

type linkParser struct{}

func (linkParser) Transform(doc *ast.Document, r text.Reader, pc parser.Context) {
	src := r.Source()
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			checkLink(pc, lineOf(n, src), string(n.Destination))
		case *ast.AutoLink:
			checkLink(pc, lineOf(n, src), string(n.URL(src)))
		case *ast.Image:
			report(pc, lineOf(n, src), "pictures are drawn by the stage: an image is not allowed")
		case *ast.RawHTML:
			report(pc, lineAt(src, n.Segments.At(0).Start), "raw HTML is not allowed")
		case *ast.HTMLBlock:
			if isRemark(n, src) {
				break
			}
			report(pc, lineOf(n, src), "raw HTML is not allowed")
		}
		return ast.WalkContinue, nil
	})
}

// checkLink looks at what the browser will get: goldmark resolves references such
// as &colon; only when it renders.
func checkLink(pc parser.Context, line int, dest string) {
	resolved := util.ResolveEntityNames(util.ResolveNumericReferences([]byte(dest)))
	if !SafeLink(string(resolved)) {
		report(pc, line, "link to %q: want http, https, # or a page of the site", dest)
		return
	}
	l := lessonOf(pc)
	l.Links = append(l.Links, &Link{string(resolved), line})
}

// Languages are those of a block of code that is only shown.
var Languages = []string{"", "go", "text", "sh"}

type codeParser struct{}

// Transform looks at the fences that no construct took.
func (codeParser) Transform(doc *ast.Document, r text.Reader, pc parser.Context) {
	for _, b := range codeBlocks(doc) {
		info := ""
		if b.Info != nil {
			info = string(b.Info.Segment.Value(r.Source()))
		}
		if !slices.Contains(Languages, info) {
			report(pc, lineOf(b, r.Source()), "unknown fence %q (known: go play, predict, quiz, exercise, figure, go, text, sh)", info)
		}
	}
}

// isRemark says whether a block is one comment and nothing else: authors may leave themselves notes, which no page shows.
func isRemark(n *ast.HTMLBlock, src []byte) bool {
	var text []byte
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		text = append(text, seg.Value(src)...)
	}
	if n.HasClosure() {
		text = append(text, n.ClosureLine.Value(src)...)
	}
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte("<!--"))
	return ok && bytes.Index(rest, []byte("-->")) == len(rest)-len("-->")
}
