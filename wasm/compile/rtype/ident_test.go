// This file tests that types have the same text exactly if they are identical.
package rtype_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/rtype"
)

const identSource = `package p

type T struct{ a int }
type U struct{ a int }
type A = T
type G[X any] struct{ x X }
type I interface{ M(); m() }
type E struct{ T }
type R []R

func (T) M() {}
func (T) m() {}

var (
	a T; b U; c A; d *T; e struct{ T }; f struct{ T T }; g struct{ A }; h struct{ A A }
	i G[T]; j G[U]; k G[A]; l G[G[T]]; m []byte; n []uint8; o []rune; p []int32; q any; r interface{}
	s func(int, ...string); t func(int, []string); u func(x int, y ...string); v interface{ m(); M() }
	w struct{ X int "tag" }; x struct{ X int }; y struct{ x int }; z chan (<-chan int); aa chan<- chan int; ab chan (chan<- int)
	ac [3]int; ad [4]int; ae map[string]T; af map[string]A; ag func() (int, error); ah func() (a int, b error); ai R; aj []R; ak [][]R
	al interface{ M() }; am interface{ M(); I }
)

func f1() any { type T struct{ a int }; return T{} }
func f2() any { type T struct{ a int }; return T{} }
func f3() any { if true { type T struct{ a int }; return []T{} }; type T struct{ a int }; return T{} }

func gen[X any]() any { type L struct{ x X; next *L }; return L{} }
func useGen() (any, any, any) { return gen[int](), gen[string](), gen[T]() }
`

func TestTypeIDIsIdentity(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", identSource, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := new(types.Config).Check("example.com/p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	prog := ssa.NewProgram(fset, ssa.InstantiateGenerics)
	sp := prog.CreatePackage(pkg, []*ast.File{f}, info, true)
	sp.Build()
	var list []types.Type
	for id, o := range info.Defs {
		if v, ok := o.(*types.Var); ok && v.Parent() == pkg.Scope() {
			list = append(list, v.Type())
		}
		if n, ok := o.(*types.TypeName); ok && !n.IsAlias() && id.Name == "T" {
			list = append(list, n.Type(), types.NewSlice(n.Type()))
		}
	}
	for _, m := range sp.Members {
		if fn, ok := m.(*ssa.Function); ok && fn.TypeParams().Len() == 0 {
			list = appendBoxed(list, fn)
		}
	}
	u := rtype.New(fset)
	locals := 0
	for i, x := range list {
		if n, ok := x.(*types.Named); ok && n.Obj().Name() == "L" {
			locals++
		}
		for _, y := range list[:i] {
			if same := u.TypeID(x) == u.TypeID(y); same != types.Identical(x, y) {
				t.Errorf("%v and %v: same text is %v\n%s\n%s", x, y, same, u.TypeID(x), u.TypeID(y))
			}
		}
	}
	if locals != 3 {
		t.Errorf("%d instances of the local type of a generic function, want 3", locals)
	}
}

// appendBoxed adds the types that fn and the instances it calls put in interfaces.
func appendBoxed(list []types.Type, fn *ssa.Function) []types.Type {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.MakeInterface:
				list = append(list, in.X.Type())
			case *ssa.Call:
				if g := in.Call.StaticCallee(); g != nil && len(g.TypeArgs()) > 0 {
					list = appendBoxed(list, g)
				}
			}
		}
	}
	return list
}

func TestComponents(t *testing.T) {
	for _, c := range []struct {
		typ  string
		n    int
		ref  bool
		last int64 // offset of the last component
	}{
		{"int8", 1, false, 0},
		{"string", 2, false, 8},
		{"[]int", 3, false, 16},
		{"any", 2, false, 8},
		{"complex64", 2, false, 4},
		{"complex128", 2, false, 8},
		{"struct{}", 0, false, 0},
		{"[0]string", 0, false, 0},
		{"[1]string", 2, false, 8},
		{"[2]int", 1, true, 0},
		{"struct{ a [2]int }", 1, true, 0},
		{"struct{ a, b, c, d, e, f, g, h int8 }", 8, false, 7},
		{"struct{ a, b, c, d, e, f, g, h, i int8 }", 1, true, 0},
		{"struct{ a int8; b string; c struct{ d int16; e []byte } }", 7, false, 48},
		{"struct{ a [1]struct{ b int32; c float64 }; d [0]int; e chan int }", 3, false, 16},
		{"struct{ a string; b string; c []int; d int }", 8, false, 56},
		{"struct{ a string; b string; c []int; d any }", 1, true, 0},
		{"map[string]int", 1, false, 0},
		{"func()", 1, false, 0},
	} {
		u := rtype.New(nil)
		ty := checkType(t, c.typ)
		cs := u.Components(ty)
		if len(cs) != c.n || u.ByRef(ty) != c.ref || c.n > 0 && cs[len(cs)-1].Off != c.last {
			t.Errorf("%s: %d components, by reference %v: %v", c.typ, len(cs), u.ByRef(ty), cs)
		}
	}
}
