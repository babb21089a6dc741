// This file reads the compiler directives of a package: //go:linkname,
// //go:wasmimport, //go:wasmexport, and those that say something of a function.

package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Pragmas are the directives of a package. Functions are named as "F", methods
// as "T.M" and "(*T).M".
type Pragmas struct {
	Linknames []Linkname
	Imports   map[string]WasmImport // functions of the host
	Exports   map[string]string     // functions the host calls, and their names there
	Funcs     map[string][]string   // other directives of a function, such as "noinline"
}

// A Linkname is a //go:linkname line. Remote is empty in the form with one name.
type Linkname struct {
	Local, Remote string
	Pos           token.Pos
}

// A WasmImport names a function of the host.
type WasmImport struct{ Module, Name string }

// Linkname returns the name outside the package that a local function or
// variable is linked to.
func (p *Package) Linkname(local string) (remote string, ok bool) {
	for _, l := range p.Pragmas.Linknames {
		if l.Local == local {
			return l.Remote, true
		}
	}
	return "", false
}

// pragmas reads the directives of parsed files.
func pragmas(files []*ast.File) Pragmas {
	p := Pragmas{Imports: map[string]WasmImport{}, Exports: map[string]string{}, Funcs: map[string][]string{}}
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if fields := directive(c); len(fields) >= 2 && fields[0] == "linkname" {
					p.Linknames = append(p.Linknames, Linkname{fields[1], third(fields), c.Pos()})
				}
			}
		}
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Doc != nil {
				for _, c := range fn.Doc.List {
					p.function(funcName(fn), directive(c))
				}
			}
		}
	}
	return p
}

// function takes in a directive above a function.
func (p *Pragmas) function(name string, fields []string) {
	switch {
	case len(fields) == 0 || fields[0] == "linkname":
	case fields[0] == "wasmimport" && len(fields) == 3:
		p.Imports[name] = WasmImport{fields[1], fields[2]}
	case fields[0] == "wasmexport" && len(fields) == 2:
		p.Exports[name] = fields[1]
	default:
		p.Funcs[name] = append(p.Funcs[name], fields[0])
	}
}

// directive returns the words after "//go:" of a comment, or nil.
func directive(c *ast.Comment) []string {
	rest, ok := strings.CutPrefix(c.Text, "//go:")
	if !ok {
		return nil
	}
	return strings.Fields(rest)
}

func third(fields []string) string {
	if len(fields) < 3 {
		return ""
	}
	return fields[2]
}

func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	star, isPtr := t.(*ast.StarExpr)
	if isPtr {
		t = star.X
	}
	if ix, ok := t.(*ast.IndexExpr); ok {
		t = ix.X
	}
	if ix, ok := t.(*ast.IndexListExpr); ok {
		t = ix.X
	}
	if isPtr {
		return "(*" + types.ExprString(t) + ")." + fn.Name.Name
	}
	return types.ExprString(t) + "." + fn.Name.Name
}
