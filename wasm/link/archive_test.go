package link

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/gopark/gopark/wasm/encode"
)

// library makes n functions of size bytes, each with calls to later ones and
// FuncInfo-like data.
func library(n, size int, r *rand.Rand) []*Object {
	var objs []*Object
	for i := range n {
		if i%100 == 0 {
			objs = append(objs, &Object{Path: fmt.Sprintf("pkg/p%d", i/100)})
		}
		o := objs[len(objs)-1]
		var body []byte
		var relocs []Reloc
		for len(body) < size {
			body = append(body, byte(encode.OpI32Const), 1, byte(encode.OpDrop))
			if r.IntN(8) == 0 && i < n-1 {
				body = append(body, opCall, 0xff)
				relocs = append(relocs, Reloc{Kind: CodeFunc, Sym: fmt.Sprintf("pkg/p.F%d", i+1+r.IntN(min(n-1-i, 50)))})
			}
			if r.IntN(30) == 0 {
				body = append(body, opConst, 0xff, byte(encode.OpDrop))
				relocs = append(relocs, Reloc{Kind: CodeAddr, Sym: fmt.Sprintf("info:%d", i)})
			}
		}
		f := function(fmt.Sprintf("pkg/p.F%d", i), encode.FuncType{}, append(body, opEnd), relocs...)
		f.Locals = []encode.ValType{encode.I32, encode.I64}
		d := data(fmt.Sprintf("info:%d", i), "some name", Reloc{Kind: DataAddr64, Off: 1, Sym: fmt.Sprintf("info:%d", i), Add: 3})
		d.RoData = true
		o.Symbols = append(o.Symbols, f, d)
	}
	return objs
}

func TestArchiveRoundTrip(t *testing.T) {
	objs := library(50, 300, rand.New(rand.NewPCG(1, 1)))
	s := objs[0].Symbols[0]
	s.Dup, s.Ptrs, s.Export, s.Info, s.Attr = true, true, "main", "info:0", 77
	s.Sig = encode.FuncType{Params: []encode.ValType{encode.F64}, Results: []encode.ValType{encode.I32, encode.I64}}
	s.Relocs = append(s.Relocs, Reloc{Kind: CodeType, Off: s.Relocs[len(s.Relocs)-1].Off, Sig: s.Sig, Add: -5}, Reloc{Kind: Use, Off: s.Relocs[len(s.Relocs)-1].Off, Key: "String() string"})
	b, err := AppendArchive(nil, objs)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ReadArchive(b)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range objs {
		for j, want := range o.Symbols {
			got := back[i].Symbols[j]
			if err := got.Load(); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprintf("%+v", *got) != fmt.Sprintf("%+v", *want) {
				t.Fatalf("got  %+v\nwant %+v", *got, *want)
			}
		}
	}
	again, _ := AppendArchive(nil, back)
	if !bytes.Equal(again, b) {
		t.Error("writing what was read gives other bytes")
	}
}

// TestBrokenArchives changes and cuts an archive: reading may fail, not panic.
func TestBrokenArchives(t *testing.T) {
	good, err := AppendArchive(nil, library(8, 60, rand.New(rand.NewPCG(2, 2))))
	if err != nil {
		t.Fatal(err)
	}
	read := func(b []byte) {
		objs, err := ReadArchive(b)
		if err != nil {
			return
		}
		for _, o := range objs {
			for _, s := range o.Symbols {
				s.Load() // may fail
			}
		}
	}
	for n := range good {
		read(good[:n])
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 20000 {
		b := bytes.Clone(good)
		for range 1 + r.IntN(3) {
			b[r.IntN(len(b))] = byte(r.Uint32())
		}
		read(b)
	}
}

func TestLinkIsDeterministic(t *testing.T) {
	objs := library(300, 200, rand.New(rand.NewPCG(4, 4)))
	opts := Options{MemoryBytes: 1 << 22, Roots: []string{"pkg/p.F0"}, Names: true}
	a, err := Link(objs, opts)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := Link(objs, opts)
	arch, _ := AppendArchive(nil, objs)
	read, _ := ReadArchive(arch)
	c, err := Link(read, opts)
	if err != nil || !bytes.Equal(a.Module, b.Module) || !bytes.Equal(a.Module, c.Module) {
		t.Errorf("modules differ: %v", err)
	}
	opts.Library = libraryOf(t, read)
	if d, err := Link(nil, opts); err != nil || !bytes.Equal(a.Module, d.Module) {
		t.Errorf("module from library differs: %v", err)
	}
	if !reflect.DeepEqual(a.Layout, c.Layout) {
		t.Error("layouts differ")
	}
}

func BenchmarkLinkFromArchive(b *testing.B) {
	objs := library(20000, 300, rand.New(rand.NewPCG(5, 5)))
	arch, err := AppendArchive(nil, objs)
	if err != nil {
		b.Fatal(err)
	}
	var read, link time.Duration
	live := 0
	for b.Loop() {
		t0 := time.Now()
		objs, err := ReadArchive(arch)
		if err != nil {
			b.Fatal(err)
		}
		lib := libraryOf(b, objs)
		t1 := time.Now()
		r, err := Link(nil, Options{MemoryBytes: 1 << 24, Roots: []string{"pkg/p.F18000"}, Library: lib})
		if err != nil {
			b.Fatal(err)
		}
		read += t1.Sub(t0)
		link += time.Since(t1)
		live = r.Live
	}
	b.ReportMetric(float64(read.Microseconds())/1000/float64(b.N), "ms-read")
	b.ReportMetric(float64(link.Microseconds())/1000/float64(b.N), "ms-link")
	b.ReportMetric(float64(len(arch))/1e6, "MB")
	b.ReportMetric(float64(live), "live")
}
