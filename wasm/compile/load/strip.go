// This file strips the source of a package down to what its users need when
// they compile its generic functions.
//
// Blanked are the bodies of all functions that are not generic, functions named
// init, and comments other than directives. Nothing moves to another line.

package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// hasGenerics reports whether p declares an exported generic function or type.
func hasGenerics(p *Package) bool {
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			if obj.Exported() && obj.Signature().TypeParams().Len() > 0 {
				return true
			}
		case *types.TypeName:
			if named, ok := obj.Type().(*types.Named); ok && obj.Exported() && named.TypeParams().Len() > 0 {
				return true
			}
		}
	}
	return false
}

// strip returns the stripped form of a file.
func strip(fset *token.FileSet, tree *ast.File, f File) File {
	data := append([]byte(nil), f.Data...)
	at := func(pos token.Pos) int { return fset.PositionFor(pos, false).Offset }
	blank := func(from, to token.Pos) {
		for i := at(from); i < at(to); i++ {
			if data[i] != '\n' {
				data[i] = ' '
			}
		}
	}
	for _, decl := range tree.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		switch {
		case !ok || fn.Body == nil:
		case fn.Recv == nil && fn.Name.Name == "init":
			blank(fn.Pos(), fn.End())
		case !isGeneric(fn):
			blank(fn.Body.Pos(), fn.Body.End())
		}
	}
	for _, group := range tree.Comments {
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, "//go:") {
				blank(c.Pos(), c.End())
			}
		}
	}
	return File{Name: f.Name, Data: trimLines(data)}
}

// isGeneric reports whether a function has type parameters, of its own or of
// its receiver.
func isGeneric(fn *ast.FuncDecl) bool {
	if fn.Type.TypeParams != nil {
		return true
	}
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return false
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	switch t.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// trimLines takes away the blanks at the ends of lines.
func trimLines(data []byte) []byte {
	var out []byte
	for _, b := range data {
		if b == '\n' {
			for len(out) > 0 && (out[len(out)-1] == ' ' || out[len(out)-1] == '\t') {
				out = out[:len(out)-1]
			}
		}
		out = append(out, b)
	}
	return out
}
