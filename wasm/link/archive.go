// This file reads and writes archives: compiled packages as bytes.
//
//	"gopark-a" version
//	names     count, lengths, all bytes
//	types     count, each: parameters, results
//	objects   count, each: path, count of symbols, their heads
//	bodies    in the order of the heads
//
// Numbers are unsigned LEB128 unless said otherwise; a name or type is its
// index. A head is
//
//	name, kind and flags, type, module, field, export, info, attr, size, align,
//	length of the body
//
// and a body
//
//	locals: count, bytes · content: length, bytes · relocs: count, each:
//	kind, offset - that of the one before, name, key, type+1 or 0, add (signed)
//
// Reading decodes the heads. A body waits until Load: a program uses a small
// part of the library. Names and contents are slices of the input, which must
// not change afterwards.

package link

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"github.com/gopark/gopark/wasm/encode"
)

const (
	archiveMagic   = "gopark-a"
	archiveVersion = 2
)

const (
	flagKind = 3 // mask
	flagDup  = 1 << (iota + 1)
	flagPtrs
	flagRoData
)

// lazy is a body that is not decoded yet.
type lazy struct {
	tables *tables
	body   []byte
}

// tables are what the numbers of an archive stand for.
type tables struct {
	names []string
	types []encode.FuncType
}

// Load decodes the body of a symbol that comes from an archive.
func (s *Symbol) Load() error {
	if s.lazy == nil {
		return nil
	}
	r := reader{b: s.lazy.body, tables: s.lazy.tables}
	s.lazy = nil
	if n := r.count(1); n > 0 {
		s.Locals = valTypes(r.bytes(n))
	}
	content := r.bytes(r.count(1))
	if s.Kind == Data {
		s.Bytes = content
	} else {
		s.Code = content
	}
	n := r.count(6)
	s.Relocs = make([]Reloc, n)
	off := uint32(0)
	for i := range s.Relocs {
		l := &s.Relocs[i]
		l.Kind = RelocKind(r.u32())
		off += r.u32()
		l.Off = off
		l.Sym = r.name()
		l.Key = r.name()
		if t := r.u32(); t > 0 {
			l.Sig = r.funcType(t - 1)
		}
		l.Add = r.s32()
		if l.Kind > DataBridge32 || l.size() > 0 && uint64(l.Off)+uint64(l.size()) > uint64(len(content)) {
			r.fail("relocation %d of %s is outside", i, s.Name)
		}
	}
	if r.err == nil && len(r.b) != 0 {
		r.fail("body of %s is too long", s.Name)
	}
	return r.err
}

// size is the number of bytes the relocation writes.
func (r *Reloc) size() uint32 {
	switch r.Kind {
	case CodeFunc, CodeType, CodeAddr, CodeSlot, WeakFunc:
		return encode.PadLen
	case DataAddr64, DataSlot64:
		return 8
	case DataAddr32, DataSlot32, DataMethod32, DataBridge32:
		return 4
	}
	return 0
}

// valTypes reads types from bytes without a copy.
func valTypes(b []byte) []encode.ValType {
	return unsafe.Slice((*encode.ValType)(unsafe.SliceData(b)), len(b))
}

// AppendArchive appends the archive of some objects.
func AppendArchive(out []byte, objs []*Object) ([]byte, error) {
	w := &archiver{nameIdx: map[string]uint64{"": 0}, names: []string{""}, typeIdx: map[string]uint64{}}
	w.heads = encode.AppendU(w.heads, uint64(len(objs)))
	for _, o := range objs {
		w.head(w.name(o.Path), uint64(len(o.Symbols)))
		for _, s := range o.Symbols {
			if err := s.Load(); err != nil {
				return nil, err
			}
			w.symbol(s)
		}
	}
	out = append(out, archiveMagic...)
	out = encode.AppendU(out, archiveVersion)
	out = encode.AppendU(out, uint64(len(w.names)))
	total := 0
	for _, n := range w.names {
		out = encode.AppendU(out, uint64(len(n)))
		total += len(n)
	}
	out = encode.AppendU(out, uint64(total))
	for _, n := range w.names {
		out = append(out, n...)
	}
	out = encode.AppendU(out, uint64(len(w.types)))
	for _, t := range w.types {
		out = appendValTypes(out, t.Params)
		out = appendValTypes(out, t.Results)
	}
	out = append(out, w.heads...)
	return append(out, w.bodies...), nil
}

type archiver struct {
	names   []string
	nameIdx map[string]uint64
	types   []encode.FuncType
	typeIdx map[string]uint64
	heads   []byte
	bodies  []byte
}

func (w *archiver) name(s string) uint64 {
	i, ok := w.nameIdx[s]
	if !ok {
		i = uint64(len(w.names))
		w.nameIdx[s] = i
		w.names = append(w.names, s)
	}
	return i
}

func (w *archiver) funcType(t encode.FuncType) uint64 {
	k := t.String()
	i, ok := w.typeIdx[k]
	if !ok {
		i = uint64(len(w.types))
		w.typeIdx[k] = i
		w.types = append(w.types, t)
	}
	return i
}

func (w *archiver) head(vs ...uint64) {
	for _, v := range vs {
		w.heads = encode.AppendU(w.heads, v)
	}
}

func (w *archiver) symbol(s *Symbol) {
	flags := uint64(s.Kind)
	for flag, set := range map[uint64]bool{flagDup: s.Dup, flagPtrs: s.Ptrs, flagRoData: s.RoData} {
		if set {
			flags |= flag
		}
	}
	at := len(w.bodies)
	w.body(s)
	w.head(w.name(s.Name), flags, w.funcType(s.Sig), w.name(s.Module), w.name(s.Field), w.name(s.Export), w.name(s.Info),
		uint64(s.Attr), uint64(s.Size), uint64(s.Align), uint64(len(w.bodies)-at))
}

func (w *archiver) body(s *Symbol) {
	b := appendValTypes(w.bodies, s.Locals)
	content := s.Code
	if s.Kind == Data {
		content = s.Bytes
	}
	b = encode.AppendU(b, uint64(len(content)))
	b = append(b, content...)
	b = encode.AppendU(b, uint64(len(s.Relocs)))
	off := uint32(0)
	for i := range s.Relocs {
		r := &s.Relocs[i]
		sig := uint64(0)
		if !r.Sig.IsZero() || r.Kind == CodeType {
			sig = w.funcType(r.Sig) + 1
		}
		at := max(r.Off, off) // marks may stand anywhere
		b = encode.AppendU(b, uint64(r.Kind))
		b = encode.AppendU(b, uint64(at-off))
		b = encode.AppendU(b, w.name(r.Sym))
		b = encode.AppendU(b, w.name(r.Key))
		b = encode.AppendU(b, sig)
		b = encode.AppendS(b, int64(r.Add))
		off = at
	}
	w.bodies = b
}

func appendValTypes(b []byte, ts []encode.ValType) []byte {
	b = encode.AppendU(b, uint64(len(ts)))
	for _, t := range ts {
		b = append(b, byte(t))
	}
	return b
}

// ReadArchive reads what AppendArchive wrote. It does not trust its input.
func ReadArchive(data []byte) ([]*Object, error) {
	if len(data) < len(archiveMagic) || string(data[:len(archiveMagic)]) != archiveMagic {
		return nil, errors.New("read archive: not an archive")
	}
	r := reader{b: data[len(archiveMagic):], tables: &tables{}}
	if v := r.u32(); r.err == nil && v != archiveVersion {
		return nil, fmt.Errorf("read archive: version %d, want %d", v, archiveVersion)
	}
	r.readTables()
	objs := r.objects()
	if r.err != nil {
		return nil, fmt.Errorf("read archive: %w", r.err)
	}
	return objs, nil
}

// reader reads numbers from b until the first error.
type reader struct {
	b []byte
	*tables
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	r.b = nil
}

func (r *reader) u64() uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		v := r.b[0]
		r.b = r.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail("cut short or broken number")
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) u32() uint32 {
	v := r.u64()
	if v > 1<<32-1 {
		r.fail("number %d too large", v)
		return 0
	}
	return uint32(v)
}

func (r *reader) s32() int32 {
	var v int64
	for shift := 0; ; shift += 7 {
		if len(r.b) == 0 || shift > 28 {
			r.fail("cut short or broken number")
			return 0
		}
		c := r.b[0]
		r.b = r.b[1:]
		v |= int64(c&0x7f) << shift
		if c < 0x80 {
			if c&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return int32(v)
		}
	}
}

// count reads the number of things that follow, each of at least size bytes.
func (r *reader) count(size int) int {
	n := r.u64()
	if n > uint64(len(r.b)/size) {
		r.fail("%d things of %d bytes in %d bytes", n, size, len(r.b))
		return 0
	}
	return int(n)
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.b) {
		r.fail("cut short")
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) name() string {
	i := r.u64()
	if i >= uint64(len(r.names)) {
		r.fail("no name %d", i)
		return ""
	}
	return r.names[i]
}

func (r *reader) funcType(i uint32) encode.FuncType {
	if int(i) >= len(r.types) {
		r.fail("no type %d", i)
		return encode.FuncType{}
	}
	return r.types[i]
}

func (r *reader) readTables() {
	names := make([]string, r.count(1))
	lens := make([]int, len(names))
	for i := range lens {
		lens[i] = int(r.u32())
	}
	blob := r.bytes(r.count(1))
	all := unsafe.String(unsafe.SliceData(blob), len(blob))
	for i, n := range lens {
		if n > len(all) {
			r.fail("name %d cut short", i)
			return
		}
		names[i], all = all[:n], all[n:]
	}
	r.names = names
	r.types = make([]encode.FuncType, r.count(2))
	for i := range r.types {
		r.types[i].Params = valTypes(r.bytes(r.count(1)))
		r.types[i].Results = valTypes(r.bytes(r.count(1)))
	}
}

func (r *reader) objects() []*Object {
	objs := make([]*Object, r.count(2))
	var lens []int
	var syms []*Symbol
	for i := range objs {
		objs[i] = &Object{Path: r.name()}
		n := r.count(11)
		store := make([]Symbol, n)
		objs[i].Symbols = make([]*Symbol, n)
		for j := range store {
			objs[i].Symbols[j] = &store[j]
			syms = append(syms, &store[j])
			lens = append(lens, r.symbolHead(&store[j]))
		}
	}
	bodies := make([]lazy, len(syms))
	for i, s := range syms {
		bodies[i] = lazy{tables: r.tables, body: r.bytes(lens[i])}
		s.lazy = &bodies[i]
	}
	if r.err == nil && len(r.b) != 0 {
		r.fail("%d bytes too many", len(r.b))
	}
	return objs
}

func (r *reader) symbolHead(s *Symbol) (body int) {
	s.Name = r.name()
	flags := r.u32()
	s.Kind = Kind(flags & flagKind)
	s.Dup, s.Ptrs, s.RoData = flags&flagDup != 0, flags&flagPtrs != 0, flags&flagRoData != 0
	s.Sig = r.funcType(r.u32())
	s.Module, s.Field, s.Export, s.Info = r.name(), r.name(), r.name(), r.name()
	s.Attr, s.Size, s.Align = r.u32(), r.u32(), r.u32()
	if s.Kind > Data {
		r.fail("symbol %s of kind %d", s.Name, s.Kind)
	}
	return int(r.u32())
}
