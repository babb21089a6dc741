// This file runs the comparing and hashing functions, by an interpreter of the
// few instructions that they are made of, on values laid out in a small memory.
package rtype_test

import (
	"encoding/binary"
	"fmt"
	"go/token"
	"go/types"
	"hash/fnv"
	"math"
	"testing"

	"github.com/gopark/gopark/wasm/compile/emit"
	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/compile/rtype"
	"github.com/gopark/gopark/wasm/encode"
)

// machine runs ir functions.
type machine struct {
	mem   []byte
	funcs map[string]*ir.Func
	rt    map[string]func(args []uint64) uint64
	top   uint64 // of what is allocated
}

func (m *machine) call(sym string, args ...uint64) uint64 {
	if f := m.rt[sym]; f != nil {
		return f(args)
	}
	f := m.funcs[sym]
	if f == nil {
		panic("no function " + sym)
	}
	locals := make([]uint64, len(f.Locals))
	copy(locals, args)
	for b := f.Blocks[0]; ; {
		for _, in := range b.Ins {
			switch in := in.(type) {
			case *ir.Set:
				locals[in.Dst] = m.eval(in.X, locals)
			case *ir.Call:
				var args []uint64
				for _, a := range in.Args {
					args = append(args, m.eval(a, locals))
				}
				locals[in.Dst[0]] = m.call(in.Sym, args...)
			}
		}
		switch t := b.Term.(type) {
		case *ir.Return:
			return m.eval(t.Vals[0], locals)
		case *ir.Jump:
			b = t.To
		case *ir.If:
			if b = t.Else; m.eval(t.Cond, locals) != 0 {
				b = t.Then
			}
		}
	}
}

func (m *machine) eval(x *ir.Expr, locals []uint64) uint64 {
	var a []uint64
	for _, e := range x.Args {
		a = append(a, m.eval(e, locals))
	}
	truth := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	switch x.Op {
	case encode.OpLocalGet:
		return locals[x.Local]
	case encode.OpI32Const, encode.OpI64Const:
		return uint64(x.Imm)
	case encode.OpI32Add:
		return uint64(uint32(a[0] + a[1]))
	case encode.OpI32And:
		return a[0] & a[1]
	case encode.OpI32Eq, encode.OpI64Eq:
		return truth(a[0] == a[1])
	case encode.OpF32Eq:
		return truth(math.Float32frombits(uint32(a[0])) == math.Float32frombits(uint32(a[1])))
	case encode.OpF64Eq:
		return truth(math.Float64frombits(a[0]) == math.Float64frombits(a[1]))
	}
	p := m.mem[int64(a[0])+x.Imm:]
	switch x.Op {
	case encode.OpI64Load, encode.OpF64Load:
		return binary.LittleEndian.Uint64(p)
	case encode.OpI32Load, encode.OpF32Load:
		return uint64(binary.LittleEndian.Uint32(p))
	case encode.OpI32Load16U:
		return uint64(binary.LittleEndian.Uint16(p))
	case encode.OpI32Load8U:
		return uint64(p[0])
	}
	panic(x.Op.String())
}

func (m *machine) alloc(n int64) uint64 {
	m.top = (m.top + 15) &^ 7
	p := m.top
	m.top += uint64(n)
	return p
}

func newMachine() *machine {
	m := &machine{mem: make([]byte, 1<<16), funcs: map[string]*ir.Func{}, top: 4096}
	eq := func(a []uint64) uint64 {
		if string(m.mem[a[0]:a[0]+a[2]]) == string(m.mem[a[1]:a[1]+a[2]]) {
			return 1
		}
		return 0
	}
	hash := func(p, h, n uint64) uint64 {
		f := fnv.New64a()
		fmt.Fprintf(f, "%d %x", h, m.mem[p:p+n])
		return f.Sum64()
	}
	m.rt = map[string]func([]uint64) uint64{
		rtype.RT + "memequal": eq,
		// The test's interfaces hold ints: the data is a pointer to one.
		"runtime.efaceeq": func(a []uint64) uint64 {
			if a[0] == 0 {
				return 1
			}
			return eq([]uint64{a[1], a[2], 8})
		},
		"runtime.memhash":   func(a []uint64) uint64 { return hash(a[0], a[1], a[2]) },
		"runtime.memhash32": func(a []uint64) uint64 { return hash(a[0], a[1], 4) },
		"runtime.memhash64": func(a []uint64) uint64 { return hash(a[0], a[1], 8) },
		"runtime.strhash": func(a []uint64) uint64 {
			return hash(uint64(binary.LittleEndian.Uint32(m.mem[a[0]:])), a[1], binary.LittleEndian.Uint64(m.mem[a[0]+8:]))
		},
		"runtime.f64hash": func(a []uint64) uint64 {
			if math.Float64frombits(binary.LittleEndian.Uint64(m.mem[a[0]:])) == 0 {
				return a[1] + 1
			}
			return hash(a[0], a[1], 8)
		},
		"runtime.nilinterhash": func(a []uint64) uint64 {
			return hash(uint64(binary.LittleEndian.Uint32(m.mem[a[0]+8:])), a[1], 8)
		},
	}
	return m
}

// layOut writes a value of type t at p: its leaves are 0, or n if they are the
// k-th leaf. It gives the number of leaves so far.
func (m *machine) layOut(u *rtype.Universe, t types.Type, p uint64, leaf, k int, n int64) int {
	put := func(size int64, v uint64) {
		for i := range size {
			m.mem[p+uint64(i)] = byte(v >> (8 * i))
		}
	}
	value := int64(0)
	if leaf == k {
		value = n
	}
	switch x := t.Underlying().(type) {
	case *types.Array:
		for i := range x.Len() {
			leaf = m.layOut(u, x.Elem(), p+uint64(i*u.Size(x.Elem())), leaf, k, n)
		}
		return leaf
	case *types.Struct:
		for i, off := range u.Offsets(x) {
			if x.Field(i).Name() == "_" {
				put1 := p + uint64(off)
				m.mem[put1] = byte(m.top) // anything
				continue
			}
			leaf = m.layOut(u, x.Field(i).Type(), p+uint64(off), leaf, k, n)
		}
		return leaf
	case *types.Basic:
		switch {
		case x.Kind() == types.String:
			s := fmt.Sprint(value)
			d := m.alloc(int64(len(s)))
			copy(m.mem[d:], s)
			put(8, d)
			p += 8
			put(8, uint64(len(s)))
		case x.Kind() == types.Float64:
			put(8, math.Float64bits(float64(value)))
		case x.Kind() == types.Float32:
			put(4, uint64(math.Float32bits(float32(value))))
		case x.Kind() == types.Complex128:
			put(8, math.Float64bits(1))
			p += 8
			put(8, math.Float64bits(float64(value)))
		default:
			put(u.Size(t), uint64(value))
		}
	case *types.Interface:
		d := m.alloc(8)
		m.mem[d] = byte(value)
		tab := m.alloc(16) // a fresh itab for the same type
		m.mem[tab+8] = 77
		if x.NumMethods() == 0 {
			tab = 77
		}
		put(8, tab)
		p += 8
		put(8, d)
	default:
		put(8, uint64(value))
	}
	return leaf + 1
}

var comparableTypes = []string{
	"int8", "uint16", "int32", "int", "string", "float64", "float32", "complex128", "any", "error", "*int", "chan int", "bool",
	"struct{}", "struct{ a int8; b int64 }", "struct{ a, b int32; c string }", "struct{ a string; _ int; b string }", "struct{ a int; _ int; b int8 }",
	"[3]string", "[4]int16", "[100]int64", "[0]string", "[1]any", "[3]struct{ a int8; s string; e error }", "struct{ a [7]byte; b [3]byte; c uint16; d uint32 }",
	"struct{ x struct{ f float64; s string }; y [2][2]float64; z any }", "struct{ a [40]byte; s string; t [2]struct{ p *int; f float32 } }", "struct{ _ int; _ string }",
}

func TestEqAndHash(t *testing.T) {
	u := rtype.New(token.NewFileSet())
	for _, src := range comparableTypes {
		ty := checkType(t, src)
		b := u.NewBuilder(nil, nil, testHooks{})
		eq, hash := b.Eq(ty), b.Hash(ty)
		b.EqClosure(ty)
		b.HashClosure(ty)
		m := newMachine()
		_, funcs := b.Flush()
		for _, f := range funcs {
			m.funcs[f.Sym] = f
		}
		value := func(k int, n int64) (uint64, int) {
			p := m.alloc(u.Size(ty))
			for i := range u.Size(ty) {
				m.mem[p+uint64(i)] = byte(p) // padding is anything
			}
			return p, m.layOut(u, ty, p, 0, k, n)
		}
		for _, f := range funcs {
			defer func() { // after they have run: emit changes them
				if _, err := emit.Func(f); err != nil {
					t.Errorf("%s: %v", f.Sym, err)
				}
			}()
		}
		zero, leaves := value(-1, 0)
		again, _ := value(-1, 0)
		canHash := true
		for _, f := range m.funcs {
			for _, blk := range f.Blocks {
				for _, in := range blk.Ins {
					if c, ok := in.(*ir.Call); ok && m.rt[c.Sym] == nil && m.funcs[c.Sym] == nil {
						canHash = false
					}
				}
			}
		}
		if m.call(eq, zero, again) != 1 || m.call(eq+"·f", 0, zero, again) != 1 {
			t.Errorf("%s: equal values differ", src)
		}
		if canHash && (m.call(hash, zero, 7) != m.call(hash, again, 7) || m.call(hash+"·f", 0, zero, 7) != m.call(hash, zero, 7)) {
			t.Errorf("%s: equal values hash differently", src)
		}
		step := max(1, leaves/20)
		for k := 0; k < leaves; k += step {
			other, _ := value(k, 1)
			same, _ := value(k, 1)
			if m.call(eq, zero, other) != 0 || m.call(eq, other, zero) != 0 || m.call(eq, other, same) != 1 {
				t.Errorf("%s: leaf %d is not compared", src, k)
			}
			if canHash && m.call(hash, zero, 7) == m.call(hash, other, 7) {
				t.Errorf("%s: leaf %d is not hashed", src, k)
			}
		}
	}
}

// checkType is the type that src names.
func checkType(t *testing.T, src string) types.Type {
	t.Helper()
	tv, err := types.Eval(token.NewFileSet(), types.NewPackage("p", "p"), token.NoPos, src)
	if err != nil {
		t.Fatal(err)
	}
	return tv.Type
}
