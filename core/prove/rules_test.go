package prove

// This file holds the table of core/sched/rules.md against the sources: ours, Go's, the tests and the mutants.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// ruleRow is a row of the table.
type ruleRow struct{ rule, here, inGo, test, without string }

func TestRulesTable(t *testing.T) {
	rows := readRules(t)
	if len(rows) < 40 {
		t.Errorf("only %d rules", len(rows))
	}
	here := functions(t, filepath.Join(root, "core/sched"), filepath.Join(root, "core/rt"))
	inGo := functions(t, filepath.Join(runtime.GOROOT(), "src/runtime"))
	mutants := map[string]Mutant{}
	for _, m := range Mutants {
		mutants[m.Name] = m
	}
	listed := map[string]bool{}
	for _, r := range rows {
		if !here[r.here] {
			t.Errorf("%s: we have no function %s", r.rule, r.here)
		}
		if !inGo[r.inGo] {
			t.Errorf("%s: package runtime of %s has no function %s", r.rule, runtime.Version(), r.inGo)
		}
		m, ok := mutants[r.without]
		switch {
		case !ok:
			t.Errorf("%s: there is no mutant %q", r.rule, r.without)
		case m.Test != r.test:
			t.Errorf("%s: the mutant %q is found by %s, not %s", r.rule, r.without, m.Test, r.test)
		case !functions(t, filepath.Join(root, m.pkg()))[r.test]:
			t.Errorf("%s: there is no test %s in %s", r.rule, r.test, m.pkg())
		}
		listed[r.without] = true
	}
	for _, m := range Mutants {
		if !listed[m.Name] {
			t.Errorf("the mutant %q breaks a rule that the table does not have", m.Name)
		}
	}
}

// readRules reads the tables whose first heading is "rule".
func readRules(t *testing.T) (rows []ruleRow) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "core/sched/rules.md"))
	if err != nil {
		t.Fatal(err)
	}
	inside := false
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case len(cells) != 5 || cells[0] == "rule":
			inside = cells[0] == "rule"
		case inside && !strings.HasPrefix(cells[0], "---"):
			rows = append(rows, ruleRow{cells[0], cells[1], cells[2], cells[3], cells[4]})
		}
	}
	return rows
}

var functionsOf = map[string]map[string]bool{}

// functions are the names of all functions and methods of the packages in some folders.
func functions(t *testing.T, dirs ...string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, dir := range dirs {
		if functionsOf[dir] == nil {
			functionsOf[dir] = readFunctions(t, dir)
		}
		for name := range functionsOf[dir] {
			names[name] = true
		}
	}
	return names
}

func readFunctions(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no sources in ", dir, err)
	}
	names := map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				names[fn.Name.Name] = true
			}
		}
	}
	return names
}
