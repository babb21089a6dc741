// This file lowers the built-in functions.

package compile

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// builtin lowers a call of b; v is nil in a go or defer statement.
func (n *fn) builtin(v *ssa.Call, b *ssa.Builtin, cc *ssa.CallCommon) {
	args := cc.Args
	var out ssa.Value
	if v != nil {
		out = v
	}
	def := func(xs ...*ir.Expr) {
		if out != nil {
			n.define(out, xs)
		}
	}
	switch b.Name() {
	case "append":
		if out == nil {
			return
		}
		if len(args) == 1 {
			def(n.use(args[0])...)
			return
		}
		n.appendTo(out, args[0], args[1])
	case "cap":
		n.length(def, args[0], true)
	case "len":
		n.length(def, args[0], false)
	case "clear":
		n.clear(args[0])
	case "close":
		n.rtcall("closechan", nil, n.raceObject(n.use1(args[0]), raceWrite))
	case "complex":
		def(n.use1(args[0]), n.use1(args[1]))
	case "real":
		def(n.use(args[0])[0])
	case "imag":
		def(n.use(args[0])[1])
	case "copy":
		n.copyTo(out, args[0], args[1])
	case "delete":
		n.mapDelete(args[0], args[1])
	case "max", "min":
		n.minMax(out, b.Name() == "max", args)
	case "panic":
		n.rtcall("gopanic", nil, n.use(args[0])...)
	case "print", "println":
		n.print(args, b.Name() == "println")
	case "recover":
		if n.recov == ir.NoLocal {
			def(i32(0), i32(0))
			return
		}
		def(n.rtcalls("gorecover", getLocal(n.recov))...)
	case "ssa:wrapnilchk":
		n.wrapNilCheck(def, args)
	case "ssa:deferstack":
		def(getLocal(n.defers))
	case "Add": // unsafe
		def(op(encode.OpI32Add, n.use1(args[0]), wrap(n.indexI64(args[1]))))
	case "Sizeof": // of a type parameter's type; other sizes are constants
		def(i64(n.u.Size(args[0].Type())))
	case "Alignof":
		def(i64(n.u.Align(args[0].Type())))
	case "Offsetof":
		def(i64(n.offsetOf(args[0])))
	case "Slice":
		n.unsafeSlice(def, args)
	case "SliceData":
		def(n.use(args[0])[0])
	case "String":
		p, l := n.simple(n.use1(args[0]), ir.Ptr), n.simple(n.indexI64(args[1]), ir.I64)
		n.rtcall("unsafestring", nil, dup(p), dup(l))
		def(p, l)
	case "StringData":
		def(n.use(args[0])[0])
	default:
		panic(bug{pos: cc.Pos(), msg: "no rule for built-in " + b.Name()})
	}
}

func (n *fn) length(def func(...*ir.Expr), x ssa.Value, capacity bool) {
	switch t := x.Type().Underlying().(type) {
	case *types.Basic:
		def(n.use(x)[1])
	case *types.Slice:
		if capacity {
			def(n.use(x)[2])
		} else {
			def(n.use(x)[1])
		}
	case *types.Array:
		def(i64(t.Len()))
	case *types.Pointer:
		def(i64(t.Elem().Underlying().(*types.Array).Len()))
	case *types.Map:
		// The count is the first word of the map, and the memory of nil is 0.
		def(loadOp(encode.OpI64Load, n.raceObject(n.use1(x), raceRead), 0))
	case *types.Chan:
		if capacity {
			def(n.rtcall1("chancap", n.use1(x)))
		} else {
			def(n.rtcall1("chanlen", n.use1(x)))
		}
	default:
		panic(bug{pos: x.Pos(), msg: "length of " + t.String()})
	}
}

func (n *fn) clear(x ssa.Value) {
	switch t := x.Type().Underlying().(type) {
	case *types.Map:
		n.rtcall("mapclear", nil, n.typeAddr(t), n.raceObject(n.use1(x), raceWrite))
	case *types.Slice:
		xs := n.use(x)
		size := scale(wrap(xs[1]), n.u.Size(t.Elem()))
		if n.raceMemory {
			xs[0], size = n.simple(xs[0], ir.Ptr), n.simple(size, ir.I32)
			n.raceRange(xs[0], size, raceWrite)
			xs[0], size = dup(xs[0]), dup(size)
		}
		if n.u.HasPtrs(t.Elem()) {
			xs[0], size = n.simple(xs[0], ir.Ptr), n.simple(size, ir.I32)
			n.shadeRange(xs[0], size)
		}
		n.do(op(encode.OpMemoryFill, xs[0], i32(0), size))
	}
}

func (n *fn) minMax(out ssa.Value, most bool, args []ssa.Value) {
	if out == nil {
		return
	}
	t := out.Type().Underlying().(*types.Basic)
	ts := n.types(t)
	acc := n.useSimple(args[0])
	for _, a := range args[1:] {
		x := n.useSimple(a)
		switch {
		case t.Info()&types.IsString != 0:
			// the first of equal strings
			c := n.rtcall1("cmpstring", append(dups(x), dups(acc)...)...)
			o := encode.OpI64LtS
			if most {
				o = encode.OpI64GtS
			}
			better := getLocal(n.setTemp(op(o, c, i64(0)), ir.I32))
			acc = []*ir.Expr{op(encode.OpSelect, x[0], acc[0], dup(better)), op(encode.OpSelect, x[1], acc[1], dup(better))}
		case ts[0] == ir.F32 || ts[0] == ir.F64:
			// wasm's min and max treat NaN and -0 as Go's do
			o := encode.OpF32Min
			if most {
				o = encode.OpF32Max
			}
			if ts[0] == ir.F64 {
				o += encode.OpF64Min - encode.OpF32Min
			}
			acc = []*ir.Expr{op(o, acc[0], x[0])}
		default:
			o := encode.OpI32LtS
			if most {
				o = encode.OpI32GtS
			}
			if isUnsigned(t) {
				o++
			}
			if ts[0] == ir.I64 {
				o += toI64Compare
			}
			acc = []*ir.Expr{op(encode.OpSelect, x[0], acc[0], op(o, dup(x[0]), dup(acc[0])))}
		}
		acc = n.simples(acc, ts)
	}
	n.define(out, acc)
}

// wrapNilCheck is the check in the pointer form of a value method.
func (n *fn) wrapNilCheck(def func(...*ir.Expr), args []ssa.Value) {
	p := n.simple(n.use1(args[0]), ir.Ptr)
	typ := constant.StringVal(args[1].(*ssa.Const).Value)
	meth := constant.StringVal(args[2].(*ssa.Const).Value)
	pkg := ""
	if i := lastDot(typ); i >= 0 {
		pkg, typ = typ[:i], typ[i+1:]
	}
	var texts []*ir.Expr
	for _, s := range []string{pkg, typ, meth} {
		texts = append(texts, n.stringConst(s)...)
	}
	n.failIf(op(encode.OpI32Eqz, dup(p)), "panicwrap", texts...)
	def(p)
}

func (n *fn) unsafeSlice(def func(...*ir.Expr), args []ssa.Value) {
	et := args[0].Type().Underlying().(*types.Pointer).Elem()
	p, l := n.simple(n.use1(args[0]), ir.Ptr), n.simple(n.indexI64(args[1]), ir.I64)
	if !n.core {
		n.rtcall("unsafeslice", nil, n.typeAddr(et), dup(p), dup(l))
	}
	def(p, l, dup(l))
}

// print writes its arguments as cmd/compile's walkPrint does.
func (n *fn) print(args []ssa.Value, line bool) {
	n.rtcall("printlock", nil)
	for i, a := range args {
		if line && i > 0 {
			n.rtcall("printsp", nil)
		}
		n.printOne(a)
	}
	if line {
		n.rtcall("printnl", nil)
	}
	n.rtcall("printunlock", nil)
}

func (n *fn) printOne(a ssa.Value) {
	xs := n.use(a)
	switch t := a.Type().Underlying().(type) {
	case *types.Basic:
		switch {
		case t.Info()&types.IsString != 0:
			n.rtcall("printstring", nil, xs...)
		case t.Info()&types.IsBoolean != 0:
			n.rtcall("printbool", nil, xs...)
		case t.Info()&types.IsUnsigned != 0:
			n.rtcall("printuint", nil, widen(xs[0], n.types(t)[0], true))
		case t.Info()&types.IsInteger != 0:
			n.rtcall("printint", nil, widen(xs[0], n.types(t)[0], false))
		case t.Kind() == types.Float32:
			n.rtcall("printfloat32", nil, xs...)
		case t.Info()&types.IsFloat != 0:
			n.rtcall("printfloat64", nil, xs...)
		case t.Kind() == types.Complex64:
			n.rtcall("printcomplex64", nil, xs...)
		case t.Info()&types.IsComplex != 0:
			n.rtcall("printcomplex128", nil, xs...)
		default:
			n.rtcall("printpointer", nil, xs...)
		}
	case *types.Slice:
		n.rtcall("printslice", nil, xs...)
	case *types.Interface:
		if t.NumMethods() == 0 {
			n.rtcall("printeface", nil, xs...)
		} else {
			n.rtcall("printiface", nil, xs...)
		}
	default:
		n.rtcall("printpointer", nil, xs...)
	}
}

func widen(x *ir.Expr, t ir.Type, unsigned bool) *ir.Expr {
	switch {
	case t == ir.I64:
		return x
	case unsigned:
		return extendU(x)
	}
	return extendS(x)
}

// offsetOf is the offset of the field that v was read from, in the value that the
// program names: embedded fields on the way count.
func (n *fn) offsetOf(v ssa.Value) int64 {
	switch v := v.(type) {
	case *ssa.Field:
		off := n.u.Offsets(v.X.Type().Underlying().(*types.Struct))[v.Field]
		if x, ok := v.X.(*ssa.Field); ok && x.Pos() == v.Pos() {
			off += n.offsetOf(x)
		}
		return off
	case *ssa.FieldAddr:
		off := n.u.Offsets(deref(v.X.Type()).Underlying().(*types.Struct))[v.Field]
		if x, ok := v.X.(*ssa.FieldAddr); ok && x.Pos() == v.Pos() {
			off += n.offsetOf(x)
		}
		return off
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return n.offsetOf(v.X)
		}
	}
	panic(bug{pos: v.Pos(), msg: "offset of " + v.String()})
}
