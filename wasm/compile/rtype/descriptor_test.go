// This file compares descriptors with what reflect says of the same types.
package rtype_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"sync"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/wasm/compile/rtype"
	"github.com/gopark/gopark/wasm/link"
)

// fromSource imports packages of this machine's Go tree, unexported names included.
var fromSource = sync.OnceValues(func() (*token.FileSet, types.Importer) {
	fset := token.NewFileSet()
	return fset, importer.ForCompiler(fset, "source", nil)
})

// checkFile type-checks one of the test's files by itself.
func checkFile(t *testing.T, name string) (*token.FileSet, *types.Package, *types.Info, *ast.File) {
	t.Helper()
	fset, imp := fromSource()
	f, err := parser.ParseFile(fset, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
	conf := types.Config{Importer: imp, Sizes: types.SizesFor("gc", "amd64")}
	pkg, err := conf.Check("github.com/gopark/gopark/wasm/compile/rtype_test", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return fset, pkg, info, f
}

// checkSamples type-checks sample_test.go and finds the list of samples.
func checkSamples(t *testing.T) (*token.FileSet, *types.Info, []ast.Expr) {
	t.Helper()
	fset, _, info, f := checkFile(t, "sample_test.go")
	var list []ast.Expr
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.ValueSpec); ok && s.Names[0].Name == "samples" {
			list = s.Values[0].(*ast.CompositeLit).Elts
		}
		return true
	})
	return fset, info, list
}

// comparer walks a descriptor and a reflect.Type side by side.
type comparer struct {
	t    *testing.T
	seen map[reflect.Type]bool
}

func TestDescriptorsAgreeWithReflect(t *testing.T) {
	fset, info, list := checkSamples(t)
	if len(list) != len(samples) {
		t.Fatalf("%d samples in source, %d in memory", len(list), len(samples))
	}
	u := rtype.New(fset)
	im := &image{t, map[string]*link.Symbol{}}
	// A Builder of no package makes what has no home; one is needed per home.
	everything := &universal{u: u, im: im, builders: map[*types.Package]*rtype.Builder{}}
	c := &comparer{t, map[reflect.Type]bool{}}
	for i, e := range list {
		ty := types.Default(info.TypeOf(e))
		rt := reflect.TypeOf(samples[i])
		if types.IsInterface(ty) { // a call: the source does not tell
			continue
		}
		name := everything.describe(ty)
		c.compare(im.addr(name), rt)
	}
	t.Logf("%d types compared", len(c.seen))
	if len(c.seen) < 500 {
		t.Errorf("only %d types compared", len(c.seen))
	}
}

// universal plays all packages: it makes the descriptor of any type.
type universal struct {
	u        *rtype.Universe
	im       *image
	builders map[*types.Package]*rtype.Builder
}

func (a *universal) builder(p *types.Package) *rtype.Builder {
	b := a.builders[p]
	if b == nil {
		b = a.u.NewBuilder(p, nil, testHooks{})
		a.builders[p] = b
		if p != nil {
			b.Named()
		}
	}
	return b
}

// describe makes the descriptor of t, and all that it refers to.
func (a *universal) describe(t types.Type) string {
	name := a.builder(nil).Type(t)
	for n := -1; n != len(a.im.syms); {
		n = len(a.im.syms)
		a.homes(t, map[types.Type]bool{})
		for _, b := range a.builders {
			syms, _ := b.Flush()
			for _, s := range syms {
				if a.im.syms[s.Name] != nil && !s.Dup {
					a.im.t.Fatalf("%s is defined twice", s.Name)
				}
				a.im.syms[s.Name] = s
			}
		}
	}
	return name
}

// homes makes a Builder for every package that t leads to.
func (a *universal) homes(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch x := types.Unalias(t).(type) {
	case *types.Named:
		if p := x.Obj().Pkg(); p != nil {
			a.packages(p)
		}
		for i := range x.TypeArgs().Len() {
			a.homes(x.TypeArgs().At(i), seen)
		}
	case interface{ Elem() types.Type }:
		a.homes(x.Elem(), seen)
		if m, ok := x.(*types.Map); ok {
			a.homes(m.Key(), seen)
		}
	case *types.Struct:
		for f := range x.Fields() {
			a.homes(f.Type(), seen)
		}
	case *types.Signature:
		for _, tu := range []*types.Tuple{x.Params(), x.Results()} {
			for v := range tu.Variables() {
				a.homes(v.Type(), seen)
			}
		}
	case *types.Interface:
		for m := range x.Methods() {
			a.homes(m.Type(), seen)
		}
	}
}

func (a *universal) packages(p *types.Package) {
	if a.builders[p] != nil {
		return
	}
	a.builder(p)
	for _, q := range p.Imports() {
		if q.Path() != "unsafe" {
			a.packages(q)
		}
	}
}

// nativeType mirrors abi.Type, nativeMap abi.MapType.
type nativeType struct {
	size, ptrBytes            uintptr
	hash                      uint32
	flags, align, field, kind uint8
	equal                     unsafe.Pointer
	gcData                    *byte
	str, ptrToThis            int32
}

type nativeMap struct {
	nativeType
	key, elem, group, hasher     unsafe.Pointer
	groupSize, slotSize, elemOff uintptr
	flags                        uint32
}

func native(t reflect.Type) unsafe.Pointer {
	return (*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1]
}

func (c *comparer) same(t reflect.Type, what string, got, want any) {
	c.t.Helper()
	if got != want {
		c.t.Errorf("%v: %s is %v, reflect says %v", t, what, got, want)
	}
}

func (c *comparer) compare(a at, t reflect.Type) {
	if c.seen[t] || c.t.Failed() && len(c.seen) > 5000 {
		return
	}
	c.seen[t] = true
	if a.isNil() {
		c.t.Errorf("%v: no descriptor", t)
		return
	}
	c.common(a, t)
	c.kind(a, t)
	c.methods(a, t)
}

func (c *comparer) common(a at, t reflect.Type) {
	n := (*nativeType)(native(t))
	c.same(t, "size", uintptr(a.u64(0)), t.Size())
	c.same(t, "pointer bytes", uintptr(a.u64(8)), n.ptrBytes)
	c.same(t, "align", int(a.u8(21)), t.Align())
	c.same(t, "field align", int(a.u8(22)), t.FieldAlign())
	c.same(t, "kind", reflect.Kind(a.u8(23)), t.Kind())
	c.same(t, "string", a.ptr(40).name().name, t.String())
	c.same(t, "comparable", !a.ptr(24).isNil(), t.Comparable())
	const flags = 1 | 4 | 8 | 32
	c.same(t, "flags", a.u8(20)&flags, n.flags&flags)
	if n.flags&16 == 0 && a.u8(20)&16 == 0 {
		bits := unsafe.Slice(n.gcData, (n.ptrBytes/8+7)/8)
		for i, want := range bits {
			c.same(t, "mask", a.ptr(32).u8(int64(i)), want)
		}
	}
}

func (c *comparer) kind(a at, t reflect.Type) {
	lists := a.uncommon() + 16
	if lists == 16 {
		lists = 48 + map[reflect.Kind]int64{reflect.Func: 8, reflect.Interface: 32, reflect.Struct: 32}[t.Kind()]
	}
	switch t.Kind() {
	case reflect.Array:
		c.same(t, "len", int(a.u64(64)), t.Len())
		c.compare(a.ptr(56), reflect.SliceOf(t.Elem()))
	case reflect.Chan:
		c.same(t, "dir", reflect.ChanDir(a.u64(56)), t.ChanDir())
	case reflect.Func:
		c.funcType(a, t, lists)
		return
	case reflect.Interface:
		c.iface(a, t)
		return
	case reflect.Map:
		c.mapType(a, t)
	case reflect.Struct:
		c.structType(a, t)
		return
	case reflect.Pointer, reflect.Slice:
	default:
		return
	}
	off := int64(48)
	if t.Kind() == reflect.Map {
		off = 56
	}
	c.compare(a.ptr(off), t.Elem())
}

func (c *comparer) funcType(a at, t reflect.Type, off int64) {
	c.same(t, "ins", int(a.u16(48)), t.NumIn())
	c.same(t, "outs", int(a.u16(50)&0x7fff), t.NumOut())
	c.same(t, "variadic", a.u16(50)>>15 == 1, t.IsVariadic())
	for i := range t.NumIn() {
		c.compare(a.ptr(off+8*int64(i)), t.In(i))
	}
	for i := range t.NumOut() {
		c.compare(a.ptr(off+8*int64(t.NumIn()+i)), t.Out(i))
	}
}

func (c *comparer) iface(a at, t reflect.Type) {
	c.same(t, "methods", int(a.u64(64)), t.NumMethod())
	for i := range t.NumMethod() {
		m, e := t.Method(i), a.ptr(56).add(int64(i)*8)
		n := e.ptr(0).name()
		c.same(t, "method", n.name, m.Name)
		c.same(t, "method exported", n.exported, m.PkgPath == "")
		pkg := n.pkg
		if pkg == "" && !n.exported {
			pkg = a.ptr(48).name().name
		}
		c.same(t, "method package", pkg, m.PkgPath)
		c.compare(e.ptr(4), m.Type)
	}
}

func (c *comparer) mapType(a at, t reflect.Type) {
	n := (*nativeMap)(native(t))
	c.compare(a.ptr(48), t.Key())
	c.same(t, "group size", uintptr(a.u64(80)), n.groupSize)
	c.same(t, "slot size", uintptr(a.u64(88)), n.slotSize)
	c.same(t, "elem offset", uintptr(a.u64(96)), n.elemOff)
	c.same(t, "map flags", a.u32(104), n.flags)
	g := (*nativeType)(n.group)
	c.same(t, "size in group type", uintptr(a.ptr(64).u64(0)), g.size)
	c.same(t, "pointer bytes of group", uintptr(a.ptr(64).u64(8)), g.ptrBytes)
	c.same(t, "hasher is closure", a.ptr(72).reloc(0).Kind, link.DataSlot64)
}

func (c *comparer) structType(a at, t reflect.Type) {
	c.same(t, "fields", int(a.u64(64)), t.NumField())
	for i := range t.NumField() {
		f, e := t.Field(i), a.ptr(56).add(int64(i)*24)
		n := e.ptr(0).name()
		c.same(t, "field", n.name, f.Name)
		c.same(t, "tag", n.tag, string(f.Tag))
		c.same(t, "embedded", n.embedded, f.Anonymous)
		c.same(t, "exported", n.exported, f.PkgPath == "")
		c.same(t, "offset", uintptr(e.u64(16)), f.Offset)
		if !n.exported {
			c.same(t, "package of fields", a.ptr(48).name().name, f.PkgPath)
		}
		c.compare(e.ptr(8), f.Type)
	}
}

func (c *comparer) methods(a at, t reflect.Type) {
	off := a.uncommon()
	if off == 0 {
		c.same(t, "name", "", t.Name())
		if t.Kind() != reflect.Interface {
			c.same(t, "methods", 0, t.NumMethod())
		}
		return
	}
	c.same(t, "type package", a.ptr(off).name().name, typePackage(t))
	if t.Kind() == reflect.Interface {
		return
	}
	c.same(t, "exported methods", int(a.u16(off+6)), t.NumMethod())
	for i := range t.NumMethod() {
		e := a.add(off + int64(a.u32(off+8)) + int64(i)*16)
		c.same(t, "method name", e.ptr(0).name().name, t.Method(i).Name)
		c.same(t, "ins of method", int(e.ptr(4).u16(48)), t.Method(i).Type.NumIn()-1)
		for j := 1; j < t.Method(i).Type.NumIn(); j++ {
			c.compare(e.ptr(4).ptr(56+8*int64(j-1)), t.Method(i).Type.In(j))
		}
	}
}

// typePackage is what the descriptor holds: for an unnamed pointer that of its
// element, which reflect does not give.
func typePackage(t reflect.Type) string {
	if t.Name() == "" && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath()
}
