package build

// This file writes a box: a myth that people have read, a note, a tip, or where
// we simplify.

import (
	"fmt"
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

func renderAlert(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</aside>\n")
		return ast.WalkContinue, nil
	}
	kind := n.(*lesson.AlertNode).Alert
	fmt.Fprintf(w, "<aside class=\"box box-%s\" role=\"note\"><p class=\"box-title\">%s</p>\n", strings.ToLower(kind), alertTitles[kind])
	return ast.WalkContinue, nil
}
