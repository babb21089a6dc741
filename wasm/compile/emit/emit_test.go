package emit

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gopark/gopark/wasm/compile/ir"
)

var fuzzModules = flag.Int("modules", 8, "modules of random programs")

// interpret runs the first function; ok is false if it takes too long.
func interpret(fs []*ir.Func, args []uint64) (o outcome, ok bool) {
	in := &interp{funcs: map[string]*ir.Func{}}
	for _, f := range fs {
		in.funcs[f.Sym] = f
	}
	defer func() {
		if r := recover(); r != nil {
			if _, long := r.(tooLong); !long {
				panic(r)
			}
			o, ok = outcome{}, false
		}
	}()
	vals := in.call(fs[0].Sym, args, 0)
	o = outcome{hash: in.hash, unwound: in.mode == 2}
	if !o.unwound {
		o.results = format(fs[0].Results, vals)
	}
	return o, true
}

func randomArgs(r *rand.Rand, f *ir.Func) []uint64 {
	args := []uint64{uint64(1 + r.IntN(40))}
	for _, t := range f.Locals[1:f.Params] {
		switch t {
		case ir.F32:
			args = append(args, 0x40400000) // 3
		case ir.F64:
			args = append(args, 0x4008000000000000)
		case ir.I64:
			args = append(args, r.Uint64())
		default:
			args = append(args, uint64(r.Uint32()))
		}
	}
	return args
}

func dump(fs []*ir.Func) string {
	var s []string
	for _, f := range fs {
		for _, b := range f.Blocks {
			b.Comment = "" // not read back
		}
		s = append(s, f.String())
	}
	return strings.Join(s, "")
}

var schedules = []schedule{
	{slice: 1 << 30}, // never freezes; the fuel of the others is compared with its
	{slice: 1 << 30, park: true},
	{slice: 1, park: true},
	{slice: 1},
	{slice: 2, seed: 1, park: true},
	{slice: 5, seed: 2, park: true},
	{slice: 20, seed: 3, park: true},
	{slice: 100, seed: 4},
}

// TestRandomPrograms compares emitted code with the interpreter, under many
// schedules: down to one that freezes at every check of fuel.
func TestRandomPrograms(t *testing.T) {
	const perModule = 40
	programs, runs, freezes, unwound := 0, 0, 0, 0
	for seed := range uint64(*fuzzModules) {
		r := rand.New(rand.NewPCG(seed, 1))
		type testCase struct {
			text    string
			fs      []*ir.Func
			args    []uint64
			want    outcome
			export  string
			results []ir.Type
		}
		var cases []testCase
		var all []*ir.Func
		for i := 0; len(cases) < perModule; i++ {
			fs := program(r, fmt.Sprintf("p%d.f", i))
			c := testCase{args: randomArgs(r, fs[0]), text: dump(fs), results: fs[0].Results}
			if back := dump(ir.Parse(c.text)); back != c.text {
				t.Fatalf("text changed by reading it:\n%s", firstDiff(c.text, back))
			}
			var ok bool
			if c.want, ok = interpret(fs, c.args); !ok {
				continue
			}
			c.export = fmt.Sprintf("enter%d", i)
			all = append(all, fs...)
			all = append(all, enter(fs[0], c.export))
			cases = append(cases, c)
		}
		m := newMachine(t, module(t, all), seed%4 == 0)
		for _, c := range cases {
			programs++
			var base outcome
			for i, s := range schedules {
				got := m.run(c.export, c.results, c.args, s)
				runs++
				freezes += int(got.freezes)
				if i == 0 {
					base = got
				}
				if got.results != c.want.results || got.hash != c.want.hash || got.unwound != c.want.unwound {
					t.Fatalf("seed %d, schedule %+v:\ngot  %+v\nwant %+v\nargs %x\n%s", seed, s, got, c.want, c.args, c.text)
				}
				if got.fuel != base.fuel || got.clock != base.clock || got.live != 0 {
					t.Fatalf("seed %d, schedule %+v:\ngot  %+v\nunfrozen %+v\nargs %x\n%s", seed, s, got, base, c.args, c.text)
				}
			}
			if c.want.unwound {
				unwound++
			}
		}
		m.rt.Close(m.ctx)
	}
	t.Logf("%d programs (%d unwound), %d runs, %d freezes", programs, unwound, runs, freezes)
	if freezes < programs {
		t.Error("hardly anything froze")
	}
}

// firstDiff is the first line in which two texts differ.
func firstDiff(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return "lengths"
}
