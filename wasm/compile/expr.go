// This file builds expression trees, and folds them where the operands are
// constants or the operation changes nothing.

package compile

import (
	"math"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

func op(o encode.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: o, Args: args} }

func getLocal(l ir.Local) *ir.Expr { return &ir.Expr{Op: encode.OpLocalGet, Local: l} }

func i32(v int32) *ir.Expr { return &ir.Expr{Op: encode.OpI32Const, Imm: int64(v)} }
func i64(v int64) *ir.Expr { return &ir.Expr{Op: encode.OpI64Const, Imm: v} }
func f64(v float64) *ir.Expr {
	return &ir.Expr{Op: encode.OpF64Const, Imm: int64(math.Float64bits(v))}
}
func f32(v float32) *ir.Expr {
	return &ir.Expr{Op: encode.OpF32Const, Imm: int64(math.Float32bits(v))}
}

func symAddr(sym string, off int64) *ir.Expr {
	return &ir.Expr{Op: ir.OpSymAddr, Sym: sym, Imm: off}
}
func funcSlot(sym string) *ir.Expr { return &ir.Expr{Op: ir.OpFuncSlot, Sym: sym} }

func getGlobal(g int64) *ir.Expr { return &ir.Expr{Op: encode.OpGlobalGet, Imm: g} }
func setGlobal(g int64, x *ir.Expr) *ir.Expr {
	return &ir.Expr{Op: encode.OpGlobalSet, Imm: g, Args: []*ir.Expr{x}}
}

// zeroOf is the zero value of a component.
func zeroOf(t ir.Type) *ir.Expr {
	switch t {
	case ir.I64:
		return i64(0)
	case ir.F32:
		return f32(0)
	case ir.F64:
		return f64(0)
	}
	return i32(0)
}

func zerosOf(ts []ir.Type) []*ir.Expr {
	out := make([]*ir.Expr, len(ts))
	for i, t := range ts {
		out[i] = zeroOf(t)
	}
	return out
}

// loadOp is a load from addr+off, with additions of constants folded into the offset.
func loadOp(o encode.Op, addr *ir.Expr, off int64) *ir.Expr {
	addr, off = foldAddr(addr, off)
	return &ir.Expr{Op: o, Imm: off, Args: []*ir.Expr{addr}}
}

// storeOp is a store of v to addr+off.
func storeOp(o encode.Op, addr *ir.Expr, off int64, v *ir.Expr) *ir.Expr {
	addr, off = foldAddr(addr, off)
	return &ir.Expr{Op: o, Imm: off, Args: []*ir.Expr{addr, v}}
}

// foldAddr moves constant parts of an address into the offset. An address never
// wraps around, since a pointer never points outside its object.
func foldAddr(addr *ir.Expr, off int64) (*ir.Expr, int64) {
	for addr.Op == encode.OpI32Add && addr.Args[1].Op == encode.OpI32Const && addr.Args[1].Imm >= 0 {
		off += addr.Args[1].Imm
		addr = addr.Args[0]
	}
	if addr.Op == ir.OpSymAddr {
		return &ir.Expr{Op: ir.OpSymAddr, Sym: addr.Sym, Imm: addr.Imm + off}, 0
	}
	return addr, off
}

// addOff is addr+off.
func addOff(addr *ir.Expr, off int64) *ir.Expr {
	if off == 0 {
		return addr
	}
	switch {
	case addr.Op == ir.OpSymAddr:
		return symAddr(addr.Sym, addr.Imm+off)
	case addr.Op == encode.OpI32Const:
		return i32(int32(addr.Imm + off))
	case addr.Op == encode.OpI32Add && addr.Args[1].Op == encode.OpI32Const:
		return op(encode.OpI32Add, addr.Args[0], i32(int32(addr.Args[1].Imm+off)))
	}
	return op(encode.OpI32Add, addr, i32(int32(off)))
}

func isConst(x *ir.Expr) bool {
	switch x.Op {
	case encode.OpI32Const, encode.OpI64Const, encode.OpF32Const, encode.OpF64Const:
		return true
	}
	return false
}

func isConstVal(x *ir.Expr, v int64) bool {
	return (x.Op == encode.OpI32Const || x.Op == encode.OpI64Const) && x.Imm == v
}

// isTemplate reports whether x may be evaluated anywhere, any number of times.
func isTemplate(x *ir.Expr) bool {
	return isConst(x) || x.Op == ir.OpSymAddr || x.Op == ir.OpFuncSlot
}

// dup copies a template or a local.get.
func dup(x *ir.Expr) *ir.Expr {
	if len(x.Args) > 0 {
		panic(bug{msg: "dup of a tree"})
	}
	y := *x
	return &y
}

// wrap is the low 32 bits of an i64.
func wrap(x *ir.Expr) *ir.Expr {
	switch x.Op {
	case encode.OpI64Const:
		return i32(int32(x.Imm))
	case encode.OpI64ExtendI32U, encode.OpI64ExtendI32S:
		return x.Args[0]
	}
	return op(encode.OpI32WrapI64, x)
}

// extendU is the i64 with the same unsigned value.
func extendU(x *ir.Expr) *ir.Expr {
	if x.Op == encode.OpI32Const {
		return i64(int64(uint32(x.Imm)))
	}
	return op(encode.OpI64ExtendI32U, x)
}

func extendS(x *ir.Expr) *ir.Expr {
	if x.Op == encode.OpI32Const {
		return i64(int64(int32(x.Imm)))
	}
	return op(encode.OpI64ExtendI32S, x)
}

// negations of comparisons; those of floats have none because of NaN, but for == and !=.
var negated = map[encode.Op]encode.Op{
	encode.OpI32Eq: encode.OpI32Ne, encode.OpI32Ne: encode.OpI32Eq,
	encode.OpI32LtS: encode.OpI32GeS, encode.OpI32GeS: encode.OpI32LtS,
	encode.OpI32LtU: encode.OpI32GeU, encode.OpI32GeU: encode.OpI32LtU,
	encode.OpI32GtS: encode.OpI32LeS, encode.OpI32LeS: encode.OpI32GtS,
	encode.OpI32GtU: encode.OpI32LeU, encode.OpI32LeU: encode.OpI32GtU,
	encode.OpI64Eq: encode.OpI64Ne, encode.OpI64Ne: encode.OpI64Eq,
	encode.OpI64LtS: encode.OpI64GeS, encode.OpI64GeS: encode.OpI64LtS,
	encode.OpI64LtU: encode.OpI64GeU, encode.OpI64GeU: encode.OpI64LtU,
	encode.OpI64GtS: encode.OpI64LeS, encode.OpI64LeS: encode.OpI64GtS,
	encode.OpI64GtU: encode.OpI64LeU, encode.OpI64LeU: encode.OpI64GtU,
	encode.OpF32Eq: encode.OpF32Ne, encode.OpF32Ne: encode.OpF32Eq,
	encode.OpF64Eq: encode.OpF64Ne, encode.OpF64Ne: encode.OpF64Eq,
}

// not is the negation of a truth value (0 or 1).
func not(x *ir.Expr) *ir.Expr {
	if n, ok := negated[x.Op]; ok {
		return op(n, x.Args...)
	}
	switch {
	case x.Op == encode.OpI32Const:
		return i32(1 - int32(x.Imm))
	case x.Op == encode.OpI32Eqz && isBool(x.Args[0]):
		return x.Args[0]
	}
	return op(encode.OpI32Eqz, x)
}

// isBool reports whether x is surely 0 or 1.
func isBool(x *ir.Expr) bool {
	return x.Op >= encode.OpI32Eqz && x.Op <= encode.OpF64Ge
}

func and(x, y *ir.Expr) *ir.Expr {
	switch {
	case isConstVal(x, 1):
		return y
	case isConstVal(y, 1):
		return x
	}
	return op(encode.OpI32And, x, y)
}

func or(x, y *ir.Expr) *ir.Expr {
	switch {
	case isConstVal(x, 0):
		return y
	case isConstVal(y, 0):
		return x
	}
	return op(encode.OpI32Or, x, y)
}

func eqz(x *ir.Expr) *ir.Expr {
	if x.Op == encode.OpI32Const {
		return i32(b2i(x.Imm == 0))
	}
	return op(encode.OpI32Eqz, x)
}

func b2i(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func selectExpr(x, y, cond *ir.Expr) *ir.Expr {
	if cond.Op == encode.OpI32Const {
		if cond.Imm != 0 {
			return x
		}
		return y
	}
	return op(encode.OpSelect, x, y, cond)
}

// reads reports what an expression depends on: memory, and the locals it names.
func reads(x *ir.Expr, mem *bool, local func(ir.Local)) {
	switch {
	case x.Op == encode.OpLocalGet:
		local(x.Local)
	case x.Op >= encode.OpI32Load && x.Op <= encode.OpI64Load32U, x.Op == encode.OpGlobalGet, x.Op == encode.OpMemorySize:
		*mem = true
	}
	for _, a := range x.Args {
		reads(a, mem, local)
	}
}
