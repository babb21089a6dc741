// This file makes itabs, and orders methods as the runtime wants them.
//
// An itab holds for each method of the interface, in the order of Imethods, the
// table slot of the concrete type's method in the form that takes the data word
// of the interface as its first parameter. A method that is never called
// through an interface keeps no code alive.
package rtype

import (
	"go/types"
	"slices"
	"strings"

	"github.com/gopark/gopark/wasm/link"
)

// FunOff is the offset of the method slots in an itab.
const FunOff = 24

// Imethods lists the methods of an interface in the order of abi.InterfaceType
// and abi.ITab.
func (u *Universe) Imethods(iface types.Type) []*types.Func {
	t := iface.Underlying().(*types.Interface)
	if m, ok := u.methods.get(t); ok {
		return m
	}
	ms := make([]*types.Func, t.NumMethods())
	for i := range ms {
		ms[i] = t.Method(i)
	}
	slices.SortFunc(ms, func(a, b *types.Func) int { return compareNames(a, b) })
	u.methods.put(t, ms)
	return ms
}

// MethodIndex is the place of m in Imethods(iface).
func (u *Universe) MethodIndex(iface types.Type, m *types.Func) int {
	return slices.IndexFunc(u.Imethods(iface), func(f *types.Func) bool { return f.Id() == m.Id() })
}

// compareNames orders methods: exported ones first, then by name and package.
func compareNames(a, b types.Object) int {
	if a.Exported() != b.Exported() {
		if a.Exported() {
			return -1
		}
		return 1
	}
	if c := strings.Compare(a.Name(), b.Name()); c != 0 || a.Exported() {
		return c
	}
	return strings.Compare(a.Pkg().Path(), b.Pkg().Path())
}

// Itab is the symbol of the itab of concrete type t as interface iface, which
// has methods and which t has.
func (b *Builder) Itab(t, iface types.Type) string {
	name := "itab:" + b.u.TypeID(t) + "," + b.u.TypeID(iface)
	b.need(name, func() { b.writeItab(name, t, iface) })
	return name
}

func (b *Builder) writeItab(name string, t, iface types.Type) {
	ms := b.u.Imethods(iface)
	d := newData(name, FunOff+int64(len(ms))*PtrSize)
	d.s.Dup, d.s.RoData = true, true
	d.addr(0, b.Type(iface))
	d.addr(8, b.Type(t))
	d.u32(16, b.u.TypeHash(t))
	set := b.methodSet(t)
	for i, m := range ms {
		sel := set.Lookup(m.Pkg(), m.Name())
		if sel == nil {
			panic("rtype: " + b.u.TypeID(t) + " does not implement " + b.u.TypeID(iface))
		}
		off := FunOff + int64(i)*PtrSize
		if ifn, _ := b.methodSyms(t, sel, true); ifn != "" {
			d.reloc(link.Reloc{Kind: link.DataSlot64, Off: uint32(off), Sym: ifn, Key: b.u.UseKey(m)})
		}
	}
	b.add(d.s)
}
