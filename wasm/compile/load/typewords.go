// This file rewords what go/types says where gc's own type checker has other
// words for it or another place.

package load

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// gcTypeError rewords d, which is about pos.
func gcTypeError(d *Diagnostic, fset *token.FileSet, files []*ast.File, pos token.Pos) {
	switch msg := d.Msg; {
	case msg == "break not in for, switch, or select statement":
		d.Msg = "break is not in a loop, switch, or select"
	case msg == "continue not in for statement":
		d.Msg = "continue is not in a loop"
	case strings.HasPrefix(msg, "label "):
		d.Msg = labelWords(msg)
	case strings.HasPrefix(msg, "invalid break label ") || strings.HasPrefix(msg, "invalid continue label "):
		kind, name, _ := strings.Cut(msg[len("invalid "):], " label ")
		if !hasLabel(around[*ast.FuncDecl](files, pos), name) {
			d.Msg = kind + " label not defined: " + name
		}
	case strings.HasPrefix(msg, "multiple defaults (first at "):
		d.Msg = strings.Replace(msg, "first at ", "first at "+strings.TrimSuffix(shown(d.File), d.File), 1)
	case strings.HasPrefix(msg, "invalid operation: cannot send "):
		if send := around[*ast.SendStmt](files, pos); send != nil {
			d.move(fset, send.Pos())
		}
	case strings.HasPrefix(msg, "not enough arguments in call ") || strings.HasPrefix(msg, "missing argument in conversion "):
		if call := around[*ast.CallExpr](files, pos); call != nil {
			at := call.Pos()
			if n := len(call.Args); n > 0 {
				at = call.Args[n-1].Pos()
			}
			d.move(fset, at)
		}
	case strings.Contains(msg, " does not satisfy "):
		if call := around[*ast.CallExpr](files, pos); call != nil && call.Pos() == pos {
			d.move(fset, call.Lparen)
		}
	}
}

func (d *Diagnostic) move(fset *token.FileSet, pos token.Pos) {
	at := fset.Position(pos)
	d.Line, d.Col = at.Line, at.Column
}

func labelWords(msg string) string {
	name := strings.TrimPrefix(msg, "label ")
	if l, ok := strings.CutSuffix(name, " declared and not used"); ok {
		return "label " + l + " defined and not used"
	}
	if l, ok := strings.CutSuffix(name, " not declared"); ok {
		return "label " + l + " not defined"
	}
	return msg
}

// around returns the innermost node of a kind that covers pos, or the zero node.
func around[N ast.Node](files []*ast.File, pos token.Pos) (found N) {
	i := slices.IndexFunc(files, func(f *ast.File) bool { return f.FileStart <= pos && pos <= f.FileEnd })
	if i < 0 {
		return found
	}
	ast.Inspect(files[i], func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() < pos {
			return false
		}
		if n, ok := n.(N); ok {
			found = n
		}
		return true
	})
	return found
}

// hasLabel reports whether a function has a label of that name.
func hasLabel(fn *ast.FuncDecl, name string) (has bool) {
	if fn == nil {
		return false
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		l, ok := n.(*ast.LabeledStmt)
		has = has || ok && l.Label.Name == name
		return !has
	})
	return has
}
