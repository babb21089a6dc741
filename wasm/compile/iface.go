// This file lowers interfaces: making them, asserting types, changing them.
//
// The words are gc's: {type, data} for an empty interface, {itab, data} for
// others. A pointer-shaped value is its own data word; others are boxed.

package compile

import (
	"encoding/binary"
	"go/constant"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

func isEmptyInterface(t types.Type) bool {
	return t.Underlying().(*types.Interface).NumMethods() == 0
}

func (n *fn) makeInterface(in *ssa.MakeInterface) {
	if len(refs(in)) == 0 {
		n.define(in, zerosOf([]ir.Type{ir.Ptr, ir.Ptr}))
		return
	}
	t := in.X.Type()
	tab := n.typeAddr(t)
	if !isEmptyInterface(in.Type()) {
		tab = symAddr(n.b.Itab(t, in.Type()), 0)
	}
	n.define(in, []*ir.Expr{tab, n.box(in.X)})
}

// box is the data word for v.
func (n *fn) box(v ssa.Value) *ir.Expr {
	t := v.Type()
	size := n.u.Size(t)
	switch {
	case n.u.DirectIface(t):
		return n.use1(v)
	case size == 0:
		n.use(v)
		return symAddr(zerobase, 0)
	case n.u.ByRef(t):
		return n.use1(v) // nobody changes it any more
	}
	if c, ok := v.(*ssa.Const); ok {
		if p := n.staticBox(c, size); p != nil {
			return p
		}
	}
	xs := n.use(v)
	ts := n.types(t)
	if len(ts) == 1 && ts[0] == ir.I32 && size == 1 {
		// bool, int8, uint8: runtime.staticuint64s[uint8(x)]
		x := xs[0]
		if n.comps(t)[0].Load == encode.OpI32Load8S {
			x = op(encode.OpI32And, x, i32(0xff))
		}
		return op(encode.OpI32Add, op(encode.OpI32Shl, x, i32(3)), symAddr(staticuint64s, 0))
	}
	n.simples(xs, ts)
	p := n.newObject(t)
	n.storeFresh(p, 0, t, xs)
	return dup(p)
}

const staticuint64s = "runtime.staticuint64s"

// storeFresh writes to memory that nobody else knows yet.
func (n *fn) storeFresh(p *ir.Expr, off int64, t types.Type, xs []*ir.Expr) {
	if n.u.ByRef(t) {
		n.emit(&ir.Do{X: op(encode.OpMemoryCopy, addOff(dup(p), off), xs[0], i32(int32(n.u.Size(t))))})
		return
	}
	for i, c := range n.comps(t) {
		x := xs[i]
		if isConstVal(x, 0) {
			continue // it is zeroed
		}
		if c.Type == ir.Ptr {
			x = extendU(x)
		}
		n.emit(&ir.Do{X: storeOp(c.Store, dup(p), off+c.Off, x)})
	}
}

// staticBox is read-only memory with the constant.
func (n *fn) staticBox(c *ssa.Const, size int64) *ir.Expr {
	if c.Value == nil {
		return symAddr(n.b.Zero(size), 0)
	}
	b, ok := c.Type().Underlying().(*types.Basic)
	if !ok {
		return nil
	}
	var data [16]byte
	switch {
	case b.Info()&types.IsString != 0:
		return symAddr(n.stringHeader(constant.StringVal(c.Value)), 0)
	case b.Info()&types.IsComplex != 0:
		re, _ := constant.Float64Val(constant.Real(c.Value))
		im, _ := constant.Float64Val(constant.Imag(c.Value))
		if size == 8 {
			binary.LittleEndian.PutUint32(data[:], math.Float32bits(float32(re)))
			binary.LittleEndian.PutUint32(data[4:], math.Float32bits(float32(im)))
		} else {
			binary.LittleEndian.PutUint64(data[:], math.Float64bits(re))
			binary.LittleEndian.PutUint64(data[8:], math.Float64bits(im))
		}
	case b.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) != 0:
		binary.LittleEndian.PutUint64(data[:], uint64(n.constant(c)[0].Imm))
	default:
		return nil
	}
	return symAddr(n.b.Bytes(data[:size], uint32(n.u.Align(c.Type()))), 0)
}

// concrete is the type word in tab of an interface of type t: 0 if it is nil.
// The first 4096 bytes of memory are 0, so that a nil itab needs no branch.
func concrete(t types.Type, tab *ir.Expr) *ir.Expr {
	if isEmptyInterface(t) {
		return tab
	}
	return loadOp(encode.OpI32Load, tab, itabType)
}

func (n *fn) changeInterface(in *ssa.ChangeInterface) {
	xs := n.use(in.X)
	from, to := in.X.Type(), in.Type()
	switch {
	case isEmptyInterface(to):
		n.define(in, []*ir.Expr{concrete(from, xs[0]), xs[1]})
	case types.Identical(from.Underlying(), to.Underlying()):
		n.define(in, xs)
	default:
		n.simples(xs, []ir.Type{ir.Ptr, ir.Ptr})
		t := n.rtcall1("assertE2I2", n.typeAddr(to), concrete(from, xs[0]))
		n.define(in, []*ir.Expr{t, xs[1]})
	}
}

func (n *fn) typeAssert(in *ssa.TypeAssert) {
	if types.IsInterface(in.AssertedType) {
		n.assertInterface(in)
		return
	}
	n.assertConcrete(in)
}

func (n *fn) assertInterface(in *ssa.TypeAssert) {
	from, to := in.X.Type(), in.AssertedType
	xs := n.useSimple(in.X)
	t := n.simple(concrete(from, xs[0]), ir.Ptr)
	if isEmptyInterface(to) {
		if !in.CommaOk {
			n.failIf(op(encode.OpI32Eqz, dup(t)), "panicnildottype", n.typeAddr(to))
			n.define(in, []*ir.Expr{t, xs[1]})
			return
		}
		ok := op(encode.OpI32Ne, dup(t), i32(0))
		n.defineTuple(in, []*ir.Expr{t, xs[1], ok})
		return
	}
	if !in.CommaOk {
		n.define(in, []*ir.Expr{n.rtcall1("assertE2I", n.typeAddr(to), t), xs[1]})
		return
	}
	tab := n.rtcall1("assertE2I2", n.typeAddr(to), t)
	data := op(encode.OpSelect, xs[1], i32(0), dup(tab))
	n.defineTuple(in, []*ir.Expr{tab, data, op(encode.OpI32Ne, dup(tab), i32(0))})
}

// defineTuple defines a value whose parts are Extracted: each has a local or is a template.
func (n *fn) defineTuple(v ssa.Value, xs []*ir.Expr) {
	x := &value{typ: v.Type()}
	ts := n.types(v.Type())
	if len(ts) != len(xs) {
		panic(bug{pos: v.Pos(), msg: "tuple of " + v.String()})
	}
	wanted := n.wanted(v, len(xs))
	for i, e := range xs {
		if !wanted[i] {
			x.ops = append(x.ops, operand{x: zeroOf(ts[i])})
			continue
		}
		x.ops = append(x.ops, n.operand(e, ts[i], false))
	}
	n.vals[v] = x
}

// wanted says which components of a tuple are extracted.
func (n *fn) wanted(v ssa.Value, count int) []bool {
	w := make([]bool, count)
	tup := v.Type().(*types.Tuple)
	for _, r := range refs(v) {
		e, ok := r.(*ssa.Extract)
		if !ok {
			for i := range w {
				w[i] = true
			}
			return w
		}
		if len(refs(e)) == 0 {
			continue
		}
		first := 0
		for i := range e.Index {
			first += len(n.comps(tup.At(i).Type()))
		}
		for i := range n.comps(tup.At(e.Index).Type()) {
			w[first+i] = true
		}
	}
	return w
}

func (n *fn) assertConcrete(in *ssa.TypeAssert) {
	from, to := in.X.Type(), in.AssertedType
	xs := n.useSimple(in.X)
	is := op(encode.OpI32Eq, concrete(from, dup(xs[0])), n.typeAddr(to))
	if !in.CommaOk {
		panics, iface := "panicdottypeE", concrete(from, dup(xs[0]))
		if !isEmptyInterface(from) {
			panics, iface = "panicdottypeI", dup(xs[0])
		}
		is.Op = encode.OpI32Ne
		n.failIf(is, panics, iface, n.typeAddr(to), n.typeAddr(from))
		n.define(in, n.unbox(to, xs[1]))
		return
	}
	ok := n.setTemp(is, ir.I32)
	ts := n.types(to)
	if n.u.DirectIface(to) || len(ts) == 0 {
		ys := n.unbox(to, xs[1])
		for i := range ys {
			ys[i] = op(encode.OpSelect, ys[i], i32(0), getLocal(ok))
		}
		n.defineTuple(in, append(ys, getLocal(ok)))
		return
	}
	if len(ts) == 1 && n.u.ByRef(to) {
		zero := symAddr(n.b.Zero(n.u.Size(to)), 0)
		n.defineTuple(in, []*ir.Expr{op(encode.OpSelect, xs[1], zero, getLocal(ok)), getLocal(ok)})
		return
	}
	// The data word of another type must not be read as if it were this one: read
	// from zeros instead.
	zero := symAddr(n.b.Zero(max(n.u.Size(to), 8)), 0)
	p := n.setTemp(op(encode.OpSelect, xs[1], zero, getLocal(ok)), ir.Ptr)
	n.defineTuple(in, append(n.loadFrom(getLocal(p), 0, to, true), getLocal(ok)))
}

// unbox is the value in a data word.
func (n *fn) unbox(t types.Type, data *ir.Expr) []*ir.Expr {
	switch {
	case n.u.DirectIface(t), n.u.ByRef(t):
		return []*ir.Expr{data}
	case n.u.Size(t) == 0:
		return n.zeroValue(t)
	}
	xs := n.loadFrom(data, 0, t, true)
	return xs
}
