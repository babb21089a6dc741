// This file runs emitted functions: a runtime of a few lines, in the text of
// package ir, and a base loop that thaws frames and hands out fuel.

package emit

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
	"github.com/gopark/gopark/wasm/link"
)

// Offsets in t.state.
const (
	stTop     = 0  // innermost frame of the goroutine
	stHash    = 8  // of all that was logged
	stGiven   = 16 // fuel handed out last
	stRand    = 20
	stSlice   = 24 // fuel is a random number below this
	stTotal   = 32 // fuel used up
	stVHash   = 40 // of all readings of the clock
	stBump    = 48 // frames come from here
	stPark    = 52 // parking freezes
	stFreezes = 56
	stLive    = 60 // frames not freed
)

const runtimeText = `
func "RT.framealloc"(v0 i32) ptr plain {
local v1 i32, v2 ptr
b0:
	do i32.store+60(addr "t.state", i32.add(i32.load+60(addr "t.state"), i32.const 1))
	v1 = i32.add(addr "t.free", i32.shl(v0, i32.const 2))
	v2 = i32.load(v1)
	if v2 b1 b2
b1:
	do i32.store(v1, i32.load(v2))
	return v2
b2:
	v2 = i32.load+48(addr "t.state")
	do i32.store+48(addr "t.state", i32.add(v2, i32.shl(v0, i32.const 4)))
	return v2
}
func "RT.framefree"(v0 ptr, v1 i32) plain {
b0:
	do i32.store+60(addr "t.state", i32.sub(i32.load+60(addr "t.state"), i32.const 1))
	do memory.fill(v0, i32.const 171, i32.shl(v1, i32.const 4))
	v1 = i32.add(addr "t.free", i32.shl(v1, i32.const 2))
	do i32.store(v0, i32.load(v1))
	do i32.store(v1, v0)
	return
}
func "RT.fueloutloop"() plain {
b0:
	do global.set 0(i32.const 1)
	return
}
func "RT.fuelout"() plain {
b0:
	do global.set 0(i32.const 1)
	return
}
func "RT.unwindframe"(v0 ptr, v1 i32) plain {
b0:
	call plain "test.log"(i64.extend_i32_s(i32.add(i32.mul(i32.load+36(v0), i32.const 1000), v1))) (i64) ()
	return
}
func "test.log"(v0 i64) plain {
b0:
	do i64.store+8(addr "t.state", i64.add(i64.mul(i64.load+8(addr "t.state"), i64.const 31), v0))
	return
}
func "test.clock"() plain {
b0:
	do i64.store+40(addr "t.state", i64.add(i64.mul(i64.load+40(addr "t.state"), i64.const 31), i64.add(i64.load+32(addr "t.state"), i64.extend_i32_s(i32.sub(i32.load+16(addr "t.state"), global.get 3)))))
	return
}
func "test.throw"() plain {
b0:
	do global.set 0(i32.const 2)
	return
}
func "test.park"() resumable {
b0:
	if i32.load+52(addr "t.state") b1 b2
b1:
	do global.set 0(i32.const 1)
	jump b2
b2:
	return
}
func "test.refill"() plain {
b0:
	do i64.store+32(addr "t.state", i64.add(i64.load+32(addr "t.state"), i64.extend_i32_s(i32.sub(i32.load+16(addr "t.state"), global.get 3))))
	do i32.store+20(addr "t.state", i32.add(i32.mul(i32.load+20(addr "t.state"), i32.const 1664525), i32.const 1013904223))
	do i32.store+16(addr "t.state", i32.rem_u(i32.shr_u(i32.load+20(addr "t.state"), i32.const 8), i32.load+24(addr "t.state")))
	do global.set 3(i32.load+16(addr "t.state"))
	return
}
func "test.begin"(v0 i32, v1 i32, v2 i32, v3 i32) plain export "begin" {
b0:
	do memory.fill(addr "t.state", i32.const 0, i32.const 64)
	do memory.fill(addr "t.free", i32.const 0, i32.const 4096)
	do i32.store+48(addr "t.state", v3)
	do i32.store+20(addr "t.state", v1)
	do i32.store+24(addr "t.state", v0)
	do i32.store+52(addr "t.state", v2)
	do global.set 0(i32.const 0)
	do global.set 1(addr "t.m")
	do global.set 3(i32.const 0)
	do global.set 4(i32.const 0)
	do global.set 5(i32.const 0)
	do global.set 6(i32.const 0)
	do global.set 7(i32.const 0)
	call plain "test.refill"() () ()
	return
}
func "test.spare"() plain {
b0:
	if global.get 7 b1 b2
b1:
	call plain "RT.framefree"(global.get 7, i32.load+12(global.get 7)) (ptr i32) ()
	do global.set 7(i32.const 0)
	jump b2
b2:
	return
}
func "test.base"() i32 plain export "base" {
local v0 i32
b0:
	switch global.get 0 b1 b2 b3
b1:
	if i32.load(addr "t.state") b4 b5
b2:
	do i32.store+56(addr "t.state", i32.add(i32.load+56(addr "t.state"), i32.const 1))
	if global.get 6 b6 b7
b6:
	do i32.store(global.get 6, i32.load(addr "t.state"))
	do i32.store(addr "t.state", global.get 5)
	jump b7
b7:
	do global.set 5(i32.const 0)
	do global.set 6(i32.const 0)
	do global.set 0(i32.const 0)
	call plain "test.refill"() () ()
	jump b1
b3:
	if i32.load(addr "t.state") b4 b8
b4:
	v0 = i32.load(addr "t.state")
	do i32.store(addr "t.state", i32.load(v0))
	do global.set 4(v0)
	call plain [i32.load+4(v0)]() () ()
	jump b0
b5:
	call plain "test.spare"() () ()
	call plain "test.refill"() () ()
	return i32.const 0
b8:
	call plain "test.spare"() () ()
	call plain "test.refill"() () ()
	return i32.const 2
}
`

func runtimeFuncs() []*ir.Func {
	return ir.Parse(strings.ReplaceAll(runtimeText, "RT.", RT))
}

// enter makes the exported function that calls f with the arguments in t.args
// and does with its results what f·r does.
func enter(f *ir.Func, export string) *ir.Func {
	e := &ir.Func{Sym: "enter." + f.Sym, Name: "enter", File: "test.go", Export: export}
	b := e.NewBlock("")
	c := &ir.Call{Sym: f.Sym}
	for i, t := range f.Locals[:f.Params] {
		c.Params = append(c.Params, t)
		c.Args = append(c.Args, ir.Mem(loadOp(t), int64(8*i), ir.SymAddr("t.args", 0)))
	}
	for _, t := range f.Results {
		c.Results = append(c.Results, t)
		c.Dst = append(c.Dst, e.NewLocal(t))
	}
	b.Ins = append(b.Ins, c)
	if f.ABI != ir.Plain {
		left := e.NewLocal(ir.I32)
		c.Params = append(c.Params, ir.I32)
		c.Args = append(c.Args, ir.GetGlobal(ir.GlobalFuel))
		c.Results = append(c.Results, ir.I32)
		c.Dst = append(c.Dst, left)
		b.Ins = append(b.Ins, &ir.Do{X: ir.SetGlobal(ir.GlobalFuel, ir.Get(left))})
	}
	for i, t := range f.Results {
		b.Ins = append(b.Ins, &ir.Do{X: ir.Mem(storeOp(t), int64(8*i), ir.GetGlobal(ir.GlobalM), ir.Get(c.Dst[i]))})
	}
	b.Term = &ir.Return{}
	return e
}

const testMemory = 8 << 20

// module emits and links functions with the test runtime.
func module(t testing.TB, fs []*ir.Func) *link.Result {
	t.Helper()
	o := &link.Object{Path: "test", Symbols: []*link.Symbol{
		{Name: "t.state", Kind: link.Data, Size: 64, Align: 8},
		{Name: "t.m", Kind: link.Data, Size: 512, Align: 8},
		{Name: "t.args", Kind: link.Data, Size: 512, Align: 8},
		{Name: "t.free", Kind: link.Data, Size: 4096, Align: 8},
	}}
	seen := map[string]bool{}
	for _, f := range append(runtimeFuncs(), fs...) {
		syms, err := Func(f)
		if err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		for _, s := range syms {
			if s.Dup && seen[s.Name] {
				continue
			}
			seen[s.Name] = true
			o.Symbols = append(o.Symbols, s)
		}
	}
	res, err := link.Link([]*link.Object{o}, link.Options{
		MemoryBytes: testMemory, Names: true, Roots: []string{"t.state", "t.m", "t.args"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// machine is an instance of a module.
type machine struct {
	t                    testing.TB
	ctx                  context.Context
	rt                   wazero.Runtime
	mod                  api.Module
	mem                  api.Memory
	res                  *link.Result
	args, m, state, heap uint32
}

// memoryModule is a module that only exports memory, for import by ours.
func memoryModule(pages uint32) []byte {
	b := []byte("\x00asm\x01\x00\x00\x00")
	lim := encode.AppendU(encode.AppendU([]byte{1, 1}, uint64(pages)), uint64(pages))
	b = append(append(b, 5, byte(len(lim))), lim...)
	exp := append([]byte{1, 6}, "memory\x02\x00"...)
	return append(append(b, 7, byte(len(exp))), exp...)
}

func newMachine(t testing.TB, res *link.Result, compiler bool) *machine {
	t.Helper()
	ctx := context.Background()
	cfg := wazero.NewRuntimeConfigInterpreter()
	if compiler {
		cfg = wazero.NewRuntimeConfigCompiler()
	}
	rt := wazero.NewRuntimeWithConfig(ctx, cfg.WithCoreFeatures(api.CoreFeaturesV2|experimental.CoreFeaturesThreads))
	t.Cleanup(func() { rt.Close(ctx) })
	env, err := rt.InstantiateWithConfig(ctx, memoryModule(testMemory>>16), wazero.NewModuleConfig().WithName("env"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := rt.InstantiateWithConfig(ctx, res.Module, wazero.NewModuleConfig().WithName("main"))
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, ctx: ctx, rt: rt, mod: mod, mem: env.Memory(), res: res}
	m.call("_initmem")
	addr := func(sym string) uint32 {
		a, ok := res.Addr(sym)
		if !ok {
			t.Fatalf("no %s", sym)
		}
		return a
	}
	m.args, m.m, m.state, m.heap = addr("t.args"), addr("t.m"), addr("t.state"), testMemory/2
	return m
}

func (m *machine) call(name string, args ...uint64) []uint64 {
	m.t.Helper()
	r, err := m.mod.ExportedFunction(name).Call(m.ctx, args...)
	if err != nil {
		m.t.Fatalf("%s: %v", name, err)
	}
	return r
}

// schedule is when a run freezes.
type schedule struct {
	slice uint32 // fuel comes in random portions below this; 1: freeze at every check
	seed  uint32
	park  bool
}

// outcome is all that must not depend on the schedule.
type outcome struct {
	results       string
	hash          uint64
	unwound       bool
	fuel, clock   uint64 // not known to the interpreter
	freezes, live uint32
}

func (m *machine) run(export string, results []ir.Type, args []uint64, s schedule) (o outcome) {
	m.t.Helper()
	park := uint64(0)
	if s.park {
		park = 1
	}
	m.call("begin", uint64(s.slice), uint64(s.seed), park, uint64(m.heap))
	for i, a := range args {
		m.mem.WriteUint64Le(m.args+uint32(8*i), a)
	}
	m.call(export)
	o.unwound = m.call("base")[0] == 2
	word := func(off uint32) uint32 { v, _ := m.mem.ReadUint32Le(m.state + off); return v }
	long := func(off uint32) uint64 { v, _ := m.mem.ReadUint64Le(m.state + off); return v }
	o.hash, o.fuel, o.clock = long(stHash), long(stTotal)-uint64(word(stGiven)), long(stVHash)
	o.fuel += uint64(word(stGiven)) // the last refill has not been used
	o.freezes, o.live = word(stFreezes), word(stLive)
	if !o.unwound {
		var vals []uint64
		for i := range results {
			v, _ := m.mem.ReadUint64Le(m.m + uint32(8*i))
			vals = append(vals, v)
		}
		o.results = format(results, vals)
	}
	return o
}

func format(ts []ir.Type, vals []uint64) string {
	var s []string
	for i, t := range ts {
		v := vals[i]
		if t != ir.I64 && t != ir.F64 {
			v = uint64(uint32(v))
		}
		s = append(s, fmt.Sprintf("%v %#x", t, v))
	}
	return strings.Join(s, " ")
}
