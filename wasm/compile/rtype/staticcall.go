// This file evaluates calls of a few library functions in initialisers, those
// that many packages use there and whose result is plain data: errors.New of a
// constant, the reflect.Type of a known type, floats from bits.
//
// It knows how these functions make their results; a test compares them with
// what the functions give.
package rtype

import (
	"go/ast"
	"go/constant"
	"go/types"
	"math"
)

// callee is the declared function or method that e calls, or nil.
func (s *statics) callee(e *ast.CallExpr) *types.Func {
	f, _ := s.info.Uses[calleeIdent(e)].(*types.Func)
	return f
}

// calleeIdent is the identifier that names what is called, or nil.
func calleeIdent(e *ast.CallExpr) *ast.Ident {
	f := ast.Unparen(e.Fun)
	switch x := f.(type) {
	case *ast.IndexExpr:
		f = x.X
	case *ast.IndexListExpr:
		f = x.X
	}
	switch x := f.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	}
	return nil
}

// putIfaceCall writes the result of a call as interface type t. In a user's
// package calls stay calls: the types that their results have may be missing
// from the archive, and a program must cost the same wherever it is compiled.
func (s *statics) putIfaceCall(d *data, off int64, t types.Type, e *ast.CallExpr) bool {
	if s.isConversion(e) {
		return s.put(d, off, t, e.Args[0])
	}
	f := s.callee(e)
	if f == nil || f.Pkg() == nil || s.b.pkg.Name() == "main" || t.Underlying().(*types.Interface).NumMethods() == 0 {
		return false
	}
	if f.FullName() == "errors.New" {
		return s.putError(d, off, t, f.Pkg(), e.Args[0])
	}
	return s.putReflectType(d, off, t, f.Pkg(), e)
}

// putError writes errors.New("constant"): a pointer to a new errorString.
func (s *statics) putError(d *data, off int64, t types.Type, errors *types.Package, arg ast.Expr) bool {
	v := s.info.Types[arg].Value
	o, ok := errors.Scope().Lookup("errorString").(*types.TypeName)
	if v == nil || !ok {
		return false
	}
	back := s.backing(o.Type())
	d.addr(off, s.b.Itab(types.NewPointer(o.Type()), t))
	d.addr(off+PtrSize, back.s.Name)
	return s.putConst(back, 0, types.Typ[types.String], v)
}

// putReflectType writes a reflect.Type: the data word is the descriptor, its
// type is *rtype in package reflect, rtype in internal/reflectlite.
func (s *statics) putReflectType(d *data, off int64, t types.Type, pkg *types.Package, e *ast.CallExpr) bool {
	o, ok := pkg.Scope().Lookup("rtype").(*types.TypeName)
	if !ok || !types.Identical(t, s.info.TypeOf(e)) {
		return false
	}
	of := s.reflected(e)
	if of == nil {
		return false
	}
	impl := o.Type()
	if pkg.Path() == "reflect" {
		impl = types.NewPointer(impl)
	}
	d.addr(off, s.b.Itab(impl, t))
	d.addr(off+PtrSize, s.b.Type(of))
	return true
}

// reflected is the type that e gives as a reflect.Type, or nil.
func (s *statics) reflected(e *ast.CallExpr) types.Type {
	f := s.callee(e)
	if f == nil {
		return nil
	}
	switch f.FullName() {
	case "reflect.TypeFor":
		if args := s.info.Instances[calleeIdent(e)].TypeArgs; args.Len() == 1 {
			return args.At(0)
		}
	case "reflect.TypeOf", "internal/reflectlite.TypeOf":
		tv := s.info.Types[ast.Unparen(e.Args[0])]
		if !tv.IsNil() && !types.IsInterface(tv.Type) && s.pure(e.Args[0]) {
			return types.Default(tv.Type)
		}
	case "(reflect.Type).Elem", "(internal/reflectlite.Type).Elem":
		x, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr).X.(*ast.CallExpr)
		if !ok {
			return nil
		}
		if t, ok := s.reflected(x).(interface{ Elem() types.Type }); ok {
			return t.Elem()
		}
	}
	return nil
}

// putKnown writes the result of a function that makes a float of constants, or
// finds the descriptor of a type.
func (s *statics) putKnown(d *data, off int64, e *ast.CallExpr) bool {
	f := s.callee(e)
	if f == nil || len(e.Args) > 1 {
		return false
	}
	if f.FullName() == "reflect.rtypeOf" && s.info.Types[e.Args[0]].Value != nil {
		d.addr(off, s.b.Type(types.Default(s.info.TypeOf(e.Args[0]))))
		return true
	}
	arg := uint64(0)
	if len(e.Args) == 1 {
		v := s.info.Types[e.Args[0]].Value
		if v == nil || v.Kind() != constant.Int {
			return false
		}
		arg, _ = intBits(v)
	}
	switch f.FullName() {
	case "math.Float64frombits", "runtime.float64frombits":
		d.u64(off, arg)
	case "math.Float32frombits", "runtime.float32frombits":
		d.u32(off, uint32(arg))
	case "math.Inf":
		d.u64(off, math.Float64bits(math.Inf(int(int64(arg)))))
	case "math.NaN":
		d.u64(off, 0x7FF8000000000001)
	default:
		return false
	}
	return true
}

// putEfaceWord writes efaceOf(&v)._type, as package runtime does.
func (s *statics) putEfaceWord(d *data, off int64, e *ast.SelectorExpr) bool {
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok || e.Sel.Name != "_type" {
		return false
	}
	f := s.callee(call)
	if f == nil || f.FullName() != "runtime.efaceOf" {
		return false
	}
	arg, ok := call.Args[0].(*ast.UnaryExpr)
	if !ok {
		return false
	}
	p, ok := s.place(arg.X)
	p.t = types.Typ[types.UnsafePointer]
	return ok && s.copy(d, off, p)
}
