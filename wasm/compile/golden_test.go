// These tests hold what the passes make of small programs against golden texts.
// Each file of testdata is a program and what a stage left of its functions:
//
//	-- main.go --
//	-- attr --     how each function of the program is called
//	-- ir NAME --  the function after lowering
//
// go test -update writes the texts anew.

package compile

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/compile/load"
)

var update = flag.Bool("update", false, "write the golden files")

// shared is a compiler that all tests use, and what it dumped of the last program.
var shared struct {
	once  sync.Once
	c     *Compiler
	err   error
	funcs []*dumped
}

type dumped struct {
	name, attr, text string
}

func compiler(t *testing.T) *Compiler {
	shared.once.Do(func() {
		shared.c, shared.err = New(Config{Dump: func(stage string, f *ir.Func) {
			if stage == "ir" && strings.HasPrefix(f.Sym, "main.") {
				shared.funcs = append(shared.funcs, &dumped{f.Sym, attrLine(f), f.String()})
			}
		}})
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.c
}

func attrLine(f *ir.Func) string {
	s := f.Sym + " " + [...]string{"plain", "fueled", "resumable"}[f.ABI]
	if f.Poll {
		s += " poll"
	}
	if f.PollEntry {
		s += " pollentry"
	}
	if f.HasRecover {
		s += " recover"
	}
	return s
}

func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	if len(files) == 0 {
		t.Fatal("no testdata")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a := txtar.Parse(data)
	c := compiler(t)
	shared.funcs = nil
	_, ds, err := c.Compile(load.File{Name: "main.go", Data: a.Files[0].Data})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, load.Text(ds))
	}
	slices.SortFunc(shared.funcs, func(x, y *dumped) int { return strings.Compare(x.name, y.name) })
	for i, f := range a.Files[1:] {
		got := section(f.Name)
		if *update {
			a.Files[i+1].Data = []byte(got)
		} else if got != string(f.Data) {
			t.Errorf("%s is\n%s\nand not\n%s", f.Name, got, f.Data)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// section is the text of a golden section.
func section(name string) string {
	var b bytes.Buffer
	for _, f := range shared.funcs {
		switch {
		case name == "attr" && !strings.HasPrefix(f.name, "main.init"):
			fmt.Fprintln(&b, f.attr)
		case name == "ir "+f.name:
			fmt.Fprintln(&b, strings.TrimRight(f.text, "\n"))
		}
	}
	return b.String()
}

// The runtime follows its own pointers without looking, a program does not.
func TestNilChecks(t *testing.T) {
	c := compiler(t)
	src := `package main

type node struct{ next *node }

func main() {
	n := &node{}
	println(n.next.next == nil)
}
`
	out, ds, err := c.Compile(load.File{Name: "main.go", Data: []byte(src)})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, load.Text(ds))
	}
	checks := map[string]bool{}
	for _, o := range out.Objects {
		for _, s := range o.Symbols {
			for _, r := range s.Relocs {
				checks[s.Name] = checks[s.Name] || r.Sym == "runtime.panicmem"
			}
		}
	}
	for name, want := range map[string]bool{schedPrefix + "(*M).goschedImpl": false, rtPrefix + "Semacquire": false, "main.main": true} {
		if got, ok := checks[name]; !ok || got != want {
			t.Errorf("%s checks for nil: %v (known: %v)", name, got, ok)
		}
	}
}
