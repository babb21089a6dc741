// This file writes type descriptors: abi.Type and what follows it, byte for
// byte as internal/abi declares them, so that reflect, internal/runtime/maps
// and the runtime read them as they read those of cmd/compile.
//
// Differences from cmd/compile: a NameOff or TypeOff is an address (the base
// that the runtime adds is 0), a TextOff is a table slot; names have no extra
// star; the descriptor of a map's group of slots lists no fields; behind the counts
// of a func type is the table slot of what reflect makes functions of it with.
//
// The descriptors of a package-level type T and of *T are in the object of T's
// package only. All others are in every object that needs them, and the linker
// keeps one.
//
// In cmd/compile: internal/reflectdata.
package rtype

import (
	"fmt"
	"go/types"

	"github.com/gopark/gopark/wasm/link"
)

// Sizes and offsets of package abi's structs.
const (
	typeSize     = 48
	uncommonSize = 16
	methodSize   = 16
	imethodSize  = 8
	fieldSize    = 24
)

// Bits of abi.TFlag.
const (
	flagUncommon = 1 << iota
	flagExtraStar
	flagNamed
	flagRegular
	flagGCMaskOnDemand
	flagDirectIface
)

// Kinds of package abi.
const (
	kindArray = 17 + iota
	kindChan
	kindFunc
	kindInterface
	kindMap
	kindPointer
	kindSlice
	kindString
	kindStruct
	kindUnsafePointer
)

// maxMask is the longest pointer mask that is written out (abi.MaxPtrmaskBytes).
const maxMask = 2048

// Type is the symbol of the descriptor of t.
func (b *Builder) Type(t types.Type) string {
	t = types.Unalias(t)
	name := b.u.TypeSym(t)
	if home := homeOf(t); home == nil || home == b.pkg {
		b.need(name, func() { b.writeType(name, t, home == nil) })
	}
	return name
}

// Named asks for the descriptors of the package-level types of the package.
func (b *Builder) Named() {
	scope := b.pkg.Scope()
	for _, n := range scope.Names() {
		o, ok := scope.Lookup(n).(*types.TypeName)
		if !ok || o.IsAlias() {
			continue
		}
		if t, ok := o.Type().(*types.Named); ok && t.TypeParams().Len() == 0 {
			b.Type(t)
			b.Type(types.NewPointer(t))
		}
	}
}

// homeOf is the package whose object alone describes t, nil if there is none.
func homeOf(t types.Type) *types.Package {
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.TypeArgs().Len() > 0 || n.Obj().Pkg() == nil || n.Obj().Parent() != n.Obj().Pkg().Scope() {
		return nil
	}
	return n.Obj().Pkg()
}

// writeType makes the descriptor: the common part, what the kind adds, the
// uncommon part, then lists of varying length.
func (b *Builder) writeType(name string, t types.Type, dup bool) {
	methods := b.concreteMethods(t)
	named := isNamed(t)
	extra := named || len(methods) > 0

	fixed := kindSize(t)
	lists := fixed
	if extra {
		lists += uncommonSize
	}
	end := lists + listSize(t)
	d := newData(name, end+int64(len(methods))*methodSize)
	d.s.Dup, d.s.RoData = dup, true
	b.writeCommon(d, t, named, extra)
	b.writeKind(d, t, lists)
	if extra {
		b.writeUncommon(d, t, fixed, end, methods)
	}
	b.add(d.s)
}

func isNamed(t types.Type) bool {
	switch t.(type) {
	case *types.Basic, *types.Named:
		return true
	}
	return false
}

// writeCommon writes the abi.Type.
func (b *Builder) writeCommon(d *data, t types.Type, named, extra bool) {
	u := b.u
	flags := uint8(0)
	set := func(on bool, f uint8) {
		if on {
			flags |= f
		}
	}
	set(extra, flagUncommon)
	set(named, flagNamed)
	set(types.Comparable(t) && u.Regular(t), flagRegular)
	set(u.DirectIface(t), flagDirectIface)
	mask, big := b.gcData(t)
	set(big, flagGCMaskOnDemand)

	d.u64(0, uint64(u.Size(t)))
	d.u64(8, uint64(u.PtrBytes(t)))
	d.u32(16, u.TypeHash(t))
	d.u8(20, flags)
	d.u8(21, uint8(u.Align(t)))
	d.u8(22, uint8(u.Align(t)))
	d.u8(23, kindOf(t))
	if types.Comparable(t) {
		d.addr(24, b.EqClosure(t))
	}
	d.addr(32, mask)
	d.addr32(40, b.name(u.TypeString(t), "", exportedType(t), false, nil))
	if b.wantsPtr(t) {
		d.addr32(44, b.Type(types.NewPointer(t)))
	}
}

// wantsPtr reports whether the descriptor of t leads to that of *t. For others
// reflect looks *t up by its name.
func (b *Builder) wantsPtr(t types.Type) bool {
	if _, ok := t.(*types.Pointer); ok {
		return false
	}
	return isNamed(t) || len(b.concreteMethods(types.NewPointer(t))) > 0
}

func exportedType(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Exported()
}

// gcData is the symbol of the pointer mask of t. A long one is left to the
// runtime: the symbol is then a zero word that it may fill in.
func (b *Builder) gcData(t types.Type) (sym string, big bool) {
	words := b.u.PtrBytes(t) / PtrSize
	if words == 0 {
		return "", false
	}
	if words > maxMask*8 {
		name := "go:gcmask." + b.u.TypeID(t)
		b.need(name, func() {
			b.add(&link.Symbol{Name: name, Kind: link.Data, Dup: true, Align: 8, Size: 8, Ptrs: true})
		})
		return name, true
	}
	return b.mask(b.u.PtrMask(t)), false
}

func (b *Builder) mask(mask []byte) string {
	return b.shared("go:gcbits."+contentName(string(mask)), 1, mask)
}

func kindOf(t types.Type) uint8 {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.String:
			return kindString
		case types.UnsafePointer:
			return kindUnsafePointer
		}
		return uint8(t.Kind()) // Bool = 1 ... Complex128 = 16 in both packages
	case *types.Array:
		return kindArray
	case *types.Chan:
		return kindChan
	case *types.Signature:
		return kindFunc
	case *types.Interface:
		return kindInterface
	case *types.Map:
		return kindMap
	case *types.Pointer:
		return kindPointer
	case *types.Slice:
		return kindSlice
	case *types.Struct:
		return kindStruct
	}
	panic(fmt.Sprintf("rtype: no kind for %v", t))
}

// kindSize is the size of the descriptor up to the uncommon part.
func kindSize(t types.Type) int64 {
	switch t.Underlying().(type) {
	case *types.Array:
		return typeSize + 24
	case *types.Chan:
		return typeSize + 16
	case *types.Signature:
		return typeSize + 8
	case *types.Interface, *types.Struct:
		return typeSize + 32
	case *types.Map:
		return typeSize + 64
	case *types.Pointer, *types.Slice:
		return typeSize + 8
	}
	return typeSize
}

// listSize is the size of the lists that the kind puts behind the uncommon part.
func listSize(t types.Type) int64 {
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return int64(t.Params().Len()+t.Results().Len()) * PtrSize
	case *types.Interface:
		return int64(t.NumMethods()) * imethodSize
	case *types.Struct:
		return int64(t.NumFields()) * fieldSize
	}
	return 0
}

// writeKind writes what follows the common part. Lists start at lists.
func (b *Builder) writeKind(d *data, t types.Type, lists int64) {
	switch x := t.Underlying().(type) {
	case *types.Array:
		d.addr(48, b.Type(x.Elem()))
		d.addr(56, b.Type(types.NewSlice(x.Elem())))
		d.u64(64, uint64(x.Len()))
	case *types.Chan:
		d.addr(48, b.Type(x.Elem()))
		d.u64(56, map[types.ChanDir]uint64{types.RecvOnly: 1, types.SendOnly: 2, types.SendRecv: 3}[x.Dir()])
	case *types.Signature:
		b.writeFunc(d, x, lists)
	case *types.Interface:
		b.writeInterface(d, t, lists)
	case *types.Map:
		b.writeMap(d, x)
	case *types.Pointer:
		d.addr(48, b.Type(x.Elem()))
	case *types.Slice:
		d.addr(48, b.Type(x.Elem()))
	case *types.Struct:
		b.writeStruct(d, x, lists)
	}
}

func (b *Builder) writeFunc(d *data, t *types.Signature, off int64) {
	out := uint16(t.Results().Len())
	if t.Variadic() {
		out |= 1 << 15
	}
	d.u16(48, uint16(t.Params().Len()))
	d.u16(50, out)
	d.reloc(link.Reloc{Kind: link.DataBridge32, Off: 52, Sym: b.u.MakeBridge(t), Key: MakeFuncKey})
	for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
		for v := range tuple.Variables() {
			d.addr(off, b.Type(v.Type()))
			off += PtrSize
		}
	}
}

func (b *Builder) writeInterface(d *data, t types.Type, off int64) {
	var home *types.Package
	if n, ok := t.(*types.Named); ok {
		home = n.Obj().Pkg()
	}
	d.addr(48, b.pkgPath(home))
	ms := b.u.Imethods(t)
	d.slice(56, off, len(ms))
	for i, m := range ms {
		var pkg *types.Package
		if !m.Exported() && m.Pkg() != home {
			pkg = m.Pkg()
		}
		at := off + int64(i)*imethodSize
		d.addr32(at, b.name(m.Name(), "", m.Exported(), false, pkg))
		d.addr32(at+4, b.Type(bareSignature(m)))
		d.reloc(link.Reloc{Kind: link.Use, Key: "type " + b.u.UseKey(m)})
	}
}

func (b *Builder) writeStruct(d *data, t *types.Struct, off int64) {
	var pkg *types.Package
	for f := range t.Fields() {
		if !f.Exported() {
			pkg = f.Pkg()
			break
		}
	}
	d.addr(48, b.pkgPath(pkg))
	d.slice(56, off, t.NumFields())
	offs := b.u.Offsets(t)
	for i := range t.NumFields() {
		f := t.Field(i)
		at := off + int64(i)*fieldSize
		d.addr(at, b.name(f.Name(), t.Tag(i), f.Exported(), f.Embedded(), nil))
		d.addr(at+8, b.Type(f.Type()))
		d.u64(at+16, uint64(offs[i]))
	}
}

// slice writes a slice header for n elements at offset to of the symbol itself.
func (d *data) slice(off, to int64, n int) {
	if n > 0 {
		d.addrAdd(off, d.s.Name, to)
	}
	d.u64(off+8, uint64(n))
	d.u64(off+16, uint64(n))
}

// bareSignature is the type of m without its receiver.
func bareSignature(m *types.Func) types.Type {
	s := m.Type().(*types.Signature)
	return types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic())
}
