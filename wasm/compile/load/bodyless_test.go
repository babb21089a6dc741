// This file tests that each library function without a body has a known
// provider, and that the provider provides it.

//go:build !js

package load

import (
	"cmp"
	"go/ast"
	"os"
	"strings"
	"testing"
)

func TestBodyless(t *testing.T) {
	_, p := loadAll(t)
	list, err := os.ReadFile("testdata/bodyless.txt")
	if err != nil {
		t.Fatal(err)
	}
	provider := map[string]string{}
	for _, line := range lines(list) {
		who, name, _ := strings.Cut(line, " ")
		provider[strings.TrimSpace(name)] = who
	}
	defined := definitions(p)
	ownRuntime := p.ByPath["internal/runtime/exithook"] == nil // Go's own imports it
	for _, fn := range bodyless(p) {
		who := provider[fn.line]
		delete(provider, fn.line)
		switch {
		case who == "":
			t.Errorf("nobody is known to give a body to\n%s", fn.line)
		case who == "runtime" && ownRuntime && defined[fn.symbol] == 0:
			t.Errorf("package runtime does not define %s", fn.symbol)
		case who == "missing" && defined[fn.symbol] > 0, who == "overlay" && defined[fn.symbol] == 0:
			t.Errorf("%s is listed as %s, but that is not so", fn.symbol, who)
		}
	}
	for line := range provider {
		t.Errorf("testdata/bodyless.txt has %s, which is not there", line)
	}
}

// bodylessFunc is a function without a body: its line in the list, and the
// symbol that must be defined for it.
type bodylessFunc struct{ line, symbol string }

// bodyless returns the functions without a body outside the runtime. A second
// name for the same symbol is marked in the line.
func bodyless(p *Program) []bodylessFunc {
	var all []bodylessFunc
	eachFunc(p, func(pkg *Package, fn *ast.FuncDecl) {
		if fn.Body != nil || pkg.Path == "runtime" || strings.HasPrefix(pkg.Path, corePrefix) {
			return
		}
		name := funcName(fn)
		f := bodylessFunc{pkg.Path + "." + name, pkg.Path + "." + name}
		if remote, _ := pkg.Linkname(name); remote != "" {
			f = bodylessFunc{f.line + " -> " + remote, remote}
		}
		if im, ok := pkg.Pragmas.Imports[name]; ok {
			f.line += " => " + im.Module + " " + im.Name
		}
		all = append(all, f)
	})
	return all
}

// definitions returns how many functions with bodies define each symbol.
func definitions(p *Program) map[string]int {
	all := map[string]int{}
	eachFunc(p, func(pkg *Package, fn *ast.FuncDecl) {
		name := funcName(fn)
		if fn.Body == nil || name == "init" || name == "_" {
			return
		}
		remote, _ := pkg.Linkname(name)
		all[cmp.Or(remote, pkg.Path+"."+name)]++
	})
	return all
}

func TestEachSymbolIsDefinedOnce(t *testing.T) {
	_, p := loadAll(t)
	for symbol, n := range definitions(p) {
		if n > 1 {
			t.Errorf("%s is defined %d times", symbol, n)
		}
	}
}

func eachFunc(p *Program, f func(*Package, *ast.FuncDecl)) {
	for _, pkg := range p.Packages {
		for _, file := range pkg.Files {
			for _, d := range file.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					f(pkg, fn)
				}
			}
		}
	}
}
