// This file turns initialisers of package variables into data.
//
// An initialiser whose value is known becomes the first bytes of the variable
// and leaves info.InitOrder, so that go/ssa makes no code for it. Known are
// constants, composite literals of known values and pointers to them, slices
// of them, functions, addresses of variables and of their parts, and conversions
// of those to interfaces. What is pointed to gets a symbol of its own.
//
// Needs:  type information of the whole package; no SSA.
// Gives:  a symbol for every package-level variable, and the initialisers that
// are left.
// Misses: function literals, since their code is built with the initialiser;
// reads of variables that an earlier initialiser may have changed.
//
// In cmd/compile: internal/staticinit.
package rtype

import (
	"go/ast"
	"go/types"
	"math"

	"github.com/gopark/gopark/wasm/link"
)

// maxStatic is the size of the largest variable that is written out.
const maxStatic = 16 << 20

// statics works through the initialisers of one package.
type statics struct {
	b       *Builder
	info    *types.Info
	vars    map[*types.Var]*data // initialised so far
	pending []*link.Symbol       // made for the initialiser at hand
	impure  bool                 // an initialiser that may change variables is left
	dynamic map[*types.Var]bool  // variables whose initialiser is left
}

// Statics makes the symbols of the package's variables and takes the static
// initialisers out of info.InitOrder.
func (b *Builder) Statics(info *types.Info) {
	s := &statics{b: b, info: info, vars: map[*types.Var]*data{}, dynamic: map[*types.Var]bool{}}
	left := info.InitOrder[:0:0]
	for _, in := range info.InitOrder {
		if !s.initialiser(in) {
			left = append(left, in)
			s.leave(in)
		}
	}
	info.InitOrder = left
	b.static = s
	s.zeroVars()
}

// leave notes that an initialiser stays code.
func (s *statics) leave(in *types.Initializer) {
	for _, v := range in.Lhs {
		s.dynamic[v] = true
	}
	if !s.pure(in.Rhs) {
		s.impure = true
	}
}

// initialiser makes data of in, if it can.
func (s *statics) initialiser(in *types.Initializer) bool {
	if len(in.Lhs) != 1 {
		return false
	}
	v := in.Lhs[0]
	if v.Name() == "_" && s.pure(in.Rhs) {
		return true
	}
	size := s.b.u.Size(v.Type())
	if size > maxStatic || s.foreign(v) {
		return false
	}
	d := s.newVar(v)
	s.pending = nil
	if !s.put(d, 0, v.Type(), in.Rhs) {
		return false
	}
	for _, p := range s.pending {
		s.b.add(trim(p))
	}
	s.vars[v] = d
	return true
}

// foreign reports whether another package defines v (go:linkname).
func (s *statics) foreign(v *types.Var) bool {
	return v.Name() != "_" && s.b.h.VarSym(v) != v.Pkg().Path()+"."+v.Name()
}

func (s *statics) newVar(v *types.Var) *data {
	name := ""
	if v.Name() != "_" {
		name = s.b.h.VarSym(v)
	}
	return s.newData(name, v.Type())
}

// newData makes writable data for a value of type t.
func (s *statics) newData(name string, t types.Type) *data {
	d := newData(name, s.b.u.Size(t))
	d.s.Align = uint32(s.b.u.Align(t))
	d.s.Ptrs = s.b.u.HasPtrs(t)
	return d
}

// backing makes data without a name for a value of type t.
func (s *statics) backing(t types.Type) *data {
	s.b.anon++
	d := s.newData(anonName(s.b.pkg, s.b.anon), t)
	s.pending = append(s.pending, d.s)
	return d
}

// zeroVars makes the symbols of all variables, zero unless initialised.
func (s *statics) zeroVars() {
	scope := s.b.pkg.Scope()
	for _, n := range scope.Names() {
		v, ok := scope.Lookup(n).(*types.Var)
		if !ok || s.foreign(v) {
			continue
		}
		if d := s.vars[v]; d != nil {
			s.b.add(trim(d.s))
			continue
		}
		s.b.add(&link.Symbol{
			Name: s.b.h.VarSym(v), Kind: link.Data, Size: capped(s.b.u.Size(v.Type())),
			Align: uint32(s.b.u.Align(v.Type())), Ptrs: s.b.u.HasPtrs(v.Type()),
		})
	}
}

// capped is a size in 32 bits. What is larger, or so large that it became negative, is as large as can be: the linker refuses it.
func capped(size int64) uint32 {
	if size < 0 || size > math.MaxUint32 {
		return math.MaxUint32
	}
	return uint32(size)
}

// trim drops zero bytes at the end, which the linker supplies.
func trim(s *link.Symbol) *link.Symbol {
	n := 0
	for _, r := range s.Relocs {
		size := 8
		if r.Kind == link.DataAddr32 || r.Kind == link.DataSlot32 || r.Kind == link.DataMethod32 {
			size = 4
		}
		n = max(n, int(r.Off)+size)
	}
	end := len(s.Bytes)
	for end > n && s.Bytes[end-1] == 0 {
		end--
	}
	s.Bytes = s.Bytes[:end:end]
	return s
}

// place is where a variable or a part of one lies.
type place struct {
	v   *types.Var
	off int64
	t   types.Type // of the part
}

// place finds the variable part that e names, without following pointers.
func (s *statics) place(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.varPlace(s.info.Uses[e])
	case *ast.SelectorExpr:
		sel := s.info.Selections[e]
		if sel == nil {
			return s.varPlace(s.info.Uses[e.Sel])
		}
		if sel.Kind() != types.FieldVal || sel.Indirect() {
			return place{}, false
		}
		p, ok := s.place(e.X)
		if !ok {
			return place{}, false
		}
		for _, i := range sel.Index() {
			st := p.t.Underlying().(*types.Struct)
			p.off += s.b.u.Offsets(st)[i]
			p.t = st.Field(i).Type()
		}
		return p, true
	case *ast.IndexExpr:
		return s.elemPlace(e)
	}
	return place{}, false
}

func (s *statics) varPlace(o types.Object) (place, bool) {
	v, ok := o.(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return place{}, false
	}
	return place{v, 0, v.Type()}, true
}

// elemPlace is an element of an array at a constant index.
func (s *statics) elemPlace(e *ast.IndexExpr) (place, bool) {
	a, ok := s.info.TypeOf(e.X).Underlying().(*types.Array)
	i, known := intConst(s.info.Types[e.Index].Value)
	if !ok || !known {
		return place{}, false
	}
	p, ok := s.place(e.X)
	p.off += i * s.b.u.Size(a.Elem())
	p.t = a.Elem()
	return p, ok
}

// addr is the symbol and offset of a place.
func (s *statics) addr(p place) (string, int64) { return s.b.h.VarSym(p.v), p.off }

// copy writes what the variable part at p holds at the start, if nothing can
// have changed it.
func (s *statics) copy(d *data, off int64, p place) bool {
	if p.v.Pkg() != s.b.pkg || s.impure || s.dynamic[p.v] || s.foreign(p.v) {
		return false
	}
	from, size := s.vars[p.v], s.b.u.Size(p.t)
	if from == nil {
		return true // zero
	}
	copy(d.s.Bytes[off:off+size], from.s.Bytes[p.off:])
	for _, r := range from.s.Relocs {
		if at := int64(r.Off) - p.off; at >= 0 && at < size {
			r.Off = uint32(off + at)
			d.reloc(r)
		}
	}
	return true
}
