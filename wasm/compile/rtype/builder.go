// This file holds the Builder: what one object needs from this package.
//
// A symbol is asked for by type or value and made at the next Flush, since
// writing one may need others. Whoever lowers the package's functions loops:
// lower what is wanted, Flush, and again until nothing new comes up.
package rtype

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"go/types"
	"hash/fnv"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/link"
)

// Hooks names the functions and variables of the program. A function asked for
// may go on the caller's list of what to compile.
type Hooks interface {
	// MethodSym is fn in the form that itabs hold: the first parameter is fn's
	// receiver, which is one pointer.
	MethodSym(fn *ssa.Function) string
	// FuncSym is fn in the form that func values hold: the first parameter is
	// the closure; a receiver follows as an ordinary parameter.
	FuncSym(fn *ssa.Function) string
	// VarSym is the symbol of a package-level variable.
	VarSym(v *types.Var) string
}

// Builder makes the symbols of one object.
type Builder struct {
	u    *Universe
	pkg  *types.Package
	prog *ssa.Program
	h    Hooks

	done  map[string]bool // asked for
	queue []func()
	syms  []*link.Symbol
	funcs []*ir.Func

	anon   int // anonymous backing symbols of static initialisers so far
	static *statics
	weak   map[*types.Func]*types.Var // made by Outline: function and variable
}

// NewBuilder makes the Builder of package pkg. prog may be nil until methods
// and functions are asked for.
func (u *Universe) NewBuilder(pkg *types.Package, prog *ssa.Program, h Hooks) *Builder {
	return &Builder{u: u, pkg: pkg, prog: prog, h: h, done: map[string]bool{}}
}

// SetProgram sets what NewBuilder was not given.
func (b *Builder) SetProgram(prog *ssa.Program) { b.prog = prog }

// Flush gives the symbols and functions that became needed since the last one.
func (b *Builder) Flush() ([]*link.Symbol, []*ir.Func) {
	for len(b.queue) > 0 {
		f := b.queue[0]
		b.queue = b.queue[1:]
		f()
	}
	syms, funcs := b.syms, b.funcs
	b.syms, b.funcs = nil, nil
	return syms, funcs
}

// need asks for a symbol that make adds.
func (b *Builder) need(name string, make func()) {
	if !b.done[name] {
		b.done[name] = true
		b.queue = append(b.queue, make)
	}
}

// add gives out a symbol, with its relocations in order.
func (b *Builder) add(s *link.Symbol) {
	slices.SortStableFunc(s.Relocs, func(x, y link.Reloc) int { return cmp.Compare(x.Off, y.Off) })
	b.syms = append(b.syms, s)
}

// shared asks for a read-only symbol that any object may define.
func (b *Builder) shared(name string, align uint32, p []byte) string {
	b.need(name, func() {
		b.add(&link.Symbol{Name: name, Kind: link.Data, Dup: true, RoData: true, Align: align, Size: uint32(len(p)), Bytes: p})
	})
	return name
}

// String is the symbol with the bytes of s, "" if there are none.
func (b *Builder) String(s string) string {
	if s == "" {
		return ""
	}
	return b.shared("go:string."+contentName(s), 1, []byte(s))
}

// Bytes is a read-only symbol with the content p.
func (b *Builder) Bytes(p []byte, align uint32) string {
	return b.shared("go:bytes."+strconv.Itoa(int(align))+"."+contentName(string(p)), align, p)
}

// Zero is a read-only symbol of at least size zero bytes.
func (b *Builder) Zero(size int64) string {
	n := int64(64)
	for n < size {
		n *= 2
	}
	name := fmt.Sprintf("go:zero.%d", n)
	b.need(name, func() {
		b.add(&link.Symbol{Name: name, Kind: link.Data, Dup: true, RoData: true, Align: 8, Size: uint32(n)})
	})
	return name
}

// FuncValue is the closure of fn, which captures nothing.
func (b *Builder) FuncValue(fn *ssa.Function) string { return b.closure("go:func.", b.h.FuncSym(fn)) }

// closure is a func value that captures nothing.
func (b *Builder) closure(prefix, fn string) string {
	name := prefix + fn
	b.need(name, func() {
		d := newData(name, PtrSize)
		d.s.Dup, d.s.RoData = true, true
		d.slot(0, fn)
		b.add(d.s)
	})
	return name
}

// contentName is a name for something by its content.
func contentName(s string) string {
	if len(s) <= 24 {
		return strconv.Quote(s)
	}
	h := fnv.New128a()
	h.Write([]byte(s))
	return fmt.Sprintf("%x.%d", h.Sum(nil), len(s))
}

// data is a data symbol being written.
type data struct{ s *link.Symbol }

func newData(name string, size int64) *data {
	return &data{&link.Symbol{Name: name, Kind: link.Data, Size: uint32(size), Align: 8, Bytes: make([]byte, size)}}
}

func (d *data) u8(off int64, v uint8)   { d.s.Bytes[off] = v }
func (d *data) u16(off int64, v uint16) { binary.LittleEndian.PutUint16(d.s.Bytes[off:], v) }
func (d *data) u32(off int64, v uint32) { binary.LittleEndian.PutUint32(d.s.Bytes[off:], v) }
func (d *data) u64(off int64, v uint64) { binary.LittleEndian.PutUint64(d.s.Bytes[off:], v) }

func (d *data) reloc(r link.Reloc) {
	if r.Sym != "" || r.Key != "" {
		d.s.Relocs = append(d.s.Relocs, r)
	}
}

// addr writes the address of sym, or 0 if it is "".
func (d *data) addr(off int64, sym string) { d.addrAdd(off, sym, 0) }

func (d *data) addrAdd(off int64, sym string, add int64) {
	if sym != "" {
		d.reloc(link.Reloc{Kind: link.DataAddr64, Off: uint32(off), Sym: sym, Add: int32(add)})
	}
}

// addr32 is addr in 4 bytes: the NameOff and TypeOff of package abi, which the
// runtime adds to 0.
func (d *data) addr32(off int64, sym string) {
	if sym != "" {
		d.reloc(link.Reloc{Kind: link.DataAddr32, Off: uint32(off), Sym: sym})
	}
}

func (d *data) slot(off int64, fn string) {
	d.reloc(link.Reloc{Kind: link.DataSlot64, Off: uint32(off), Sym: fn})
}
