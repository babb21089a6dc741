// This file interprets functions of package ir: what emitted code is compared
// with. It knows no fuel and never freezes.

package emit

import (
	"fmt"
	"math"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

type interp struct {
	funcs map[string]*ir.Func
	slots []string
	mode  uint64
	hash  uint64
	steps int
}

type tooLong struct{}

func (in *interp) log(v uint64) { in.hash = in.hash*31 + v }

func (in *interp) slot(sym string) uint64 {
	for i, s := range in.slots {
		if s == sym {
			return uint64(i + 1)
		}
	}
	in.slots = append(in.slots, sym)
	return uint64(len(in.slots))
}

// call runs a function; the results are zeros when it unwinds.
func (in *interp) call(sym string, args []uint64, depth int) []uint64 {
	switch sym {
	case "test.log":
		in.log(args[0])
		return nil
	case "test.clock", "test.park":
		return nil
	case "test.throw":
		in.mode = 2
		return nil
	}
	f := in.funcs[sym]
	if depth > 200 {
		panic(tooLong{})
	}
	fr := &frame{in: in, f: f, locals: make([]uint64, len(f.Locals)), depth: depth}
	copy(fr.locals, args)
	for b := f.Blocks[0]; ; {
		in.steps++
		if in.steps > 30000 {
			panic(tooLong{})
		}
		next, results := fr.block(b)
		if next == nil {
			return results
		}
		b = next
	}
}

type frame struct {
	in     *interp
	f      *ir.Func
	locals []uint64
	depth  int
}

func (fr *frame) block(b *ir.Block) (next *ir.Block, results []uint64) {
	for _, i := range b.Ins {
		var c *ir.Call
		switch i := i.(type) {
		case *ir.Set:
			v := fr.expr(i.X)
			if i.Dst != ir.NoLocal {
				fr.locals[i.Dst] = v
			}
		case *ir.Do:
			fr.expr(i.X)
		case *ir.Call:
			c = i
		case *ir.Check:
			if fr.expr(i.Cond) != 0 {
				c = i.Call
			}
		}
		if c == nil {
			continue
		}
		fr.call(c)
		if c.Unwind == ir.NoUnwind || fr.in.mode == 0 {
			continue
		}
		fr.in.log(uint64(int64(fr.f.Line)*1000 + int64(c.Line)))
		if c.Unwind == ir.ToHandler {
			return fr.f.Handler, nil
		}
		return nil, make([]uint64, len(fr.f.Results))
	}
	switch t := b.Term.(type) {
	case *ir.Jump:
		return t.To, nil
	case *ir.If:
		if fr.expr(t.Cond) != 0 {
			return t.Then, nil
		}
		return t.Else, nil
	case *ir.Switch:
		i := min(fr.expr(t.X), uint64(len(t.To)-1))
		return t.To[i], nil
	case *ir.Return:
		results = []uint64{}
		for _, v := range t.Vals {
			results = append(results, fr.expr(v))
		}
		return nil, results
	}
	panic("reached the unreachable")
}

func (fr *frame) call(c *ir.Call) {
	var args []uint64
	for _, a := range c.Args {
		args = append(args, fr.expr(a))
	}
	sym := c.Sym
	if c.Slot != nil {
		sym = fr.in.slots[fr.expr(c.Slot)-1]
	}
	r := fr.in.call(sym, args, fr.depth+1)
	for i, d := range c.Dst {
		if d != ir.NoLocal {
			fr.locals[d] = r[i]
		}
	}
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (fr *frame) expr(x *ir.Expr) uint64 {
	var a [3]uint64
	for i, arg := range x.Args {
		a[i] = fr.expr(arg)
	}
	i32, f32 := func(i int) uint32 { return uint32(a[i]) }, func(i int) float32 { return math.Float32frombits(uint32(a[i])) }
	f64 := func(i int) float64 { return math.Float64frombits(a[i]) }
	fromF32 := func(v float32) uint64 { return uint64(math.Float32bits(v)) }
	switch x.Op {
	case encode.OpLocalGet:
		return fr.locals[x.Local]
	case encode.OpLocalTee:
		fr.locals[x.Local] = a[0]
		return a[0]
	case encode.OpI32Const, encode.OpF32Const:
		return uint64(uint32(x.Imm))
	case encode.OpI64Const, encode.OpF64Const:
		return uint64(x.Imm)
	case ir.OpFuncSlot:
		return fr.in.slot(x.Sym)
	case encode.OpGlobalSet: // only the mode
		fr.in.mode = a[0]
		return 0
	case encode.OpSelect:
		if i32(2) != 0 {
			return a[0]
		}
		return a[1]
	case encode.OpDrop:
		return 0
	case encode.OpI32Eqz:
		return b2u(i32(0) == 0)
	case encode.OpI32Add:
		return uint64(i32(0) + i32(1))
	case encode.OpI32Sub:
		return uint64(i32(0) - i32(1))
	case encode.OpI32Mul:
		return uint64(i32(0) * i32(1))
	case encode.OpI32And:
		return uint64(i32(0) & i32(1))
	case encode.OpI32Xor:
		return uint64(i32(0) ^ i32(1))
	case encode.OpI32ShrU:
		return uint64(i32(0) >> (i32(1) & 31))
	case encode.OpI32LtS:
		return b2u(int32(i32(0)) < int32(i32(1)))
	case encode.OpI32LeS:
		return b2u(int32(i32(0)) <= int32(i32(1)))
	case encode.OpI32GeU:
		return b2u(i32(0) >= i32(1))
	case encode.OpI32Eq:
		return b2u(i32(0) == i32(1))
	case encode.OpI64Add:
		return a[0] + a[1]
	case encode.OpI64Sub:
		return a[0] - a[1]
	case encode.OpI64Mul:
		return a[0] * a[1]
	case encode.OpI64Xor:
		return a[0] ^ a[1]
	case encode.OpI64LtS:
		return b2u(int64(a[0]) < int64(a[1]))
	case encode.OpI64Ne:
		return b2u(a[0] != a[1])
	case encode.OpI32WrapI64:
		return uint64(uint32(a[0]))
	case encode.OpI64ExtendI32S:
		return uint64(int64(int32(i32(0))))
	case encode.OpI64ExtendI32U:
		return uint64(i32(0))
	case encode.OpF32ConvertI32S:
		return fromF32(float32(int32(i32(0))))
	case encode.OpF64ConvertI32S:
		return math.Float64bits(float64(int32(i32(0))))
	case encode.OpF32Add:
		return fromF32(f32(0) + f32(1))
	case encode.OpF64Add:
		return math.Float64bits(f64(0) + f64(1))
	case encode.OpF32Neg:
		return a[0] ^ 1<<31
	case encode.OpF64Neg:
		return a[0] ^ 1<<63
	case encode.OpI32ReinterpretF32, encode.OpI64ReinterpretF64:
		return a[0]
	}
	panic(fmt.Sprintf("no rule for %v", x.Op))
}
