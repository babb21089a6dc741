package host

import (
	"bytes"
	"os"
	"testing"

	"github.com/gopark/gopark/wasm/compile"
	"github.com/gopark/gopark/wasm/compile/load"
)

// TestThePagesLibraryGivesTheSameModules: it lacks only what programs of the page cannot import.
func TestThePagesLibraryGivesTheSameModules(t *testing.T) {
	whole, err := NewBuilder()
	if err != nil {
		t.Fatal(err)
	}
	public, err := whole.Archive()
	if err != nil {
		t.Fatal(err)
	}
	if len(public) >= len(whole.library) {
		t.Errorf("it has %d bytes, the whole library %d", len(public), len(whole.library))
	}
	a, err := compile.DecodeArchive(public)
	if err != nil {
		t.Fatal(err)
	}
	c, err := compile.New(compile.Config{Archive: a})
	if err != nil {
		t.Fatal(err)
	}
	part := &Builder{c: c, library: public}
	for _, name := range []string{"generics", "fmtverbs", "networks", "files", "reflects", "sorting", "contexts", "bignum", "strconvs", "iterators"} {
		src, err := os.ReadFile("testdata/programs/" + name + ".go")
		if err != nil {
			t.Fatal(err)
		}
		var modules [2][]byte
		for i, b := range []*Builder{whole, part} {
			module, ds, err := b.Build(0, load.File{Name: "main.go", Data: src})
			if err != nil || len(ds) > 0 {
				t.Fatal(name, err, load.Text(ds))
			}
			modules[i] = module
		}
		if !bytes.Equal(modules[0], modules[1]) {
			t.Errorf("%s: modules of %d and %d bytes", name, len(modules[0]), len(modules[1]))
		}
	}
	t.Logf("%d bytes of %d", len(public), len(whole.library))
}

// TestOnlyOurProgramsReadRecords: a user's program cannot import core.
func TestOnlyOurProgramsReadRecords(t *testing.T) {
	b, err := NewBuilder()
	if err != nil {
		t.Fatal(err)
	}
	file := load.File{Name: "main.go", Data: []byte("package main\n\nimport _ \"github.com/gopark/gopark/core/event/stats\"\n\nfunc main() {}\n")}
	if _, ds, err := b.Build(0, file); err != nil || len(ds) != 1 {
		t.Errorf("%v %v", ds, err)
	}
	ours, err := b.Ours()
	if err != nil {
		t.Fatal(err)
	}
	if _, ds, err := ours.Build(0, file); err != nil || len(ds) > 0 {
		t.Errorf("%v %v", ds, err)
	}
}
