// This file lowers maps, and range over maps and strings.
//
// Maps are internal/runtime/maps, compiled unchanged. Keys are passed in memory,
// unless there is a function for their kind; the M's result area serves, since no
// map operation suspends and none keeps the pointer.

package compile

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// scratchSize is the size of sched.M's Ret, which is its first field.
const scratchSize = 256

// fastMap is the suffix of the functions for m's keys, and the key as they take it.
func (n *fn) fastMap(m *types.Map) string {
	if n.u.Size(m.Elem()) > 128 {
		return ""
	}
	switch k := m.Key().Underlying().(type) {
	case *types.Basic:
		switch {
		case k.Info()&types.IsString != 0:
			return "_faststr"
		case k.Info()&types.IsInteger != 0 && n.u.Size(k) == 4:
			return "_fast32"
		case k.Info()&types.IsInteger != 0 && n.u.Size(k) == 8:
			return "_fast64"
		case k.Kind() == types.UnsafePointer:
			return "_fast64"
		}
	case *types.Pointer, *types.Chan:
		return "_fast64"
	}
	return ""
}

// mapKey is the key argument of a map function.
func (n *fn) mapKey(fast string, key ssa.Value) []*ir.Expr {
	xs := n.use(key)
	switch {
	case fast == "_fast64" && n.types(key.Type())[0] == ir.Ptr:
		return []*ir.Expr{extendU(xs[0])}
	case fast != "":
		return xs
	}
	t := key.Type()
	size := n.u.Size(t)
	switch {
	case size == 0:
		return []*ir.Expr{symAddr(zerobase, 0)}
	case n.u.ByRef(t):
		return xs
	case size > scratchSize:
		n.simples(xs, n.types(t))
		p := n.newObject(t)
		n.storeFresh(p, 0, t, xs)
		return []*ir.Expr{dup(p)}
	}
	n.simples(xs, n.types(t))
	m := getLocal(n.setTemp(getGlobal(ir.GlobalM), ir.I32))
	for i, c := range n.comps(t) {
		x := xs[i]
		if c.Type == ir.Ptr {
			x = extendU(x)
		}
		n.emit(&ir.Do{X: storeOp(c.Store, dup(m), c.Off, x)})
	}
	return []*ir.Expr{dup(m)}
}

func (n *fn) makeMap(in *ssa.MakeMap) {
	hint := i64(0)
	if in.Reserve != nil {
		hint = n.indexI64(in.Reserve)
	}
	if isConst(hint) && hint.Imm <= 8 {
		n.define(in, []*ir.Expr{n.rtcall1("makemap_small")})
		return
	}
	n.define(in, []*ir.Expr{n.rtcall1("makemap", n.typeAddr(in.Type()), hint, i32(0))})
}

// zeroValSize is the size of what mapaccess1 returns for a missing key.
const zeroValSize = 1024

func (n *fn) lookup(in *ssa.Lookup) {
	mt := in.X.Type().Underlying().(*types.Map)
	fast := n.fastMap(mt)
	key := n.mapKey(fast, in.Index)
	args := append([]*ir.Expr{n.typeAddr(mt), n.raceObject(n.use1(in.X), raceRead)}, key...)
	et := mt.Elem()
	if !in.CommaOk && n.u.Size(et) <= zeroValSize {
		p := n.rtcall1("mapaccess1"+fast, args...)
		if len(refs(in)) > 0 {
			n.defineFrom(in, p, et)
		}
		return
	}
	r := n.rtcalls("mapaccess2"+fast, args...)
	p := r[0]
	if n.u.Size(et) > zeroValSize {
		p = getLocal(n.setTemp(op(encode.OpSelect, p, symAddr(n.b.Zero(n.u.Size(et)), 0), dup(r[1])), ir.Ptr))
	}
	if !in.CommaOk {
		if len(refs(in)) > 0 {
			n.defineFrom(in, p, et)
		}
		return
	}
	n.defineTuple(in, append(n.loadFrom(p, 0, et, false), r[1]))
}

func (n *fn) mapUpdate(in *ssa.MapUpdate) {
	mt := in.Map.Type().Underlying().(*types.Map)
	fast := n.fastMap(mt)
	name := "mapassign" + fast
	var key []*ir.Expr
	if fast == "_fast64" && n.types(mt.Key())[0] == ir.Ptr {
		name += "ptr"
		key = n.use(in.Key)
	} else {
		key = n.mapKey(fast, in.Key)
	}
	p := n.rtcall1(name, append([]*ir.Expr{n.typeAddr(mt), n.raceObject(n.use1(in.Map), raceWrite)}, key...)...)
	if n.u.Size(mt.Elem()) > 0 {
		n.storeTo(p, 0, mt.Elem(), n.useBriefly(in.Value))
	}
}

func (n *fn) mapDelete(m, k ssa.Value) {
	mt := m.Type().Underlying().(*types.Map)
	fast := n.fastMap(mt)
	key := n.mapKey(fast, k)
	n.rtcall("mapdelete"+fast, nil, append([]*ir.Expr{n.typeAddr(mt), n.raceObject(n.use1(m), raceWrite)}, key...)...)
}

// iteration is the state of a range loop.
type iteration struct {
	m        ir.Local // map
	p, n     *ir.Expr // string
	pos      ir.Local
	isString bool
}

func (n *fn) rangeIter(in *ssa.Range) {
	if n.iters == nil {
		n.iters = map[ssa.Value]*iteration{}
	}
	it := &iteration{}
	n.iters[in] = it
	if _, ok := in.X.Type().Underlying().(*types.Map); ok {
		it.m = n.setTemp(n.use1(in.X), ir.Ptr)
		p := n.malloc(n.prog.iterSize, false)
		n.define(in, []*ir.Expr{p})
		return
	}
	xs := n.useSimple(in.X)
	it.isString, it.p, it.n = true, xs[0], xs[1]
	it.pos = n.ir.NewLocal(ir.I64)
	n.mutable[it.pos] = true
	n.emit(&ir.Set{Dst: it.pos, X: i64(0)})
	n.define(in, []*ir.Expr{i32(0)})
}

func (n *fn) next(in *ssa.Next) {
	it := n.iters[in.Iter]
	if it.isString {
		n.nextRune(in, it)
		return
	}
	mt := in.Iter.(*ssa.Range).X.Type().Underlying().(*types.Map)
	p := n.use1(in.Iter)
	n.raceObject(getLocal(it.m), raceRead)
	n.flushMem()
	start, more, done := n.ir.NewBlock("range.start"), n.ir.NewBlock("range.more"), n.ir.NewBlock("range.next")
	n.branchTo(loadOp(encode.OpI32Load, dup(p), 16), more, start) // its type is set when it has started
	n.cur = start
	n.rtcall("mapIterStart", nil, n.typeAddr(mt), getLocal(it.m), dup(p))
	n.jump(done)
	n.cur = more
	n.rtcall("mapIterNext", nil, dup(p))
	n.jump(done)
	k := n.setTemp(loadOp(encode.OpI32Load, dup(p), 0), ir.Ptr)
	ok := n.setTemp(op(encode.OpI32Ne, getLocal(k), i32(0)), ir.I32)
	tup := in.Type().(*types.Tuple)
	xs := []*ir.Expr{getLocal(ok)}
	xs = append(xs, n.mapPart(tup.At(1).Type(), mt.Key(), getLocal(k), getLocal(ok))...)
	if usesIndex(in, 2) {
		e := n.setTemp(loadOp(encode.OpI32Load, dup(p), 8), ir.Ptr)
		xs = append(xs, n.mapPart(tup.At(2).Type(), mt.Elem(), getLocal(e), getLocal(ok))...)
	} else {
		xs = append(xs, n.zeroValue(tup.At(2).Type())...)
	}
	n.defineTuple(in, xs)
}

// mapPart reads a key or an element; at the end of the map the pointer is nil,
// and reads zeros.
func (n *fn) mapPart(declared, t types.Type, p, ok *ir.Expr) []*ir.Expr {
	if b, is := declared.(*types.Basic); is && b.Kind() == types.Invalid {
		return nil // not used
	}
	size := n.u.Size(t)
	if size > 4096 {
		p = getLocal(n.setTemp(op(encode.OpSelect, p, symAddr(n.b.Zero(size), 0), ok), ir.Ptr))
	}
	return n.loadFrom(p, 0, t, false)
}

func usesIndex(v ssa.Value, i int) bool {
	for _, r := range refs(v) {
		if e, ok := r.(*ssa.Extract); !ok || e.Index == i {
			return true
		}
	}
	return false
}

func (n *fn) nextRune(in *ssa.Next, it *iteration) {
	at := n.setTemp(getLocal(it.pos), ir.I64)
	ok := n.setTemp(op(encode.OpI64LtS, getLocal(at), dup(it.n)), ir.I32)
	r := n.ir.NewLocal(ir.I32)
	n.flushMem()
	n.flushLocal(it.pos)
	some, ascii, wide, done := n.ir.NewBlock("rune"), n.ir.NewBlock("rune.ascii"), n.ir.NewBlock("rune.wide"), n.ir.NewBlock("rune.done")
	n.emit(&ir.Set{Dst: r, X: i32(0)})
	n.branchTo(getLocal(ok), some, done)
	n.cur = some
	n.emit(&ir.Set{Dst: r, X: loadOp(encode.OpI32Load8U, addIndex(dup(it.p), getLocal(at), 1), 0)})
	n.branchTo(op(encode.OpI32LtU, getLocal(r), i32(0x80)), ascii, wide)
	n.cur = ascii
	n.emit(&ir.Set{Dst: it.pos, X: op(encode.OpI64Add, getLocal(at), i64(1))})
	n.jump(done)
	n.cur = wide
	n.rtcall("decoderune", []ir.Local{r, it.pos}, dup(it.p), dup(it.n), getLocal(at))
	n.jump(done)
	tup := in.Type().(*types.Tuple)
	xs := []*ir.Expr{getLocal(ok)}
	for i, x := range []*ir.Expr{getLocal(at), getLocal(r)} {
		if b, is := tup.At(i + 1).Type().(*types.Basic); !is || b.Kind() != types.Invalid {
			xs = append(xs, x)
		}
	}
	n.defineTuple(in, xs)
}
