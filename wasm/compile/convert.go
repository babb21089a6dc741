// This file lowers conversions.
//
// A float that does not fit an integer gives what amd64 gives: the smallest
// number of the 32- or 64-bit type that the conversion goes through.

package compile

import (
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

func (n *fn) convert(v, x ssa.Value, from, to types.Type) {
	fu, tu := from.Underlying(), to.Underlying()
	fb, _ := fu.(*types.Basic)
	tb, _ := tu.(*types.Basic)
	switch {
	case types.Identical(fu, tu):
		n.define(v, n.use(x))
	case tb != nil && tb.Info()&types.IsString != 0:
		n.toString(v, x, fu)
	case fb != nil && fb.Info()&types.IsString != 0:
		n.fromString(v, x, tu)
	case isPointerLike(fu) && isPointerLike(tu):
		n.define(v, n.use(x))
	case isPointerLike(fu) && tb != nil: // unsafe.Pointer to uintptr
		n.define(v, []*ir.Expr{extendU(n.use1(x))})
	case fb != nil && isPointerLike(tu):
		n.define(v, []*ir.Expr{wrap(n.indexI64(x))})
	case fb != nil && tb != nil && tb.Info()&types.IsComplex != 0:
		n.toComplex(v, x, tb)
	case fb != nil && tb != nil:
		n.define(v, []*ir.Expr{n.number(n.use1(x), fb, tb)})
	default:
		if s, ok := fu.(*types.Slice); ok {
			n.fromSlice(v, x, s, tu)
			return
		}
		n.define(v, n.use(x)) // types that differ in name only
	}
}

func isPointerLike(t types.Type) bool {
	switch t := t.(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature:
		return true
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	}
	return false
}

// fromSlice is the conversion of a slice to an array or a pointer to one.
func (n *fn) fromSlice(v, x ssa.Value, s *types.Slice, tu types.Type) {
	switch a := tu.(type) {
	case *types.Pointer:
		arr := a.Elem().Underlying().(*types.Array)
		xs := n.useSimple(x)
		n.failIf(op(encode.OpI64LtS, dup(xs[1]), i64(arr.Len())), "panicSliceConvert", dup(xs[1]), i64(arr.Len()))
		n.define(v, []*ir.Expr{xs[0]})
	case *types.Array:
		xs := n.useSimple(x)
		n.failIf(op(encode.OpI64LtS, dup(xs[1]), i64(a.Len())), "panicSliceConvert", dup(xs[1]), i64(a.Len()))
		n.defineFrom(v, xs[0], v.Type())
	default:
		n.define(v, n.use(x))
	}
}

func (n *fn) toString(v, x ssa.Value, fu types.Type) {
	switch f := fu.(type) {
	case *types.Slice:
		xs := n.use(x)
		if n.raceMemory {
			xs = n.simples(xs, n.types(x.Type()))
			n.raceRange(xs[0], n.simple(scale(wrap(dup(xs[1])), n.u.Size(f.Elem())), ir.I32), raceRead)
			xs = dups(xs)
		}
		if n.u.Size(f.Elem()) == 1 {
			n.define(v, n.rtcalls("slicebytetostring", xs[0], xs[1]))
		} else {
			n.define(v, n.rtcalls("slicerunetostring", xs...))
		}
	case *types.Basic:
		if f.Info()&types.IsString != 0 {
			n.define(v, n.use(x))
			return
		}
		c := n.indexI64(x)
		if isUnsigned(f) && n.u.Size(f) == 8 {
			c = n.simple(c, ir.I64)
			c = op(encode.OpSelect, i64(-1), c, op(encode.OpI64LtS, dup(c), i64(0)))
		}
		n.define(v, n.rtcalls("intstring", c))
	default:
		panic(bug{pos: v.Pos(), msg: "string of " + fu.String()})
	}
}

func (n *fn) fromString(v, x ssa.Value, tu types.Type) {
	s, ok := tu.(*types.Slice)
	if !ok {
		n.define(v, n.use(x))
		return
	}
	name := "stringtoslicerune"
	if n.u.Size(s.Elem()) == 1 {
		name = "stringtoslicebyte"
	}
	n.define(v, n.rtcalls(name, n.use(x)...))
}

func (n *fn) toComplex(v, x ssa.Value, tb *types.Basic) {
	xs := n.use(x)
	ts, to := n.types(x.Type()), n.types(tb)
	if len(xs) == 1 { // untyped constants only
		xs = append(xs, zeroOf(ts[0]))
	}
	for i := range xs {
		xs[i] = floatToFloat(xs[i], ts[0], to[0])
	}
	n.define(v, xs)
}

func floatToFloat(x *ir.Expr, from, to ir.Type) *ir.Expr {
	switch {
	case from == ir.F32 && to == ir.F64:
		return op(encode.OpF64PromoteF32, x)
	case from == ir.F64 && to == ir.F32:
		return op(encode.OpF32DemoteF64, x)
	}
	return x
}

// number converts between integers and floats.
func (n *fn) number(x *ir.Expr, from, to *types.Basic) *ir.Expr {
	ft, tt := n.types(from)[0], n.types(to)[0]
	fromFloat, toFloat := from.Info()&types.IsFloat != 0, to.Info()&types.IsFloat != 0
	switch {
	case fromFloat && toFloat:
		return floatToFloat(x, ft, tt)
	case fromFloat:
		return n.floatToInt(x, ft, to)
	case toFloat:
		return intToFloat(x, ft, isUnsigned(from), tt)
	}
	return n.intToInt(x, from, to)
}

func (n *fn) intToInt(x *ir.Expr, from, to *types.Basic) *ir.Expr {
	ft, tt := n.types(from)[0], n.types(to)[0]
	switch {
	case ft == ir.I64 && tt == ir.I64:
		return x
	case ft == ir.I64:
		return n.norm(wrap(x), to)
	case tt == ir.I64:
		return widen(x, ft, isUnsigned(from))
	}
	fs, ts := n.u.Size(from), n.u.Size(to)
	if fs < ts && (isUnsigned(from) || !isUnsigned(to)) || fs == ts && isUnsigned(from) == isUnsigned(to) {
		return x // in range already
	}
	if fs < ts && ts == 4 {
		return x
	}
	return n.norm(x, to)
}

func intToFloat(x *ir.Expr, ft ir.Type, unsigned bool, tt ir.Type) *ir.Expr {
	o := encode.OpF32ConvertI32S
	if unsigned {
		o++
	}
	if ft == ir.I64 {
		o += encode.OpF32ConvertI64S - encode.OpF32ConvertI32S
	}
	if tt == ir.F64 {
		o += encode.OpF64ConvertI32S - encode.OpF32ConvertI32S
	}
	return op(o, x)
}

// floatToInt truncates as amd64 does.
func (n *fn) floatToInt(x *ir.Expr, ft ir.Type, to *types.Basic) *ir.Expr {
	if ft == ir.F32 {
		x = op(encode.OpF64PromoteF32, x)
	}
	x = n.simple(x, ir.F64)
	size := n.u.Size(to)
	switch {
	case size == 8 && isUnsigned(to):
		// Below 2^63 as a signed number, else minus 2^63 with the top bit set.
		low := truncS64(dup(x))
		rest := n.simple(op(encode.OpF64Sub, dup(x), f64(1<<63)), ir.F64)
		high := op(encode.OpI64Or, truncS64(rest), i64(math.MinInt64))
		return op(encode.OpSelect, low, high, op(encode.OpF64Lt, dup(x), f64(1<<63)))
	case size == 8:
		return truncS64(x)
	case size == 4 && isUnsigned(to):
		return op(encode.OpI32WrapI64, truncS64(x))
	}
	fits := and(op(encode.OpF64Lt, dup(x), f64(1<<31)), op(encode.OpF64Gt, dup(x), f64(-(1<<31)-1)))
	return n.norm(op(encode.OpSelect, op(encode.OpI32TruncSatF64S, dup(x)), i32(math.MinInt32), fits), to)
}

// truncS64 is int64(x); x is a constant or a local.
func truncS64(x *ir.Expr) *ir.Expr {
	return op(encode.OpSelect, op(encode.OpI64TruncSatF64S, x), i64(math.MinInt64), op(encode.OpF64Lt, dup(x), f64(1<<63)))
}
