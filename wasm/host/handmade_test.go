// This file makes a module by hand that has the exports of a program and does just
// enough to test the host without a compiler.

package host

import (
	"encoding/binary"
	"encoding/json"

	"github.com/gopark/gopark/wasm/encode"
)

// Addresses in the hand-made module's memory.
const (
	hmCount   = 4000 // calls of vrun
	hmArrived = 4004 // Ms that are running
	hmNote    = 4008 // what M 1 sleeps on
	hmHeap    = 4016 // bump pointer of alloc
	hmArg     = 4024 // address and length of the last argument
	hmRing    = 4096
	hmBuf     = 8192
	hmText    = 5000
)

// asm writes instructions.
type asm []byte

func (a *asm) op(ops ...encode.Op) *asm {
	for _, op := range ops {
		*a = encode.AppendOp(*a, op)
	}
	return a
}
func (a *asm) u(op encode.Op, v ...uint64) *asm {
	a.op(op)
	for _, x := range v {
		*a = encode.AppendU(*a, x)
	}
	return a
}
func (a *asm) i32(v int64) *asm { a.op(encode.OpI32Const); *a = encode.AppendS(*a, v); return a }
func (a *asm) i64(v int64) *asm { a.op(encode.OpI64Const); *a = encode.AppendS(*a, v); return a }

// store64 stores v at addr.
func (a *asm) store64(addr, v int64) *asm { return a.i32(addr).i64(v).u(encode.OpI64Store, 3, 0) }

// Imports of the hand-made module, in this order.
const (
	hmWrite = iota
	hmExit
	hmNanotime
	hmNewosproc
)

// handmade is a module that writes one record per vrun, prints "hi" and its
// argument, and exits with code 3 in the 10th. In Parallel M 1 sleeps, M 2 spins,
// and M 0 exits with 7 when both are there.
func handmade() []byte {
	i, l := encode.I32, encode.I64
	m := &encode.Module{Memory: encode.Memory{Module: "env", Name: "memory", Min: 1, Max: 16384, Shared: true}}
	typ := func(params, results []encode.ValType) uint32 {
		return m.TypeIndex(encode.FuncType{Params: params, Results: results})
	}
	ii := []encode.ValType{i, i}
	one := []encode.ValType{i}
	m.Imports = []encode.Import{
		{Module: "gopark/1", Name: "write", Type: typ([]encode.ValType{i, i, i}, nil)},
		{Module: "gopark/1", Name: "exit", Type: typ(one, nil)},
		{Module: "gopark/1", Name: "nanotime", Type: typ(nil, []encode.ValType{l})},
		{Module: "gopark/1", Name: "newosproc", Type: typ(one, nil)},
	}
	m.Data = [][]byte{[]byte("hi\n")}
	add := func(name string, t uint32, body *asm) {
		m.Exports = append(m.Exports, encode.Export{Name: name, Func: uint32(len(m.Imports) + len(m.Funcs))})
		m.Funcs = append(m.Funcs, encode.Func{Type: t, Code: *body.op(encode.OpEnd)})
	}
	get := func(a *asm, local uint64) *asm { return a.u(encode.OpLocalGet, local) }

	init := new(asm).i32(hmText).i32(0).i32(3)
	init.u(encode.OpMemoryInit, 0, 0)
	add("_initmem", typ(nil, nil), init.store64(hmHeap, 60000))
	add("alloc", typ(one, one), get(new(asm).i32(hmHeap).u(encode.OpI32Load, 2, hmHeap-hmHeap), 0).op(encode.OpDrop, encode.OpDrop).
		i32(60000))
	arg := get(new(asm).i32(hmArg), 0).u(encode.OpI32Store, 2, 0)
	add("addarg", typ(ii, nil), get(arg.i32(hmArg), 1).u(encode.OpI32Store, 2, 4))
	add("addenv", typ(ii, nil), new(asm))
	add("boot", typ([]encode.ValType{i, i, l, i, l}, nil), get(new(asm).
		store64(hmRing+ringBuf, hmBuf).store64(hmRing+ringCap, 4).store64(hmRing+ringNext, 0).
		i32(hmBuf), 2).u(encode.OpI64Store, 3, 32)) // the seed, in the first record
	add("rings", typ(nil, one), new(asm).i32(hmRing))
	add("m0", typ(nil, one), new(asm).i32(0))
	add("vrun", typ(one, one), handmadeVrun())
	add("mstart", typ(one, nil), handmadeM())
	m.Customs = []encode.Custom{{Name: "gopark.layout", Bytes: handmadeLayout()}}
	return m.Bytes()
}

func handmadeVrun() *asm {
	a := new(asm)
	// count++
	a.i32(hmCount).i32(hmCount).u(encode.OpI32Load, 2, 0).i32(1).op(encode.OpI32Add).u(encode.OpI32Store, 2, 0)
	// record's stamp = count, at buf + written%4*48
	a.i32(hmRing).u(encode.OpI32Load, 2, ringWritten).i32(3).op(encode.OpI32And).i32(48).op(encode.OpI32Mul)
	a.i32(hmCount).u(encode.OpI64Load32U, 2, 0).u(encode.OpI64Store, 3, hmBuf+8)
	// written++
	a.i32(hmRing).i32(hmRing).u(encode.OpI64Load, 3, ringWritten).i64(1).op(encode.OpI64Add).u(encode.OpI64Store, 3, ringWritten)
	// if count == 10: say hi and the argument, exit
	a.i32(hmCount).u(encode.OpI32Load, 2, 0).i32(10).op(encode.OpI32Eq).u(encode.OpIf, encode.Void)
	a.i32(1).i32(hmText).i32(3).u(encode.OpCall, hmWrite)
	a.i32(2).i32(hmArg).u(encode.OpI32Load, 2, 0).i32(hmArg).u(encode.OpI32Load, 2, 4).u(encode.OpCall, hmWrite)
	a.i32(3).u(encode.OpCall, hmExit).op(encode.OpEnd)
	return a.i32(0)
}

func handmadeM() *asm {
	a := new(asm)
	arrive := func() { a.i32(hmArrived).i32(1).u(encode.OpI32AtomicRmwAdd, 2, 0).op(encode.OpDrop) }
	a.u(encode.OpLocalGet, 0).op(encode.OpI32Eqz).u(encode.OpIf, encode.Void) // M 0
	a.i32(1).u(encode.OpCall, hmNewosproc).i32(2).u(encode.OpCall, hmNewosproc)
	a.u(encode.OpLoop, encode.Void).u(encode.OpCall, hmNanotime).op(encode.OpDrop)
	a.i32(hmArrived).u(encode.OpI32AtomicLoad, 2, 0).i32(2).op(encode.OpI32Ne).u(encode.OpBrIf, 0).op(encode.OpEnd)
	a.i32(7).u(encode.OpCall, hmExit).op(encode.OpEnd)
	arrive()
	a.u(encode.OpLocalGet, 0).i32(1).op(encode.OpI32Eq).u(encode.OpIf, encode.Void) // M 1
	a.i32(hmNote).i32(0).i64(-1).u(encode.OpAtomicWait32, 2, 0).op(encode.OpDrop, encode.OpEnd)
	a.u(encode.OpLoop, encode.Void) // M 2, and M 1 once it is awake
	a.u(encode.OpCall, hmNanotime).op(encode.OpDrop).u(encode.OpBr, 0).op(encode.OpEnd)
	return a
}

// handmadeLayout shows the note of M 1 as sched's sysmonnote.
func handmadeLayout() []byte {
	b, _ := json.Marshal(map[string]any{
		"structs": map[string]any{"sched.sched": map[string]any{
			"size": 8, "fields": map[string]any{"sysmonnote": []int{0, 8}, "allm": []int{64, 8}},
		}},
		"vars":  map[string]any{"sched.sched": hmNote},
		"files": []string{"main.go"},
		"funcs": []any{[]any{1, "main.main", "main.go", 3}},
	})
	return b
}

// handmadeRecord is record number n (from 1) as the module writes it: slots are used
// again, and slot 0 held the seed from the start.
func handmadeRecord(n int, seed uint64) []byte {
	b := make([]byte, 48)
	binary.LittleEndian.PutUint64(b[8:], uint64(n))
	if (n-1)%4 == 0 {
		binary.LittleEndian.PutUint64(b[32:], seed)
	}
	return b
}
