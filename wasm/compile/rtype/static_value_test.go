// This file compares static data with the values that compiled Go has.
package rtype_test

import (
	"go/ast"
	"go/types"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/rtype"
	"github.com/gopark/gopark/wasm/link"
)

// checkData reports where the data at a differs from v.
func checkData(t *testing.T, path string, a at, v reflect.Value) {
	t.Helper()
	bad := func(got any) { t.Errorf("%s is %v, want %v", path, got, v) }
	word := func(o int64, n int) uint64 {
		x := uint64(0)
		for i := n - 1; i >= 0; i-- {
			x <<= 8
			if k := a.off + o + int64(i); k < int64(len(a.sym.Bytes)) {
				x |= uint64(a.sym.Bytes[k])
			}
		}
		return x
	}
	size := int(v.Type().Size())
	switch v.Kind() {
	case reflect.Bool:
		if (word(0, 1) != 0) != v.Bool() {
			bad(word(0, 1))
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if shift := 64 - 8*size; int64(word(0, size))<<shift>>shift != v.Int() {
			bad(word(0, size))
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if word(0, size) != v.Uint() {
			bad(word(0, size))
		}
	case reflect.Float64:
		if word(0, 8) != math.Float64bits(v.Float()) {
			bad(word(0, 8))
		}
	case reflect.Float32:
		if uint32(word(0, 4)) != math.Float32bits(float32(v.Float())) {
			bad(word(0, 4))
		}
	case reflect.Complex128:
		if word(0, 8) != math.Float64bits(real(v.Complex())) || word(8, 8) != math.Float64bits(imag(v.Complex())) {
			bad(word(0, 8))
		}
	case reflect.String:
		got := ""
		if p := a.ptr(0); !p.isNil() {
			got = string(p.bytes()[:word(8, 8)])
		}
		if got != v.String() {
			bad(got)
		}
	case reflect.Slice:
		if int(word(8, 8)) != v.Len() || int(word(16, 8)) != v.Cap() || (a.ptr(0).isNil() && !v.IsNil()) {
			bad(word(8, 8))
			return
		}
		for i := range v.Len() {
			checkData(t, path+"[]", a.ptr(0).add(int64(i)*int64(v.Type().Elem().Size())), v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			checkData(t, path+"[]", a.add(int64(i)*int64(v.Type().Elem().Size())), v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			checkData(t, path+"."+f.Name, a.add(int64(f.Offset)), v.Field(i))
		}
	case reflect.Pointer:
		if a.ptr(0).isNil() != v.IsNil() {
			bad(a.ptr(0))
		} else if !v.IsNil() {
			checkData(t, "*"+path, a.ptr(0), v.Elem())
		}
	case reflect.Func, reflect.Map, reflect.Chan:
		if (a.reloc(0) == nil) != v.IsNil() {
			bad(a.reloc(0))
		}
	case reflect.Interface:
		checkIface(t, path, a, v)
	default:
		t.Errorf("%s: kind %v", path, v.Kind())
	}
}

// checkIface compares the dynamic type by its name, and the value.
func checkIface(t *testing.T, path string, a at, v reflect.Value) {
	t.Helper()
	typ := a.ptr(0)
	if typ.isNil() || v.IsNil() {
		if !typ.isNil() || !v.IsNil() {
			t.Errorf("%s is nil or should be", path)
		}
		return
	}
	if v.Type().NumMethod() > 0 {
		typ = typ.ptr(8)
	}
	if got := typ.ptr(40).name().name; got != v.Elem().Type().String() {
		t.Errorf("%s holds a %s, want %v", path, got, v.Elem().Type())
		return
	}
	if v.Elem().Type().String() == "*reflect.rtype" {
		if got := a.ptr(8).ptr(40).name().name; got != v.Interface().(reflect.Type).String() {
			t.Errorf("%s is type %s, want %v", path, got, v)
		}
		return
	}
	if typ.u8(20)&32 != 0 { // direct
		checkData(t, path, a.add(8), v.Elem())
		return
	}
	checkData(t, path, a.ptr(8), v.Elem())
}

func TestStaticDataOfUnicode(t *testing.T) {
	r, err := loadStd(false, "unicode")
	if err != nil {
		t.Fatal(err)
	}
	im := &image{t, r.symbols(t)}
	lu := im.addr("unicode.Lu")
	if lu.ptr(0) != im.addr("unicode._Lu").ptr(0) {
		t.Error("Lu and _Lu are not the same table")
	}
	checkData(t, "CaseRanges", im.addr("unicode.CaseRanges"), reflect.ValueOf(unicode.CaseRanges))
	checkData(t, "GraphicRanges", im.addr("unicode.GraphicRanges"), reflect.ValueOf(unicode.GraphicRanges))
	checkData(t, "AzeriCase", im.addr("unicode.AzeriCase"), reflect.ValueOf(unicode.AzeriCase))
	n := 0
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		for name, table := range tables {
			if im.syms["unicode."+name] == nil {
				continue // the variable has another name
			}
			n++
			checkData(t, name, im.addr("unicode."+name), reflect.ValueOf(table))
		}
	}
	t.Logf("%d tables compared", n)
	if s := im.syms["unicode.Categories"]; len(s.Bytes) > 0 || s.Size != 8 {
		t.Error("Categories is data")
	}
}

func TestStaticDataOfSamples(t *testing.T) {
	fset, pkg, info, file := checkFile(t, "vars_test.go")
	u := rtype.New(fset)
	im := &image{t, map[string]*link.Symbol{}}
	all := &universal{u: u, im: im, builders: map[*types.Package]*rtype.Builder{}}
	all.packages(pkg)
	all.builders[pkg].Statics(info)
	for _, in := range info.InitOrder {
		if n := in.Lhs[0].Name(); n != "varNatives" && !strings.HasPrefix(n, "dynamic") {
			t.Errorf("the initialiser of %s stays", n)
		}
	}
	prog := ssa.NewProgram(fset, ssa.InstantiateGenerics)
	for p := range all.builders {
		if p == pkg {
			prog.CreatePackage(p, []*ast.File{file}, info, true)
		} else if p != nil {
			prog.CreatePackage(p, nil, nil, true)
		}
	}
	for _, b := range all.builders {
		b.SetProgram(prog)
	}
	all.describe(types.Typ[types.Int])
	for name, p := range varNatives {
		if strings.HasPrefix(name, "dynamic") {
			if a := im.addr(pkg.Path() + "." + name); len(a.sym.Bytes) > 0 || len(a.sym.Relocs) > 0 {
				t.Errorf("%s is data", name)
			}
			continue
		}
		checkData(t, name, im.addr(pkg.Path()+"."+name), reflect.ValueOf(p).Elem())
	}
	same := func(a, b at) {
		t.Helper()
		if a != b {
			t.Errorf("addresses differ: %s+%d, %s+%d", a.sym.Name, a.off, b.sym.Name, b.off)
		}
	}
	v := func(name string) at { return im.addr(pkg.Path() + "." + name) }
	same(v("varAddrField").ptr(0), v("varStruct").add(8))
	same(v("varAddrElem").ptr(0), v("varArray").add(2*8))
	same(v("varCopy").ptr(0), v("varPtr").ptr(0))
	same(v("varArrSlice").ptr(0), v("varArray").add(8))
}
