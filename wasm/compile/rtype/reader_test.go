// This file reads descriptors out of symbols, as reflect reads memory.
package rtype_test

import (
	"encoding/binary"
	"testing"

	"github.com/gopark/gopark/wasm/link"
)

// image is a set of data symbols that refer to each other.
type image struct {
	t    *testing.T
	syms map[string]*link.Symbol
}

// at is an address in an image; the zero value is nil.
type at struct {
	im  *image
	sym *link.Symbol
	off int64
}

func (im *image) addr(name string) at {
	s := im.syms[name]
	if s == nil {
		im.t.Fatalf("no symbol %s", name)
	}
	return at{im, s, 0}
}

func (a at) isNil() bool      { return a.sym == nil }
func (a at) add(n int64) at   { return at{a.im, a.sym, a.off + n} }
func (a at) bytes() []byte    { return a.sym.Bytes[a.off:] }
func (a at) u8(o int64) uint8 { return a.bytes()[o] }
func (a at) u16(o int64) uint16 {
	return binary.LittleEndian.Uint16(a.bytes()[o:])
}
func (a at) u32(o int64) uint32 {
	return binary.LittleEndian.Uint32(a.bytes()[o:])
}
func (a at) u64(o int64) uint64 {
	return binary.LittleEndian.Uint64(a.bytes()[o:])
}

// ptr follows the address at a+o.
func (a at) ptr(o int64) at {
	for _, r := range a.sym.Relocs {
		if r.Sym != "" && int64(r.Off) == a.off+o {
			return a.im.addr(r.Sym).add(int64(r.Add))
		}
	}
	return at{}
}

// reloc is the relocation at a+o.
func (a at) reloc(o int64) *link.Reloc {
	for i, r := range a.sym.Relocs {
		if r.Sym != "" && int64(r.Off) == a.off+o {
			return &a.sym.Relocs[i]
		}
	}
	return nil
}

// name is a decoded abi.Name.
type name struct {
	name, tag, pkg     string
	exported, embedded bool
}

func (a at) name() name {
	if a.isNil() {
		return name{}
	}
	str := func(o int64) (string, int64) {
		n, k := binary.Uvarint(a.bytes()[o:])
		return string(a.bytes()[o+int64(k) : o+int64(k)+int64(n)]), o + int64(k) + int64(n)
	}
	f := a.u8(0)
	n := name{exported: f&1 != 0, embedded: f&8 != 0}
	s, o := str(1)
	n.name = s
	if f&2 != 0 {
		n.tag, o = str(o)
	}
	if f&4 != 0 {
		n.pkg = a.ptr(o).name().name
	}
	return n
}

// uncommon is the offset of the UncommonType of the descriptor at a, 0 if none.
func (a at) uncommon() int64 {
	if a.u8(20)&1 == 0 {
		return 0
	}
	return 48 + map[uint8]int64{17: 24, 18: 16, 19: 8, 20: 32, 21: 64, 22: 8, 23: 8, 25: 32}[a.u8(23)]
}
