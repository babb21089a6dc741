// This file writes the values of static initialisers. The put methods write the
// value of an expression at an offset of a symbol, and answer false if they
// cannot: then what they wrote is thrown away.
package rtype

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
)

func anonName(pkg *types.Package, n int) string { return fmt.Sprintf("%s..stmp_%d", pkg.Path(), n) }

// put writes the value of e as type t.
func (s *statics) put(d *data, off int64, t types.Type, e ast.Expr) bool {
	e = ast.Unparen(e)
	tv := s.info.Types[e]
	if tv.IsNil() {
		return true
	}
	if types.IsInterface(t) {
		return s.putIface(d, off, t, e, tv)
	}
	if tv.Value != nil {
		return s.putConst(d, off, t, tv.Value)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return s.putLit(d, off, e)
	case *ast.UnaryExpr:
		return e.Op == token.AND && s.putAddr(d, off, e.X)
	case *ast.CallExpr:
		return s.putCall(d, off, e)
	case *ast.SliceExpr:
		return s.putSlice(d, off, e)
	case *ast.Ident:
		return s.putFunc(d, off, e) || s.putVar(d, off, e)
	case *ast.SelectorExpr:
		return s.info.Selections[e] == nil && s.putFunc(d, off, e.Sel) || s.putVar(d, off, e) || s.putEfaceWord(d, off, e)
	case *ast.IndexExpr:
		return s.putVar(d, off, e)
	}
	return false
}

// putConst writes a constant.
func (s *statics) putConst(d *data, off int64, t types.Type, v constant.Value) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch {
	case b.Info()&types.IsBoolean != 0:
		if constant.BoolVal(v) {
			d.u8(off, 1)
		}
	case b.Info()&types.IsString != 0:
		str := constant.StringVal(v)
		d.addr(off, s.b.String(str))
		d.u64(off+8, uint64(len(str)))
	case b.Info()&types.IsInteger != 0:
		n, ok := intBits(v)
		if !ok {
			return false
		}
		d.int(off, s.b.u.Size(t), n)
	case b.Info()&types.IsFloat != 0:
		d.float(off, s.b.u.Size(t), v)
	case b.Info()&types.IsComplex != 0:
		half := s.b.u.Size(t) / 2
		d.float(off, half, constant.Real(v))
		d.float(off+half, half, constant.Imag(v))
	default:
		return false
	}
	return true
}

// intBits is an integer constant as 64 bits.
func intBits(v constant.Value) (uint64, bool) {
	v = constant.ToInt(v)
	if v.Kind() != constant.Int {
		return 0, false
	}
	if n, ok := constant.Int64Val(v); ok {
		return uint64(n), true
	}
	return constant.Uint64Val(v)
}

// intConst is a constant that is an index or a length.
func intConst(v constant.Value) (int64, bool) {
	if v == nil {
		return 0, false
	}
	n, ok := intBits(v)
	return int64(n), ok
}

func (d *data) int(off, size int64, n uint64) {
	for i := range size {
		d.u8(off+i, byte(n>>(8*i)))
	}
}

func (d *data) float(off, size int64, v constant.Value) {
	if size == 4 {
		f, _ := constant.Float32Val(v)
		d.u32(off, math.Float32bits(f))
		return
	}
	f, _ := constant.Float64Val(v)
	d.u64(off, math.Float64bits(f))
}

// putIface writes e converted to interface type t.
func (s *statics) putIface(d *data, off int64, t types.Type, e ast.Expr, tv types.TypeAndValue) bool {
	if types.IsInterface(tv.Type) {
		if call, ok := e.(*ast.CallExpr); ok {
			return s.putIfaceCall(d, off, t, call)
		}
		return types.Identical(t.Underlying(), tv.Type.Underlying()) && s.putVar(d, off, e)
	}
	c := types.Default(tv.Type)
	if t.Underlying().(*types.Interface).NumMethods() == 0 {
		d.addr(off, s.b.Type(c))
	} else {
		d.addr(off, s.b.Itab(c, t))
	}
	if s.b.u.DirectIface(c) {
		return s.put(d, off+PtrSize, c, e)
	}
	if s.b.u.Size(c) == 0 {
		d.addr(off+PtrSize, s.b.Zero(0))
		return true
	}
	box := s.backing(c)
	box.s.RoData, box.s.Ptrs = true, false // nothing writes to a boxed value
	d.addr(off+PtrSize, box.s.Name)
	return s.put(box, 0, c, e)
}

// putLit writes a composite literal.
func (s *statics) putLit(d *data, off int64, e *ast.CompositeLit) bool {
	switch t := s.info.TypeOf(e).Underlying().(type) {
	case *types.Pointer: // &T left out in an enclosing literal
		return s.putNew(d, off, t.Elem(), e)
	case *types.Struct:
		return s.putStruct(d, off, t, e)
	case *types.Array:
		return s.putElems(d, off, t.Elem(), e)
	case *types.Slice:
		n, ok := s.litLen(e)
		if !ok || n*s.b.u.Size(t.Elem()) > maxStatic {
			return false
		}
		back := s.backing(types.NewArray(t.Elem(), n))
		d.addr(off, back.s.Name)
		d.u64(off+8, uint64(n))
		d.u64(off+16, uint64(n))
		return s.putElems(back, 0, t.Elem(), e)
	}
	return false
}

// putNew writes the address of a new variable of type t that holds a literal.
func (s *statics) putNew(d *data, off int64, t types.Type, e *ast.CompositeLit) bool {
	back := s.backing(t)
	d.addr(off, back.s.Name)
	switch x := t.Underlying().(type) {
	case *types.Struct:
		return s.putStruct(back, 0, x, e)
	case *types.Array:
		return s.putElems(back, 0, x.Elem(), e)
	}
	return s.putLit(back, 0, e)
}

func (s *statics) putStruct(d *data, off int64, t *types.Struct, e *ast.CompositeLit) bool {
	offs := s.b.u.Offsets(t)
	for i, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			i, x = fieldIndex(t, kv.Key.(*ast.Ident).Name), kv.Value
		}
		if t.Field(i).Name() == "_" && s.pure(x) {
			continue // it stays zero
		}
		if !s.put(d, off+offs[i], t.Field(i).Type(), x) {
			return false
		}
	}
	return true
}

func fieldIndex(t *types.Struct, name string) int {
	for i := range t.NumFields() {
		if t.Field(i).Name() == name {
			return i
		}
	}
	panic("rtype: no field " + name)
}

// elems calls f for each element of an array or slice literal, with its index.
func (s *statics) elems(e *ast.CompositeLit, f func(i int64, x ast.Expr) bool) bool {
	i := int64(0)
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if i, ok = intConst(s.info.Types[kv.Key].Value); !ok {
				return false
			}
			x = kv.Value
		}
		if !f(i, x) {
			return false
		}
		i++
	}
	return true
}

func (s *statics) litLen(e *ast.CompositeLit) (n int64, ok bool) {
	ok = s.elems(e, func(i int64, _ ast.Expr) bool { n = max(n, i+1); return true })
	return n, ok
}

func (s *statics) putElems(d *data, off int64, elem types.Type, e *ast.CompositeLit) bool {
	size := s.b.u.Size(elem)
	return s.elems(e, func(i int64, x ast.Expr) bool { return s.put(d, off+i*size, elem, x) })
}

// putAddr writes the address of a literal, or of a part of a variable.
func (s *statics) putAddr(d *data, off int64, e ast.Expr) bool {
	e = ast.Unparen(e)
	if lit, ok := e.(*ast.CompositeLit); ok {
		return s.putNew(d, off, s.info.TypeOf(lit), lit)
	}
	p, ok := s.place(e)
	if !ok {
		return false
	}
	sym, add := s.addr(p)
	d.addrAdd(off, sym, add)
	return true
}

// putSlice writes a[i:j:k] of an array variable.
func (s *statics) putSlice(d *data, off int64, e *ast.SliceExpr) bool {
	a, ok := s.info.TypeOf(e.X).Underlying().(*types.Array)
	if !ok {
		return false
	}
	p, ok := s.place(e.X)
	bound := func(x ast.Expr, or int64) int64 {
		if x == nil {
			return or
		}
		n, known := intConst(s.info.Types[x].Value)
		ok = ok && known
		return n
	}
	lo, hi, most := bound(e.Low, 0), bound(e.High, a.Len()), bound(e.Max, a.Len())
	if !ok || lo > hi || hi > most || most > a.Len() {
		return false
	}
	sym, add := s.addr(p)
	if most > lo {
		add += lo * s.b.u.Size(a.Elem())
	}
	d.addrAdd(off, sym, add)
	d.u64(off+8, uint64(hi-lo))
	d.u64(off+16, uint64(most-lo))
	return true
}

// putFunc writes the func value of a declared function.
func (s *statics) putFunc(d *data, off int64, id *ast.Ident) bool {
	f, ok := s.info.Uses[id].(*types.Func)
	if !ok {
		return false
	}
	if sig := f.Type().(*types.Signature); sig.Recv() != nil || sig.TypeParams().Len() > 0 {
		return false
	}
	d.addr(off, s.b.declared(f))
	return true
}

// declared is the func value of a declared function, for when there is no SSA yet.
func (b *Builder) declared(f *types.Func) string {
	name := "go:func:" + f.Pkg().Path() + "." + f.Name()
	b.need(name, func() {
		d := newData(name, PtrSize)
		d.s.Dup, d.s.RoData = true, true
		if fn := b.prog.FuncValue(f); fn != nil {
			d.slot(0, b.h.FuncSym(fn))
		}
		b.add(d.s)
	})
	return name
}

// putVar copies a part of another variable.
func (s *statics) putVar(d *data, off int64, e ast.Expr) bool {
	p, ok := s.place(e)
	return ok && s.copy(d, off, p)
}

func (s *statics) isConversion(e *ast.CallExpr) bool { return s.info.Types[e.Fun].IsType() }

// putCall writes conversions, and calls that make a new variable.
func (s *statics) putCall(d *data, off int64, e *ast.CallExpr) bool {
	if s.isConversion(e) {
		return s.putConversion(d, off, s.info.TypeOf(e), e.Args[0])
	}
	if bi, ok := s.info.Uses[calleeIdent(e)].(*types.Builtin); !ok || bi.Name() != "new" {
		return s.putKnown(d, off, e)
	}
	elem := s.info.TypeOf(e).Underlying().(*types.Pointer).Elem()
	back := s.backing(elem)
	d.addr(off, back.s.Name)
	return s.info.Types[e.Args[0]].IsType() || s.put(back, 0, elem, e.Args[0])
}

// putConversion writes x as type t, if that changes no bits.
func (s *statics) putConversion(d *data, off int64, t types.Type, x ast.Expr) bool {
	from := s.info.Types[ast.Unparen(x)]
	if from.IsNil() {
		return true
	}
	if sl, ok := t.Underlying().(*types.Slice); ok && from.Value != nil && from.Value.Kind() == constant.String {
		return s.putBytes(d, off, sl, constant.StringVal(from.Value))
	}
	if types.IsInterface(t) {
		return s.put(d, off, t, x)
	}
	same := types.IdenticalIgnoreTags(t.Underlying(), from.Type.Underlying()) || isPointer(t) && isPointer(from.Type)
	return same && s.put(d, off, from.Type, x)
}

func isPointer(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		return true
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	}
	return false
}

// putBytes writes []byte("constant").
func (s *statics) putBytes(d *data, off int64, t *types.Slice, str string) bool {
	b, ok := t.Elem().Underlying().(*types.Basic)
	if !ok || b.Kind() != types.Uint8 {
		return false
	}
	back := s.backing(types.NewArray(t.Elem(), int64(len(str))))
	copy(back.s.Bytes, str)
	d.addr(off, back.s.Name)
	d.u64(off+8, uint64(len(str)))
	d.u64(off+16, uint64(len(str)))
	return true
}
