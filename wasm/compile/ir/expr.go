// This file makes expressions: short names for the nodes lowering writes most.

package ir

import "github.com/gopark/gopark/wasm/encode"

// Get reads a local.
func Get(l Local) *Expr { return &Expr{Op: encode.OpLocalGet, Local: l} }

// I32C is a constant.
func I32C(v int32) *Expr { return &Expr{Op: encode.OpI32Const, Imm: int64(v)} }

// I64C is a constant.
func I64C(v int64) *Expr { return &Expr{Op: encode.OpI64Const, Imm: v} }

// Node applies op to its operands, in stack order.
func Node(op encode.Op, args ...*Expr) *Expr { return &Expr{Op: op, Args: args} }

// Mem is a load or store at args[0] + off.
func Mem(op encode.Op, off int64, args ...*Expr) *Expr {
	return &Expr{Op: op, Imm: off, Args: args}
}

// GetGlobal reads one of the Global constants.
func GetGlobal(g int) *Expr { return &Expr{Op: encode.OpGlobalGet, Imm: int64(g)} }

// SetGlobal writes one of the Global constants.
func SetGlobal(g int, x *Expr) *Expr {
	return &Expr{Op: encode.OpGlobalSet, Imm: int64(g), Args: []*Expr{x}}
}

// SymAddr is the address of a data symbol, plus add.
func SymAddr(sym string, add int64) *Expr { return &Expr{Op: OpSymAddr, Sym: sym, Imm: add} }

// FuncSlot is the table index of a function.
func FuncSlot(sym string) *Expr { return &Expr{Op: OpFuncSlot, Sym: sym} }

// Zero is the zero value of t.
func Zero(t Type) *Expr {
	switch t {
	case I64:
		return I64C(0)
	case F32:
		return &Expr{Op: encode.OpF32Const}
	case F64:
		return &Expr{Op: encode.OpF64Const}
	}
	return I32C(0)
}
