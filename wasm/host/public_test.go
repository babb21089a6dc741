package host

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/gopark/gopark/wasm/compile"
	"github.com/gopark/gopark/wasm/compile/load"
)

// paged is a builder that gets the library as the page does: the first part, and others when a program needs them.
type paged struct {
	*Builder
	parts []compile.Part
	index *compile.Index
	got   []int
}

func newPaged(t *testing.T, parts []compile.Part, index *compile.Index) *paged {
	t.Helper()
	first, err := compile.DecodeArchive(parts[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	c, err := compile.New(compile.Config{Archive: first})
	if err != nil {
		t.Fatal(err)
	}
	return &paged{&Builder{c: c}, parts, index, nil}
}

// build gets what is missing, and compiles.
func (p *paged) build(t *testing.T, file load.File) []byte {
	t.Helper()
	for _, n := range p.c.Missing(p.index, file) {
		a, err := compile.DecodeArchive(p.parts[n].Data)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.c.Add(a); err != nil {
			t.Fatal(err)
		}
		p.got = append(p.got, n)
	}
	if more := p.c.Missing(p.index, file); len(more) > 0 {
		t.Fatalf("%s: still missing: %v", file.Name, more)
	}
	module, ds, err := p.Build(0, file)
	if err != nil || len(ds) > 0 {
		t.Fatal(file.Name, err, load.Text(ds))
	}
	return module
}

// partsOf are the parts of the library, and the index as the page reads it.
func partsOf(t *testing.T, b *Builder) ([]compile.Part, *compile.Index) {
	t.Helper()
	parts, index, err := b.Parts()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(index)
	if err != nil {
		t.Fatal(err)
	}
	if index, err = compile.ReadIndex(text); err != nil {
		t.Fatal(err)
	}
	return parts, index
}

// TestThePagesLibraryGivesTheSameModules: a module does not depend on which packages the compiler has, nor on the order in which they came.
func TestThePagesLibraryGivesTheSameModules(t *testing.T) {
	whole, err := NewBuilder()
	if err != nil {
		t.Fatal(err)
	}
	parts, index := partsOf(t, whole)
	names := []string{"generics", "fmtverbs", "networks", "files", "reflects", "sorting", "contexts", "bignum", "strconvs", "iterators"}
	var want [][]byte
	var files []load.File
	for _, name := range names {
		src, err := os.ReadFile("testdata/programs/" + name + ".go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, load.File{Name: name + ".go", Data: src})
		module, ds, err := whole.Build(0, files[len(files)-1])
		if err != nil || len(ds) > 0 {
			t.Fatal(name, err, load.Text(ds))
		}
		want = append(want, module)
	}
	forward := newPaged(t, parts, index)
	for i, file := range files {
		if got := forward.build(t, file); !bytes.Equal(got, want[i]) {
			t.Errorf("%s: modules of %d and %d bytes", names[i], len(got), len(want[i]))
		}
	}
	backward := newPaged(t, parts, index)
	for i, file := range slices.Backward(files) {
		if got := backward.build(t, file); !bytes.Equal(got, want[i]) {
			t.Errorf("%s, backward: modules of %d and %d bytes", names[i], len(got), len(want[i]))
		}
	}
	if slices.Equal(forward.got, backward.got) || len(forward.got) == 0 || len(forward.got) >= len(parts)-1 {
		t.Errorf("%d parts: got %v and %v", len(parts), forward.got, backward.got)
	}
}

// TestEachPackageAlone: a program that imports nothing else has all that the package needs, used as a whole.
func TestEachPackageAlone(t *testing.T) {
	whole, err := NewBuilder()
	if err != nil {
		t.Fatal(err)
	}
	parts, index := partsOf(t, whole)
	for _, path := range load.Supported {
		if path == "unsafe" {
			continue
		}
		p := newPaged(t, parts, index)
		file := load.File{Name: "main.go", Data: fmt.Appendf(nil, "package main\n\nimport _ %q\n\nfunc main() {}\n", path)}
		p.build(t, file)
		out, ds, err := p.c.Compile(file)
		if err != nil || len(ds) > 0 {
			t.Fatal(path, err, load.Text(ds))
		}
		var roots []string
		for _, o := range out.Objects {
			if o.Path != path {
				continue
			}
			for _, s := range o.Symbols {
				roots = append(roots, s.Name)
			}
		}
		if _, err := out.Link(compile.LinkOptions{MemoryBytes: DefaultMemory, Shared: true, Roots: roots}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestPartsAreSmall: what is fetched before the first program is the smaller part of the library.
func TestPartsAreSmall(t *testing.T) {
	whole, err := NewBuilder()
	if err != nil {
		t.Fatal(err)
	}
	parts, _ := partsOf(t, whole)
	total := 0
	for _, p := range parts {
		total += len(p.Data)
		t.Logf("%9d %s", len(p.Data), p.Name)
	}
	if first := len(parts[0].Data); first > total/2 {
		t.Errorf("the first part has %d of %d bytes", first, total)
	}
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
