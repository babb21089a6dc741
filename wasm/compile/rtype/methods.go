// This file writes the method tables of concrete types: abi.UncommonType and
// the list of abi.Method it leads to.
//
// A method's entries do not keep its code alive: its slot for interface calls
// lives if some interface method with its name and signature is called, its
// plain function if reflect asks for methods, its type if an interface type
// with such a method is alive.
package rtype

import (
	"go/types"
	"slices"

	"github.com/gopark/gopark/wasm/link"
)

// concreteMethods lists the methods of t in the order of its method table. Only
// defined types that are not interfaces or pointers have any, structs that
// embed, and pointers to such types.
func (b *Builder) concreteMethods(t types.Type) []*types.Selection {
	base := t
	if p, ok := t.(*types.Pointer); ok {
		base = types.Unalias(p.Elem())
	}
	switch base.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return nil
	case *types.Struct:
	default:
		if _, ok := base.(*types.Named); !ok {
			return nil
		}
	}
	set := b.methodSet(t)
	if set.Len() == 0 {
		return nil
	}
	ms := make([]*types.Selection, 0, set.Len())
	for m := range set.Methods() {
		ms = append(ms, m)
	}
	slices.SortFunc(ms, func(a, b *types.Selection) int { return compareNames(a.Obj(), b.Obj()) })
	return ms
}

func (b *Builder) methodSet(t types.Type) *types.MethodSet {
	if b.prog != nil {
		return b.prog.MethodSets.MethodSet(t)
	}
	return types.NewMethodSet(t)
}

// writeUncommon writes the abi.UncommonType at off and the methods at list.
func (b *Builder) writeUncommon(d *data, t types.Type, off, list int64, ms []*types.Selection) {
	home := methodHome(t)
	d.addr32(off, b.pkgPath(home))
	exported := 0
	for i, m := range ms {
		if m.Obj().Exported() {
			exported++
		}
		b.writeMethod(d, t, list+int64(i)*methodSize, m, home)
	}
	d.u16(off+4, uint16(len(ms)))
	d.u16(off+6, uint16(exported))
	d.u32(off+8, uint32(list-off))
}

func (b *Builder) writeMethod(d *data, t types.Type, off int64, sel *types.Selection, home *types.Package) {
	m := sel.Obj().(*types.Func)
	var pkg *types.Package
	if !m.Exported() && m.Pkg() != home {
		pkg = m.Pkg()
	}
	key := b.u.UseKey(m)
	d.addr32(off, b.name(m.Name(), "", m.Exported(), false, pkg))
	d.reloc(link.Reloc{Kind: link.DataAddr32, Off: uint32(off + 4), Sym: b.Type(bareSignature(m)), Key: "type " + key})
	ifn, tfn := b.methodSyms(t, sel, false)
	if ifn != "" {
		d.reloc(link.Reloc{Kind: link.DataMethod32, Off: uint32(off + 8), Sym: ifn, Key: key})
	}
	if tfn != "" {
		d.reloc(link.Reloc{Kind: link.DataMethod32, Off: uint32(off + 12), Sym: tfn, Key: "func " + key})
	}
}

// methodHome is the package of the names of t, whose unexported methods need
// not say theirs.
func methodHome(t types.Type) *types.Package {
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	switch t := t.(type) {
	case *types.Named:
		return t.Obj().Pkg()
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return types.Unsafe
		}
	}
	return nil
}

// methodSyms names the two forms of a method of t: the one that takes the data
// word of an interface, and the one that takes a receiver of type t. Unless t
// is pointer-shaped, the data word is a pointer to the receiver, so the first
// is the method of *t. Only reflect uses the second, and only if exported.
func (b *Builder) methodSyms(t types.Type, sel *types.Selection, onlyIface bool) (ifn, tfn string) {
	if b.prog == nil {
		return "", ""
	}
	isel := sel
	if !b.u.DirectIface(t) {
		isel = b.methodSet(types.NewPointer(t)).Lookup(sel.Obj().Pkg(), sel.Obj().Name())
	}
	if fn := b.prog.MethodValue(isel); fn != nil {
		ifn = b.h.MethodSym(fn)
	}
	if onlyIface || !sel.Obj().Exported() {
		return ifn, ""
	}
	if fn := b.prog.MethodValue(sel); fn != nil {
		tfn = b.h.FuncSym(fn)
	}
	return ifn, tfn
}
