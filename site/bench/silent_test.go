package bench

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"

	"github.com/gopark/gopark/core"
)

// TestSilence: the functions that record something are empty, and the text is still Go.
func TestSilence(t *testing.T) {
	text, err := fs.ReadFile(core.FS, "sched/events.go")
	if err != nil {
		t.Fatal(err)
	}
	silent, err := silence(text)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "events.go", silent, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	empty, slot, cold := 0, false, 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if strings.HasPrefix(f.Name.Name, "emit") && len(f.Body.List) == 0 {
			empty++
		}
		slot = slot || f.Name.Name == "slot" && len(f.Body.List) == 1
		if f.Doc != nil && strings.Contains(f.Doc.List[len(f.Doc.List)-1].Text, "//go:cold") {
			cold++
		}
	}
	if empty < 12 || !slot || cold < 2 {
		t.Errorf("%d functions record nothing, slot gives nothing: %v, %d are cold", empty, slot, cold)
	}
}

func TestEventCostsAreMeasuredWhenAskedFor(t *testing.T) {
	list, err := choose([]string{"fib", "events"})
	if err != nil || len(list) != 1+len(switches) || list[1].name != "events-gosched" || list[1].in("native") || !list[1].in("wazero") {
		t.Errorf("%+v, %v", list, err)
	}
	if list, _ := choose(nil); len(list) != len(measurements) {
		t.Errorf("%d are measured without a name", len(list))
	}
}
