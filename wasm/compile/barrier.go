// This file puts the collector's write barrier in front of stores of pointers.
//
// While the collector marks, the pointer that a store overwrites is shaded first
// (Yuasa's deletion barrier): what was reachable when marking began will be marked,
// and what is allocated later is marked from its birth. One global says whether
// marking is on; it is read in front of each such store:
//
//	if barrier { rt.shade(old) }        one pointer
//	if barrier { rt.shadeRange(p, n) }  a value with several, copy, append, clear
//
// It costs no fuel, so a program's time does not depend on the collector's phase.
// No store needs it
//
//   - to a frame, a local, or the cell of a goroutine: the pause in which marking
//     begins looks at all of them;
//   - that is the first to memory which this block allocated and has not given away
//     (fresh): there is nothing to overwrite;
//   - of a pointer to a type marked sched.Kept, whose objects are never freed;
//   - of the first word of an interface: type descriptors and tables are never freed.
//
// In Go: wbMove, wbZero and writebarrier.go in cmd/compile, which also shades the
// new pointer, since there stacks are looked at one by one.

package compile

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// shadeWord is the barrier for the pointer at addr+off; addr may be dup'd.
func (n *fn) shadeWord(addr *ir.Expr, off int64) {
	n.guard("shade", loadOp(encode.OpI32Load, dup(addr), off))
}

// shadeRange is the barrier for size bytes from addr; both may be dup'd.
func (n *fn) shadeRange(addr, size *ir.Expr) { n.guard("shadeRange", dup(addr), dup(size)) }

func (n *fn) guard(helper string, args ...*ir.Expr) {
	n.emit(&ir.Guard{Cond: getGlobal(ir.GlobalBarrier), Call: n.helperCall(helper, args...)})
}

// storeBarrier is the barrier for a value of type t at addr+off. It returns addr as
// something that may be evaluated again.
func (n *fn) storeBarrier(addr *ir.Expr, off int64, t types.Type) *ir.Expr {
	if n.u.ByRef(t) {
		if n.u.HasPtrs(t) {
			addr = n.simple(addr, ir.Ptr)
			n.shadeRange(n.simple(addOff(dup(addr), off), ir.Ptr), i32(int32(n.u.Size(t))))
		}
		return addr
	}
	switch offs := n.pointerWords(t); len(offs) {
	case 0:
	case 1:
		addr = n.simple(addr, ir.Ptr)
		n.shadeWord(addr, off+offs[0])
	default:
		first, last := offs[0], offs[len(offs)-1]
		addr = n.simple(addr, ir.Ptr)
		n.shadeRange(n.simple(addOff(dup(addr), off+first), ir.Ptr), i32(int32(last+8-first)))
	}
	return addr
}

// pointerWords are the offsets of the components of t that the barrier is for.
func (n *fn) pointerWords(t types.Type) []int64 {
	var offs []int64
	typeWord := false // the component before was that of an interface
	for _, c := range n.comps(t) {
		if c.Type != ir.Ptr {
			continue
		}
		if !typeWord && c.GoType != nil && types.IsInterface(c.GoType) {
			typeWord = true
			continue
		}
		typeWord = false
		if !n.kept(c.GoType) {
			offs = append(offs, c.Off)
		}
	}
	return offs
}

// kept reports whether t points to a type with a field of type sched.Kept.
func (n *fn) kept(t types.Type) bool {
	if t == nil {
		return false
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	return isKept(p.Elem())
}

func isKept(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !isCore(named.Obj().Pkg().Path()) {
		return false
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		k, ok := f.Type().(*types.Named)
		if ok && f.Name() == "_" && k.Obj().Name() == "Kept" && k.Obj().Pkg().Path() == schedPath {
			return true
		}
	}
	return false
}

// atomicBarrier is the barrier of an atomic operation that writes a pointer to
// xs[0]. What was there when marking began is shaded by whoever overwrites it first;
// so it does not matter that others may write between barrier and operation.
func (n *fn) atomicBarrier(sym string, f *ssa.Function, xs []*ir.Expr) {
	if !pointerAtomics[sym] {
		return
	}
	if args := f.TypeArgs(); len(args) == 1 && isKept(args[0]) {
		return
	}
	xs[0] = n.simple(xs[0], ir.Ptr)
	n.shadeWord(xs[0], 0)
}

// pointerAtomics are the intrinsics that write a pointer.
var pointerAtomics = map[string]bool{}

// notePointerAtomics is called when the table of intrinsics is filled.
func notePointerAtomics(prefix, suffix string) {
	for _, verb := range []string{"Store", "Swap", "CompareAndSwap"} {
		pointerAtomics[prefix+verb+suffix] = true
	}
}

// ---- stores to fresh memory

// freshStores finds the stores that are the first to their place in memory that the
// same block allocated, while nobody else can know it.
func freshStores(f *ssa.Function) map[*ssa.Store]bool {
	fresh := map[*ssa.Store]bool{}
	for _, b := range f.Blocks {
		own := map[*ssa.Alloc][]string{} // places stored to so far
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Alloc:
				own[in] = []string{}
				continue
			case *ssa.FieldAddr, *ssa.DebugRef, *ssa.UnOp:
				continue
			case *ssa.IndexAddr:
				if _, ok := in.Index.(*ssa.Const); ok {
					continue
				}
			case *ssa.Store:
				a, place := placeOf(in.Addr)
				if stored, ok := own[a]; ok && !overlaps(stored, place) {
					fresh[in] = true
					own[a] = append(stored, place)
				}
				if v, _ := placeOf(in.Val); v != nil {
					delete(own, v)
				}
				continue
			}
			for _, o := range in.Operands(nil) {
				if a, _ := placeOf(*o); a != nil {
					delete(own, a)
				}
			}
		}
	}
	return fresh
}

// placeOf is the variable that addr points into, and where: a path of fields and
// constant indices. nil if it is not an address within a variable.
func placeOf(addr ssa.Value) (*ssa.Alloc, string) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return a, "/"
	case *ssa.FieldAddr:
		v, place := placeOf(a.X)
		return v, place + strconv.Itoa(a.Field) + "/"
	case *ssa.IndexAddr:
		v, place := placeOf(a.X)
		if k, ok := a.Index.(*ssa.Const); ok {
			return v, place + strconv.FormatInt(k.Int64(), 10) + "/"
		}
		return v, place
	}
	return nil, ""
}

// overlaps reports whether one of the places is part of place, or the other way round.
func overlaps(stored []string, place string) bool {
	for _, s := range stored {
		if strings.HasPrefix(s, place) || strings.HasPrefix(place, s) {
			return true
		}
	}
	return false
}
