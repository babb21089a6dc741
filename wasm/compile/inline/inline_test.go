package inline

import (
	"strings"
	"testing"

	"github.com/gopark/gopark/wasm/compile/ir"
)

// The last function of each program is the caller; Calls must turn it into want.
var programs = []struct{ name, text, want string }{
	{"a straight line", `
func "get"(v0 ptr) i64 plain line 1 {
b0: cost 3
	check i32.eqz(v0) call plain "panicmem"() () () never line 2
	return i64.load+8(v0)
}
func "f"(v0 ptr) i64 fueled line 5 {
local v1 i64
b0: cost 7
	v1 = call plain "get"(v0) (ptr) (i64) line 6
	return i64.add(v1, v1)
}`, `
func "f"(v0 ptr) i64 fueled line 5 {
local v1 i64
b0: cost 7
	check i32.eqz(v0) call plain "panicmem"() () () never line 2
	v1 = i64.load+8(v0)
	return i64.add(v1, v1)
}`},
	{"branches, and a constant that decides one", `
func "lock"(v0 ptr, v1 i32) plain line 1 {
b0: cost 2
	if v1 b1 b2
b1: cost 1
	call plain "slow"(v0) (ptr) () line 2
	return
b2: cost 1
	do i32.store(v0, i32.const 1)
	return
}
func "f"(v0 ptr, v1 i32) i32 plain line 5 {
b0: cost 4
	call plain "lock"(v0, v1) (ptr i32) () line 6
	call plain "lock"(v0, i32.const 0) (ptr i32) () line 7
	return i32.load(v0)
}`, `
func "f"(v0 ptr, v1 i32) i32 plain line 5 {
b0: cost 4
	jump b1
b1:
	if v1 b2 b3
b2:
	call plain "slow"(v0) (ptr) () line 2
	jump b4
b3:
	do i32.store(v0, i32.const 1)
	jump b4
b4:
	do i32.store(v0, i32.const 1)
	jump b5
b5: ; after
	return i32.load(v0)
}`},
	{"a result that decides a branch, and tests of what was just tested", `
func "try"(v0 ptr) i32 plain line 1 {
b0: cost 2
	if i32.load(v0) b1 b2
b1: cost 1
	return i32.const 0
b2: cost 1
	do i32.store(v0, i32.const 1)
	return i32.const 1
}
func "f"(v0 ptr) i32 plain line 5 {
local v1 i32
b0: cost 4
	v1 = call plain "try"(v0) (ptr) (i32) line 6
	if i32.eqz(v1) b1 b2
b1: cost 2
	return i32.const 7
b2:
	if i32.eq(v1, i32.const 0) b1 b3
b3:
	return i32.const 8
}`, `
func "f"(v0 ptr) i32 plain line 5 {
local v1 i32
b0: cost 4
	jump b3
b1: cost 2
	return i32.const 7
b2:
	return i32.const 8
b3:
	if i32.load(v0) b4 b5
b4:
	v1 = i32.const 0
	jump b1
b5:
	do i32.store(v0, i32.const 1)
	v1 = i32.const 1
	jump b2
}`},
	{"what a branch before has found", `
func "nop"() plain line 1 {
b0: cost 1
	return
}
func "f"(v0 i32, v1 i32) i32 plain line 5 {
b0: cost 4
	call plain "nop"() () () line 6
	if i32.eq(v0, i32.const 2) b1 b2
b1:
	if i32.ne(v0, i32.const 2) b4 b3
b2:
	if i32.ne(v0, i32.const 2) b4 b3
b3:
	return i32.const 3
b4:
	if v0 b5 b6
b5:
	return i32.const 5
b6:
	return i32.const 6
}`, `
func "f"(v0 i32, v1 i32) i32 plain line 5 {
b0: cost 4
	if i32.eq(v0, i32.const 2) b1 b2
b1:
	return i32.const 3
b2:
	if v0 b3 b4
b3:
	return i32.const 5
b4:
	return i32.const 6
}`},
	{"a function with fuel keeps its graph", `
func "nop"() plain line 1 {
b0: cost 1
	return
}
func "f"(v0 i32) i32 fueled line 5 {
b0: cost 4
	call plain "nop"() () () line 6
	if v0 b1 b2
b1: cost 1
	if v0 b2 b3
b2: cost 1
	return i32.const 2
b3: cost 1
	return i32.const 3
}`, `
func "f"(v0 i32) i32 fueled line 5 {
b0: cost 4
	if v0 b1 b2
b1: cost 1
	if v0 b2 b3
b2: cost 1
	return i32.const 2
b3: cost 1
	return i32.const 3
}`},
	{"no way past a loop header", `
func "one"() i32 plain line 1 {
local v0 i32
b0: cost 1
	v0 = global.get 0
	return i32.eq(v0, i32.const 3)
}
func "f"() i32 plain line 5 {
local v0 i32
b0: cost 4
	v0 = i32.const 1
	jump b1
b1:
	if v0 b2 b3
b2:
	v0 = call plain "one"() () (i32) line 6
	v0 = i32.const 1
	jump b1
b3:
	return v0
}`, `
func "f"() i32 plain line 5 {
local v0 i32, v1 i32
b0: cost 4
	v0 = i32.const 1
	jump b1
b1:
	if v0 b2 b3
b2:
	v1 = global.get 0
	v0 = i32.eq(v1, i32.const 3)
	v0 = i32.const 1
	jump b1
b3:
	return v0
}`},
	{"an address of a field as argument; a divisor is no address", `
func "add"(v0 ptr, v1 i32) i32 plain line 1 {
b0: cost 3
	check i32.eqz(v0) call plain "panicmem"() () () never line 2
	check i32.eqz(v1) call plain "panicdivide"() () () never line 2
	return i32.add(i32.atomic.rmw.add+8(v0, v1), i32.load(i32.add(v0, i32.const 16)))
}
func "f"(v0 ptr, v1 i32) i32 plain line 5 {
local v2 i32
b0: cost 7
	v2 = call plain "add"(i32.add(v0, i32.const 4), i32.add(v1, i32.const 1)) (ptr i32) (i32) line 6
	return v2
}`, `
func "f"(v0 ptr, v1 i32) i32 plain line 5 {
local v2 i32
b0: cost 7
	check i32.eqz(i32.add(v1, i32.const 1)) call plain "panicdivide"() () () never line 2
	v2 = i32.add(i32.atomic.rmw.add+12(v0, i32.add(v1, i32.const 1)), i32.load+20(v0))
	return v2
}`},
	{"a parameter that is set, results that are arguments", `
func "swap"(v0 i32, v1 i32) i32, i32 plain line 1 {
b0: cost 1
	v0 = i32.add(v0, v1)
	return v1, v0
}
func "f"(v0 i32, v1 i32) i32 plain line 5 {
b0: cost 4
	v0, v1 = call plain "swap"(v0, v1) (i32 i32) (i32 i32) line 6
	return i32.sub(v0, v1)
}`, `
func "f"(v0 i32, v1 i32) i32 plain line 5 {
local v2 i32, v3 i32
b0: cost 4
	v2 = v0
	v3 = v1
	v2 = i32.add(v2, v3)
	v0 = v3
	v1 = v2
	return i32.sub(v0, v1)
}`},
	{"what unwinds or is large stays a call", `
func "check"(v0 ptr) plain line 1 {
b0: cost 1
	check i32.eqz(v0) call plain "panicmem"() () () caller never line 2
	return
}
func "f"(v0 ptr) plain line 5 {
b0: cost 4
	call plain "check"(v0) (ptr) () caller line 6
	return
}`, ""},
	{"the same nil check twice", `
func "get"(v0 ptr) i64 plain line 1 {
b0: cost 3
	check i32.eqz(v0) call plain "panicmem"() () () never line 2
	return i64.load+8(v0)
}
func "f"(v0 ptr) i64 plain line 5 {
local v1 i64, v2 i64
b0: cost 7
	v1 = call plain "get"(v0) (ptr) (i64) line 6
	v2 = call plain "get"(v0) (ptr) (i64) line 7
	return i64.add(v1, v2)
}`, `
func "f"(v0 ptr) i64 plain line 5 {
local v1 i64, v2 i64
b0: cost 7
	check i32.eqz(v0) call plain "panicmem"() () () never line 2
	v1 = i64.load+8(v0)
	v2 = i64.load+8(v0)
	return i64.add(v1, v2)
}`},
}

func TestCalls(t *testing.T) {
	for _, p := range programs {
		fs := ir.Parse(p.text)
		bodies := map[string]*ir.Func{}
		for _, f := range fs[:len(fs)-1] {
			if b := Body(f, false); b != nil {
				bodies[f.Sym] = b
			}
		}
		caller := fs[len(fs)-1]
		changed := Calls(caller, func(sym string) *ir.Func { return bodies[sym] })
		if changed != (p.want != "") {
			t.Errorf("%s: changed = %v", p.name, changed)
		}
		if got := strings.TrimSpace(caller.String()); changed && got != strings.TrimSpace(p.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", p.name, got, p.want)
		}
		seen := map[*ir.Expr]bool{}
		for _, b := range caller.Blocks {
			visit(b, func(x *ir.Expr) {
				if seen[x] {
					t.Errorf("%s: a node is used twice", p.name)
				}
				seen[x] = true
			})
		}
	}
}

// What was inlined must not be changed by what happens to the caller.
func TestBodyIsACopy(t *testing.T) {
	fs := ir.Parse(programs[1].text)
	b := Body(fs[0], false)
	before := b.String()
	for range 2 {
		f := ir.Parse(programs[1].text)[1]
		Calls(f, func(sym string) *ir.Func {
			if sym == "lock" {
				return b
			}
			return nil
		})
	}
	if b.String() != before {
		t.Errorf("body became\n%s", b)
	}
}
