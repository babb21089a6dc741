// This file finds the variables that can live in locals.
//
// go/ssa turns variables of simple types that do not escape into registers. What
// it leaves as Alloc are structs, named results of functions with defers, and
// everything whose address is used. A variable of which only whole values or
// fields are loaded and stored needs no memory, even if ssa calls it heap.
//
// Misses: arrays, structs with more than 8 components.

package compile

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
)

// findScalars gives locals to every such variable of the function.
func (n *fn) findScalars() map[*ssa.Alloc][]ir.Local {
	m := map[*ssa.Alloc][]ir.Local{}
	for _, b := range n.f.Blocks {
		for _, in := range b.Instrs {
			a, ok := in.(*ssa.Alloc)
			if !ok || n.u.ByRef(deref(a.Type())) || !onlyAccessed(a) && !n.byValue(a) {
				continue
			}
			ls := []ir.Local{}
			for _, t := range n.types(deref(a.Type())) {
				l := n.ir.NewLocal(t)
				n.mutable[l] = true
				ls = append(ls, l)
			}
			m[a] = ls
		}
	}
	return m
}

// onlyAccessed reports whether the address is only used to load and store.
func onlyAccessed(addr ssa.Value) bool {
	for _, r := range refs(addr) {
		switch r := r.(type) {
		case *ssa.UnOp:
			if r.Op != token.MUL {
				return false
			}
		case *ssa.Store:
			if r.Val == addr {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyAccessed(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// scalarLocals returns the locals that addr stands for, if it is such a variable or a field of one.
func (n *fn) scalarLocals(addr ssa.Value) ([]ir.Local, bool) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		ls, ok := n.scalars[a]
		return ls, ok
	case *ssa.FieldAddr:
		ls, ok := n.scalarLocals(a.X)
		if !ok {
			return nil, false
		}
		st := deref(a.X.Type()).Underlying().(*types.Struct)
		first := 0
		for i := range a.Field {
			first += len(n.comps(st.Field(i).Type()))
		}
		return ls[first : first+len(n.comps(st.Field(a.Field).Type()))], true
	}
	return nil, false
}
