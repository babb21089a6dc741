package build

// This file writes a number that the lesson's run gave (draw.go asked for it).

import (
	"fmt"
	"html/template"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

func renderFact(p *page) renderer.NodeRendererFunc {
	return func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		value := p.valueOf(n.(*lesson.FactNode).Fact)
		fmt.Fprintf(w, `<span class="fact">%s</span>`, template.HTMLEscapeString(value))
		return ast.WalkContinue, nil
	}
}

// valueOf is what a run gave.
func (p *page) valueOf(f *lesson.Fact) string {
	if value, ok := p.facts[f]; ok {
		return value
	}
	return "?" // the site is built without an engine
}
