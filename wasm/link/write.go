// This file applies relocations and makes the module.
//
// The padded numbers in code are written anew in as few bytes as they need:
// structured control flow has no distances that would change.

package link

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"

	"github.com/gopark/gopark/wasm/encode"
)

// Layout is the custom section gopark.layout: how a host finds things in memory.
type Layout struct {
	Structs json.RawMessage   `json:"structs,omitempty"`
	Vars    map[string]uint32 `json:"vars,omitempty"`
	Files   []string          `json:"files,omitempty"`
	Funcs   []LayoutFunc      `json:"funcs,omitempty"`
	Starts  []string          `json:"starts,omitempty"` // names of what library goroutines run
}

// LayoutFunc is a function by the address of its FuncInfo: [address, name,
// file, line of its beginning, line of its end].
type LayoutFunc struct {
	Info       uint32
	Name, File string
	Line, End  int32
}

// MarshalJSON writes the array.
func (f LayoutFunc) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{f.Info, f.Name, f.File, f.Line, f.End})
}

func (l *linker) write(p *placement) *Result {
	m := &encode.Module{
		Memory: encode.Memory{
			Module: "env", Name: "memory", Shared: l.opts.Shared,
			Min: uint32(l.opts.MemoryBytes / pageSize), Max: uint32(l.opts.MemoryBytes / pageSize),
		},
		Globals: numGlobals,
	}
	l.indices(m)
	l.relocateData(p)
	l.functions(m)
	l.own(m, p)
	if len(p.image) > 0 {
		m.Data = [][]byte{p.image}
	}
	m.Table = make([]uint32, len(l.table))
	for i, e := range l.table[1:] {
		m.Table[i+1] = e.index
	}
	res := &Result{Layout: l.layout(p), addrs: make(map[string]uint32, len(l.data))}
	for _, e := range l.data {
		res.addrs[e.Name] = e.addr
	}
	section, err := json.Marshal(res.Layout)
	if err != nil {
		panic("layout: " + err.Error()) // Structs is not JSON
	}
	m.Customs = []encode.Custom{{Name: "gopark.layout", Bytes: section}}
	res.Module = m.Bytes()
	res.Live = len(l.funcs) + len(l.imports) + len(l.data)
	return res
}

// indices numbers the functions: imports, live functions, then our own two.
func (l *linker) indices(m *encode.Module) {
	next := uint32(0)
	for _, e := range l.imports {
		e.index = next
		next++
		m.Imports = append(m.Imports, encode.Import{Module: e.Module, Name: e.Field, Type: m.TypeIndex(e.Sig)})
	}
	for _, e := range l.funcs {
		e.index = next
		next++
	}
	if l.opts.Names {
		for _, e := range slices.Concat(l.imports, l.funcs) {
			m.Names = append(m.Names, e.Name)
		}
		m.Names = append(m.Names, "_initmem", "link.empty")
	}
}

func (l *linker) functions(m *encode.Module) {
	m.Funcs = make([]encode.Func, 0, len(l.funcs)+2)
	size := 0
	for _, e := range l.funcs {
		size += len(e.Code)
	}
	buf := make([]byte, 0, size)
	empty := uint32(len(l.imports) + len(l.funcs) + 1)
	for _, e := range l.funcs {
		at := len(buf)
		f := encode.Func{Type: m.TypeIndex(e.Sig), Locals: e.Locals}
		buf, f.Hints = l.relocateCode(buf, e, m, empty)
		f.Code = buf[at:len(buf):len(buf)]
		m.Funcs = append(m.Funcs, f)
		if e.Export != "" {
			m.Exports = append(m.Exports, encode.Export{Name: e.Export, Func: e.index})
		}
	}
}

// relocateCode appends the code of e, and says where branches with hints are now.
func (l *linker) relocateCode(buf []byte, e *entry, m *encode.Module, empty uint32) (_ []byte, hints []encode.Hint) {
	done := uint32(0)
	began := len(buf)
	for i := range e.Relocs {
		r := &e.Relocs[i]
		switch {
		case r.Kind == Rarely || r.Kind == Mostly:
			hints = append(hints, encode.Hint{Off: uint32(len(buf)-began) + r.Off - done, Likely: r.Kind == Mostly})
			continue
		case r.size() == 0:
			continue
		}
		buf = append(buf, e.Code[done:r.Off]...)
		done = r.Off + encode.PadLen
		switch r.Kind {
		case CodeFunc:
			buf = encode.AppendU(buf, uint64(l.target(e, i).index))
		case WeakFunc:
			if t := l.target(e, i); t != nil && t.live {
				buf = encode.AppendU(buf, uint64(t.index))
			} else {
				buf = encode.AppendU(buf, uint64(empty))
			}
		case CodeType:
			buf = encode.AppendU(buf, uint64(m.TypeIndex(r.Sig)))
		case CodeAddr:
			buf = encode.AppendS(buf, int64(int32(l.target(e, i).addr+uint32(r.Add))))
		case CodeSlot:
			buf = encode.AppendS(buf, int64(l.target(e, i).slot))
		default:
			panic("link: data relocation in code of " + e.Name)
		}
	}
	return append(buf, e.Code[done:]...), hints
}

func (l *linker) relocateData(p *placement) {
	for _, e := range l.data {
		if len(e.Relocs) == 0 {
			continue
		}
		b := p.at(e.addr)
		for i := range e.Relocs {
			l.relocateWord(b, &e.Relocs[i], l.target(e, i))
		}
	}
	table := p.at(l.entries[functabSym].addr)
	for slot, e := range l.table {
		if e != nil && e.Info != "" {
			put32(table[4*slot:], l.entries[e.Info].addr)
		}
	}
	l.writeBridges(p)
	p.pointers(l.entries[itabsSym].addr, p.itabs)
	p.pointers(l.entries[typesSym].addr, p.types)
	l.linkInfo(p)
	for _, e := range l.data {
		if id := l.fileID(e); id != 0 {
			put32(p.at(e.addr)[infoFileID:], id)
		}
	}
	for e, number := range l.numberFuncs().numbers {
		binary.LittleEndian.PutUint16(p.at(e.addr)[infoNumber:], number)
	}
}

func (l *linker) relocateWord(b []byte, r *Reloc, t *entry) {
	if r.size() == 0 {
		return
	}
	if r.waits() && (t == nil || !l.isUsed(r)) {
		clear(b[r.Off : r.Off+r.size()])
		return
	}
	switch r.Kind {
	case DataAddr64:
		put64(b[r.Off:], uint64(t.addr+uint32(r.Add)))
	case DataAddr32:
		put32(b[r.Off:], t.addr+uint32(r.Add))
	case DataSlot64:
		put64(b[r.Off:], uint64(t.slot))
	case DataSlot32, DataMethod32, DataBridge32:
		put32(b[r.Off:], t.slot)
	}
}

func (p *placement) pointers(addr uint32, es []*entry) {
	b := p.at(addr)
	for i, e := range es {
		put64(b[8*i:], uint64(e.addr))
	}
}

// linkInfo fills in what the runtime reads; see Options.
func (l *linker) linkInfo(p *placement) {
	e := l.entries[l.opts.LinkInfo]
	if e == nil {
		return
	}
	b := p.at(e.addr)[:e.Size]
	for i, v := range []uint64{
		uint64(p.rodataStart), uint64(p.rodataEnd), uint64(p.scanStart), uint64(p.scanEnd), uint64(p.heapStart),
		uint64(l.entries[functabSym].addr), uint64(len(l.table)), l.opts.MemoryBytes,
		uint64(l.entries[itabsSym].addr), uint64(len(p.itabs)), uint64(l.entries[typesSym].addr), uint64(len(p.types)),
	} {
		if 8*i+8 <= len(b) {
			put64(b[8*i:], v)
		}
	}
}

// Where FuncInfo has what the linker needs; see package emit.
const (
	infoFile   = 16
	infoFileID = 32
	infoLine   = 36
	infoFlags  = 40
	infoNumber = 42
)

// infoFileName is the file a FuncInfo names; ok is false for other data.
func infoFileName(e *entry) (file string, ok bool) {
	if !strings.HasPrefix(e.Name, "info:") {
		return "", false
	}
	for i := range e.Relocs {
		if e.Relocs[i].Off == infoFile {
			return strings.CutPrefix(e.Relocs[i].Sym, "file:")
		}
	}
	return "", false
}

// fileID is 1 + the place of the file of a FuncInfo among the user's, or 0.
func (l *linker) fileID(e *entry) uint32 {
	if len(l.opts.UserFiles) == 0 {
		return 0
	}
	file, ok := infoFileName(e)
	if !ok {
		return 0
	}
	return uint32(slices.Index(l.opts.UserFiles, file) + 1)
}

func (l *linker) layout(p *placement) *Layout {
	lay := &Layout{Structs: l.opts.Structs, Files: l.opts.UserFiles, Vars: map[string]uint32{}}
	for name, sym := range l.opts.Vars {
		if e := l.entries[sym]; e != nil && e.live {
			lay.Vars[name] = e.addr
		}
	}
	named := l.numberFuncs()
	for _, e := range named.funcs {
		file, _ := infoFileName(e)
		lay.Funcs = append(lay.Funcs, LayoutFunc{
			Info: e.addr, Name: infoFuncName(e), File: file,
			Line: int32(binary.LittleEndian.Uint32(e.Bytes[infoLine:])), End: infoEnd(e),
		})
	}
	lay.Starts = named.starts
	return lay
}

// own adds _initmem and the empty function.
func (l *linker) own(m *encode.Module, p *placement) {
	var b []byte
	i32 := func(v uint32) { b = encode.AppendS(append(b, byte(encode.OpI32Const)), int64(int32(v))) }
	for _, q := range p.pieces {
		i32(q.addr)
		i32(q.off)
		i32(q.size)
		b = append(encode.AppendOp(b, encode.OpMemoryInit), 0, 0)
	}
	if len(p.pieces) > 0 {
		b = append(encode.AppendOp(b, encode.OpDataDrop), 0)
	}
	b = append(b, byte(encode.OpEnd))
	t := m.TypeIndex(encode.FuncType{})
	m.Exports = append(m.Exports, encode.Export{Name: "_initmem", Func: uint32(len(l.imports) + len(m.Funcs))})
	m.Funcs = append(m.Funcs, encode.Func{Type: t, Code: b}, encode.Func{Type: t, Code: []byte{byte(encode.OpEnd)}})
}
