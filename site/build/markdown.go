package build

// This file turns a lesson's document into HTML. goldmark writes CommonMark; each
// of our constructs has its own renderer, in the file of its name.

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

// A construct renders the nodes of one kind.
type construct struct {
	kind   ast.NodeKind
	render renderer.NodeRendererFunc
}

func (c construct) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(c.kind, c.render)
}

// lessonHTML writes the text of a lesson. A lower number
// wins, so ours stand before goldmark's.
func (s *site) lessonHTML(p *page) (template.HTML, error) {
	ours := []construct{
		{lesson.KindPlay, s.renderPlay(p)},
		{lesson.KindPredict, renderPredict},
		{lesson.KindAnswer, renderAnswer},
		{lesson.KindQuiz, renderQuiz},
		{lesson.KindExercise, s.renderExercise(p)},
		{lesson.KindFigure, s.renderFigure(p)},
		{lesson.KindRef, s.renderRef},
		{lesson.KindAlert, s.renderAlert},
		{lesson.KindFact, renderFact(p)},
		{ast.KindFencedCodeBlock, renderCode},
		{ast.KindLink, renderLink},
		{ast.KindAutoLink, renderAutoLink},
		{ast.KindRawHTML, renderNothing},
		{ast.KindHTMLBlock, renderNothing},
		{ast.KindImage, renderNothing},
	}
	list := []util.PrioritizedValue{
		util.Prioritized(html.NewRenderer(), 1000),
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
	}
	for _, c := range ours {
		list = append(list, util.Prioritized(c, 100))
	}
	var b bytes.Buffer
	if err := renderer.NewRenderer(renderer.WithNodeRenderers(list...)).Render(&b, p.Source, p.Doc); err != nil {
		return "", fmt.Errorf("lesson %s: %w", p.Slug, err)
	}
	return template.HTML(b.String()), nil
}

// renderNothing drops what a lesson must not hold; the parser reports it too.
func renderNothing(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkSkipChildren, nil
}

// renderLink writes a link only if it is safe, whatever the parser said.
func renderLink(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	dest := string(n.(*ast.Link).Destination)
	if !lesson.SafeLink(dest) {
		return ast.WalkContinue, nil
	}
	if !entering {
		w.WriteString("</a>")
		return ast.WalkContinue, nil
	}
	openLink(w, dest)
	return ast.WalkContinue, nil
}

func renderAutoLink(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	link := n.(*ast.AutoLink)
	label := template.HTMLEscapeString(string(link.Label(src)))
	if dest := string(link.URL(src)); lesson.SafeLink(dest) {
		openLink(w, dest)
		label += "</a>"
	}
	w.WriteString(label)
	return ast.WalkContinue, nil
}

func openLink(w util.BufWriter, dest string) {
	fmt.Fprintf(w, `<a href="%s"`, template.HTMLEscapeString(dest))
	if strings.HasPrefix(dest, "http") {
		w.WriteString(` rel="noopener noreferrer"`)
	}
	w.WriteString(">")
}

// renderCode colours a fence that no construct took.
func renderCode(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.FencedCodeBlock)
	var code, out bytes.Buffer
	for i := range block.Lines().Len() {
		seg := block.Lines().At(i)
		code.Write(seg.Value(src))
	}
	highlight(&out, string(block.Language(src)), code.Bytes(), nil)
	fmt.Fprintf(w, "<pre class=\"code\" tabindex=\"0\"><code>%s</code></pre>\n", out.String())
	return ast.WalkSkipChildren, nil
}

// words writes a line of plain text with `code` in it as HTML.
func words(s string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(s, "`") {
		text := template.HTMLEscapeString(part)
		if i%2 == 1 {
			text = "<code>" + text + "</code>"
		}
		b.WriteString(text)
	}
	return template.HTML(b.String())
}
