// This file makes initialisers that nobody may need into functions of their own.
//
// What a map literal or errors.New makes is of no use if nobody reads the
// variable. Such an initialiser is pure: it changes nothing but its variable,
// and cannot panic. It becomes the body of a function init.NAME, and the
// package initialiser calls that where the initialiser stood. The linker drops
// the call if nothing else refers to the variable (link.WeakFunc), and with it
// all that the function refers to: the tables of package unicode, for one.
//
// It works on the syntax tree, before SSA is built.
package rtype

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Outline makes functions of the pure initialisers that Statics left. It adds
// declarations to files and to info, and changes info.InitOrder.
func (b *Builder) Outline(files []*ast.File, info *types.Info) {
	for i, in := range info.InitOrder {
		if len(in.Lhs) != 1 || !b.static.pure(in.Rhs) {
			continue
		}
		if f := fileOf(files, in.Rhs.Pos()); f != nil {
			info.InitOrder[i] = b.outline(f, info, in)
		}
	}
}

// WeakVar is the variable that f, a function made by Outline, initialises; nil
// for other functions.
func (b *Builder) WeakVar(f *types.Func) *types.Var { return b.weak[f] }

func fileOf(files []*ast.File, pos token.Pos) *ast.File {
	for _, f := range files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// outline moves one initialiser to a function and gives the one that calls it.
func (b *Builder) outline(file *ast.File, info *types.Info, in *types.Initializer) *types.Initializer {
	v, pos := in.Lhs[0], in.Rhs.Pos()
	sig := types.NewSignatureType(nil, nil, nil, nil, nil, false)
	fn := types.NewFunc(pos, b.pkg, "init."+v.Name(), sig)
	if b.weak == nil {
		b.weak = map[*types.Func]*types.Var{}
	}
	b.weak[fn] = v

	name := &ast.Ident{NamePos: pos, Name: fn.Name()}
	info.Defs[name] = fn
	lhs := &ast.Ident{NamePos: pos, Name: v.Name()}
	info.Uses[lhs] = v
	info.Types[lhs] = types.TypeAndValue{Type: v.Type()}
	set := &ast.AssignStmt{Lhs: []ast.Expr{lhs}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{in.Rhs}}
	file.Decls = append(file.Decls, &ast.FuncDecl{
		Name: name,
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{set}, Rbrace: in.Rhs.End()},
	})

	callee := &ast.Ident{NamePos: pos, Name: fn.Name()}
	info.Uses[callee] = fn
	info.Types[callee] = types.TypeAndValue{Type: sig}
	call := &ast.CallExpr{Fun: callee, Lparen: pos, Rparen: pos}
	info.Types[call] = types.TypeAndValue{Type: types.NewTuple()}
	blank := types.NewVar(pos, b.pkg, "_", types.Typ[types.Int])
	return &types.Initializer{Lhs: []*types.Var{blank}, Rhs: call}
}

// pureFuncs are library functions that only make something of their arguments,
// and do not panic on those that initialisers give them.
var pureFuncs = map[string]bool{
	"errors.New": true, "log.New": true, "strings.NewReplacer": true, "container/list.New": true,
	"math.Inf": true, "math.NaN": true, "math/big.NewInt": true, "math/big.NewFloat": true,
	"reflect.TypeOf": true, "reflect.TypeFor": true, "reflect.ValueOf": true, "(reflect.Type).Elem": true,
	"sync.NewCond": true, "sync.OnceFunc": true, "sync.OnceValue": true, "sync.OnceValues": true,
	"internal/godebug.New": true, "internal/lazyregexp.New": true, "time.FixedZone": true,
	"encoding/base64.NewEncoding": true, "(encoding/base64.Encoding).WithPadding": true,
	"encoding/base32.NewEncoding": true, "(encoding/base32.Encoding).WithPadding": true,
	"hash/crc32.simpleMakeTable": true, "hash/crc64.MakeTable": true, "image/color.ModelFunc": true, "image.NewUniform": true,
}

// pure reports whether evaluating e changes nothing and does not panic.
func (s *statics) pure(e ast.Expr) bool {
	e = ast.Unparen(e)
	tv := s.info.Types[e]
	if tv.Value != nil || tv.IsNil() || tv.IsType() {
		return true
	}
	switch e := e.(type) {
	case *ast.FuncLit, *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := s.info.Selections[e]
		return sel == nil || sel.Kind() == types.MethodExpr || !sel.Indirect() && s.pure(e.X) && !types.IsInterface(sel.Recv())
	case *ast.CompositeLit:
		return s.pureLit(e)
	case *ast.KeyValueExpr:
		return s.pure(e.Key) && s.pure(e.Value)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && s.pure(e.X)
	case *ast.BinaryExpr:
		return s.pureOp(e)
	case *ast.CallExpr:
		return s.pureCall(e)
	case *ast.SliceExpr:
		_, ok := s.place(e.X)
		return ok && e.Low == nil && e.High == nil && e.Max == nil
	case *ast.IndexExpr:
		_, ok := s.place(e)
		return ok || s.info.Types[e.Index].IsType()
	}
	return false
}

// pureLit: the keys of a map must be hashable, so interfaces are left alone.
func (s *statics) pureLit(e *ast.CompositeLit) bool {
	t := s.info.TypeOf(e).Underlying()
	if m, ok := t.(*types.Map); ok && holdsInterface(m.Key()) {
		return false
	}
	_, isStruct := t.(*types.Struct)
	if p, ok := t.(*types.Pointer); ok {
		_, isStruct = p.Elem().Underlying().(*types.Struct)
	}
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok && isStruct {
			x = kv.Value
		}
		if !s.pure(x) {
			return false
		}
	}
	return true
}

// pureOp leaves out division, shifts and comparisons, which may panic.
func (s *statics) pureOp(e *ast.BinaryExpr) bool {
	switch e.Op {
	case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT, token.LAND, token.LOR:
		return s.pure(e.X) && s.pure(e.Y)
	}
	return false
}

func (s *statics) pureCall(e *ast.CallExpr) bool {
	for _, a := range e.Args {
		if !s.pure(a) {
			return false
		}
	}
	if s.isConversion(e) {
		_, array := s.info.TypeOf(e).Underlying().(*types.Array)
		p, pointer := s.info.TypeOf(e).Underlying().(*types.Pointer)
		if pointer {
			_, array = p.Elem().Underlying().(*types.Array)
		}
		return !array // of a slice: may panic
	}
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
		if bi, ok := s.info.Uses[id].(*types.Builtin); ok {
			return s.pureBuiltin(bi.Name(), e)
		}
	}
	f := s.callee(e)
	if f == nil || s.b.pkg.Name() == "main" || !pureFuncs[f.FullName()] {
		return false
	}
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	return !ok || s.info.Selections[sel] == nil || s.pure(sel.X)
}

func (s *statics) pureBuiltin(name string, e *ast.CallExpr) bool {
	switch name {
	case "new", "append", "len", "cap", "min", "max", "complex", "real", "imag":
		return true
	case "make":
		for _, a := range e.Args[1:] {
			if s.info.Types[a].Value == nil {
				return false
			}
		}
		return true
	}
	return false
}
