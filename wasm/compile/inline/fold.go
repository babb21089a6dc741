// This file folds what inlining made constant: operations on constants, locals that
// are set once and to a constant, branches that always go the same way. Blocks that
// nobody reaches any more are dropped.

package inline

import (
	"strings"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// fold simplifies f. It goes round until no more locals become constant.
func fold(f *ir.Func) {
	for rounds := 0; rounds < 4; rounds++ {
		for _, b := range f.Blocks {
			visit(b, simplify)
			foldBlock(b)
		}
		if !spread(f) {
			break
		}
	}
	if f.ABI == ir.Plain { // without fuel, which is charged by the shape of the graph
		thread(f)
	}
	dropUnreached(f)
	dropChecks(f)
}

// spread replaces locals that are set once: to a constant, or to a parameter that
// is never set. It reports whether there were any.
func spread(f *ir.Func) bool {
	sets := setsOf(f)
	value := make([]*ir.Expr, len(f.Locals))
	found := false
	for _, b := range f.Blocks {
		for i, in := range b.Ins {
			s, ok := in.(*ir.Set)
			if !ok || s.Dst == ir.NoLocal || int(s.Dst) < f.Params || sets[s.Dst] != 1 {
				continue
			}
			if isConst(s.X) || s.X.Op == encode.OpLocalGet && int(s.X.Local) < f.Params && sets[s.X.Local] == 0 {
				value[s.Dst] = s.X
				found = true
				b.Ins[i] = nil
			}
		}
	}
	if !found {
		return false
	}
	for _, b := range f.Blocks {
		keep := b.Ins[:0]
		for _, in := range b.Ins {
			if in != nil {
				keep = append(keep, in)
			}
		}
		b.Ins = keep
		visit(b, func(x *ir.Expr) {
			if x.Op == encode.OpLocalGet && value[x.Local] != nil {
				*x = *value[x.Local]
			}
		})
	}
	return true
}

// setsOf counts how often each local is set.
func setsOf(f *ir.Func) []int {
	sets := make([]int, len(f.Locals))
	for _, b := range f.Blocks {
		for _, in := range b.Ins {
			switch in := in.(type) {
			case *ir.Set:
				if in.Dst != ir.NoLocal {
					sets[in.Dst]++
				}
			case *ir.Call:
				for _, d := range in.Dst {
					if d != ir.NoLocal {
						sets[d]++
					}
				}
			}
		}
		visit(b, func(x *ir.Expr) {
			if x.Op == encode.OpLocalTee || x.Op == encode.OpLocalSet {
				sets[x.Local] += 2
			}
		})
	}
	return sets
}

// foldBlock drops checks that hold and decides branches.
func foldBlock(b *ir.Block) {
	keep := b.Ins[:0]
	for _, in := range b.Ins {
		if c, ok := in.(*ir.Check); ok && (isZero(c.Cond) || isNilCheck(c) && isFieldAddr(c.Cond.Args[0])) {
			continue
		}
		keep = append(keep, in)
	}
	b.Ins = keep
	switch t := b.Term.(type) {
	case *ir.If:
		switch {
		case t.Cond.Op != encode.OpI32Const:
		case t.Cond.Imm != 0:
			b.Term = &ir.Jump{To: t.Then}
		default:
			b.Term = &ir.Jump{To: t.Else}
		}
	case *ir.Switch:
		if t.X.Op == encode.OpI32Const {
			b.Term = &ir.Jump{To: t.To[min(uint32(t.X.Imm), uint32(len(t.To)-1))]}
		}
	}
}

// simplify computes x if its operands are constants. They have been simplified.
func simplify(x *ir.Expr) {
	switch {
	case x.Op == encode.OpI32Eqz && x.Args[0].Op == ir.OpSymAddr:
		setBool(x, false)
	case x.Op == encode.OpI32Add && isZero(x.Args[0]):
		*x = *x.Args[1]
	case x.Op == encode.OpI32Add:
		// (base + a) + b
		if base, off := splitAddr(x); off > 0 && x.Args[0] != base {
			x.Args[0], x.Args[1] = base, ir.I32C(int32(off))
		}
	default:
		if _, ok := x.Op.Align(); ok {
			if base, off := splitAddr(x.Args[0]); off > 0 && x.Imm+off <= maxOffset {
				x.Args[0] = base
				x.Imm += off
			}
		}
	}
	for _, a := range x.Args {
		if a.Op != encode.OpI32Const && a.Op != encode.OpI64Const {
			return
		}
	}
	switch len(x.Args) {
	case 1:
		a := x.Args[0].Imm
		switch x.Op {
		case encode.OpI32Eqz, encode.OpI64Eqz:
			setBool(x, a == 0)
		case encode.OpI32WrapI64:
			*x = *ir.I32C(int32(a))
		case encode.OpI64ExtendI32U:
			*x = *ir.I64C(int64(uint32(a)))
		case encode.OpI64ExtendI32S:
			*x = *ir.I64C(int64(int32(a)))
		}
	case 2:
		a, b := x.Args[0].Imm, x.Args[1].Imm
		switch x.Op {
		case encode.OpI32Eq:
			setBool(x, int32(a) == int32(b))
		case encode.OpI32Ne:
			setBool(x, int32(a) != int32(b))
		case encode.OpI64Eq:
			setBool(x, a == b)
		case encode.OpI64Ne:
			setBool(x, a != b)
		case encode.OpI32And:
			*x = *ir.I32C(int32(a) & int32(b))
		case encode.OpI32Or:
			*x = *ir.I32C(int32(a) | int32(b))
		case encode.OpI32Add:
			*x = *ir.I32C(int32(a) + int32(b))
		case encode.OpI32Sub:
			*x = *ir.I32C(int32(a) - int32(b))
		case encode.OpI64Add:
			*x = *ir.I64C(a + b)
		case encode.OpI64Sub:
			*x = *ir.I64C(a - b)
		case encode.OpI32LtU:
			setBool(x, uint32(a) < uint32(b))
		case encode.OpI32GtU:
			setBool(x, uint32(a) > uint32(b))
		case encode.OpI64LtU:
			setBool(x, uint64(a) < uint64(b))
		case encode.OpI64GtU:
			setBool(x, uint64(a) > uint64(b))
		}
	}
}

// maxOffset is far above the size of any object that has fields.
const maxOffset = 1 << 24

// splitAddr splits an address into a base and the constants that are added to it.
func splitAddr(x *ir.Expr) (base *ir.Expr, off int64) {
	for x.Op == encode.OpI32Add && x.Args[1].Op == encode.OpI32Const && x.Args[1].Imm >= 0 && off+x.Args[1].Imm <= maxOffset {
		off += x.Args[1].Imm
		x = x.Args[0]
	}
	return x, off
}

// isFieldAddr reports whether x is the address of a field that is not the first.
func isFieldAddr(x *ir.Expr) bool {
	_, off := splitAddr(x)
	return off > 0
}

func isZero(x *ir.Expr) bool { return x.Op == encode.OpI32Const && x.Imm == 0 }

func setBool(x *ir.Expr, v bool) {
	*x = *ir.I32C(0)
	if v {
		x.Imm = 1
	}
}

// isConst reports whether x may be repeated and moved at will.
func isConst(x *ir.Expr) bool {
	switch x.Op {
	case encode.OpI32Const, encode.OpI64Const, encode.OpF32Const, encode.OpF64Const, ir.OpSymAddr, ir.OpFuncSlot:
		return true
	}
	return false
}

func hasTee(x *ir.Expr) bool {
	hit := false
	visitExpr(x, func(x *ir.Expr) { hit = hit || x.Op == encode.OpLocalTee || x.Op == encode.OpLocalSet })
	return hit
}

// visit calls do for every expression of b, operands first.
func visit(b *ir.Block, do func(*ir.Expr)) {
	call := func(c *ir.Call) {
		for _, a := range c.Args {
			visitExpr(a, do)
		}
		visitExpr(c.Slot, do)
	}
	for _, in := range b.Ins {
		switch in := in.(type) {
		case *ir.Set:
			visitExpr(in.X, do)
		case *ir.Do:
			visitExpr(in.X, do)
		case *ir.Call:
			call(in)
		case *ir.Check:
			visitExpr(in.Cond, do)
			call(in.Call)
		case *ir.Guard:
			visitExpr(in.Cond, do)
			call(in.Call)
		}
	}
	switch t := b.Term.(type) {
	case *ir.If:
		visitExpr(t.Cond, do)
	case *ir.Switch:
		visitExpr(t.X, do)
	case *ir.Return:
		for _, x := range t.Vals {
			visitExpr(x, do)
		}
	}
}

func visitExpr(x *ir.Expr, do func(*ir.Expr)) {
	if x == nil {
		return
	}
	for _, a := range x.Args {
		visitExpr(a, do)
	}
	do(x)
}

// dropChecks drops checks for 0 of a local that has been checked on the only way here.
// It looks at locals that are set once: they stay what they are.
func dropChecks(f *ir.Func) {
	sets := setsOf(f)
	preds := make([]int, len(f.Blocks))
	from := make([]*ir.Block, len(f.Blocks))
	for _, b := range f.Blocks {
		for _, to := range successors(b) {
			preds[to.ID]++
			from[to.ID] = b
		}
	}
	if f.Handler != nil {
		preds[f.Handler.ID] = 2
	}
	never := neverNil(f, sets)
	checked := make([]map[ir.Local]bool, len(f.Blocks))
	var look func(b *ir.Block)
	look = func(b *ir.Block) {
		known := map[ir.Local]bool{}
		checked[b.ID] = known
		if preds[b.ID] == 1 && b != f.Blocks[0] {
			if checked[from[b.ID].ID] == nil {
				look(from[b.ID])
			}
			for l := range checked[from[b.ID].ID] {
				known[l] = true
			}
			if t, ok := from[b.ID].Term.(*ir.If); ok && t.Cond.Op == encode.OpLocalGet && t.Then == b {
				known[t.Cond.Local] = true
			}
		}
		keep := b.Ins[:0]
		for _, in := range b.Ins {
			if l, ok := zeroCheck(in); ok && (sets[l] == 0 || sets[l] == 1 && int(l) >= f.Params) {
				if known[l] || never[l] && isNilCheck(in.(*ir.Check)) {
					continue
				}
				known[l] = true
			}
			keep = append(keep, in)
		}
		b.Ins = keep
	}
	for _, b := range f.Blocks {
		if checked[b.ID] == nil {
			look(b)
		}
	}
}

// neverNil finds the locals that are set once, to the address of a variable or of a field
// that is not the first.
func neverNil(f *ir.Func, sets []int) map[ir.Local]bool {
	never := map[ir.Local]bool{}
	for _, b := range f.Blocks {
		for _, in := range b.Ins {
			s, ok := in.(*ir.Set)
			if !ok || s.Dst == ir.NoLocal || sets[s.Dst] != 1 || int(s.Dst) < f.Params {
				continue
			}
			x := s.X
			never[s.Dst] = x.Op == ir.OpSymAddr || isFieldAddr(x)
		}
	}
	return never
}

// isNilCheck reports whether c checks that an address is not 0.
func isNilCheck(c *ir.Check) bool {
	return c.Cond.Op == encode.OpI32Eqz && strings.HasSuffix(c.Call.Sym, "panicmem")
}

// zeroCheck reports whether in checks that a local is not 0, and which: a pointer, or a divisor.
func zeroCheck(in ir.Ins) (ir.Local, bool) {
	c, ok := in.(*ir.Check)
	if !ok || c.Cond.Op != encode.OpI32Eqz || c.Cond.Args[0].Op != encode.OpLocalGet {
		return 0, false
	}
	return c.Cond.Args[0].Local, true
}

func successors(b *ir.Block) []*ir.Block {
	switch t := b.Term.(type) {
	case *ir.Jump:
		return []*ir.Block{t.To}
	case *ir.If:
		return []*ir.Block{t.Then, t.Else}
	case *ir.Switch:
		return t.To
	}
	return nil
}

// hasLoop reports whether the blocks of f have a cycle.
func hasLoop(f *ir.Func) bool {
	state := map[*ir.Block]int{}
	var visit func(b *ir.Block) bool
	visit = func(b *ir.Block) bool {
		state[b] = 1
		for _, to := range successors(b) {
			if state[to] == 1 || state[to] == 0 && visit(to) {
				return true
			}
		}
		state[b] = 2
		return false
	}
	return visit(f.Blocks[0])
}

// dropUnreached removes blocks that nothing goes to, and numbers the others.
func dropUnreached(f *ir.Func) {
	seen := map[*ir.Block]bool{}
	var walk func(b *ir.Block)
	walk = func(b *ir.Block) {
		if b == nil || seen[b] {
			return
		}
		seen[b] = true
		for _, to := range successors(b) {
			walk(to)
		}
	}
	walk(f.Blocks[0])
	walk(f.Handler)
	keep := f.Blocks[:0]
	for _, b := range f.Blocks {
		if seen[b] {
			b.ID = len(keep)
			keep = append(keep, b)
		}
	}
	f.Blocks = keep
}
