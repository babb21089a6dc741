// This file holds the offsets that this package writes at against the structs
// of package abi in the Go tree that is compiled.
package rtype_test

import (
	"fmt"
	"go/types"
	"testing"

	"github.com/gopark/gopark/wasm/compile/rtype"
)

func TestOffsetsAreThoseOfPackageABI(t *testing.T) {
	r, err := std()
	if err != nil {
		t.Fatal(err)
	}
	abi := r.prog.ByPath["internal/abi"].Types
	var named []*types.Named
	for _, n := range abi.Scope().Names() {
		if o, ok := abi.Scope().Lookup(n).(*types.TypeName); ok {
			if ty, ok := o.Type().(*types.Named); ok {
				named = append(named, ty)
			}
		}
	}
	have := r.u.Structs("", named...)
	for _, s := range []struct {
		name   string
		size   int64
		fields map[string]int64
	}{
		{"Type", 48, map[string]int64{"Size_": 0, "PtrBytes": 8, "Hash": 16, "TFlag": 20, "Align_": 21, "FieldAlign_": 22, "Kind_": 23, "Equal": 24, "GCData": 32, "Str": 40, "PtrToThis": 44}},
		{"ArrayType", 72, map[string]int64{"Elem": 48, "Slice": 56, "Len": 64}},
		{"ChanType", 64, map[string]int64{"Elem": 48, "Dir": 56}},
		{"FuncType", 56, map[string]int64{"InCount": 48, "OutCount": 50}},
		{"InterfaceType", 80, map[string]int64{"PkgPath": 48, "Methods": 56}},
		{"MapType", 112, map[string]int64{"Key": 48, "Elem": 56, "Group": 64, "Hasher": 72, "GroupSize": 80, "SlotSize": 88, "ElemOff": 96, "Flags": 104}},
		{"PtrType", 56, map[string]int64{"Elem": 48}},
		{"SliceType", 56, map[string]int64{"Elem": 48}},
		{"StructType", 80, map[string]int64{"PkgPath": 48, "Fields": 56}},
		{"StructField", 24, map[string]int64{"Name": 0, "Typ": 8, "Offset": 16}},
		{"UncommonType", 16, map[string]int64{"PkgPath": 0, "Mcount": 4, "Xcount": 6, "Moff": 8}},
		{"Method", 16, map[string]int64{"Name": 0, "Mtyp": 4, "Ifn": 8, "Tfn": 12}},
		{"Imethod", 8, map[string]int64{"Name": 0, "Typ": 4}},
		{"ITab", 32, map[string]int64{"Inter": 0, "Type": 8, "Hash": 16, "Fun": rtype.FunOff}},
	} {
		if have[s.name].Size != s.size {
			t.Errorf("abi.%s has %d bytes, not %d", s.name, have[s.name].Size, s.size)
		}
		for f, off := range s.fields {
			if got, ok := have[s.name].Fields[f]; !ok || got[0] != off {
				t.Errorf("abi.%s.%s is at %d, not %d", s.name, f, got[0], off)
			}
		}
	}
	flags := map[string]int64{
		"TFlagUncommon": 1, "TFlagExtraStar": 2, "TFlagNamed": 4, "TFlagRegularMemory": 8, "TFlagGCMaskOnDemand": 16, "TFlagDirectIface": 32,
		"Array": 17, "Map": 21, "UnsafePointer": 26, "MapNeedKeyUpdate": 1, "MapHashMightPanic": 2, "MapIndirectKey": 4, "MapIndirectElem": 8,
		"MapMaxKeyBytes": 128, "MapMaxElemBytes": 128, "MapGroupSlots": 8, "MaxPtrmaskBytes": 2048,
	}
	for name, want := range flags {
		c, ok := abi.Scope().Lookup(name).(*types.Const)
		if !ok || c.Val().ExactString() != fmt.Sprint(want) {
			t.Errorf("abi.%s is %v, not %d", name, c, want)
		}
	}
}
