// This file gives every local its wasm index. Locals of one type that never
// hold a value at the same time share an index: lowering makes a local for
// every value, and engines give each a place in the stack frame.
//
// Two locals clash when one is written where the other is live behind. At the
// entry the parameters are written, so a local that is read before it is
// written, and is then 0, clashes with all of them. Our own locals are kept
// apart from all others: the passes set them in between.
//
// Indices are given in the order of first use, each the lowest that is free.

package emit

import (
	"math/bits"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// maxColoured bounds the work: functions with more locals are numbered plainly.
const maxColoured = 6000

func (f *fn) colour() {
	f.ours(&f.line)
	order := f.flow().order
	used, seen := f.usedLocals(order)
	c := &colourer{fn: f, of: make([]int32, len(f.Locals))}
	for i := range c.of {
		c.of[i] = -1
	}
	for i := range f.Params {
		c.of[i] = c.add(f.Locals[i].Val())
	}
	if f.fuel != ir.NoLocal {
		c.of[f.fuel] = c.add(encode.I32)
	}
	c.params = len(c.types)
	for _, own := range []ir.Local{f.selector, f.frame, f.line} {
		if own != ir.NoLocal && seen.has(own) {
			c.of[own] = c.add(encode.I32)
		}
	}
	c.own = len(c.types)
	for _, l := range used {
		if c.of[l] < 0 {
			c.of[l] = c.pick(l)
		}
	}
	c.number()
}

// usedLocals lists the locals in the order of their first use. The line of an
// unwinding call is always among them: layout uses it.
func (f *fn) usedLocals(order []*node) (list []ir.Local, seen bits64) {
	seen = make(bits64, (len(f.Locals)+63)/64)
	note := func(l ir.Local) {
		if !seen.has(l) {
			seen.add(l)
			list = append(list, l)
		}
	}
	for _, n := range order {
		backward(n, note, note)
	}
	seen.add(f.line)
	return list, seen
}

type colourer struct {
	*fn
	of          []int32          // colour of each local, -1 for none yet
	types       []encode.ValType // of each colour
	params, own int              // colours below are parameters (and fuel); are not shared
	taken       []uint64
}

func (c *colourer) add(t encode.ValType) int32 {
	c.types = append(c.types, t)
	return int32(len(c.types) - 1)
}

// clashes finds for each local which others it clashes with, in the graph
// before resume.
func (f *fn) clashes(g *flow, lv *liveness) []bits64 {
	if len(f.Locals) > maxColoured {
		return nil
	}
	words := len(lv.tmp)
	store := make([]uint64, words*len(f.Locals))
	clash := make([]bits64, len(f.Locals))
	for l := range clash {
		clash[l] = store[l*words : (l+1)*words : (l+1)*words]
	}
	write := func(l ir.Local, live bits64) {
		clash[l].merge(live)
		for i, w := range live {
			for ; w != 0; w &= w - 1 {
				clash[i<<6+bits.TrailingZeros64(w)].add(l)
			}
		}
	}
	for _, n := range g.order {
		live := lv.end(n)
		backward(n, live.add, func(l ir.Local) {
			live.del(l)
			write(l, live)
		})
	}
	for i := range f.Params {
		write(ir.Local(i), lv.at[f.entry.id])
		for j := range f.Params {
			clash[i].add(ir.Local(j))
		}
	}
	return clash
}

// pick finds a colour for l.
func (c *colourer) pick(l ir.Local) int32 {
	t := c.Locals[l].Val()
	if c.clash == nil {
		return c.add(t)
	}
	c.taken = append(c.taken[:0], make([]uint64, (len(c.types)+63)/64)...)
	for i, w := range c.clash[l] {
		for ; w != 0; w &= w - 1 {
			if k := c.of[i<<6+bits.TrailingZeros64(w)]; k >= 0 {
				c.taken[k>>6] |= 1 << (k & 63)
			}
		}
	}
	for k, kt := range c.types {
		if kt == t && c.taken[k>>6]&(1<<(k&63)) == 0 && (k < c.Params || k >= c.own) {
			return int32(k)
		}
	}
	return c.add(t)
}

// number turns colours into indices: parameters first, the others by type.
func (c *colourer) number() {
	index := make([]uint32, len(c.types))
	next := uint32(c.params)
	for k := range c.params {
		index[k] = uint32(k)
	}
	for _, t := range []encode.ValType{encode.I32, encode.I64, encode.F32, encode.F64} {
		for k := c.params; k < len(c.types); k++ {
			if c.types[k] == t {
				index[k] = next
				next++
				c.locals = append(c.locals, t)
			}
		}
	}
	c.index = make([]uint32, len(c.of))
	for l, k := range c.of {
		if k >= 0 {
			c.index[l] = index[k]
		}
	}
}
