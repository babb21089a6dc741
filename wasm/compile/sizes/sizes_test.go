package sizes

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

func check(t *testing.T, source string, s types.Sizes) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default(), Sizes: s}
	p, err := conf.Check("a", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const source = `package a

import (
	"unsafe"
)

type align64 struct{}
type (
	T01 int8
	T02 struct{ a int8; b int16; c int8; d int32; e bool }
	T03 struct{ a int32; b struct{} }
	T04 struct{ a struct{}; b int32 }
	T05 struct{ a struct{}; b [0]int64 }
	T06 [3]T02
	T07 [0]T02
	T08 struct{ a byte; b complex64; c byte; d complex128 }
	T09 struct{ a byte; s string; b byte; i any; c byte; l []int; p *int; f func(); m map[int]int; ch chan int }
	T10 struct{ a T03; b byte; c [0]func() }
	T11 struct{ a uintptr; b float32; u unsafe.Pointer; x rune }
	T12 [1 << 40]T09
	T13 [1 << 62]T09
	T14 struct{ a byte; b T13; c byte }
	T15 struct{ a T12; b [1<<40]struct{}; c T05 }
	T16 struct{ a align64; b int32 }
	T17 []T13
	T18 struct{}
	T19 [4]struct{}
	T20 struct{ a byte; b T19 }
)
`

func TestSizesAreThoseOfGC(t *testing.T) {
	want := types.SizesFor("gc", "wasm")
	p := check(t, source, want)
	for _, name := range p.Scope().Names() {
		typ := p.Scope().Lookup(name).Type()
		have := fmt.Sprint(Sizes{}.Sizeof(typ), Sizes{}.Alignof(typ))
		if w := fmt.Sprint(want.Sizeof(typ), want.Alignof(typ)); have != w {
			t.Errorf("%s: size and alignment %s, not %s", name, have, w)
		}
		if st, ok := typ.Underlying().(*types.Struct); ok {
			var fields []*types.Var
			for f := range st.Fields() {
				fields = append(fields, f)
			}
			if have, want := fmt.Sprint(Sizes{}.Offsetsof(fields)), fmt.Sprint(want.Offsetsof(fields)); have != want {
				t.Errorf("%s: offsets %s, not %s", name, have, want)
			}
		}
	}
}

// With 2^60 steps this test would not end.
func TestDeepStructs(t *testing.T) {
	var b strings.Builder
	b.WriteString("package a\n\ntype T0 struct{ a int8 }\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&b, "type T%d struct { a int32; c T%d }\n", i, i-1)
	}
	p := check(t, b.String(), Sizes{})
	if n := (Sizes{}).Sizeof(p.Scope().Lookup("T59").Type()); n != 240 {
		t.Error("size is", n)
	}
}
