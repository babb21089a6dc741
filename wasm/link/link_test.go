package link

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/gopark/gopark/wasm/encode"
)

var i32Result = encode.FuncType{Results: []encode.ValType{encode.I32}}

// code joins bytes and instructions; 0xff stands for room for a relocation.
func code(bs ...byte) (b []byte, offs []uint32) {
	for _, c := range bs {
		if c == 0xff {
			offs = append(offs, uint32(len(b)))
			b = append(b, 0x80, 0x80, 0x80, 0x80, 0)
		} else {
			b = append(b, c)
		}
	}
	return b, offs
}

// function makes a function with one byte 0xff for each relocation.
func function(name string, sig encode.FuncType, body []byte, relocs ...Reloc) *Symbol {
	b, offs := code(body...)
	for i := range offs {
		relocs[i].Off = offs[i]
	}
	return &Symbol{Name: name, Kind: Func, Sig: sig, Code: b, Relocs: relocs}
}

func data(name string, bytes string, relocs ...Reloc) *Symbol {
	return &Symbol{Name: name, Kind: Data, Align: 8, Size: uint32(len(bytes)), Bytes: []byte(bytes), Relocs: relocs}
}

const (
	opCall  = byte(encode.OpCall)
	opEnd   = byte(encode.OpEnd)
	opConst = byte(encode.OpI32Const)
)

func exported(s *Symbol, as string) *Symbol { s.Export = as; return s }

func object(syms ...*Symbol) []*Object { return []*Object{{Path: "p", Symbols: syms}} }

var small = Options{MemoryBytes: 1 << 20}

// start instantiates a module after _initmem.
func start(t *testing.T, r *Result) (api.Module, api.Memory) {
	t.Helper()
	ctx := context.Background()
	rt := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().
		WithCoreFeatures(api.CoreFeaturesV2|experimental.CoreFeaturesThreads))
	t.Cleanup(func() { rt.Close(ctx) })
	env := []byte("\x00asm\x01\x00\x00\x00\x05\x04\x01\x01\x10\x10\x07\x0a\x01\x06memory\x02\x00")
	mem, err := rt.InstantiateWithConfig(ctx, env, wazero.NewModuleConfig().WithName("env"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := rt.InstantiateWithConfig(ctx, r.Module, wazero.NewModuleConfig().WithName("m"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := mod.ExportedFunction("_initmem").Call(ctx); err != nil {
		t.Fatal(err)
	}
	return mod, mem.Memory()
}

func TestCallsDataAndSlots(t *testing.T) {
	r, err := Link(object(
		exported(function("main", i32Result, []byte{opCall, 0xff, opConst, 0xff, byte(encode.OpI32Add), opEnd},
			Reloc{Kind: CodeFunc, Sym: "seven", Sig: i32Result}, Reloc{Kind: CodeSlot, Sym: "seven"}), "main"),
		function("seven", i32Result, []byte{opConst, 7, opEnd}),
		function("dead", i32Result, []byte{opCall, 0xff, opEnd}, Reloc{Kind: CodeFunc, Sym: "nowhere"}),
		&Symbol{Name: "bss", Kind: Data, Align: 16, Size: 100},
		data("d", "12345678", Reloc{Kind: DataAddr64, Off: 8, Sym: "bss", Add: 4}),
		&Symbol{Name: "scanned", Kind: Data, Align: 8, Size: 8, Ptrs: true, Relocs: []Reloc{{Kind: DataAddr64, Sym: "d"}}},
		&Symbol{Name: "info", Kind: Data, Align: 8, Size: 80},
	), Options{MemoryBytes: 1 << 20, LinkInfo: "info", Roots: []string{"scanned"}})
	if err != nil {
		t.Fatal(err)
	}
	mod, mem := start(t, r)
	got, err := mod.ExportedFunction("main").Call(context.Background())
	if err != nil || got[0] != 7+1 {
		t.Errorf("main gave %v, %v", got, err)
	}
	word := func(a uint32) uint64 { v, _ := mem.ReadUint64Le(a); return v }
	d, _ := r.Addr("d")
	bss, _ := r.Addr("bss")
	scanned, _ := r.Addr("scanned")
	if word(d+8) != uint64(bss+4) || word(scanned) != uint64(d) || bss%16 != 0 {
		t.Errorf("addresses: d %d bss %d scanned %d, words %d %d", d, bss, scanned, word(d+8), word(scanned))
	}
	info, _ := r.Addr("info")
	scanStart, scanEnd, heap := word(info+16), word(info+24), word(info+32)
	if uint64(scanned) < scanStart || uint64(scanned) >= scanEnd || uint64(d) < scanEnd || heap != 65536 {
		t.Errorf("scan %d to %d, heap %d", scanStart, scanEnd, heap)
	}
	if word(info+48) != 2 || word(info+56) != 1<<20 {
		t.Errorf("%d slots, %d bytes of memory", word(info+48), word(info+56))
	}
}

func TestMethodsLiveByUse(t *testing.T) {
	syms := func(use Reloc) []*Object {
		return object(
			exported(function("main", i32Result, []byte{opConst, 0xff, opEnd}, Reloc{Kind: CodeAddr, Sym: "itab:T"}, use), "main"),
			data("itab:T", "........", Reloc{Kind: DataMethod32, Off: 0, Sym: "T.String", Key: "String() string"},
				Reloc{Kind: DataSlot64, Off: 8, Sym: "T.Error", Key: "Error() string"}),
			function("T.String", encode.FuncType{}, []byte{opEnd}),
			function("T.Error", encode.FuncType{}, []byte{opEnd}),
		)
	}
	for _, c := range []struct {
		name          string
		use           Reloc
		first, second bool
	}{
		{"one used", Reloc{Kind: Use, Key: "String() string"}, true, false},
		{"other used", Reloc{Kind: Use, Key: "Error() string"}, false, true},
		{"all used", Reloc{Kind: UseAll}, true, true},
		{"none used", Reloc{Kind: Use, Key: "Close() error"}, false, false},
	} {
		r, err := Link(syms(c.use), small)
		if err != nil {
			t.Fatal(err)
		}
		_, mem := start(t, r)
		a, _ := r.Addr("itab:T")
		first, _ := mem.ReadUint32Le(a)
		second, _ := mem.ReadUint64Le(a + 8)
		if (first != 0) != c.first || (second != 0) != c.second {
			t.Errorf("%s: slots %d %d", c.name, first, second)
		}
	}
}

func TestWeakCallNeedsItsKey(t *testing.T) {
	for _, keyLive := range []bool{false, true} {
		main := exported(function("main", encode.FuncType{}, []byte{opCall, 0xff, opEnd}, Reloc{Kind: WeakFunc, Sym: "init", Key: "var"}), "main")
		if keyLive {
			main.Relocs = append(main.Relocs, Reloc{Kind: KeepSym, Sym: "var"})
		}
		r, err := Link(object(main, function("init", encode.FuncType{}, []byte{byte(encode.OpUnreachable), opEnd}), data("var", "x")), small)
		if err != nil {
			t.Fatal(err)
		}
		mod, _ := start(t, r)
		_, err = mod.ExportedFunction("main").Call(context.Background())
		if (err != nil) != keyLive {
			t.Errorf("key live %v: %v", keyLive, err)
		}
	}
}

func TestErrorsNameAllSymbols(t *testing.T) {
	_, err := Link(object(
		exported(function("main", i32Result, []byte{opCall, 0xff, opCall, 0xff, opCall, 0xff, opEnd},
			Reloc{Kind: CodeFunc, Sym: "gone"}, Reloc{Kind: CodeFunc, Sym: "lost"}, Reloc{Kind: CodeFunc, Sym: "v", Sig: i32Result}), "main"),
		function("v", encode.FuncType{}, []byte{opEnd}),
		function("v", encode.FuncType{}, []byte{opEnd}),
	), small)
	for _, want := range []string{"undefined: gone, referred to by main", "undefined: lost", "v is defined twice", "main calls v as () -> (i32), which is () -> ()"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

func TestDupIsFolded(t *testing.T) {
	a := function("f", i32Result, []byte{opConst, 1, opEnd})
	b := function("f", i32Result, []byte{opConst, 2, opEnd})
	a.Dup, b.Dup = true, true
	main := exported(function("main", i32Result, []byte{opCall, 0xff, opEnd}, Reloc{Kind: CodeFunc, Sym: "f"}), "main")
	r, err := Link([]*Object{{Symbols: []*Symbol{main, a}}, {Symbols: []*Symbol{b}}}, small)
	if err != nil {
		t.Fatal(err)
	}
	mod, _ := start(t, r)
	if got, _ := mod.ExportedFunction("main").Call(context.Background()); got[0] != 1 {
		t.Errorf("main gave %d", got[0])
	}
}

func TestFileIDs(t *testing.T) {
	info := make([]byte, 52)
	info[8], info[40] = 4, 1
	binary.LittleEndian.PutUint32(info[36:], 12)
	sym := data("info:main.f", string(info)+"main\x14\x00\x00\x00", Reloc{Kind: DataAddr64, Off: 0, Sym: "info:main.f", Add: 52}, Reloc{Kind: DataAddr64, Off: 16, Sym: "file:b.go"})
	r, err := Link(object(sym, data("file:b.go", "b.go")), Options{MemoryBytes: 1 << 20, Roots: []string{"info:main.f"}, UserFiles: []string{"a.go", "b.go"}})
	if err != nil {
		t.Fatal(err)
	}
	_, mem := start(t, r)
	a, _ := r.Addr("info:main.f")
	if id, _ := mem.ReadUint32Le(a + 32); id != 2 {
		t.Errorf("file id %d", id)
	}
	if flags, _ := mem.ReadUint32Le(a + 40); flags != 1|1<<16 {
		t.Errorf("flags %x, want 1 and the number 1", flags)
	}
	if f := r.Layout.Funcs; len(f) != 1 || f[0] != (LayoutFunc{a, "main", "b.go", 12, 20}) {
		t.Errorf("layout %+v", f)
	}
}
