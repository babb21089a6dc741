// This file writes abi.MapType: how a map's keys and elements lie in groups of
// eight slots, as internal/runtime/maps wants them.
//
// In cmd/compile: internal/reflectdata/map.go.
package rtype

import (
	"fmt"
	"go/token"
	"go/types"
)

const (
	mapSlots     = 8
	mapMaxInline = 128 // larger keys and elements are held by pointer
)

// Bits of abi.MapType.Flags.
const (
	mapNeedKeyUpdate = 1 << iota
	mapHashMightPanic
	mapIndirectKey
	mapIndirectElem
)

// MapGroup gives the type of a group of slots of a map, that of one slot, and
// the offset of the element in it.
func (u *Universe) MapGroup(m *types.Map) (group, slot *types.Struct, elemOff int64) {
	inline := func(t types.Type) types.Type {
		if u.Size(t) > mapMaxInline {
			return types.NewPointer(t)
		}
		return t
	}
	field := func(name string, t types.Type) *types.Var { return types.NewField(token.NoPos, nil, name, t, false) }
	slot = types.NewStruct([]*types.Var{field("key", inline(m.Key())), field("elem", inline(m.Elem()))}, nil)
	group = types.NewStruct([]*types.Var{
		field("ctrl", types.Typ[types.Uint64]),
		field("slots", types.NewArray(slot, mapSlots)),
	}, nil)
	return group, slot, u.Offsets(slot)[1]
}

func (b *Builder) writeMap(d *data, m *types.Map) {
	u := b.u
	group, slot, elemOff := u.MapGroup(m)
	flags := uint32(0)
	if needKeyUpdate(m.Key()) {
		flags |= mapNeedKeyUpdate
	}
	if u.HashPanics(m.Key()) {
		flags |= mapHashMightPanic
	}
	if u.Size(m.Key()) > mapMaxInline {
		flags |= mapIndirectKey
	}
	if u.Size(m.Elem()) > mapMaxInline {
		flags |= mapIndirectElem
	}
	d.addr(48, b.Type(m.Key()))
	d.addr(56, b.Type(m.Elem()))
	d.addr(64, b.groupType(group))
	d.addr(72, b.HashClosure(m.Key()))
	d.u64(80, uint64(u.Size(group)))
	d.u64(88, uint64(u.Size(slot)))
	d.u64(96, uint64(elemOff))
	d.u32(104, flags)
}

// groupType describes a group of slots for the allocator, which wants size and
// pointers only. Maps with groups of the same shape share it.
func (b *Builder) groupType(group *types.Struct) string {
	size, ptrs := b.u.Size(group), b.u.PtrBytes(group)
	mask := b.u.PtrMask(group)
	name := fmt.Sprintf("go:mapgroup.%d.%s", size, contentName(string(mask)))
	b.need(name, func() {
		d := newData(name, typeSize+32)
		d.s.Dup, d.s.RoData = true, true
		d.u64(0, uint64(size))
		d.u64(8, uint64(ptrs))
		d.u8(21, 8)
		d.u8(22, 8)
		d.u8(23, kindStruct)
		if ptrs > 0 {
			d.addr(32, b.mask(mask))
		}
		d.addr32(40, b.name("map.group", "", false, false, nil))
		b.add(d.s)
	})
	return name
}

// needKeyUpdate reports whether equal keys of type t may differ, so that an
// assignment must store the key too: +0 and -0, strings with other memory.
func needKeyUpdate(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsFloat|types.IsComplex|types.IsString) != 0
	case *types.Interface:
		return true
	case *types.Array:
		return needKeyUpdate(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if needKeyUpdate(f.Type()) {
				return true
			}
		}
	}
	return false
}
