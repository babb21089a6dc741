// This file decides which calls are inlined; package inline does it.
//
// A body is looked for where it always can be found: the library's in the library,
// the user's in the user's package. The page compiles programs with an archive of
// the library, which has no bodies.

package compile

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/inline"
	"github.com/gopark/gopark/wasm/compile/ir"
)

// body is a function that is inlined.
type body struct {
	ir    *ir.Func
	clock bool // reads the fuel that its caller stored
	once  bool // has one caller, and would be too large for several
}

// inlineCalls inlines what f calls, and keeps f for its own callers: as it was before
// what only f calls came into it, if it is small then.
func (u *unit) inlineCalls(f *ssa.Function, a *attrs, r *ir.Func) {
	if f.Synthetic == "package initializer" || u.isWeak(f) {
		return
	}
	cold := u.isCold(f)
	bodies := u.prog.Compiler.bodies
	if u.pkg.User {
		bodies = u.prog.bodies
	}
	find := func(once bool) func(sym string) *ir.Func {
		return func(sym string) *ir.Func {
			b := bodies[sym]
			if b == nil || b.once != once || b.clock && a.abi != ir.Plain {
				return nil
			}
			return b.ir
		}
	}
	keep := func(once bool) bool {
		if cold || len(u.uses) > 0 || u.useAll { // they belong to f's symbol
			return false
		}
		x := inline.Body(r, once)
		if x != nil {
			bodies[u.current] = &body{x, a.clock, once}
		}
		return x != nil
	}
	changed := inline.Calls(r, find(false))
	kept := keep(false)
	changed = inline.Calls(r, find(true)) || changed
	if !kept && u.calledOnce(f) {
		keep(true)
	}
	if changed && u.dump != nil {
		u.dump("inline", r)
	}
}

// isCold reports whether f of the runtime has the directive //go:cold: what leads to a call of it is
// rare, and it is not inlined.
func (u *unit) isCold(f *ssa.Function) bool { return u.has(f, "cold") }

// has reports whether f is of the runtime and has a directive.
func (u *unit) has(f *ssa.Function, directive string) bool {
	if !u.core || f.Pkg == nil || f.Parent() != nil || f.Synthetic != "" {
		return false
	}
	name := f.Name()
	if r := f.Signature.Recv(); r != nil {
		t := types.TypeString(r.Type(), func(*types.Package) string { return "" })
		if strings.HasPrefix(t, "*") {
			t = "(" + t + ")"
		}
		name = t + "." + name
	}
	p := u.prog.pkg(f.Pkg.Pkg.Path())
	return p != nil && slices.Contains(p.Pragmas.Funcs[name], directive)
}

// calledOnce reports whether f is used in one place of its package, and by no other.
func (u *unit) calledOnce(f *ssa.Function) bool {
	return f.Object() != nil && !f.Object().Exported() && u.calls[f] == 1
}
