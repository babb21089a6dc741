// This file finds the captured variables that closures can hold by value.
//
// go/ssa captures every variable by its address, so each is an object of its own. But most
// are only read: the variable of a loop, a parameter. If a variable gets its value once, at
// once, and is only loaded afterwards, by its function and by all closures in it, then a
// copy of the value does: the variable lives in locals, and the closure holds the value.
//
// Needs:  nothing but the function and the closures in it.
// Gives:  byValue, read by findScalars, closureType, makeClosure and load.
// Misses: variables that are set again before the first closure is made; fields of
//         captured structs, which ssa reads through their address.
//
// In Go: escape.go decides by the same rule, for variables of up to 128 bytes.

package compile

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
)

// byValue reports whether the variable behind v, an Alloc or a FreeVar, is captured by value.
func (u *unit) byValue(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return !u.u.ByRef(deref(v.Type())) && setAtOnce(v) && onlyRead(v)
	case *ssa.FreeVar:
		site := onlySite(v.Parent())
		return site != nil && u.byValue(site.Bindings[indexOf(v)])
	}
	return false
}

// setAtOnce reports whether a is stored to once, before anything else is done with it.
func setAtOnce(a *ssa.Alloc) bool {
	stores := 0
	for _, r := range refs(a) {
		if s, ok := r.(*ssa.Store); ok {
			if s.Val == a || s.Block() != a.Block() {
				return false
			}
			stores++
		}
	}
	if stores != 1 {
		return false
	}
	made := false
	for _, in := range a.Block().Instrs {
		made = made || in == ssa.Instruction(a)
		if s, ok := in.(*ssa.Store); ok && s.Addr == a {
			return made
		}
		if made && uses(in, a) {
			return false
		}
	}
	return false
}

func uses(in ssa.Instruction, v ssa.Value) bool {
	for _, op := range in.Operands(nil) {
		if *op == v {
			return true
		}
	}
	return false
}

// onlyRead reports whether a variable is, but for its one Store if it is an Alloc, only loaded and
// captured by closures that only load it.
func onlyRead(v ssa.Value) bool {
	_, own := v.(*ssa.Alloc)
	for _, r := range refs(v) {
		switch r := r.(type) {
		case *ssa.UnOp:
			if r.Op != token.MUL {
				return false
			}
		case *ssa.Store:
			if !own {
				return false
			}
		case *ssa.MakeClosure:
			f := r.Fn.(*ssa.Function)
			if onlySite(f) == nil {
				return false
			}
			for i, b := range r.Bindings {
				if b == v && !onlyRead(f.FreeVars[i]) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// onlySite is where a function literal is made into a closure; nil if there are several places,
// or if f is not a literal.
func onlySite(f *ssa.Function) *ssa.MakeClosure {
	if f.Parent() == nil {
		return nil
	}
	var site *ssa.MakeClosure
	for _, r := range refs(f) {
		c, ok := r.(*ssa.MakeClosure)
		if !ok || site != nil {
			return nil
		}
		site = c
	}
	return site
}

func indexOf(fv *ssa.FreeVar) int {
	for i, v := range fv.Parent().FreeVars {
		if v == fv {
			return i
		}
	}
	panic(bug{pos: fv.Pos(), msg: fv.Name() + " is not a free variable of its function"})
}

// heldType is what a closure holds for a free variable.
func (u *unit) heldType(fv *ssa.FreeVar) types.Type {
	if u.byValue(fv) {
		return deref(fv.Type())
	}
	return fv.Type()
}

// held is what a closure is given for a free variable: b is bound to it.
func (n *fn) held(fv *ssa.FreeVar, b ssa.Value) []*ir.Expr {
	if !n.byValue(fv) {
		return n.use(b)
	}
	if outer, ok := b.(*ssa.FreeVar); ok {
		return n.loadHeld(outer)
	}
	var xs []*ir.Expr
	for _, l := range n.scalars[b.(*ssa.Alloc)] {
		xs = append(xs, getLocal(l))
	}
	return xs
}

// loadHeld loads a variable that the running closure holds by value.
func (n *fn) loadHeld(fv *ssa.FreeVar) []*ir.Expr {
	offs := n.u.Offsets(n.closureType(n.f))
	return n.loadFrom(getLocal(n.ctx), offs[indexOf(fv)+1], deref(fv.Type()), true) // a closure does not change
}
