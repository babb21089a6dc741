// This file tests loading: what is shared, what is the user's, and what happens
// when something is missing.

//go:build !js

package load

import (
	"fmt"

	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// loader is shared by the tests that only load programs.
var loader = sync.OnceValues(func() (*Loader, error) { return New(Config{Sanity: true}) })

func load(t *testing.T, src string) (*Program, []Diagnostic) {
	t.Helper()
	l, err := loader()
	if err != nil {
		t.Fatal(err)
	}
	p, ds, err := l.Load(File{Name: "main.go", Data: []byte(src)})
	if err != nil {
		t.Fatal(err)
	}
	return p, ds
}

func TestSecondProgramIsCheap(t *testing.T) {
	l, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	var first *Program
	for i := range 60 {
		src := fmt.Sprintf("package main\nimport \"fmt\"\nfunc f() int { return %d }\nfunc main() { fmt.Println(f()) }\n", i)
		p, ds, err := l.Load(File{Name: "main.go", Data: []byte(src)})
		if err != nil || ds != nil {
			t.Fatal(err, ds)
		}
		if first == nil {
			first = p
			t.Logf("first program: %d packages in %v", len(p.Packages), time.Since(start))
			start = time.Now()
			continue
		}
		if p.ByPath["fmt"] != first.ByPath["fmt"] || p.Main.SSA == first.Main.SSA {
			t.Fatal("fmt is not shared, or main is")
		}
		if p.Main.SSA.Func("f").Blocks == nil {
			t.Fatal("main.f has no body")
		}
	}
	t.Logf("each further one: %v", time.Since(start)/59)
}

func TestPackagesComeAfterTheirImports(t *testing.T) {
	p, _ := load(t, "package main\nimport \"fmt\"\nfunc main() { fmt.Println() }\n")
	seen := map[*Package]bool{}
	for _, pkg := range p.Packages {
		for _, dep := range pkg.Imports {
			if !seen[dep] {
				t.Errorf("%s comes before %s", pkg.Path, dep.Path)
			}
		}
		seen[pkg] = true
	}
	if !seen[p.Main] || p.ByPath["runtime"] == nil {
		t.Error("main or runtime is not there")
	}
}

func TestBeforeSSASeesEachPackageOnce(t *testing.T) {
	seen := map[string]int{}
	l, err := New(Config{BeforeSSA: func(p *Package) {
		seen[p.Path]++
		if p.Path == "main" {
			p.Info.InitOrder = nil
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		p, ds, err := l.Load(File{Name: "main.go", Data: []byte("package main\nimport \"errors\"\nvar e = errors.New(\"x\")\nfunc main() { println(e) }\n")})
		if err != nil || ds != nil {
			t.Fatal(err, ds)
		}
		for _, b := range p.Main.SSA.Func("init").Blocks {
			for _, in := range b.Instrs {
				if strings.Contains(in.String(), "errors.New") {
					t.Error("the initialiser of e is still there")
				}
			}
		}
	}
	if seen["errors"] != 1 || seen["main"] != 2 {
		t.Error(seen["errors"], seen["main"])
	}
}

func TestSeveralFiles(t *testing.T) {
	l, err := loader()
	if err != nil {
		t.Fatal(err)
	}
	_, ds, err := l.Load(
		File{Name: "b.go", Data: []byte("package main\nfunc main() { f(x) }\n")},
		File{Name: "a.go", Data: []byte("package main\nfunc f(n int) { y }\n")})
	if want := "./b.go:2:17: undefined: x\n./a.go:2:17: undefined: y\n"; err != nil || Text(ds) != want {
		t.Errorf("got %v\n%swant\n%s", err, Text(ds), want)
	}
}

func TestUnsupportedImport(t *testing.T) {
	_, ds := load(t, "package main\n\nimport (\n\t\"net/http\"\n\t\"internal/abi\"\n\t\"example.com/x\"\n)\n\nfunc main() {}\n")
	if len(ds) != 3 || ds[0].Line != 4 || ds[0].Col != 2 {
		t.Fatalf("%v", ds)
	}
	for i, want := range []string{"package net/http is not supported here; supported: bufio, bytes, ", "use of internal package internal/abi not allowed", "package example.com/x is not supported"} {
		if !strings.HasPrefix(ds[i].Msg, want) {
			t.Errorf("got %s, want %s", ds[i].Msg, want)
		}
	}
}

func TestHostImportsAreNotForUsers(t *testing.T) {
	_, ds := load(t, "package main\n\n//go:wasmimport env f\nfunc f(int32) int32\n\nfunc main() {}\n")
	if got, want := fmt.Sprint(ds), "[./main.go:4:6: missing function body]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPragmas(t *testing.T) {
	p, ds := load(t, `package main

import _ "unsafe"

//go:linkname now time.now
func now() (int64, int32, int64)

//go:wasmexport g
func exported() {}

type t[T any] struct{}

//go:noinline
func (*t[T]) m() {}

func main() {}
`)
	if ds != nil {
		t.Fatal(ds)
	}
	sched := p.ByPath["github.com/gopark/gopark/core/sched"].Pragmas
	got := fmt.Sprint(p.Main.Pragmas.Exports, p.Main.Pragmas.Funcs, sched.Imports["hostnewosproc"], sched.Exports["vrun"])
	if want := "map[] map[(*t).m:[noinline]] {gopark/1 newosproc}vrun"; got != want { // a user exports nothing
		t.Errorf("got %s, want %s", got, want)
	}
	if remote, ok := p.Main.Linkname("now"); !ok || remote != "time.now" {
		t.Error(remote, ok)
	}
}

func TestShiftCountIsTyped(t *testing.T) {
	_, ds := load(t, "package main\nfunc f(x int) int { return 1 << (1 << (1 << uint(x))) }\nfunc main() { println(f(1)) }\n")
	if ds != nil {
		t.Error(ds)
	}
}

func TestWrongGoTree(t *testing.T) {
	for _, row := range []struct {
		version, want string
	}{
		{"go1.25.3\n", "holds go1.25.3, but this gopark compiles the library of go1.26"},
		{"", "read the version"},
	} {
		tree := fstest.MapFS{}
		if row.version != "" {
			tree["VERSION"] = &fstest.MapFile{Data: []byte(row.version)}
		}
		if _, err := New(Config{GOROOT: tree}); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
}

func TestGoTreeIsFound(t *testing.T) {
	dir, err := FindGOROOT()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir + "/src/runtime/proc.go"); err != nil {
		t.Error(err)
	}
}
