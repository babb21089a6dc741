package host

// This file runs the programs of testdata/programs: the language and the library,
// program by program. Their output, given at their end, does not depend on the order
// in which goroutines run, and is that of native Go.

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gopark/gopark/wasm/compile/load"
)

// sharedBuilder keeps the standard library compiled for all tests of the package.
var sharedBuilder = sync.OnceValues(func() (*Builder, error) { return NewBuilder() })

// build compiles a program; why says what is wrong with it.
func build(t *testing.T, file string) (p *Program, why string) {
	t.Helper()
	sources, err := ReadFiles(file)
	if err != nil {
		t.Fatal(err)
	}
	return buildSources(t, sources...)
}

func buildSources(t *testing.T, sources ...load.File) (p *Program, why string) {
	t.Helper()
	builder, err := sharedBuilder()
	if err != nil {
		t.Fatal(err)
	}
	module, ds, err := builder.Build(0, sources...)
	if len(ds) > 0 {
		return nil, load.Text(ds)
	}
	if err != nil {
		return nil, err.Error()
	}
	p, err = engine.Load(module)
	if err != nil {
		t.Fatal(err)
	}
	return p, ""
}

// program is one of testdata/programs.
type program struct{ name, file, want string }

func programs(t *testing.T) []program {
	t.Helper()
	files, err := filepath.Glob("testdata/programs/*.go")
	if err != nil || len(files) < 40 {
		t.Fatal("want at least 40 programs, have", len(files), err)
	}
	var all []program
	for _, f := range files {
		_, comment, ok := strings.Cut(readFile(t, f), "\n// Output:\n")
		if !ok {
			t.Errorf("%s has no // Output:", f)
			continue
		}
		var want strings.Builder
		for line := range strings.Lines(comment) {
			line = strings.TrimPrefix(strings.TrimRight(line, "\n"), "//")
			want.WriteString(strings.TrimPrefix(line, " ") + "\n")
		}
		all = append(all, program{strings.TrimSuffix(filepath.Base(f), ".go"), f, want.String()})
	}
	return all
}

// plain is output as it stands in a comment: no spaces at the end of lines.
func plain(s string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ToValidUTF8(strings.TrimRight(s, "\n")+"\n", "\\xff")) {
		b.WriteString(strings.TrimRight(line, " \t\n") + "\n")
	}
	return b.String()
}

// TestProgramsWithAnySlice runs each program as usual and with a slice of one unit: a
// freeze at every fuel point. Both must give native Go's output.
func TestProgramsWithAnySlice(t *testing.T) {
	for _, prog := range programs(t) {
		t.Run(prog.name, func(t *testing.T) {
			p, why := build(t, prog.file)
			if why != "" {
				t.Fatal(why)
			}
			defer p.Close()
			for _, o := range []Options{{Procs: 1, Seed: 1}, {Procs: 4, Seed: 1}, {Procs: 4, Seed: 7}, {Procs: 2, Seed: 3, Slice: 1}} {
				o.Timeout = 2 * time.Minute
				out := runProgram(t, p, o)
				if out.err != nil || out.code != 0 {
					t.Fatalf("procs %d, seed %d, slice %d: exit code %d, %v\n%s", o.Procs, o.Seed, o.Slice, out.code, out.err, out.stderr)
				}
				if got := plain(out.stdout); got != prog.want {
					t.Errorf("procs %d, seed %d, slice %d:\n%s", o.Procs, o.Seed, o.Slice, differ(got, prog.want))
				}
			}
		})
	}
}

func TestProgramsInParallel(t *testing.T) {
	for _, prog := range programs(t) {
		t.Run(prog.name, func(t *testing.T) {
			p, why := build(t, prog.file)
			if why != "" {
				t.Skip("does not compile; TestProgramsWithAnySlice says so")
			}
			defer p.Close()
			for _, procs := range []int{1, 2, 4} {
				out := runProgram(t, p, Options{Procs: procs, Parallel: true, Timeout: time.Minute})
				if out.err != nil || out.code != 0 {
					t.Fatalf("procs %d: exit code %d, %v\n%s", procs, out.code, out.err, out.stderr)
				}
				if got := plain(out.stdout); got != prog.want {
					t.Errorf("procs %d:\n%s", procs, differ(got, prog.want))
				}
			}
		})
	}
}

// differ shows the lines that differ.
func differ(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	var b strings.Builder
	for i := range max(len(g), len(w)) {
		var x, y string
		if i < len(g) {
			x = g[i]
		}
		if i < len(w) {
			y = w[i]
		}
		if x != y {
			b.WriteString("got:  " + x + "\nwant: " + y + "\n")
		}
	}
	return b.String()
}
