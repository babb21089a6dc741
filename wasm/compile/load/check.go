// This file type-checks one parsed package.
//
// Needs: its imports are checked. Gives: Types, Info, Imports, or errs.

package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/gopark/gopark/wasm/compile/sizes"
)

// check fills p.Types, p.Info and p.Imports, or p.errs. A package of the user may import others of
// the user.
func (l *Loader) check(p *Package, users ...*Package) {
	p.Info = &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
	errs := p.errs
	conf := types.Config{
		GoVersion: goVersion,
		Sizes:     sizes.Sizes{},
		Importer:  importer{l.pkgs, p, users},
		Error: func(err error) {
			if d, ok := l.typeError(p, err.(types.Error), errs); ok {
				errs = append(errs, d)
			}
		},
	}
	p.Types, _ = conf.Check(p.Path, l.fset, p.Files, p.Info)
	if p.User && len(errs) == 0 {
		errs = p.bodyless(l.fset)
	}
	if p.errs = errs; len(errs) > 0 {
		return
	}
	if p.User {
		p.typeShiftCounts()
	}
	p.Name = p.Types.Name()
	p.link(l.pkgs)
}

// bodyless finds functions that are only declared. There is no assembly here.
func (p *Package) bodyless(fset *token.FileSet) (ds []Diagnostic) {
	for _, f := range p.Files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body != nil {
				continue
			}
			if _, linked := p.Linkname(funcName(fn)); !linked {
				at := fset.Position(fn.Name.Pos())
				ds = append(ds, Diagnostic{at.Filename, at.Line, at.Column, "missing function body"})
			}
		}
	}
	return ds
}

// typeShiftCounts gives the type uint to shift counts that are shifts of a
// constant themselves, as in 1 << (1 << n): go/types leaves them untyped.
func (p *Package) typeShiftCounts() {
	for e := range p.Info.Types {
		if shift, ok := e.(*ast.BinaryExpr); ok && (shift.Op == token.SHL || shift.Op == token.SHR) && p.Info.Types[shift.Y].Value == nil {
			p.typeUntyped(shift.Y, types.Typ[types.Uint])
		}
	}
}

// typeUntyped gives a type to an expression that has none and is no constant,
// and to those of its operands that have its type.
func (p *Package) typeUntyped(e ast.Expr, t types.Type) {
	tv := p.Info.Types[e]
	if basic, ok := tv.Type.(*types.Basic); !ok || basic.Info()&types.IsUntyped == 0 || basic.Info()&types.IsNumeric == 0 {
		return
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		p.typeUntyped(e.X, t)
	case *ast.UnaryExpr:
		p.typeUntyped(e.X, t)
	case *ast.BinaryExpr:
		p.typeUntyped(e.X, t)
		if e.Op != token.SHL && e.Op != token.SHR {
			p.typeUntyped(e.Y, t)
		}
	default:
		if tv.Value == nil {
			return
		}
	}
	tv.Type = t
	p.Info.Types[e] = tv
}

// link fills p.Imports.
func (p *Package) link(pkgs map[string]*Package) {
	for _, name := range p.names {
		if dep := pkgs[name]; dep != nil {
			p.Imports = append(p.Imports, dep)
		}
	}
}

// typeError makes a diagnostic of what the type checker reports. It says false
// for a line that belongs to the error before it, which it extends.
func (l *Loader) typeError(p *Package, err types.Error, before []Diagnostic) (Diagnostic, bool) {
	pos := l.fset.Position(err.Pos)
	d := Diagnostic{File: pos.Filename, Line: pos.Line, Col: pos.Column, Msg: err.Msg}
	if more, ok := strings.CutPrefix(err.Msg, "\t"); ok && len(before) > 0 {
		d.Msg = more
		last := &before[len(before)-1]
		last.Msg += "\n\t" + d.String()
		return d, false
	}
	if p.Bodies == BodiesGeneric && err.Soft {
		return d, false // the functions that used it have lost their bodies
	}
	gcTypeError(&d, l.fset, p.Files, err.Pos)
	return d, true
}

// importer finds the imports of p among the loaded packages.
type importer struct {
	pkgs  map[string]*Package
	p     *Package
	users []*Package
}

func (im importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if dep := find(im.users, path); dep != nil && dep.Types != nil {
		return dep.Types, nil
	}
	if dep := im.pkgs[resolve(path, im.p.User)]; dep != nil && dep.Types != nil {
		return dep.Types, nil
	}
	return nil, fmt.Errorf("package %s is not loaded", path)
}
