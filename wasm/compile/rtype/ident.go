// This file writes types as text, in two forms.
//
// TypeID is the identity of a type: two types have the same one exactly if they
// are identical. Packages are written as import paths, and a type declared in a
// function carries the position of its declaration. Symbol names are made of
// it. TypeString is what reflect's Type.String gives: packages by name, local
// types like others, but for type arguments, where they carry a number, as gc
// gives them.
//
// A type declared in a generic function is another one in each instance. go/ssa makes
// it anew, and who compiles the instance says whose it is (Own). Its text has the type
// arguments of the function in front of its own.
package rtype

import (
	"fmt"
	"go/ast"
	"go/types"
	"hash/fnv"
	"path/filepath"
	"strconv"
	"strings"
)

// TypeID is the identity of t as text.
func (u *Universe) TypeID(t types.Type) string {
	if s, ok := u.ids.get(t); ok {
		return s
	}
	p := printer{u: u, full: true, id: true}
	p.typ(t)
	s := p.b.String()
	u.ids.put(t, s)
	return s
}

// TypeString is t as reflect writes it.
func (u *Universe) TypeString(t types.Type) string {
	p := printer{u: u}
	p.typ(t)
	return p.b.String()
}

// TypeSym is the name of the descriptor of t.
func (u *Universe) TypeSym(t types.Type) string { return "type:" + u.TypeID(t) }

// TypeHash is abi.Type.Hash.
func (u *Universe) TypeHash(t types.Type) uint32 {
	h := fnv.New32a()
	h.Write([]byte(u.TypeID(t)))
	return h.Sum32()
}

// UseKey identifies a method for the linker: a method of a concrete type with
// this key is kept if a method of an interface with this key is used.
func (u *Universe) UseKey(m *types.Func) string {
	p := printer{u: u, full: true, id: true}
	p.b.WriteString(u.methodID(m))
	p.b.WriteByte(' ')
	p.signature(m.Type().(*types.Signature))
	return p.b.String()
}

// methodID is the name of a method or field, with its package unless exported.
func (u *Universe) methodID(o types.Object) string {
	if o.Exported() || o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// printer writes types.
type printer struct {
	u      *Universe
	b      strings.Builder
	full   bool                  // packages by path, local types with a mark
	id     bool                  // identities: that mark is a position
	fresh  map[*types.Named]bool // types of instances being written out
	inline bool                  // write out types of instances
}

func (p *printer) str(s ...string) {
	for _, s := range s {
		p.b.WriteString(s)
	}
}

func (p *printer) typ(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		p.basic(t)
	case *types.Pointer:
		p.str("*")
		p.typ(t.Elem())
	case *types.Array:
		p.str("[", strconv.FormatInt(t.Len(), 10), "]")
		p.typ(t.Elem())
	case *types.Slice:
		p.str("[]")
		p.typ(t.Elem())
	case *types.Map:
		p.str("map[")
		p.typ(t.Key())
		p.str("]")
		p.typ(t.Elem())
	case *types.Chan:
		p.chanType(t)
	case *types.Signature:
		p.str("func")
		p.signature(t)
	case *types.Interface:
		p.iface(t)
	case *types.Struct:
		p.structType(t)
	case *types.Tuple:
		p.tuple(t, false)
	case *types.Named:
		p.named(t)
	case *types.TypeParam:
		panic(fmt.Sprintf("rtype: type parameter %v of %v has no identity", t, t.Obj().Pkg()))
	default:
		p.str(t.String()) // go/ssa's own
	}
}

func (p *printer) basic(t *types.Basic) {
	switch t.Kind() {
	case types.Uint8:
		p.str("uint8")
	case types.Int32:
		p.str("int32")
	case types.UnsafePointer:
		p.str("unsafe.Pointer")
	default:
		p.str(t.Name())
	}
}

func (p *printer) chanType(t *types.Chan) {
	switch t.Dir() {
	case types.RecvOnly:
		p.str("<-chan ")
	case types.SendOnly:
		p.str("chan<- ")
	default:
		p.str("chan ")
		if e, ok := types.Unalias(t.Elem()).(*types.Chan); ok && e.Dir() == types.RecvOnly {
			p.str("(")
			p.typ(e)
			p.str(")")
			return
		}
	}
	p.typ(t.Elem())
}

// signature writes parameters and results.
func (p *printer) signature(t *types.Signature) {
	p.str("(")
	p.tuple(t.Params(), t.Variadic())
	p.str(")")
	switch t.Results().Len() {
	case 0:
	case 1:
		p.str(" ")
		p.typ(t.Results().At(0).Type())
	default:
		p.str(" (")
		p.tuple(t.Results(), false)
		p.str(")")
	}
}

func (p *printer) tuple(t *types.Tuple, variadic bool) {
	for i := range t.Len() {
		if i > 0 {
			p.str(", ")
		}
		v := t.At(i).Type()
		if s, ok := types.Unalias(v).(*types.Slice); ok && variadic && i == t.Len()-1 {
			p.str("...")
			v = s.Elem()
		}
		p.typ(v)
	}
}

func (p *printer) iface(t *types.Interface) {
	if t.NumMethods() == 0 {
		p.str("interface {}")
		return
	}
	p.str("interface {")
	for i, m := range p.u.Imethods(t) {
		if i > 0 {
			p.str(";")
		}
		p.str(" ")
		if !m.Exported() {
			p.pkg(m.Pkg())
		}
		p.str(m.Name())
		p.signature(m.Type().(*types.Signature))
	}
	p.str(" }")
}

func (p *printer) structType(t *types.Struct) {
	p.str("struct {")
	for i := range t.NumFields() {
		if i > 0 {
			p.str(";")
		}
		p.str(" ")
		f := t.Field(i)
		switch {
		case p.full && !f.Exported():
			p.pkg(f.Pkg())
			fallthrough
		case p.full || !f.Embedded():
			p.str(f.Name(), " ")
			if f.Embedded() {
				p.str("= ")
			}
		}
		p.typ(f.Type())
		if tag := t.Tag(i); tag != "" {
			p.str(" ", strconv.Quote(tag))
		}
	}
	if t.NumFields() > 0 {
		p.str(" ")
	}
	p.str("}")
}

func (p *printer) pkg(pkg *types.Package) {
	if pkg == nil {
		return
	}
	if p.full {
		p.str(pkg.Path(), ".")
	} else {
		p.str(pkg.Name(), ".")
	}
}

func (p *printer) named(t *types.Named) {
	o := t.Obj()
	p.pkg(o.Pkg())
	p.str(o.Name())
	local := o.Pkg() != nil && o.Parent() != o.Pkg().Scope()
	if local && p.id {
		p.position(t)
	}
	var outer []types.Type
	if local {
		outer, _ = p.u.owners.get(o)
	}
	args := t.TypeArgs()
	was := p.full
	p.full = true // as in gc
	for i, a := range outer {
		p.str([]string{"[", ","}[min(i, 1)])
		p.typ(a)
	}
	for i := range args.Len() {
		switch {
		case i > 0:
			p.str(",")
		case len(outer) > 0:
			p.str(";")
		default:
			p.str("[")
		}
		p.typ(args.At(i))
	}
	if len(outer)+args.Len() > 0 {
		p.str("]")
	}
	p.full = was
	if n, ok := p.u.locals.get(o.Pos()); ok && local && p.full && !p.id {
		p.str("·", strconv.Itoa(n))
	}
}

// Own says that the types in t that go/ssa made for an instance of a function belong to it: within
// reports whether a type was declared in that function. args are its type arguments.
func (u *Universe) Own(t types.Type, args []types.Type, within func(types.Object) bool) {
	u.own(t, args, within, map[types.Type]bool{})
}

func (u *Universe) own(t types.Type, args []types.Type, within func(types.Object) bool, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	again := func(t types.Type) { u.own(t, args, within, seen) }
	switch t := t.(type) {
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			again(a)
		}
		o := t.Obj()
		if o.Parent() != nil || o.Pkg() == nil || !within(o) {
			return
		}
		if _, known := u.owners.get(o); !known {
			u.owners.put(o, args)
		}
		if t.TypeParams().Len() == 0 || t.TypeArgs().Len() > 0 {
			again(t.Underlying())
		}
	case *types.Pointer:
		again(t.Elem())
	case *types.Slice:
		again(t.Elem())
	case *types.Array:
		again(t.Elem())
	case *types.Chan:
		again(t.Elem())
	case *types.Map:
		again(t.Key())
		again(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			again(v.Type())
		}
	case *types.Signature:
		again(t.Params())
		again(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			again(f.Type())
		}
	}
}

// Number numbers the types that functions of a package declare, as gc does.
func (u *Universe) Number(files []*ast.File) {
	n := 0
	for _, f := range files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			ast.Inspect(fn.Body, func(node ast.Node) bool {
				if t, ok := node.(*ast.TypeSpec); ok && !t.Assign.IsValid() {
					n++
					u.locals.put(t.Name.Pos(), n)
				}
				return true
			})
		}
	}
}

// position writes what tells a type declared in a function from its namesakes.
func (p *printer) position(t *types.Named) {
	pos := p.u.fset.Position(t.Obj().Pos())
	p.str("·", filepath.Base(pos.Filename), ":", strconv.Itoa(pos.Line), ":", strconv.Itoa(pos.Column))
	if t.Obj().Parent() != nil {
		return
	}
	if _, known := p.u.owners.get(t.Obj()); known {
		return // its type arguments follow
	}
	// Made by go/ssa for one instance of a generic function, we do not know which.
	o := t.Origin()
	switch {
	case !p.inline:
		q := printer{u: p.u, full: true, id: true, inline: true, fresh: map[*types.Named]bool{o: true}}
		q.typ(o.Underlying())
		h := fnv.New64a()
		h.Write([]byte(q.b.String()))
		p.str(":", strconv.FormatUint(h.Sum64(), 36))
	case !p.fresh[o]:
		p.fresh[o] = true
		p.str("{")
		p.typ(o.Underlying())
		p.str("}")
	}
}
