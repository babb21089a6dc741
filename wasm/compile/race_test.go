package compile

import (
	"strings"
	"testing"

	"github.com/gopark/gopark/wasm/compile/ir"
)

// TestRaceCostsNothing: a function has the same cost with the race detector and without, and is called in the same way;
// so a run is scheduled the same. The library is compiled with what sync and fmt need.
func TestRaceCostsNothing(t *testing.T) {
	type cost struct {
		attr            uint32 // of a plain function, with its cost
		total           int32  // of another, its blocks
		poll, pollEntry bool
	}
	costs := func(race bool) map[string]cost {
		m := map[string]cost{}
		c, err := New(Config{Race: race, Dump: func(stage string, f *ir.Func) {
			if strings.HasPrefix(f.Sym, racePrefix) || strings.HasPrefix(f.Sym, rtPrefix+"race") || strings.HasPrefix(f.Sym, rtPrefix+"printRace") {
				if strings.Contains(f.String(), "Mallocgc") {
					t.Errorf("%s allocates: the detector must not", f.Sym)
				}
			}
			if stage != "ir" || f.ABI == ir.Plain {
				return
			}
			x := cost{poll: f.Poll, pollEntry: f.PollEntry}
			for _, b := range f.Blocks {
				x.total += b.Cost
			}
			m[f.Sym] = x
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.CompileStd("fmt", "sync", "time", "context"); err != nil {
			t.Fatal(err)
		}
		for sym, bits := range c.attr {
			x := m[sym]
			x.attr = bits &^ (attrClock | attrUnwinds)
			m[sym] = x
		}
		return m
	}
	without, with := costs(false), costs(true)
	if len(without) < 3000 {
		t.Fatalf("only %d functions", len(without))
	}
	for sym, a := range without {
		if strings.HasPrefix(sym, racePrefix) {
			continue
		}
		if b, ok := with[sym]; ok && a != b {
			t.Errorf("%s is %+v without the detector, %+v with", sym, a, b)
		}
	}
}
