package event

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event/kind"
)

func TestRecordBytes(t *testing.T) {
	r := Record{0x0102030405060708, 2, 0x11, 0x12, 0x2122, 0x3132, 0x4142, 5, 6, 7}
	b := r.Append(nil)
	if len(b) != Size || b[0] != 8 || b[7] != 1 || b[8] != 2 || b[16] != 0x11 || b[17] != 0x12 ||
		b[18] != 0x22 || b[20] != 0x32 || b[22] != 0x42 || b[24] != 5 || b[32] != 6 || b[40] != 7 {
		t.Errorf("%x", b)
	}
	if got, err := Decode(b); got != r || err != nil {
		t.Error(got, err)
	}
}

func file(recs ...Record) []byte {
	b := Header()
	for i := range recs {
		b = recs[i].Append(b)
	}
	return b
}

func TestReadAll(t *testing.T) {
	good := file(Record{Kind: kind.Begin, A: 4}, Record{Kind: kind.Exit})
	change := func(at int, to byte) []byte {
		b := bytes.Clone(good)
		b[at] = to
		return b
	}
	tests := []struct {
		name string
		b    []byte
		recs int
		err  string
	}{
		{"good", good, 2, ""},
		{"no records", good[:HeaderSize], 0, ""},
		{"empty", nil, 0, "header has 0 bytes, not 16"},
		{"half a header", good[:10], 0, "header has 10 bytes, not 16"},
		{"magic", change(1, 'x'), 0, "not a file of gopark events"},
		{"version", change(8, 9), 0, "version 9 of the event file is not supported, only 1"},
		{"size", change(12, 64), 0, "records of 64 bytes are not supported, only 48"},
		{"cut off", good[:len(good)-1], 1, "record 1 is cut off after 47 bytes"},
	}
	for _, test := range tests {
		recs, err := ReadAll(bytes.NewReader(test.b))
		msg := ""
		if err != nil {
			msg = err.Error()
		}
		if len(recs) != test.recs || msg != test.err {
			t.Errorf("%s: %d records, %q", test.name, len(recs), msg)
		}
	}
}

func TestDigestChangesWithAnyByte(t *testing.T) {
	recs := []Record{{Kind: kind.Begin}, {Kind: kind.GoCreate, G: 1}, {Kind: kind.Exit}}
	whole := Digest(recs)
	for i := range recs {
		b := recs[i].Append(nil)
		for at := range b {
			b[at] ^= 1
			changed := append([]Record{}, recs...)
			changed[i], _ = Decode(b)
			if Digest(changed) == whole {
				t.Errorf("record %d, byte %d does not count", i, at)
			}
			b[at] ^= 1
		}
	}
}

func TestMergeKeepsStampsInOrder(t *testing.T) {
	ring := func(stamps ...uint64) (recs []Record) {
		for _, s := range stamps {
			recs = append(recs, Record{Stamp: s})
		}
		return recs
	}
	got := Merge(ring(1, 4, 9), nil, ring(2, 3, 10, 11), ring(4))
	want := []uint64{1, 2, 3, 4, 4, 9, 10, 11}
	for i := range want {
		if got[i].Stamp != want[i] {
			t.Fatalf("%v", got)
		}
	}
}

// TestNamesAreAll reads kind.go: each constant has its name, and nothing else has one.
func TestNamesAreAll(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "kind/kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		lit, ok := spec.Values[0].(*ast.BasicLit)
		typ, isName := spec.Type.(*ast.Ident)
		if !ok || !isName {
			return true
		}
		number, _ := strconv.Atoi(lit.Value)
		name := ""
		switch typ.Name {
		case "Kind":
			name = KindName(kind.Kind(number))
		case "Rule":
			name = RuleName(kind.Rule(number))
		}
		found[typ.Name]++
		if name != spec.Names[0].Name {
			t.Errorf("%s %d is called %q, not %s", typ.Name, number, name, spec.Names[0].Name)
		}
		return true
	})
	count := func(names []string) (n int) {
		for _, s := range names {
			if s != "" {
				n++
			}
		}
		return n
	}
	if found["Kind"] != count(kindNames[:]) || found["Rule"] != count(ruleNames[:]) {
		t.Error("a name without a constant", found)
	}
	for w := kind.Wait(1); w < kind.NWaits; w++ {
		if s := w.String(); s == "" || strings.HasPrefix(s, "unknown") {
			t.Errorf("wait reason %d has no text", w)
		}
	}
}

// TestAnyRecordCanBeApplied: what comes from a file may be anything.
func TestAnyRecordCanBeApplied(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	small := func() uint64 {
		if r.Intn(4) == 0 {
			return r.Uint64()
		}
		return uint64(r.Intn(6))
	}
	for round := 0; round < 50; round++ {
		s := NewState()
		for i := 0; i < 1000; i++ {
			rec := Record{
				Time: small(), Stamp: uint64(i), Kind: kind.Kind(r.Intn(96)), Rule: kind.Rule(r.Intn(90)),
				M: uint16(small()), P: uint16(small()), N: uint16(small()), G: small(), A: small(), B: small(),
			}
			if r.Intn(8) == 0 {
				rec.Kind = kind.Kind(r.Intn(256))
			}
			Explain(rec, s)
			s.Apply(rec)
		}
		s.Release()
		s.View()
	}
}

// TestMisfit: who is taken must be the one that was put there.
func TestMisfit(t *testing.T) {
	const at = 1 << 32
	put := func(stamp, g, pos uint64) Record {
		return Record{Kind: kind.GlobPut, Stamp: stamp, P: NoP, G: g, A: pos}
	}
	get := Record{Kind: kind.GlobGet, Stamp: 3, N: 2, A: at}
	ring := []Record{
		{Kind: kind.RunqPut, Stamp: 4, P: 1, G: 7, A: 0},
		{Kind: kind.RunqPut, Stamp: 5, P: 1, G: 8, A: 1},
		{Kind: kind.Steal, Stamp: 6, P: 0, N: 2, A: 1 << 32},
	}
	for _, test := range []struct {
		got, stolen uint64
		fits        bool
	}{{5, 8, true}, {6, 8, false}, {5, 7, false}} {
		s := NewState()
		s.Apply(Record{Kind: kind.PNew, Stamp: 1, P: 0})
		s.Apply(Record{Kind: kind.PNew, Stamp: 1, P: 1})
		get.G, ring[2].G = test.got, test.stolen
		for _, r := range append([]Record{put(1, 5, at), put(2, 6, at+1), get}, ring...) {
			s.Apply(r)
		}
		if (s.Misfit() == nil) != test.fits {
			t.Errorf("%+v: misfit %v", test, s.Misfit())
		}
	}
}
