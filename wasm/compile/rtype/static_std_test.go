// This file counts which initialisers of the standard library stay code, and
// compares them with testdata/dynamic.txt.
package rtype_test

import (
	"flag"
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/compile/rtype"
	"github.com/gopark/gopark/wasm/link"
)

var update = flag.Bool("update", false, "rewrite golden files")

// testHooks names things plainly.
type testHooks struct{}

func (testHooks) MethodSym(fn *ssa.Function) string { return fn.String() + "·m" }
func (testHooks) FuncSym(fn *ssa.Function) string   { return fn.String() + "·f" }
func (testHooks) VarSym(v *types.Var) string        { return v.Pkg().Path() + "." + v.Name() }

// stdPackages are those whose initialisers are looked at. None of them is
// replaced by an overlay.
var stdPackages = []string{
	"unicode", "unicode/utf8", "unicode/utf16", "strconv", "errors", "io", "io/fs", "bytes", "strings", "sort", "slices", "maps", "iter", "cmp", "math", "math/big", "math/bits", "math/cmplx",
	"math/rand", "math/rand/v2", "bufio", "container/heap", "container/list", "container/ring", "context", "encoding/json", "encoding/binary", "encoding/hex", "encoding/base32", "encoding/base64",
	"encoding/csv", "encoding/gob", "encoding/xml", "fmt", "regexp", "regexp/syntax", "sync/atomic", "text/template", "text/template/parse", "text/tabwriter", "text/scanner",
	"html", "html/template", "path", "path/filepath", "hash/fnv", "hash/crc32", "index/suffixarray", "net/url", "log", "log/slog", "flag",
	"go/token", "go/ast", "go/parser", "go/scanner", "go/format", "compress/gzip", "archive/zip", "image", "image/color", "image/png", "mime",
}

// loaded is the result of a load with all initialisers gone through.
type loaded struct {
	prog     *load.Program
	u        *rtype.Universe
	builders map[string]*rtype.Builder
	left     map[string][]string // package -> variables whose initialisers stay
	total    map[string]int
	weak     map[string]int
}

// std is loaded once.
var std = sync.OnceValues(func() (*loaded, error) { return loadStd(true, stdPackages...) })

func loadStd(outline bool, paths ...string) (*loaded, error) {
	r := &loaded{builders: map[string]*rtype.Builder{}, left: map[string][]string{}, total: map[string]int{}, weak: map[string]int{}}
	hook := func(p *load.Package) {
		if r.u == nil {
			r.u = rtype.New(nil)
		}
		b := r.u.NewBuilder(p.Types, nil, testHooks{})
		r.builders[p.Path] = b
		r.total[p.Path] = len(p.Info.InitOrder)
		b.Statics(p.Info)
		before := slices.Clone(p.Info.InitOrder)
		if outline {
			b.Outline(p.Files, p.Info)
		}
		for i, in := range before {
			if in != p.Info.InitOrder[i] {
				r.weak[p.Path]++
				continue
			}
			for _, v := range in.Lhs {
				r.left[p.Path] = append(r.left[p.Path], v.Name())
			}
		}
	}
	l, err := load.New(load.Config{BeforeSSA: hook})
	if err != nil {
		return nil, err
	}
	if r.prog, err = l.LoadStd(paths...); err != nil {
		return nil, err
	}
	for _, b := range r.builders {
		b.SetProgram(r.prog.SSA)
	}
	return r, nil
}

func TestStaticInitialisersOfStd(t *testing.T) {
	r, err := std()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, p := range r.prog.Packages {
		if r.total[p.Path] > 0 && slices.Contains(stdPackages, p.Path) {
			fmt.Fprintf(&out, "%s: %d initialisers, %d outlined, %d stay: %s\n", p.Path, r.total[p.Path], r.weak[p.Path], len(r.left[p.Path]), strings.Join(r.left[p.Path], " "))
		}
	}
	const golden = "testdata/dynamic.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("initialisers that stay differ from %s (run with -update and read the diff):\n%s", golden, out.String())
	}
	if len(r.left["unicode"]) > 0 {
		t.Errorf("unicode keeps dynamic initialisers: %v", r.left["unicode"])
	}
}

// symbols flushes the builders of all packages, with the descriptors of all
// their types.
func (r *loaded) symbols(t *testing.T) map[string]*link.Symbol {
	t.Helper()
	all := map[string]*link.Symbol{}
	for _, p := range r.prog.Packages {
		b := r.builders[p.Path]
		b.Named()
		syms, _ := b.Flush()
		for _, s := range syms {
			if old := all[s.Name]; old == nil {
				all[s.Name] = s
			} else if !s.Dup || !old.Dup {
				t.Errorf("%s is defined twice, again in %s", s.Name, p.Path)
			} else if string(old.Bytes) != string(s.Bytes) || len(old.Relocs) != len(s.Relocs) {
				t.Errorf("%s differs in %s", s.Name, p.Path)
			}
		}
	}
	return all
}

func TestEveryAddressInDataIsDefined(t *testing.T) {
	r, err := std()
	if err != nil {
		t.Fatal(err)
	}
	all := r.symbols(t)
	size, missing := 0, map[string]bool{}
	for _, s := range all {
		size += len(s.Bytes)
		for _, rel := range s.Relocs {
			if (rel.Kind == link.DataAddr64 || rel.Kind == link.DataAddr32) && all[rel.Sym] == nil {
				missing[rel.Sym] = true
				if len(missing) < 10 {
					t.Errorf("%s refers to %s", s.Name, rel.Sym)
				}
			}
		}
	}
	t.Logf("%d symbols, %d bytes in %d packages", len(all), size, len(r.prog.Packages))
}
