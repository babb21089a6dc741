package main

// This file holds the direction of the imports: core <- wasm <- site <- main, and that the command carries what pages are made of.

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/gopark/gopark"

// layers are the folders from the bottom up. A file imports from its own layer and
// those below.
var layers = []string{"core", "wasm", "site"}

// layer is the height of a folder of the module; the root is on top.
func layer(dir string) int {
	first, _, _ := strings.Cut(filepath.ToSlash(dir), "/")
	for i, name := range layers {
		if name == first {
			return i
		}
	}
	return len(layers)
}

func TestImportsPointOneWay(t *testing.T) {
	eachImport(t, func(file, imported string) {
		if target, ok := strings.CutPrefix(imported, module); ok {
			if from, to := layer(filepath.Dir(file)), layer(strings.TrimPrefix(target, "/")); to > from {
				t.Errorf("%s imports %s: that arrow points the wrong way", file, imported)
			}
		}
	})
}

// TestCoreNeedsOnlyTheStandardLibrary: core becomes part of every program.
func TestCoreNeedsOnlyTheStandardLibrary(t *testing.T) {
	eachImport(t, func(file, imported string) {
		if layer(filepath.Dir(file)) == 0 && strings.Contains(imported, ".") && !strings.HasPrefix(imported, module+"/core/") {
			t.Errorf("%s imports %s: core imports the standard library and core", file, imported)
		}
	})
}

// TestOnlyFrontTouchesJavaScript: syscall/js and safejs are for wasm/front.
func TestOnlyFrontTouchesJavaScript(t *testing.T) {
	eachImport(t, func(file, imported string) {
		inFront := strings.HasPrefix(filepath.ToSlash(file), "wasm/front/")
		if (imported == "syscall/js" || strings.HasPrefix(imported, "github.com/hack-pad/safejs")) && !inFront {
			t.Errorf("%s imports %s: only wasm/front may", file, imported)
		}
	})
}

// TestTheCommandCarriesThePage: whoever has the command alone makes a site of the scripts that it carries.
func TestTheCommandCarriesThePage(t *testing.T) {
	n := 0
	err := filepath.WalkDir("site/ui", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if ext := filepath.Ext(path); ext != ".ts" && ext != ".css" {
			return nil
		}
		n++
		if _, err := fs.Stat(sources, filepath.ToSlash(path)); err != nil {
			t.Errorf("%v: it is missing in what main.go embeds", err)
		}
		return nil
	})
	if err != nil || n < 50 {
		t.Errorf("%d files of the page: %v", n, err)
	}
}

// eachImport visits the imports of every Go file of the module, whatever its build
// tags. Tests may look where they like, within the first rule.
func eachImport(t *testing.T, visit func(file, imported string)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, im := range f.Imports {
			name, err := strconv.Unquote(im.Path.Value)
			if err != nil {
				return err
			}
			n++
			visit(path, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 100 {
		t.Fatalf("only %d imports seen: the test looks at the wrong folder", n)
	}
}
