// This file lowers constants, zero values and the addresses of static things.

package compile

import (
	"encoding/binary"
	"go/constant"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
	"github.com/gopark/gopark/wasm/link"
)

func (n *fn) constant(c *ssa.Const) []*ir.Expr {
	t := c.Type()
	if c.Value == nil {
		return n.zeroValue(t)
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		panic(bug{pos: c.Pos(), msg: "constant of type " + t.String()})
	}
	switch {
	case b.Info()&types.IsBoolean != 0:
		return []*ir.Expr{i32(b2i(constant.BoolVal(c.Value)))}
	case b.Info()&types.IsString != 0:
		return n.stringConst(constant.StringVal(c.Value))
	case b.Info()&types.IsComplex != 0:
		re, im := constant.Real(c.Value), constant.Imag(c.Value)
		f := n.types(t)[0]
		return []*ir.Expr{floatConst(f, re), floatConst(f, im)}
	case b.Info()&types.IsFloat != 0:
		return []*ir.Expr{floatConst(n.types(t)[0], c.Value)}
	case b.Kind() == types.UnsafePointer:
		return []*ir.Expr{i32(int32(c.Int64()))}
	}
	v := c.Int64()
	if u, exact := constant.Uint64Val(constant.ToInt(c.Value)); exact {
		v = int64(u)
	}
	if n.types(t)[0] == ir.I64 {
		return []*ir.Expr{i64(v)}
	}
	return []*ir.Expr{i32(int32(v))}
}

func floatConst(t ir.Type, v constant.Value) *ir.Expr {
	v = constant.ToFloat(v)
	if t == ir.F32 {
		f, _ := constant.Float32Val(v)
		return &ir.Expr{Op: encode.OpF32Const, Imm: int64(math.Float32bits(f))}
	}
	f, _ := constant.Float64Val(v)
	return f64(f)
}

func (n *fn) stringConst(s string) []*ir.Expr {
	if s == "" {
		return []*ir.Expr{i32(0), i64(0)}
	}
	return []*ir.Expr{symAddr(n.b.String(s), 0), i64(int64(len(s)))}
}

func (n *fn) typeAddr(t types.Type) *ir.Expr { return symAddr(n.b.Type(t), 0) }

// funcValue is the static closure of a function without free variables.
func (n *fn) funcValue(f *ssa.Function) *ir.Expr {
	return symAddr(n.b.FuncValue(f), 0)
}

// stringHeader is read-only memory that holds a string.
func (n *fn) stringHeader(s string) string {
	bytes := n.b.String(s)
	name := "go:stringhdr." + bytes
	if n.thunks[name] {
		return name
	}
	n.thunks[name] = true
	d := &link.Symbol{Name: name, Kind: link.Data, Dup: true, RoData: true, Align: 8, Size: 16, Bytes: make([]byte, 16)}
	if bytes != "" {
		d.Relocs = []link.Reloc{{Kind: link.DataAddr64, Off: 0, Sym: bytes}}
		binary.LittleEndian.PutUint64(d.Bytes[8:], uint64(len(s)))
	}
	n.add(d)
	return name
}
