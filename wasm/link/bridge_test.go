package link

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gopark/gopark/wasm/encode"
)

// inTable is a function in the form that the table holds: closure first, fuel last.
func inTable(name string, params, results []encode.ValType) *Symbol {
	sig := encode.FuncType{
		Params:  slices.Concat([]encode.ValType{encode.I32}, params, []encode.ValType{encode.I32}),
		Results: slices.Concat(results, []encode.ValType{encode.I32}),
	}
	return function(name, sig, []byte{byte(encode.OpUnreachable), opEnd})
}

func TestBridgesAreMadeForWhatIsUsed(t *testing.T) {
	i64, f64 := []encode.ValType{encode.I64}, []encode.ValType{encode.F64}
	for _, c := range []struct {
		name  string
		marks []Reloc
		want  string // bridges that are asked for, sorted
	}{
		{"nothing", nil, ""},
		{"all methods", []Reloc{{Kind: UseAll}}, ""},
		{"makes functions", []Reloc{{Kind: Use, Key: "make"}}, "bridge.make:l:"},
		{"calls functions", []Reloc{{Kind: KeepSym, Sym: bridgesSym}}, "bridge.call:l:d bridge.call:li:"},
		{"both", []Reloc{{Kind: Use, Key: "make"}, {Kind: KeepSym, Sym: bridgesSym}}, "bridge.call:l: bridge.call:l:d bridge.call:li: bridge.make:l:"},
	} {
		var asked []string
		o := small
		o.Bridge = func(name string) ([]*Symbol, error) {
			asked = append(asked, name)
			if strings.HasPrefix(name, "bridge.call:") {
				return []*Symbol{inTable(name, []encode.ValType{encode.I64, encode.I32}, nil)}, nil
			}
			return []*Symbol{inTable(name, i64, nil)}, nil
		}
		r, err := Link(object(
			exported(function("main", i32Result, []byte{opConst, 0xff, opEnd}, append([]Reloc{{Kind: CodeAddr, Sym: "type"}, {Kind: KeepSym, Sym: "values"}}, c.marks...)...), "main"),
			data("type", "....", Reloc{Kind: DataBridge32, Sym: "bridge.make:l:", Key: "make"}),
			data("values", "........", Reloc{Kind: DataSlot64, Sym: "f"}),
			inTable("f", i64, f64),
			inTable("never", f64, f64),
		), o)
		if err != nil {
			t.Fatal(c.name, err)
		}
		slices.Sort(asked)
		if got := strings.Join(asked, " "); got != c.want {
			t.Errorf("%s: asked for %q, not %q", c.name, got, c.want)
		}
		_, mem := start(t, r)
		at, _ := r.Addr("type")
		if slot, _ := mem.ReadUint32Le(at); (slot != 0) != strings.Contains(c.want, "bridge.make") {
			t.Errorf("%s: the type has slot %d", c.name, slot)
		}
		if at, ok := r.Addr(bridgesSym); ok {
			values, _ := r.Addr("values")
			f, _ := mem.ReadUint32Le(values)
			if slot, _ := mem.ReadUint32Le(at + 4*f); slot == 0 || slot == f {
				t.Errorf("%s: the bridge of slot %d is %d", c.name, f, slot)
			}
		} else if strings.Contains(c.want, "bridge.call") {
			t.Errorf("%s: no table of bridges", c.name)
		}
	}
}

func TestABridgeThatCannotBeMadeIsAnError(t *testing.T) {
	o := small
	o.Bridge = func(name string) ([]*Symbol, error) { return nil, errors.New("no bridge " + name) }
	_, err := Link(object(exported(function("main", encode.FuncType{}, []byte{opEnd}, Reloc{Kind: KeepSym, Sym: "bridge.make:x:"}), "main")), o)
	if err == nil || !strings.Contains(err.Error(), "no bridge bridge.make:x:") {
		t.Error(err)
	}
}
