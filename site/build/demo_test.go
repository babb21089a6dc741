package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestDemosAreThoseOfTheTests: program and settings of each demo are those with which wasm/host tests it.
func TestDemosAreThoseOfTheTests(t *testing.T) {
	tested := map[string]map[string]string{}
	files, _ := filepath.Glob(repoRoot + "/wasm/host/demos_*_test.go")
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				if m := fields(lit); m["id"] != "" {
					tested[m["id"]] = m
				}
			}
			return true
		})
	}
	if len(tested) != len(demos) {
		t.Fatalf("%d demos are tested, there are %d", len(tested), len(demos))
	}
	for _, d := range demos {
		want := tested[d.Name]
		if d.file != want["program"] || strconv.Itoa(d.procs) != want["procs"] || d.policy != want["policy"] || untilText(d.until) != map[string]string{"": "", "time.Second": "1s"}[want["until"]] {
			t.Errorf("%s is %+v here, and is tested as %v", d.Name, d, want)
		}
	}
}

// fields are the values of a struct, those of its field how included.
func fields(lit *ast.CompositeLit) map[string]string {
	m := map[string]string{}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		switch v := kv.Value.(type) {
		case *ast.BasicLit:
			text, err := strconv.Unquote(v.Value)
			if err != nil {
				text = v.Value
			}
			m[key.Name] = text
		case *ast.SelectorExpr:
			if pkg, ok := v.X.(*ast.Ident); ok {
				m[key.Name] = pkg.Name + "." + v.Sel.Name
			}
		case *ast.CompositeLit:
			if key.Name == "how" {
				for k, inner := range fields(v) {
					m[k] = inner
				}
			}
		}
	}
	return m
}

// TestEachDemoHasItsMoment: what the page of a demo shows at first is there.
func TestEachDemoHasItsMoment(t *testing.T) {
	s, err := readText("")
	if err != nil {
		t.Fatal(err)
	}
	s.Compile, s.Record, s.tmp = compileProgram, recordProgram, t.TempDir()
	for _, d := range s.demos {
		begun := time.Now()
		if err := s.runDemo(d); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		b := d.page.built[&d.page.Plays[0].Program]
		if b.drawing.Wide == "" && !d.large {
			t.Errorf("%s has no picture", d.Name)
		}
		t.Logf("%s %v", d.Name, time.Since(begun))
	}
}
