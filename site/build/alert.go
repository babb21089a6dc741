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
	if n.(*lesson.AlertNode).Box.Kind == "SEE" {
		w.WriteString(map[bool]string{true: "<details class=\"see\"><summary>What you should see</summary>\n", false: "</details>\n"}[entering])
		return ast.WalkContinue, nil
	}
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
	for i, c := range box.Claims {
		c = template.HTMLEscapeString(c)
		before := "" // the codes mean nothing to who sees them first
		if i == 0 {
			before = `<span class="box-claims">` + map[bool]string{true: "claims", false: "claim"}[len(box.Claims) > 1] + `</span> `
		}
		fmt.Fprintf(w, ` %s<a class="box-claim" id="%s" href="/claims/#%s" title="Claim %[3]s in the list of what articles say, each held against Go's source">%[3]s</a>`, before, lesson.ClaimAnchor(c), c)
	}
	w.WriteString("</p>\n")
	return ast.WalkContinue, nil
}
