// This file finds and parses the source of library packages.
//
// A package comes from the Go tree, from core, or from both: core/std/P stands
// for the library package P as a whole, except that the files of the Go tree
// which core/std/P/goroot.txt lists, one a line, are compiled too, whatever system
// they are for. A line "value.go without F, T.M" leaves a function and a method of
// that file out: core/std/P has others of that name. An import of
// github.com/gopark/gopark/core/X is core/X.
//
// Which files of another directory count is decided by go/build, for GOOS=wasip1
// and GOARCH=wasm and the tag gopark; a few packages get a made-up GOARCH instead,
// so that their assembly gives way to the portable code.

//go:build !js

package load

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// portable are the packages that have assembly for wasm.
var portable = map[string]bool{
	"internal/bytealg":     true,
	"internal/chacha8rand": true,
	"math":                 true,
	"math/big":             true,
}

// small are the packages of core/std that are smaller than Go's, so that programs are. Tests of packages have Go's.
var small = map[string]bool{
	"crypto/internal/boring":      true,
	"crypto/internal/fips140":     true,
	"crypto/internal/fips140only": true,
}

// source knows the Go tree and what is laid over it.
type source struct {
	goroot, overlay fs.FS
	tested          string // the package that has its tests in it
	race            bool   // core finds data races
}

// parse fills p.Files, p.names, p.Pragmas from the source of p.Path.
func (s *source) parse(fset *token.FileSet, p *Package) error {
	files, err := s.files(p.Path)
	if err != nil {
		return err
	}
	if p.Path == s.tested {
		inside, _, err := s.tests(p.Path)
		if err != nil {
			return err
		}
		files = append(files, inside...)
	}
	for _, f := range files {
		tree, err := parser.ParseFile(fset, f.Name, f.Data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parse library: %w", err)
		}
		p.Files = append(p.Files, tree)
	}
	p.sources = files
	p.names = imported(p.Files, false)
	p.Pragmas = pragmas(p.Files)
	return nil
}

// files returns the Go files of a library package. Their names begin with
// $GOROOT or gopark.
func (s *source) files(pkg string) ([]File, error) {
	if rest, ok := strings.CutPrefix(pkg, corePrefix); ok {
		return s.dir(pkg, s.overlay, rest, "gopark/core/"+rest, nil)
	}
	in := pkg
	if strings.HasPrefix(pkg, "golang.org/x/sync/") {
		in = "cmd/vendor/" + pkg // the go command uses it
	}
	std, goroot, shown := path.Join("std", pkg), path.Join("src", in), path.Join("$GOROOT/src", in)
	if !hasGoFiles(s.overlay, std) || s.tested != "" && small[pkg] {
		return s.dir(pkg, s.goroot, goroot, shown, nil)
	}
	files, err := s.dir(pkg, s.overlay, std, shown, nil)
	if err != nil {
		return nil, err
	}
	list, err := fs.ReadFile(s.overlay, path.Join(std, "goroot.txt"))
	if err != nil {
		return files, nil
	}
	names, without := keptFiles(list)
	kept, err := s.dir(pkg, s.goroot, goroot, shown, names)
	for i, f := range kept {
		if drop := without[path.Base(f.Name)]; drop != nil && err == nil {
			kept[i].Data, err = leaveOut(f, drop)
		}
	}
	return append(files, kept...), err
}

// keptFiles reads a goroot.txt: the files, and what is left out of some of them.
func keptFiles(list []byte) (names []string, without map[string][]string) {
	without = map[string][]string{}
	for _, line := range lines(list) {
		name, drop, found := strings.Cut(line, " without ")
		names = append(names, name)
		if found {
			without[name] = strings.Split(drop, ", ")
		}
	}
	return names, without
}

// leaveOut blanks functions and methods of a file. No line moves.
func leaveOut(f File, drop []string) ([]byte, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, f.Name, f.Data, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("parse library: %w", err)
	}
	data := bytes.Clone(f.Data)
	left := 0
	for _, decl := range tree.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || !slices.Contains(drop, funcName(fn)) {
			continue
		}
		left++
		for i := fset.PositionFor(fn.Pos(), false).Offset; i < fset.PositionFor(fn.End(), false).Offset; i++ {
			if data[i] != '\n' {
				data[i] = ' '
			}
		}
	}
	if left != len(drop) {
		return nil, fmt.Errorf("%s has not all of what is to be left out: %s", f.Name, strings.Join(drop, ", "))
	}
	return data, nil
}

// dir returns the Go files of one directory that match the target; or, if only is
// not nil, those it lists.
func (s *source) dir(pkg string, tree fs.FS, dir, shown string, only []string) ([]File, error) {
	entries, err := fs.ReadDir(tree, dir)
	if err != nil {
		return nil, fmt.Errorf("package %s is not in the library", pkg)
	}
	ctxt := buildContext(tree, portable[pkg])
	if s.race {
		ctxt.BuildTags = append(ctxt.BuildTags, "goparkrace")
	}
	var files []File
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || only != nil && !slices.Contains(only, name) {
			continue
		}
		if ok, err := ctxt.MatchFile(dir, name); err != nil {
			return nil, fmt.Errorf("%s: file %s: %w", pkg, name, err)
		} else if !ok && only == nil {
			continue
		}
		data, err := fs.ReadFile(tree, path.Join(dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, File{Name: shown + "/" + name, Data: data})
	}
	if len(files) == 0 || only != nil && len(files) != len(only) {
		return nil, fmt.Errorf("package %s: missing Go files in %s", pkg, shown)
	}
	return files, nil
}

// buildContext returns the rules by which files are chosen. The tool tags are
// those that the go command of this version has for wasm.
func buildContext(tree fs.FS, portable bool) *build.Context {
	c := &build.Context{
		GOOS:      "wasip1",
		GOARCH:    "wasm",
		Compiler:  "gc",
		BuildTags: []string{"gopark", "math_big_pure_go"},
		ToolTags:  []string{"goexperiment.dwarf5", "goexperiment.greenteagc", "goexperiment.randomizedheapbase64", "wasm.satconv", "wasm.signext"},
		JoinPath:  path.Join,
		OpenFile:  func(name string) (io.ReadCloser, error) { return tree.Open(name) },
	}
	for minor := 1; minor <= 26; minor++ {
		c.ReleaseTags = append(c.ReleaseTags, "go1."+strconv.Itoa(minor))
	}
	if portable {
		c.GOARCH = "gopark"
	}
	return c
}

func hasGoFiles(tree fs.FS, dir string) bool {
	names, _ := fs.Glob(tree, path.Join(dir, "*.go"))
	return len(names) > 0
}

// lines returns the lines of a list, without comments and blank ones.
func lines(list []byte) []string {
	var all []string
	for line := range bytes.Lines(list) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		if line = bytes.TrimSpace(line); len(line) > 0 {
			all = append(all, string(line))
		}
	}
	return all
}
