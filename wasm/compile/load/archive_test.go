// This file tests that a program means the same whether its library comes from
// source or from an archive.

//go:build !js

package load

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/ssa"
)

func TestArchiveMeansTheSame(t *testing.T) {
	fromSource, lib := loadAll(t)
	a, err := NewArchive(lib)
	if err != nil {
		t.Fatal(err)
	}
	data := a.Encode()
	if a, err = DecodeArchive(data); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Encode(), data) {
		t.Error("an archive that is decoded and encoded differs")
	}
	fromArchive, err := New(Config{Archive: a, Sanity: true})
	if err != nil {
		t.Fatal(err)
	}
	source := 0
	for _, ar := range a.Packages {
		if ar.Source != nil {
			source++
		}
	}
	t.Logf("archive of %d packages, %d as source, %d KB", len(a.Packages), source, len(data)>>10)

	names, _ := filepath.Glob("testdata/programs/*.go")
	if len(names) < 10 {
		t.Fatal("too few programs")
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file := File{Name: filepath.Base(name), Data: src}
		want := describe(t, fromSource, file)
		start := time.Now()
		got := describe(t, fromArchive, file)
		t.Logf("%s: %v from the archive", file.Name, time.Since(start).Round(10*time.Microsecond))
		if got != want {
			t.Errorf("%s differs from the archive:\n%s", name, firstDifference(want, got))
		}
	}
}

// BenchmarkArchiveFirst is the load of a first program from an archive.
func BenchmarkArchiveFirst(b *testing.B) {
	lib, err := library()
	if err != nil {
		b.Fatal(err)
	}
	a, err := NewArchive(lib)
	if err != nil {
		b.Fatal(err)
	}
	src, err := os.ReadFile("testdata/programs/channels.go")
	if err != nil {
		b.Fatal(err)
	}
	data := a.Encode()
	for b.Loop() {
		a, err := DecodeArchive(data)
		if err != nil {
			b.Fatal(err)
		}
		l, err := New(Config{Archive: a})
		if err != nil {
			b.Fatal(err)
		}
		if _, ds, err := l.Load(File{Name: "main.go", Data: src}); err != nil || ds != nil {
			b.Fatal(err, ds)
		}
	}
}

// describe lists the objects that a program uses with their types, and its code
// with that of the instances it reaches.
func describe(t *testing.T, l *Loader, file File) string {
	t.Helper()
	p, ds, err := l.Load(file)
	if err != nil || ds != nil {
		t.Fatal(err, Text(ds))
	}
	var lines []string
	ast.Inspect(p.Main.Files[0], func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.Main.Info.Uses[id] != nil {
			lines = append(lines, fmt.Sprint(p.Fset.Position(id.Pos()), types.ObjectString(p.Main.Info.Uses[id], nil)))
		}
		return true
	})
	for _, fn := range reached(p.Main.SSA) {
		var b bytes.Buffer
		fn.WriteTo(&b)
		lines = append(lines, withoutPositions(b.String()))
	}
	return strings.Join(lines, "\n")
}

// withoutPositions drops the lines that hold columns in the library.
func withoutPositions(code string) string {
	var kept []string
	for line := range strings.Lines(code) {
		if !strings.HasPrefix(line, "# Location:") && !strings.HasPrefix(line, "# Parent:") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// reached returns the functions of a package and the instances that they reach, by name.
func reached(pkg *ssa.Package) []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] || fn.Pkg != pkg && len(fn.TypeArgs()) == 0 && fn.Parent() == nil {
			return
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, op := range in.Operands(nil) {
					if callee, ok := (*op).(*ssa.Function); ok {
						visit(callee)
					}
				}
			}
		}
	}
	for _, m := range pkg.Members {
		if fn, ok := m.(*ssa.Function); ok {
			visit(fn)
		}
	}
	var fns []*ssa.Function
	for fn := range seen {
		fns = append(fns, fn)
	}
	slices.SortFunc(fns, func(a, b *ssa.Function) int { return strings.Compare(a.String(), b.String()) })
	return fns
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			return fmt.Sprintf("source:  %s\narchive: %s", w[i], g[min(i, len(g)-1)])
		}
	}
	return "the archive gives more"
}
