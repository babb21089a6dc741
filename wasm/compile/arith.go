// This file lowers arithmetic.
//
// An integer of 8 or 16 bits lives sign- or zero-extended in an i32; norm makes
// it so again after an operation that can leave the range.

package compile

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

func (n *fn) binOp(in *ssa.BinOp) {
	switch in.Op {
	case token.EQL, token.NEQ:
		n.equality(in)
		return
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		n.order(in)
		return
	case token.SHL, token.SHR:
		n.shift(in)
		return
	}
	t := in.Type().Underlying().(*types.Basic)
	switch {
	case t.Info()&types.IsString != 0:
		n.define(in, n.rtcalls("concatstring2", append(n.use(in.X), n.use(in.Y)...)...))
	case t.Info()&types.IsComplex != 0:
		n.complexOp(in, t)
	case t.Info()&types.IsFloat != 0:
		n.define(in, []*ir.Expr{op(floatOp(in.Op, n.types(t)[0]), n.use1(in.X), n.use1(in.Y))})
	default:
		n.define(in, []*ir.Expr{n.intOp(in.Op, t, in.X, in.Y)})
	}
}

// intOps are the operations on i32; those on i64 follow at a fixed distance.
var intOps = map[token.Token]encode.Op{
	token.ADD: encode.OpI32Add, token.SUB: encode.OpI32Sub, token.MUL: encode.OpI32Mul,
	token.AND: encode.OpI32And, token.OR: encode.OpI32Or, token.XOR: encode.OpI32Xor,
}

const (
	toI64Arith   = encode.OpI64Add - encode.OpI32Add
	toI64Compare = encode.OpI64Eq - encode.OpI32Eq
)

func (n *fn) intOp(o token.Token, t *types.Basic, vx, vy ssa.Value) *ir.Expr {
	wide := n.types(t)[0] == ir.I64
	switch o {
	case token.QUO, token.REM:
		return n.divide(o, t, vx, vy)
	case token.AND_NOT:
		x, y := n.use1(vx), n.use1(vy)
		if wide {
			if y.Op == encode.OpI64Const {
				return op(encode.OpI64And, x, i64(^y.Imm))
			}
			return op(encode.OpI64And, x, op(encode.OpI64Xor, y, i64(-1)))
		}
		return n.norm(op(encode.OpI32And, x, op(encode.OpI32Xor, y, i32(-1))), t)
	}
	x, y := n.use1(vx), n.use1(vy)
	e := op(intOps[o], x, y)
	if wide {
		e.Op += toI64Arith
		return e
	}
	switch o {
	case token.AND, token.OR, token.XOR:
		return e // both are in range, so is the result
	}
	return n.norm(e, t)
}

// norm brings an i32 into the range of a small type.
func (n *fn) norm(x *ir.Expr, t types.Type) *ir.Expr {
	switch u := isUnsigned(t); n.u.Size(t) {
	case 1:
		if u {
			return op(encode.OpI32And, x, i32(0xff))
		}
		return op(encode.OpI32Extend8S, x)
	case 2:
		if u {
			return op(encode.OpI32And, x, i32(0xffff))
		}
		return op(encode.OpI32Extend16S, x)
	}
	return x
}

// divide is x/y or x%y. wasm traps where Go panics (0) and where Go wraps (-1).
func (n *fn) divide(o token.Token, t *types.Basic, vx, vy ssa.Value) *ir.Expr {
	ct := n.types(t)[0]
	x, y := n.use1(vx), n.use1(vy)
	k, isK := vy.(*ssa.Const)
	if !isK || k.Value == nil || isConstVal(y, 0) {
		y = n.simple(y, ct)
		x = n.simple(x, ct)
		zero := op(encode.OpI32Eqz, dup(y))
		if ct == ir.I64 {
			zero.Op = encode.OpI64Eqz
		}
		n.failIf(zero, "panicdivide")
		if isConstVal(y, 0) {
			return zeroOf(ct)
		}
	}
	ops := [...]encode.Op{encode.OpI32DivS, encode.OpI32DivU, encode.OpI32RemS, encode.OpI32RemU}
	i := 0
	if o == token.REM {
		i = 2
	}
	if isUnsigned(t) {
		i++
	}
	e := op(ops[i], x, y)
	minus1, sub, eq := i32(-1), encode.OpI32Sub, encode.OpI32Eq
	if ct == ir.I64 {
		e.Op += toI64Arith
		minus1, sub, eq = i64(-1), encode.OpI64Sub, encode.OpI64Eq
	}
	if o == token.REM || isUnsigned(t) || isConst(y) && y.Imm != -1 || n.u.Size(t) < 4 {
		return n.norm(e, t)
	}
	// x / -1 is -x, which may wrap.
	x = n.simple(x, ct)
	y = n.simple(y, ct)
	neg := op(sub, zeroOf(ct), dup(x))
	if isConst(y) {
		return neg
	}
	is := getLocal(n.setTemp(op(eq, dup(y), minus1), ir.I32))
	one := zeroOf(ct)
	one.Imm = 1
	e.Args = []*ir.Expr{dup(x), op(encode.OpSelect, one, dup(y), dup(is))}
	return op(encode.OpSelect, neg, e, is)
}

// shift is x << y or x >> y. A count of the width or more gives 0 or the sign.
func (n *fn) shift(in *ssa.BinOp) {
	t := in.Type().Underlying().(*types.Basic)
	xt := n.types(t)[0]
	width := int64(32)
	if xt == ir.I64 {
		width = 64
	}
	bits := n.u.Size(t) * 8
	x := n.use1(in.X)
	shl, shr := encode.OpI32Shl, encode.OpI32ShrS
	if isUnsigned(t) {
		shr = encode.OpI32ShrU
	}
	o := shr
	if in.Op == token.SHL {
		o = shl
	}
	if xt == ir.I64 {
		o += toI64Arith
	}
	norm := func(e *ir.Expr) *ir.Expr {
		if in.Op == token.SHL {
			return n.norm(e, t)
		}
		return e
	}
	fill := in.Op == token.SHR && !isUnsigned(t)
	if c, ok := in.Y.(*ssa.Const); ok && c.Value != nil {
		k := c.Uint64()
		switch {
		case k >= uint64(bits) && fill:
			k = uint64(bits) - 1
		case k >= uint64(bits):
			n.define(in, []*ir.Expr{zeroOf(xt)})
			return
		}
		n.define(in, []*ir.Expr{norm(op(o, x, n.count(xt, i64(int64(k)))))})
		return
	}
	yt := n.types(in.Y.Type())[0]
	y := n.use1(in.Y)
	if n.below(in.Y, width) {
		n.define(in, []*ir.Expr{norm(op(o, x, n.convertCount(xt, yt, y)))})
		return
	}
	x = n.simple(x, xt)
	y = n.simple(y, yt)
	if !isUnsigned(in.Y.Type()) {
		neg := op(encode.OpI32LtS, dup(y), i32(0))
		if yt == ir.I64 {
			neg = op(encode.OpI64LtS, dup(y), i64(0))
		}
		n.failIf(neg, "panicshift")
	}
	big := op(encode.OpI32GeU, dup(y), i32(int32(width)))
	if yt == ir.I64 {
		big = op(encode.OpI64GeU, dup(y), i64(width))
	}
	cnt := n.convertCount(xt, yt, y)
	if fill {
		most := n.count(xt, i64(width-1))
		n.define(in, []*ir.Expr{op(o, x, op(encode.OpSelect, most, cnt, big))})
		return
	}
	n.define(in, []*ir.Expr{norm(op(encode.OpSelect, zeroOf(xt), op(o, x, cnt), big))})
}

// count is a constant shift count in the type of the operand.
func (n *fn) count(xt ir.Type, k *ir.Expr) *ir.Expr {
	if xt == ir.I64 {
		return k
	}
	return i32(int32(k.Imm))
}

// convertCount is a shift count of type yt in the type of the operand.
func (n *fn) convertCount(xt, yt ir.Type, y *ir.Expr) *ir.Expr {
	switch {
	case xt == yt:
		return y
	case xt == ir.I64:
		return extendU(y)
	}
	return wrap(y)
}

func floatOp(o token.Token, t ir.Type) encode.Op {
	var x encode.Op
	switch o {
	case token.ADD:
		x = encode.OpF32Add
	case token.SUB:
		x = encode.OpF32Sub
	case token.MUL:
		x = encode.OpF32Mul
	case token.QUO:
		x = encode.OpF32Div
	}
	if t == ir.F64 {
		x += encode.OpF64Add - encode.OpF32Add
	}
	return x
}

func (n *fn) complexOp(in *ssa.BinOp, t *types.Basic) {
	ft := n.types(t)[0]
	add, sub, mul := floatOp(token.ADD, ft), floatOp(token.SUB, ft), floatOp(token.MUL, ft)
	x, y := n.useSimple(in.X), n.useSimple(in.Y)
	switch in.Op {
	case token.ADD, token.SUB:
		o := floatOp(in.Op, ft)
		n.define(in, []*ir.Expr{op(o, x[0], y[0]), op(o, x[1], y[1])})
	case token.MUL:
		n.define(in, []*ir.Expr{
			op(sub, op(mul, x[0], y[0]), op(mul, x[1], y[1])),
			op(add, op(mul, dup(x[0]), dup(y[1])), op(mul, dup(x[1]), dup(y[0]))),
		})
	case token.QUO:
		var args []*ir.Expr
		for _, e := range append(x, y...) {
			if ft == ir.F32 {
				e = op(encode.OpF64PromoteF32, e)
			}
			args = append(args, e)
		}
		r := n.rtcalls("complex128div", args...)
		if ft == ir.F32 {
			for i := range r {
				r[i] = op(encode.OpF32DemoteF64, r[i])
			}
		}
		n.define(in, r)
	}
}

func (n *fn) unOp(in *ssa.UnOp) {
	switch in.Op {
	case token.MUL:
		n.load(in)
	case token.ARROW:
		n.recv(in)
	case token.NOT:
		n.define(in, []*ir.Expr{not(n.use1(in.X))})
	case token.SUB:
		n.negate(in)
	case token.XOR:
		x := n.use1(in.X)
		if n.types(in.Type())[0] == ir.I64 {
			n.define(in, []*ir.Expr{op(encode.OpI64Xor, x, i64(-1))})
			return
		}
		n.define(in, []*ir.Expr{n.norm(op(encode.OpI32Xor, x, i32(-1)), in.Type())})
	default:
		panic(bug{pos: in.Pos(), msg: "no rule for unary " + in.Op.String()})
	}
}

func (n *fn) negate(in *ssa.UnOp) {
	xs := n.use(in.X)
	for i, t := range n.types(in.Type()) {
		switch t {
		case ir.F32:
			xs[i] = op(encode.OpF32Neg, xs[i])
		case ir.F64:
			xs[i] = op(encode.OpF64Neg, xs[i])
		case ir.I64:
			xs[i] = op(encode.OpI64Sub, i64(0), xs[i])
		default:
			xs[i] = n.norm(op(encode.OpI32Sub, i32(0), xs[i]), in.Type())
		}
	}
	n.define(in, xs)
}

// order is x < y and the like, of numbers and strings.
func (n *fn) order(in *ssa.BinOp) {
	t := in.X.Type().Underlying().(*types.Basic)
	k := map[token.Token]int{token.LSS: 0, token.GTR: 1, token.LEQ: 2, token.GEQ: 3}[in.Op]
	if t.Info()&types.IsString != 0 {
		c := n.rtcall1("cmpstring", append(n.use(in.X), n.use(in.Y)...)...)
		n.define(in, []*ir.Expr{op(encode.OpI64LtS+encode.Op(2*k), c, i64(0))})
		return
	}
	x, y := n.use1(in.X), n.use1(in.Y)
	var o encode.Op
	switch n.types(t)[0] {
	case ir.F32:
		o = encode.OpF32Lt + encode.Op(k)
	case ir.F64:
		o = encode.OpF64Lt + encode.Op(k)
	default:
		o = encode.OpI32LtS + encode.Op(2*k)
		if isUnsigned(t) {
			o++
		}
		if n.types(t)[0] == ir.I64 {
			o += toI64Compare
		}
	}
	n.define(in, []*ir.Expr{op(o, x, y)})
}
