// These tests compile with an archive instead of a Go tree.

package compile

import (
	"bytes"
	"testing"

	"github.com/gopark/gopark/wasm/compile/load"
)

const generic = `package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

type pair[K cmp.Ordered, V any] struct {
	key K
	val V
}

func main() {
	ps := []pair[string, int]{{"b", 2}, {"a", 1}}
	slices.SortFunc(ps, func(x, y pair[string, int]) int { return strings.Compare(x.key, y.key) })
	fmt.Println(ps, slices.Max([]float64{1, 3, 2}))
}
`

func TestArchiveGivesTheSameModule(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles part of the library")
	}
	source, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := source.archive("runtime", "fmt", "cmp", "slices", "strings")
	if err != nil {
		t.Fatal(err)
	}
	b, err := a.Encode()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("archive of %d packages: %d bytes", len(a.Objects), len(b))
	a, err = DecodeArchive(b)
	if err != nil {
		t.Fatal(err)
	}
	archived, err := New(Config{Archive: a})
	if err != nil {
		t.Fatal(err)
	}
	if x, y := module(t, source), module(t, archived); !bytes.Equal(x, y) {
		t.Errorf("modules differ: %d bytes from source, %d from the archive", len(x), len(y))
	}
}

func module(t *testing.T, c *Compiler) []byte {
	t.Helper()
	out, ds, err := c.Compile(load.File{Name: "main.go", Data: []byte(generic)})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, load.Text(ds))
	}
	r, err := out.Link(LinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Module
}
