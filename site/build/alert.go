package build

// This file writes a box: a myth that people have read, a note, a tip, or where
// we simplify. What it is about is linked to the page of the claims.

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

var alertTitles = map[string]string{
	"NOTE":       "Note",
	"TIP":        "Tip",
	"WARNING":    "Careful",
	"MYTH":       "Often said, not so",
	"SIMPLIFIED": "Simplified here",
}

func (s *site) renderAlert(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</aside>\n")
		return ast.WalkContinue, nil
	}
	box := n.(*lesson.AlertNode).Box
	title := alertTitles[box.Kind]
	if box.Kind == "SIMPLIFIED" && len(box.Claims) > 0 {
		title = "Often said, too simple"
	}
	fmt.Fprintf(w, "<aside class=\"box box-%s\" role=\"note\"><p class=\"box-title\">%s", strings.ToLower(box.Kind), title)
	for _, c := range box.Claims {
		c = template.HTMLEscapeString(c)
		fmt.Fprintf(w, ` <a class="box-claim" id="%s" href="/claims/#%s"><span class="away">claim </span>%[2]s</a>`, lesson.ClaimAnchor(c), c)
	}
	w.WriteString("</p>\n")
	return ast.WalkContinue, nil
}
