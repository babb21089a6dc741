// This file writes abi.Name: a byte of flags, the length as a varint, the name,
// then perhaps a tag in the same form and the address of a package path.
package rtype

import (
	"encoding/binary"
	"fmt"
	"go/types"
)

// Bits of the first byte of a name.
const (
	nameExported = 1 << iota
	nameTag
	namePkg
	nameEmbedded
)

// name is the symbol of a name. pkg is nil but for a method of another package
// than its type.
func (b *Builder) name(name, tag string, exported, embedded bool, pkg *types.Package) string {
	flags := byte(0)
	if exported {
		flags |= nameExported
	}
	if tag != "" {
		flags |= nameTag
	}
	if pkg != nil {
		flags |= namePkg
	}
	if embedded {
		flags |= nameEmbedded
	}
	p := binary.AppendUvarint([]byte{flags}, uint64(len(name)))
	p = append(p, name...)
	if tag != "" {
		p = binary.AppendUvarint(p, uint64(len(tag)))
		p = append(p, tag...)
	}
	sym := fmt.Sprintf("go:name.%d.%s", flags, contentName(name+tag))
	if tag != "" {
		sym += fmt.Sprintf(".%d", len(name))
	}
	if pkg == nil {
		return b.shared(sym, 1, p)
	}
	sym += "." + pkg.Path()
	b.need(sym, func() {
		d := newData(sym, int64(len(p))+4)
		copy(d.s.Bytes, p)
		d.s.Align, d.s.Dup, d.s.RoData = 1, true, true
		d.addr32(int64(len(p)), b.pkgPath(pkg))
		b.add(d.s)
	})
	return sym
}

// pkgPath is the symbol of the name that holds an import path, "" for nil.
func (b *Builder) pkgPath(pkg *types.Package) string {
	if pkg == nil {
		return ""
	}
	return b.name(pkg.Path(), "", false, false, nil)
}
