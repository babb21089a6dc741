// This file makes the symbols of a function: the code, f·r, FuncInfo, and the
// helpers that make frames. A helper is shared by all functions whose frames
// have its shape; every object that needs one defines it, and the linker keeps
// one of them.

package emit

import (
	"encoding/binary"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
	"github.com/gopark/gopark/wasm/link"
)

func (f *fn) symbols(b *body) []*link.Symbol {
	s := &link.Symbol{
		Name: f.Sym, Kind: link.Func, Dup: f.Dup, Sig: Sig(f.Locals[:f.Params], f.Results, f.ABI),
		Locals: f.locals, Code: b.code, Relocs: b.relocs, Export: f.Export, Info: f.info(), Attr: f.attr(),
	}
	syms := []*link.Symbol{s}
	if len(f.points) > 0 {
		syms = append(syms, f.wrapper(s.Sig))
	}
	syms = append(syms, f.funcInfo(), fileName(f.File))
	if f.Place {
		syms = append(syms, f.place())
	}
	return append(syms, f.helpers...)
}

func (f *fn) attr() uint32 {
	a := uint32(f.ABI)
	if f.HasRecover {
		a |= AttrHasRecover
	}
	unwinds := func(c *ir.Call) {
		if c.Unwind == ir.ToCaller {
			a |= AttrUnwinds
		}
	}
	for _, b := range f.Blocks {
		for _, in := range b.Ins {
			switch in := in.(type) {
			case *ir.Call:
				unwinds(in)
			case *ir.Check:
				unwinds(in.Call)
			}
		}
	}
	return a
}

const (
	flagUser       = 1
	flagHasRecover = 2

	infoLines = 48 // offset of the lines
)

func (f *fn) funcInfo() *link.Symbol {
	n := len(f.points)
	b := make([]byte, infoLines+4*n+4)
	put := binary.LittleEndian.PutUint32
	s := &link.Symbol{Name: f.info(), Kind: link.Data, Dup: f.Dup, Align: 8, RoData: true}
	s.Relocs = []link.Reloc{
		{Kind: link.DataAddr64, Off: 0, Sym: s.Name, Add: int32(len(b))},
		{Kind: link.DataAddr64, Off: 16, Sym: fileSym(f.File)},
	}
	put(b[8:], uint32(len(f.Name)))
	put(b[24:], uint32(len(f.File)))
	put(b[36:], uint32(f.Line))
	if f.UserPos {
		b[40] |= flagUser
	}
	if f.HasRecover {
		b[40] |= flagHasRecover
	}
	put(b[44:], uint32(n))
	for i, p := range f.points {
		put(b[infoLines+4*i:], uint32(p.line))
	}
	if n > 0 {
		s.Relocs = append(s.Relocs, link.Reloc{Kind: link.DataSlot32, Off: uint32(infoLines + 4*n), Sym: f.resumeSym()})
	}
	s.Bytes = append(b, f.Name...)
	if f.UserPos {
		s.Bytes = binary.LittleEndian.AppendUint32(s.Bytes, uint32(f.End))
	}
	s.Size = uint32(len(s.Bytes))
	return s
}

// place is a FuncInfo without points, named after the function in another way: one that only the race detector asks for must
// not be among those that the linker numbers.
func (f *fn) place() *link.Symbol {
	points := f.points
	f.points = nil
	s := f.funcInfo()
	f.points = points
	s.Name = "place:" + f.Sym
	s.Relocs[0].Sym = s.Name
	return s
}

func fileSym(file string) string { return "file:" + file }

func fileName(file string) *link.Symbol {
	return &link.Symbol{Name: fileSym(file), Kind: link.Data, Dup: true, Align: 1, RoData: true, Size: uint32(len(file)), Bytes: []byte(file)}
}

// wrapper makes f·r.
func (f *fn) wrapper(sig encode.FuncType) *link.Symbol {
	var b body
	for _, t := range sig.Params {
		b.zero(t)
	}
	b.callSig(f.Sym, sig)
	b.global(encode.OpGlobalSet, ir.GlobalFuel)
	s := &link.Symbol{Name: f.resumeSym(), Kind: link.Func, Dup: f.Dup, Info: f.info(), Attr: uint32(ir.Plain)}
	for i := len(f.Results) - 1; i >= 0; i-- {
		b.op(encode.OpLocalSet)
		b.u(uint32(i))
	}
	if len(f.Results) > 0 {
		b.global(encode.OpGlobalGet, ir.GlobalMode)
		b.op(encode.OpI32Eqz)
		b.op(encode.OpIf)
		b.code = append(b.code, encode.Void)
		for i, t := range f.Results {
			s.Locals = append(s.Locals, t.Val())
			b.global(encode.OpGlobalGet, ir.GlobalM)
			b.get(i)
			op := storeOp(t)
			if t == ir.Ptr {
				b.op(encode.OpI64ExtendI32U)
				op = encode.OpI64Store
			}
			b.mem(op, uint32(8*i))
		}
		b.op(encode.OpEnd)
	}
	b.op(encode.OpEnd)
	s.Code, s.Relocs = b.code, b.relocs
	return s
}

// freezeHelper is the symbol of the function that freezes a frame of shape s:
//
//	(locals..., k i32, info i32) -> ()
//
// In mode 2 it tells rt.unwindframe instead.
func (f *fn) freezeHelper(s shape) string {
	name := "emit.freeze:" + s.String()
	for _, h := range f.helpers {
		if h.Name == name {
			return name
		}
	}
	h := &link.Symbol{Name: name, Kind: link.Func, Dup: true}
	ts := s.types()
	for _, t := range ts {
		h.Sig.Params = append(h.Sig.Params, t.Val())
	}
	h.Sig.Params = append(h.Sig.Params, encode.I32, encode.I32)
	h.Locals = []encode.ValType{encode.I32}
	k := len(ts)
	info, frame := k+1, k+2
	var b body

	// rt.unwindframe(info, info.line[k])
	b.global(encode.OpGlobalGet, ir.GlobalMode)
	b.i32(2)
	b.op(encode.OpI32Eq)
	b.op(encode.OpIf)
	b.code = append(b.code, encode.Void)
	b.get(info)
	b.infoWord(info, func() { b.get(k) })
	b.call(RT + "unwindframe")
	b.op(encode.OpReturn)
	b.op(encode.OpEnd)

	offs, class := s.offsets()
	b.spareOr(frame, class)
	for i, t := range ts {
		b.get(frame)
		b.get(i)
		b.mem(storeOp(t), offs[i])
	}
	b.get(frame)
	b.infoWord(info, func() {
		b.get(info)
		b.mem(encode.OpI32Load, 44)
	})
	b.mem(encode.OpI32Store, 4)
	b.get(frame)
	b.get(k)
	if s[0] > 0 {
		b.i32(int32(s[0]) << 16)
		b.op(encode.OpI32Or)
	}
	b.mem(encode.OpI32Store, 8)
	b.get(frame)
	b.i32(int32(class))
	b.mem(encode.OpI32Store, 12)

	// link it behind the callees' frames
	b.global(encode.OpGlobalGet, ir.GlobalFzLast)
	b.op(encode.OpIf)
	b.code = append(b.code, encode.Void)
	b.global(encode.OpGlobalGet, ir.GlobalFzLast)
	b.get(frame)
	b.mem(encode.OpI32Store, 0)
	b.op(encode.OpElse)
	b.get(frame)
	b.global(encode.OpGlobalSet, ir.GlobalFzTop)
	b.op(encode.OpEnd)
	b.get(frame)
	b.global(encode.OpGlobalSet, ir.GlobalFzLast)
	b.op(encode.OpEnd)

	h.Code, h.Relocs = b.code, b.relocs
	f.helpers = append(f.helpers, h)
	return name
}

// spareOr sets frame to the one that was freed last, if it is of this class, or to a new one.
func (b *body) spareOr(frame int, class uint32) {
	open := func() { b.op(encode.OpBlock); b.code = append(b.code, encode.Void) }
	leave := func(op encode.Op, depth uint32) { b.op(op); b.u(depth) }
	open()
	open()
	b.global(encode.OpGlobalGet, ir.GlobalSpare)
	b.set(frame)
	b.get(frame)
	b.op(encode.OpI32Eqz)
	leave(encode.OpBrIf, 0)
	b.get(frame)
	b.mem(encode.OpI32Load, 12)
	b.i32(int32(class))
	b.op(encode.OpI32Ne)
	leave(encode.OpBrIf, 0)
	b.i32(0)
	b.global(encode.OpGlobalSet, ir.GlobalSpare)
	leave(encode.OpBr, 1)
	b.op(encode.OpEnd)
	b.i32(int32(class))
	b.call(RT + "framealloc")
	b.set(frame)
	b.op(encode.OpEnd)
}

// infoWord loads word i behind the fixed part of FuncInfo.
func (b *body) infoWord(info int, i func()) {
	b.get(info)
	i()
	b.i32(2)
	b.op(encode.OpI32Shl)
	b.op(encode.OpI32Add)
	b.mem(encode.OpI32Load, infoLines)
}

func (b *body) get(i int) { b.op(encode.OpLocalGet); b.u(uint32(i)) }
func (b *body) set(i int) { b.op(encode.OpLocalSet); b.u(uint32(i)) }

func (b *body) mem(op encode.Op, off uint32) {
	align, _ := op.Align()
	b.op(op)
	b.u(uint32(align))
	b.u(off)
}

func (b *body) zero(t encode.ValType) {
	switch t {
	case encode.I64:
		b.op(encode.OpI64Const)
		b.u(0)
	case encode.F32:
		b.op(encode.OpF32Const)
		b.code = append(b.code, 0, 0, 0, 0)
	case encode.F64:
		b.op(encode.OpF64Const)
		b.code = append(b.code, 0, 0, 0, 0, 0, 0, 0, 0)
	default:
		b.i32(0)
	}
}
