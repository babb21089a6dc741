package emit

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/gopark/gopark/wasm/compile/ir"
)

// cases are small functions with one feature each. Parameter 0 counts.
var cases = []struct {
	name, text string
	arg        uint64
	want       string
	hash       uint64
}{
	{"suspend in nested loops", `
func "f"(v0 i32) i32 resumable poll line 1 {
local v1 i32, v2 i32, v3 i32
b0: cost 1
	jump b1
b1: cost 1
	v2 = i32.const 0
	if i32.lt_s(v1, v0) b2 b5
b2: cost 1
	if i32.lt_s(v2, v0) b3 b4
b3: cost 1
	call resumable "test.park"() () () caller line 2
	v3 = i32.add(v3, i32.mul(v1, v2))
	v2 = i32.add(v2, i32.const 1)
	jump b2
b4: cost 1
	v1 = i32.add(v1, i32.const 1)
	jump b1
b5:
	return v3
}`, 5, "i32 0x64", 0},
	{"goto into a loop", `
func "f"(v0 i32) i32 resumable poll line 1 {
local v1 i32
b0: cost 1
	if i32.and(v0, i32.const 1) b2 b1
b1: cost 1
	v1 = i32.add(v1, i32.const 1)
	call resumable "test.park"() () () caller line 2
	jump b2
b2: cost 1
	v1 = i32.add(v1, i32.const 100)
	v0 = i32.sub(v0, i32.const 1)
	if i32.le_s(v0, i32.const 0) b3 b1
b3:
	return v1
}`, 3, "i32 0x12e", 0},
	{"recursion that freezes at its entry", `
func "f"(v0 i32) i64 resumable pollentry line 1 {
local v1 i64, v2 i64
b0: cost 3
	if i32.lt_s(v0, i32.const 2) b1 b2
b1:
	return i64.extend_i32_s(v0)
b2: cost 2
	v1 = call resumable "f"(i32.sub(v0, i32.const 1)) (i32) (i64) caller line 2
	v2 = call resumable "f"(i32.sub(v0, i32.const 2)) (i32) (i64) caller line 3
	return i64.add(v1, v2)
}`, 12, "i64 0x90", 0},
	{"handler after a freeze", `
func "f"(v0 i32) i32 resumable line 7 {
local v1 i32
handler b1
b0: cost 1
	v1 = i32.const 40
	call resumable "g"(v0) (i32) () handler line 2
	v1 = i32.const 1
	return v1
b1: cost 1
	do global.set 0(i32.const 0)
	call resumable "test.park"() () () caller line 3
	return i32.add(v1, v0)
}
func "g"(v0 i32) resumable line 8 {
b0: cost 1
	call resumable "test.park"() () () caller line 4
	check i32.eq(v0, i32.const 2) call plain "test.throw"() () () caller never line 5
	return
}`, 2, "i32 0x2a", 31*8005 + 7002},
	{"unwinding through all", `
func "f"(v0 i32) i32 resumable line 1 {
local v1 i32
b0: cost 1
	v1 = call fueled "g"(v0) (i32) (i32) caller line 2
	return v1
}
func "g"(v0 i32) i32 fueled line 2 {
b0: cost 1
	check i32.eqz(v0) call plain "test.throw"() () () caller never line 3
	return v0
}`, 0, "", 31*2003 + 1002},
	{"switch with a default", `
func "f"(v0 i32) i32 plain line 1 {
b0:
	switch v0 b1 b2 b2 b3
b1:
	return i32.const 10
b2:
	return i32.const 20
b3:
	return i32.const 30
}`, 2, "i32 0x14", 0},
	{"call that never returns but freezes", `
func "f"(v0 i32) i32 resumable line 1 {
b0: cost 1
	call resumable "g"() () () caller never line 2
	unreachable
}
func "g"() resumable line 2 {
b0: cost 1
	call resumable "test.park"() () () caller line 3
	call plain "test.throw"() () () caller never line 4
	unreachable
}`, 2, "", 31*2004 + 1002},
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		fs := ir.Parse(c.text)
		args := []uint64{c.arg}
		want, ok := interpret(ir.Parse(c.text), args)
		if !ok || want.results != c.want || want.hash != c.hash {
			t.Errorf("%s: interpreted %+v, want %s and %d", c.name, want, c.want, c.hash)
		}
		results := fs[0].Results
		m := newMachine(t, module(t, append(fs, enter(fs[0], "main"))), false)
		for _, s := range schedules {
			got := m.run("main", results, args, s)
			if got.results != want.results || got.hash != want.hash || got.unwound != want.unwound || got.live != 0 {
				t.Errorf("%s, %+v: got %+v, want %+v", c.name, s, got, want)
			}
		}
	}
}

// TestSameTwice emits everything twice: symbols do not depend on chance.
func TestSameTwice(t *testing.T) {
	for _, c := range cases {
		a, b := ir.Parse(c.text), ir.Parse(c.text)
		for i := range a {
			x, _ := Func(a[i])
			y, _ := Func(b[i])
			for j := range x {
				if x[j].Name != y[j].Name || !bytes.Equal(x[j].Code, y[j].Code) || !bytes.Equal(x[j].Bytes, y[j].Bytes) {
					t.Errorf("%s: %s differs", c.name, x[j].Name)
				}
			}
		}
	}
}

func TestBugsAreErrors(t *testing.T) {
	for _, text := range []string{
		"func \"f\"() fueled {\nb0:\n\tcall resumable \"g\"() () ()\n\treturn\n}\n",
		"func \"f\"() plain {\nb0:\n\tcall plain \"g\"() () () handler\n\treturn\n}\n",
		"func \"f\"() i32 plain {\nb0:\n\treturn\n}\n",
	} {
		if _, err := Func(ir.Parse(text)[0]); err == nil {
			t.Errorf("no error for %s", text)
		}
	}
}

// TestNodeAccepts validates a module with another engine, if it is there.
func TestNodeAccepts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	var all []*ir.Func
	for _, c := range cases[:1] {
		all = append(all, ir.Parse(c.text)...)
	}
	file := filepath.Join(t.TempDir(), "m.wasm")
	if err := os.WriteFile(file, module(t, append(all, enter(all[0], "main"))).Module, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, "-e", "console.log(WebAssembly.validate(require('fs').readFileSync(process.argv[1])))", file).CombinedOutput()
	if err != nil || string(out) != "true\n" {
		t.Errorf("node says %s, %v", out, err)
	}
}

func BenchmarkFib(b *testing.B) { benchCase(b, 2, 30) }

func BenchmarkLoop(b *testing.B) { benchCase(b, 0, 1000) }

// benchCase runs a case in wazero's compiler without freezing.
func benchCase(b *testing.B, i int, arg uint64) {
	fs := ir.Parse(cases[i].text)
	results := fs[0].Results
	m := newMachine(b, module(b, append(fs, enter(fs[0], "main"))), true)
	start := time.Now()
	for b.Loop() {
		m.run("main", results, []uint64{arg}, schedule{slice: 1 << 30})
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/1000/float64(b.N), "ms/run")
}
