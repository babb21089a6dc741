// This file decides which loads may wait for a call.
//
// The language leaves open when a variable is read in an expression that also
// calls a function: f(x, g()) may read x before or after g. go/ssa reads in the
// order of the text; cmd/compile calls first and reads what is left afterwards.
// Programs show the difference if g changes x, and ours must print what the go
// command's do.
//
// Misses: composite literals, operands of channel and map operations.

package compile

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// loadedLate reports whether the value v, which waits for its user, belongs to the
// same expression as the call that comes first now.
func loadedLate(v, call ssa.Value) bool {
	if v == nil || !v.Pos().IsValid() || !call.Pos().IsValid() {
		return false
	}
	switch c := consumer(v).(type) {
	case *ssa.Call:
		return within(c.Pos(), v, call)
	case *ssa.Return:
		return within(c.Pos(), v, call)
	case *ssa.BinOp:
		return v.Pos() < c.Pos() && c.Pos() < call.Pos()
	}
	return false
}

// within reports whether both are written behind pos, where a list of operands begins.
func within(pos token.Pos, v, call ssa.Value) bool {
	return pos.IsValid() && pos < v.Pos() && pos < call.Pos()
}

// consumer is the instruction that v is an operand of, conversions left out.
func consumer(v ssa.Value) ssa.Instruction {
	for {
		rs := refs(v)
		if len(rs) != 1 {
			return nil
		}
		switch r := rs[0].(type) {
		case *ssa.MakeInterface:
			v = r
		case *ssa.Convert:
			v = r
		case *ssa.ChangeType:
			v = r
		case *ssa.ChangeInterface:
			v = r
		case *ssa.Store:
			return variadicCall(r)
		default:
			return r
		}
	}
}

// variadicCall is the call whose variadic arguments st is one of.
func variadicCall(st *ssa.Store) ssa.Instruction {
	ia, ok := st.Addr.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	a, ok := ia.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" {
		return nil
	}
	for _, r := range refs(a) {
		if s, ok := r.(*ssa.Slice); ok && len(refs(s)) == 1 {
			return refs(s)[0]
		}
	}
	return nil
}
