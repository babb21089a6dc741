// This file writes instructions and notes relocations.

package emit

import (
	"encoding/binary"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
	"github.com/gopark/gopark/wasm/link"
)

// body is the code of a function so far.
type body struct {
	code   []byte
	relocs []link.Reloc
}

func (b *body) op(op encode.Op) { b.code = encode.AppendOp(b.code, op) }
func (b *body) u(v uint32)      { b.code = encode.AppendU(b.code, uint64(v)) }

func (b *body) i32(v int32) {
	b.op(encode.OpI32Const)
	b.code = encode.AppendS(b.code, int64(v))
}

func (b *body) global(op encode.Op, g int) {
	b.op(op)
	b.u(uint32(g))
}

// reloc leaves room for a padded number.
func (b *body) reloc(r link.Reloc) {
	r.Off = uint32(len(b.code))
	b.relocs = append(b.relocs, r)
	b.code = append(b.code, 0x80, 0x80, 0x80, 0x80, 0)
}

func (b *body) addr(sym string, add int64) {
	b.op(encode.OpI32Const)
	b.reloc(link.Reloc{Kind: link.CodeAddr, Sym: sym, Add: int32(add)})
}

func (b *body) callSig(sym string, sig encode.FuncType) {
	b.op(encode.OpCall)
	b.reloc(link.Reloc{Kind: link.CodeFunc, Sym: sym, Sig: sig})
}

// call calls a function whose signature is not worth a check.
func (b *body) call(sym string) { b.callSig(sym, encode.FuncType{}) }

func (b *body) callIndirect(sig encode.FuncType) {
	b.op(encode.OpCallIndirect)
	b.reloc(link.Reloc{Kind: link.CodeType, Sig: sig})
	b.u(0)
}

// local writes an instruction on a local, by its index.
func (c *coder) local(op encode.Op, l ir.Local) {
	c.op(op)
	c.u(c.index[l])
}

// expr writes a tree, operands first.
func (c *coder) expr(x *ir.Expr) {
	for _, a := range x.Args {
		c.expr(a)
	}
	switch op := x.Op; op {
	case encode.OpLocalGet, encode.OpLocalSet, encode.OpLocalTee:
		c.local(op, x.Local)
	case encode.OpI32Const:
		c.i32(int32(x.Imm))
	case encode.OpI64Const:
		c.op(op)
		c.code = encode.AppendS(c.code, x.Imm)
	case encode.OpF32Const:
		c.op(op)
		c.code = binary.LittleEndian.AppendUint32(c.code, uint32(x.Imm))
	case encode.OpF64Const:
		c.op(op)
		c.code = binary.LittleEndian.AppendUint64(c.code, uint64(x.Imm))
	case encode.OpGlobalGet, encode.OpGlobalSet:
		c.global(op, int(x.Imm))
	case ir.OpSymAddr:
		c.addr(x.Sym, x.Imm)
	case ir.OpFuncSlot:
		c.op(encode.OpI32Const)
		c.reloc(link.Reloc{Kind: link.CodeSlot, Sym: x.Sym})
	case encode.OpMemoryCopy:
		c.op(op)
		c.code = append(c.code, 0, 0)
	case encode.OpMemoryFill, encode.OpMemorySize, encode.OpMemoryGrow, encode.OpFence:
		c.op(op)
		c.code = append(c.code, 0)
	case encode.OpMemoryInit:
		c.op(op)
		c.u(uint32(x.Imm))
		c.code = append(c.code, 0)
	case encode.OpDataDrop:
		c.op(op)
		c.u(uint32(x.Imm))
	default:
		c.op(op)
		if align, ok := op.Align(); ok {
			c.u(uint32(align))
			c.u(uint32(x.Imm))
		}
	}
}
