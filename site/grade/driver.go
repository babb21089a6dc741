package grade

// This file puts a student's program and a teacher's driver together: a Go file of the private folder that calls what the student wrote, with
// other inputs than the page does. A program that only prints what the page expects gains nothing there.
//
// What the driver declares, main for one, replaces what the student's files declare under the same name; imports that are not needed any more go
// too. A file of the same name is replaced as a whole. Lines keep their numbers.

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/link"
)

// A driver is one, with the checks of it.
type driver struct {
	file   string
	text   []byte
	checks []lesson.Check
}

// into gives the student's program with the driver in it, as one text.
func (d *driver) into(file, program string) string {
	taken := declarations(d.text)
	files := []link.File{{Name: d.file, Text: string(d.text)}}
	for _, f := range link.Split(file, program) {
		if f.Name != d.file {
			files = append(files, link.File{Name: f.Name, Text: without(f.Text, taken)})
		}
	}
	return link.Join(files)
}

// declarations are the names that a file declares; none if it is no Go.
func declarations(src []byte) map[string]bool {
	all := map[string]bool{}
	f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return all
	}
	for _, decl := range f.Decls {
		for name := range declared(decl) {
			all[name] = true
		}
	}
	return all
}

// declared maps what a declaration declares at the top of a file to its place: functions, T.M for methods, types, variables, constants.
func declared(decl ast.Decl) map[string]ast.Node {
	all := map[string]ast.Node{}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil && len(d.Recv.List) == 1 {
			name = receiver(d.Recv.List[0].Type) + "." + name
		}
		if name != "init" {
			all[name] = d
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			var at ast.Node = spec
			if !d.Lparen.IsValid() {
				at = d
			}
			switch s := spec.(type) {
			case *ast.TypeSpec:
				all[s.Name.Name] = at
			case *ast.ValueSpec:
				if len(s.Names) == 1 && d.Tok == token.VAR {
					all[s.Names[0].Name] = at
				}
			}
		}
	}
	return all
}

// receiver is the name of a method's type.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// without takes declarations out of a file, and the imports that only they needed. A file that is no Go stays as it is: the compiler says so.
func without(src string, taken map[string]bool) string {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "", src, parser.SkipObjectResolution)
	if err != nil {
		return src
	}
	var cuts []ast.Node
	for _, decl := range f.Decls {
		for name, at := range declared(decl) {
			if taken[name] {
				cuts = append(cuts, at)
			}
		}
	}
	if len(cuts) > 0 {
		cuts = append(cuts, unused(f, cuts)...)
	}
	text := []byte(src)
	for _, n := range cuts {
		from, to := set.Position(n.Pos()).Offset, set.Position(n.End()).Offset
		for i := from; i < to; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	return string(bytes.TrimRight(text, " "))
}

// unused are the imports of a file that nothing needs any more but what is cut out.
func unused(f *ast.File, cuts []ast.Node) (all []ast.Node) {
	used := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if n != nil && slices.Contains(cuts, n) {
			return false
		}
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		for _, spec := range d.Specs {
			im := spec.(*ast.ImportSpec)
			name, _ := strconv.Unquote(im.Path.Value)
			name = path.Base(name)
			if strings.HasPrefix(name, "v") && len(name) == 2 {
				name = path.Base(path.Dir(im.Path.Value[1 : len(im.Path.Value)-1]))
			}
			if im.Name != nil {
				name = im.Name.Name
			}
			if name == "_" || name == "." || used[name] {
				continue
			}
			if d.Lparen.IsValid() {
				all = append(all, im)
			} else {
				all = append(all, d)
			}
		}
	}
	return all
}
