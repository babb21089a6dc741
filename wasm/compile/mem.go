// This file lowers what reads and writes memory: variables, fields, elements.

package compile

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// ---- loads and stores of values

// loadFrom reads a value of type t at addr+off. The components are trees. If
// brief, a by-reference value is the address itself; else it is copied.
func (n *fn) loadFrom(addr *ir.Expr, off int64, t types.Type, brief bool) []*ir.Expr {
	if n.u.ByRef(t) {
		if brief {
			return []*ir.Expr{addOff(addr, off)}
		}
		return []*ir.Expr{n.copyOf(addOff(addr, off), t)}
	}
	cs := n.comps(t)
	if len(cs) > 1 {
		addr = n.simple(addr, ir.Ptr)
	}
	xs := make([]*ir.Expr, len(cs))
	for i, c := range cs {
		a := addr
		if len(cs) > 1 {
			a = dup(addr)
		}
		xs[i] = loadOp(c.Load, a, off+c.Off)
	}
	return xs
}

// storeTo writes the components of a value of type t to addr+off.
func (n *fn) storeTo(addr *ir.Expr, off int64, t types.Type, xs []*ir.Expr) {
	addr = n.storeBarrier(addr, off, t)
	n.storeOver(addr, off, t, xs)
}

// storeOver is storeTo where no pointer is overwritten.
func (n *fn) storeOver(addr *ir.Expr, off int64, t types.Type, xs []*ir.Expr) {
	if n.u.ByRef(t) {
		n.move(addOff(addr, off), xs[0], n.u.Size(t))
		return
	}
	cs := n.comps(t)
	if len(cs) > 1 {
		addr = n.simple(addr, ir.Ptr)
		for i, c := range cs { // evaluated before the first store
			xs[i] = n.simple(xs[i], c.Type)
		}
	}
	for i, c := range cs {
		a := addr
		if len(cs) > 1 {
			a = dup(addr)
		}
		x := xs[i]
		if c.Type == ir.Ptr {
			x = extendU(x)
		}
		n.do(storeOp(c.Store, a, off+c.Off, x))
	}
}

// move copies size bytes.
func (n *fn) move(dst, src *ir.Expr, size int64) {
	if size == 0 {
		return
	}
	n.do(op(encode.OpMemoryCopy, dst, src, i32(int32(size))))
}

// copyOf allocates a copy of the by-reference value at addr.
func (n *fn) copyOf(addr *ir.Expr, t types.Type) *ir.Expr {
	addr = n.simple(addr, ir.Ptr)
	p := n.newObject(t)
	n.move(dup(p), addr, n.u.Size(t))
	return p
}

// copyAlias makes an alias a value of its own.
func (n *fn) copyAlias(x *value) {
	addr := x.ops[0].x
	if addr == nil {
		addr = getLocal(x.ops[0].l)
	}
	x.alias = false
	x.ops[0] = operand{x: addr}
	p := n.copyOf(addr, x.typ)
	x.ops[0] = operand{l: p.Local}
}

// newObject allocates a zeroed t; the result may be dup'd.
func (n *fn) newObject(t types.Type) *ir.Expr {
	size := n.u.Size(t)
	if size == 0 {
		return symAddr(zerobase, 0)
	}
	return n.malloc(size, !n.u.HasPtrs(t))
}

func (n *fn) malloc(size int64, noscan bool) *ir.Expr {
	n.cur.Cost += int32(size / 8)
	p := n.rtcall1("Mallocgc", i64(size), i32(b2i(noscan)))
	if size > 256 {
		n.cur.Ins[len(n.cur.Ins)-1].(*ir.Call).Reload = true
	}
	return p
}

const zerobase = rtPrefix + "zerobase"

// ---- instructions

func (n *fn) alloc(in *ssa.Alloc) {
	t := deref(in.Type())
	if ls, ok := n.scalars[in]; ok {
		for i, c := range n.types(t) {
			n.set(ls[i], n.zeroComp(t, i, c))
		}
		return
	}
	if len(refs(in)) == 0 {
		return
	}
	n.define(in, []*ir.Expr{n.newObject(t)})
}

// zeroComp is the i-th component of the zero value of t.
func (n *fn) zeroComp(t types.Type, i int, c ir.Type) *ir.Expr {
	if n.byRefComp(t, i) != nil {
		return symAddr(n.b.Zero(n.u.Size(n.byRefComp(t, i))), 0)
	}
	return zeroOf(c)
}

// byRefComp is the type of component i of t if that is a by-reference value.
func (n *fn) byRefComp(t types.Type, i int) types.Type {
	c := n.comps(t)[i]
	if c.Type == ir.Ptr && c.GoType != nil && n.u.ByRef(c.GoType) {
		return c.GoType
	}
	return nil
}

func (n *fn) zeroValue(t types.Type) []*ir.Expr {
	ts := n.types(t)
	xs := make([]*ir.Expr, len(ts))
	for i, c := range ts {
		xs[i] = n.zeroComp(t, i, c)
	}
	return xs
}

// fieldAddr checks the pointer and adds the offset.
func (n *fn) fieldAddr(in *ssa.FieldAddr) {
	if _, ok := n.scalarLocals(in); ok {
		return // its loads and stores use locals
	}
	st := deref(in.X.Type()).Underlying().(*types.Struct)
	off := n.u.Offsets(st)[in.Field]
	x := n.nonNil(in.X)
	if len(refs(in)) == 0 {
		return
	}
	x = addOff(x, off)
	if x.Op == encode.OpI32Add && x.Args[0].Op == encode.OpLocalGet && !n.mutable[x.Args[0].Local] && x.Args[1].Op == encode.OpI32Const {
		// Every user adds the offset itself, most fold it into a load or store.
		n.vals[in] = &value{typ: in.Type(), ops: []operand{{l: x.Args[0].Local, off: x.Args[1].Imm}}}
		return
	}
	n.define(in, []*ir.Expr{x})
}

// nonNil is the pointer v, checked.
func (n *fn) nonNil(v ssa.Value) *ir.Expr {
	if neverNil(v) || n.trusted() {
		return n.use1(v)
	}
	x := n.simple(n.use1(v), ir.Ptr)
	if n.isChecked(check{kind: nilCheck, x: v}) {
		return x
	}
	n.failIf(op(encode.OpI32Eqz, dup(x)), "panicmem")
	return x
}

// trusted reports whether the package is the scheduler or the runtime below it. What they
// follow are their own pointers: a nil there is a bug of ours, which their tests find, where
// they run natively and fault. Pointers of the program are checked where the program uses them.
func (n *fn) trusted() bool {
	return n.pkg.Path == schedPath || n.pkg.Path == rtPath || n.pkg.Path == racePath
}

// neverNil reports whether v is an address that the program made itself.
func neverNil(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.FreeVar:
		if fv, ok := v.(*ssa.FreeVar); ok {
			// A captured variable; but a bound method's receiver may be nil.
			return fv.Parent().Parent() != nil
		}
		return true
	}
	return false
}

// field takes components of a struct value.
func (n *fn) field(in *ssa.Field) {
	t := in.X.Type()
	st := t.Underlying().(*types.Struct)
	ft := st.Field(in.Field).Type()
	if n.u.ByRef(t) {
		off := n.u.Offsets(st)[in.Field]
		alias := n.isAlias(in.X)
		x := n.useBriefly(in.X)[0]
		n.define(in, n.loadFrom(x, off, ft, !alias)) // the memory of a value does not change
		return
	}
	first := 0
	for i := range in.Field {
		first += len(n.comps(st.Field(i).Type()))
	}
	n.define(in, n.use(in.X)[first:first+len(n.comps(ft))])
}

// isAlias reports whether v is the content of a variable, not copied.
func (n *fn) isAlias(v ssa.Value) bool { return n.vals[v] != nil && n.vals[v].alias }

// index takes an element of a string or of an array value.
func (n *fn) index(in *ssa.Index) {
	t := in.X.Type()
	switch u := t.Underlying().(type) {
	case *types.Basic: // string
		xs := n.useSimple(in.X)
		i := n.boundsCheck(in.X, in.Index, dup(xs[1]))
		n.define(in, []*ir.Expr{loadOp(encode.OpI32Load8U, addIndex(xs[0], i, 1), 0)})
	case *types.Array:
		et := u.Elem()
		alias := n.isAlias(in.X)
		xs := n.useBriefly(in.X)
		i := n.boundsCheck(in.X, in.Index, i64(u.Len()))
		if u.Len() == 0 {
			n.define(in, n.zeroValue(et))
			return
		}
		if !n.u.ByRef(t) { // one element
			n.define(in, xs)
			return
		}
		n.define(in, n.loadFrom(addIndex(xs[0], i, n.u.Size(et)), 0, et, !alias))
	default:
		panic(bug{pos: in.Pos(), msg: "index of " + t.String()})
	}
}

// indexAddr is the address of an element of a slice or of an array variable.
func (n *fn) indexAddr(in *ssa.IndexAddr) {
	switch u := in.X.Type().Underlying().(type) {
	case *types.Slice:
		xs := n.useSimple(in.X)
		i := n.boundsCheck(in.X, in.Index, dup(xs[1]))
		n.define(in, []*ir.Expr{addIndex(xs[0], i, n.u.Size(u.Elem()))})
	case *types.Pointer:
		a := u.Elem().Underlying().(*types.Array)
		x := n.simple(n.nonNil(in.X), ir.Ptr)
		i := n.boundsCheck(in.X, in.Index, i64(a.Len()))
		n.define(in, []*ir.Expr{addIndex(x, i, n.u.Size(a.Elem()))})
	default:
		panic(bug{pos: in.Pos(), msg: "element address of " + in.X.Type().String()})
	}
}

// addIndex is base + i*size for an i64 index that is in range.
func addIndex(base, i *ir.Expr, size int64) *ir.Expr {
	if i.Op == encode.OpI64Const {
		return addOff(base, i.Imm*size)
	}
	return op(encode.OpI32Add, base, scale(wrap(i), size))
}

// scale is the i32 x*size.
func scale(x *ir.Expr, size int64) *ir.Expr {
	switch {
	case size == 1:
		return x
	case size > 0 && size&(size-1) == 0:
		s := int32(0)
		for 1<<s < size {
			s++
		}
		return op(encode.OpI32Shl, x, i32(s))
	}
	return op(encode.OpI32Mul, x, i32(int32(size)))
}

// load is *p.
func (n *fn) load(in *ssa.UnOp) {
	t := in.Type()
	if ls, ok := n.scalarLocals(in.X); ok {
		xs := make([]*ir.Expr, len(ls))
		for i, l := range ls {
			xs[i] = getLocal(l)
		}
		n.define(in, xs)
		return
	}
	if fv, ok := in.X.(*ssa.FreeVar); ok && n.byValue(fv) {
		if len(refs(in)) > 0 {
			n.define(in, n.loadHeld(fv))
		}
		return
	}
	x := n.nonNil(in.X)
	if len(refs(in)) == 0 {
		return
	}
	n.defineFrom(in, n.raceLoad(in.X, x, t), t)
}

// defineFrom defines v as what is in memory that may change.
func (n *fn) defineFrom(v ssa.Value, addr *ir.Expr, t types.Type) {
	if !n.u.ByRef(t) {
		n.define(v, n.loadFrom(addr, 0, t, false))
		return
	}
	if !n.singleUse(v) {
		n.define(v, []*ir.Expr{n.copyOf(addr, t)})
		return
	}
	addr = n.simple(addr, ir.Ptr)
	x := &value{v: v, typ: t, alias: true, ops: []operand{{x: addr}}}
	if addr.Op == encode.OpLocalGet {
		x.ops[0] = operand{l: addr.Local}
	}
	n.vals[v] = x
	n.pend = append(n.pend, x)
}

func (n *fn) storeInstr(in *ssa.Store) {
	t := in.Val.Type()
	if ls, ok := n.scalarLocals(in.Addr); ok {
		xs := n.use(in.Val)
		if len(ls) > 1 {
			n.simples(xs, n.types(t))
		}
		for i, l := range ls {
			n.set(l, xs[i])
		}
		return
	}
	x := n.nonNil(in.Addr)
	if !n.fresh[in] {
		x = n.raceStore(in.Addr, x, t)
	}
	if n.fresh[in] {
		n.storeOver(x, 0, t, n.useBriefly(in.Val))
		return
	}
	if c, ok := in.Val.(*ssa.Const); ok && n.u.ByRef(t) && isZeroConst(c) {
		x = n.storeBarrier(x, 0, t)
		n.do(op(encode.OpMemoryFill, x, i32(0), i32(int32(n.u.Size(t)))))
		return
	}
	n.storeTo(x, 0, t, n.useBriefly(in.Val))
}

func isZeroConst(c *ssa.Const) bool { return c.Value == nil }

func deref(t types.Type) types.Type {
	return t.Underlying().(*types.Pointer).Elem()
}

// ---- checks

// check is something that holds in every block that a given block dominates.
type check struct {
	kind checkKind
	x    ssa.Value // the pointer, slice, string or array
	i    ssa.Value // the index, or nil if it is the constant k
	k    int64
}

type checkKind uint8

const (
	nilCheck checkKind = iota
	boundCheck
)

// isChecked reports whether c is known to hold, and notes that it does from now on.
func (n *fn) isChecked(c check) bool {
	if b := n.checked[c]; b != nil && (b == n.ssab || b.Dominates(n.ssab)) {
		return true
	}
	n.checked[c] = n.ssab
	return false
}

// boundsCheck returns the index as an i64 that is in 0 <= i < len, and may be dup'd.
func (n *fn) boundsCheck(x, index ssa.Value, length *ir.Expr) *ir.Expr {
	i := n.simple(n.indexI64(index), ir.I64)
	c := check{kind: boundCheck, x: x, i: index}
	if k, ok := index.(*ssa.Const); ok {
		c.i, c.k = nil, k.Int64()
		if isConst(length) && c.k >= 0 && c.k < length.Imm {
			return i
		}
	}
	if isConst(length) && n.below(index, length.Imm) {
		return i
	}
	if n.isChecked(c) || n.loopBound(x, index) {
		return i
	}
	name := "panicIndex"
	if isUnsigned(index.Type()) {
		name = "panicIndexU"
	}
	n.failIf(op(encode.OpI64GeU, dup(i), dup(length)), name, dup(i), dup(length))
	return i
}

// indexI64 is an integer of any type as an i64.
func (n *fn) indexI64(v ssa.Value) *ir.Expr {
	x := n.use1(v)
	if n.types(v.Type())[0] == ir.I64 {
		return x
	}
	if isUnsigned(v.Type()) {
		return extendU(x)
	}
	return extendS(x)
}

// below reports whether v is surely in 0 <= v < limit: masked, or of a small type.
func (n *fn) below(v ssa.Value, limit int64) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && v.Int64() >= 0 && v.Int64() < limit
	case *ssa.BinOp:
		k, ok := v.Y.(*ssa.Const)
		if !ok || k.Value == nil {
			break
		}
		switch v.Op {
		case token.AND:
			if k.Int64() >= 0 && k.Int64() < limit {
				return true
			}
		case token.REM:
			if isUnsigned(v.Type()) && k.Int64() > 0 && k.Int64() <= limit {
				return true
			}
		case token.SHR:
			if b := v.X.Type().Underlying().(*types.Basic); isUnsigned(b) && k.Int64() >= 0 && k.Int64() < 64 {
				bits := n.u.Size(b) * 8
				if s := bits - k.Int64(); s <= 0 || s < 62 && int64(1)<<s <= limit {
					return true
				}
			}
		}
	case *ssa.Convert:
		from, ok := v.X.Type().Underlying().(*types.Basic)
		if ok && from.Info()&types.IsInteger != 0 && isUnsigned(from) && n.u.Size(v.Type()) >= n.u.Size(from) {
			return n.below(v.X, limit)
		}
	}
	if b, ok := v.Type().Underlying().(*types.Basic); ok && isUnsigned(b) {
		switch n.u.Size(b) {
		case 1:
			return limit >= 1<<8
		case 2:
			return limit >= 1<<16
		}
	}
	return false
}

// loopBound reports whether index < len(x) was the condition under which this
// block was entered, and index cannot be negative.
func (n *fn) loopBound(x, index ssa.Value) bool {
	for b := n.ssab; b != nil; b = b.Idom() {
		d := b.Idom()
		if d == nil || len(d.Instrs) == 0 {
			continue
		}
		iff, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || d.Succs[0] != b || len(b.Preds) != 1 {
			continue
		}
		cmp, ok := iff.Cond.(*ssa.BinOp)
		if ok && cmp.Op == token.LSS && cmp.X == index && n.isLenOf(cmp.Y, x) && nonNegative(index, nil) {
			return true
		}
	}
	return false
}

// isLenOf reports whether v is len(x).
func (n *fn) isLenOf(v, x ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len" && v.Call.Args[0] == x
	case *ssa.Const:
		t := x.Type().Underlying()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem().Underlying()
		}
		a, ok := t.(*types.Array)
		return ok && v.Value != nil && v.Int64() <= a.Len()
	}
	return false
}

// nonNegative reports whether v starts at 0 or more and only grows.
func nonNegative(v ssa.Value, seen *ssa.Phi) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && v.Int64() >= 0
	case *ssa.BinOp:
		k, ok := v.Y.(*ssa.Const)
		if !ok || v.Op != token.ADD || k.Value == nil || k.Int64() < 0 {
			return false
		}
		if phi, ok := v.X.(*ssa.Phi); ok && phi == seen {
			return true
		}
		if phi, ok := v.X.(*ssa.Phi); ok && k.Int64() == 1 && seen == nil { // for range: starts at -1
			for _, e := range phi.Edges {
				if c, ok := e.(*ssa.Const); ok && c.Value != nil && c.Int64() >= -1 || e == ssa.Value(v) {
					continue
				}
				if !nonNegative(e, phi) {
					return false
				}
			}
			return is64(v.Type())
		}
		return nonNegative(v.X, seen)
	case *ssa.Phi:
		if v == seen {
			return true
		}
		if seen != nil || !is64(v.Type()) {
			return false
		}
		for _, e := range v.Edges {
			if !nonNegative(e, v) {
				return false
			}
		}
		return true
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && (b.Name() == "len" || b.Name() == "cap")
	}
	return false
}

func is64(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Int || b.Kind() == types.Int64)
}

func isUnsigned(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned != 0
}
