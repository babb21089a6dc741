// This file takes branches whose outcome is known on one of the ways to them.
//
// A function that returns a bool ends on each way with a constant. Inlined, that is a
// local set to the constant, and a jump to the block that tests it: the jump then goes to where
// the test would. The same is done for a test that the block before has just made.
//
// A loop header stays where all entries meet: an edge past it would give the loop two.

package inline

import (
	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// thread works on a function without fuel: what a block costs does not count.
func thread(f *ir.Func) {
	header := headers(f)
	for range 3 {
		changed := false
		for _, b := range f.Blocks {
			switch t := b.Term.(type) {
			case *ir.Jump:
				if to := past(b, t.To, edge{}, header); to != t.To {
					t.To, changed = to, true
				}
			case *ir.If:
				yes := past(b, t.Then, edge{t.Cond, true}, header)
				no := past(b, t.Else, edge{t.Cond, false}, header)
				if yes != t.Then || no != t.Else {
					t.Then, t.Else, changed = yes, no, true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// edge is what a block's end tells about the way taken: cond is not 0, or is.
type edge struct {
	cond *ir.Expr
	yes  bool
}

// past is where the way from b to to leads, over blocks that only jump or test what is known.
func past(b, to *ir.Block, e edge, header map[*ir.Block]bool) *ir.Block {
	for range 8 {
		if len(to.Ins) > 0 || header[to] {
			break
		}
		next := to
		switch t := to.Term.(type) {
		case *ir.Jump:
			next = t.To
		case *ir.If:
			l, op, k, ok := test(t.Cond)
			if !ok {
				break
			}
			v, known := valueAt(b, l)
			if !known {
				v, known = e.value(l, op, k)
			}
			if !known {
				break
			}
			next = t.Else
			if holds(op, v, k) {
				next = t.Then
			}
		}
		if next == to {
			break
		}
		to = next
	}
	return to
}

// test splits a condition on one local: l op k.
func test(x *ir.Expr) (l ir.Local, op encode.Op, k int32, ok bool) {
	switch {
	case x.Op == encode.OpLocalGet:
		return x.Local, encode.OpI32Ne, 0, true
	case x.Op == encode.OpI32Eqz && x.Args[0].Op == encode.OpLocalGet:
		return x.Args[0].Local, encode.OpI32Eq, 0, true
	case (x.Op == encode.OpI32Eq || x.Op == encode.OpI32Ne) && x.Args[0].Op == encode.OpLocalGet && x.Args[1].Op == encode.OpI32Const:
		return x.Args[0].Local, x.Op, int32(x.Args[1].Imm), true
	}
	return 0, 0, 0, false
}

func holds(op encode.Op, v, k int32) bool { return (v == k) == (op == encode.OpI32Eq) }

// value is a value of l that answers the test for op and k, if the edge gives one.
func (e edge) value(l ir.Local, op encode.Op, k int32) (v int32, ok bool) {
	if e.cond == nil {
		return 0, false
	}
	m, op2, k2, ok := test(e.cond)
	switch {
	case !ok || m != l:
		return 0, false
	case (op2 == encode.OpI32Eq) == e.yes: // l is k2
		return k2, true
	case k2 == k: // l is not k
		return k + 1, true
	}
	return 0, false
}

// valueAt is the constant that l has at the end of b, if b sets it to one.
func valueAt(b *ir.Block, l ir.Local) (v int32, ok bool) {
	for i := len(b.Ins) - 1; i >= 0; i-- {
		switch in := b.Ins[i].(type) {
		case *ir.Set:
			if in.Dst == l {
				return int32(in.X.Imm), in.X.Op == encode.OpI32Const
			}
			if hasTee(in.X) {
				return 0, false
			}
		case *ir.Call:
			for _, d := range in.Dst {
				if d == l {
					return 0, false
				}
			}
		}
	}
	return 0, false
}

// headers finds the blocks that are entered again from behind.
func headers(f *ir.Func) map[*ir.Block]bool {
	header := map[*ir.Block]bool{}
	state := map[*ir.Block]int{}
	var walk func(b *ir.Block)
	walk = func(b *ir.Block) {
		state[b] = 1
		for _, to := range successors(b) {
			switch state[to] {
			case 0:
				walk(to)
			case 1:
				header[to] = true
			}
		}
		state[b] = 2
	}
	walk(f.Blocks[0])
	if f.Handler != nil && state[f.Handler] == 0 {
		walk(f.Handler)
	}
	return header
}
