package build

// This file is a run for tests that have no engine: records as the scheduler would
// write them for lessons/stealing at GOMAXPROCS 2, made by hand.

import (
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// tape writes records.
type tape struct {
	b     []byte
	time  uint64
	stamp uint64
}

func (t *tape) put(after uint64, r event.Record) {
	t.time += after
	t.stamp++
	r.Time, r.Stamp = t.time, t.stamp
	t.b = r.Append(t.b)
}

func line(n int) uint64 { return 1<<20 | uint64(n) }

// sampleRun is an event file: two Ps, ten goroutines made on P0, and P1 that takes
// five of nine.
func sampleRun() []byte {
	t := &tape{b: event.Header()}
	const p0, p1, no = 0, 1, event.NoP
	t.put(0, event.Record{Kind: kind.Begin, M: event.NoM, P: no, A: 2, B: 1})
	t.put(0, event.Record{Kind: kind.ProcsChange, M: 0, P: no, A: 2})
	t.put(0, event.Record{Kind: kind.PNew, M: 0, P: p0})
	t.put(0, event.Record{Kind: kind.PStart, M: 0, P: p0})
	t.put(0, event.Record{Kind: kind.PNew, M: 0, P: p1})
	t.put(0, event.Record{Kind: kind.PIdle, M: event.NoM, P: p1, A: 1})
	t.put(100, event.Record{Kind: kind.GoCreate, M: 0, P: p0, G: 1})
	t.put(10, event.Record{Kind: kind.RunnextPut, Rule: kind.ByGo, M: 0, P: p0, G: 1, A: 1})
	t.put(50, event.Record{Kind: kind.GoStart, Rule: kind.FromRunnext, M: 0, P: p0, G: 1, B: 1})
	t.put(300, event.Record{Kind: kind.GoCreate, M: 0, P: p0, G: 2, A: 1, B: line(27)})
	t.put(20, event.Record{Kind: kind.RunnextPut, Rule: kind.ByGo, M: 0, P: p0, G: 2, A: 2})
	t.put(30, event.Record{Kind: kind.PGet, Rule: kind.ByWakep, M: 0, P: p1})
	t.put(40, event.Record{Kind: kind.MNew, Rule: kind.ByWakep, M: 0, P: p1, A: 1, N: 1})
	t.put(9000, event.Record{Kind: kind.PStart, M: 1, P: p1})
	t.put(10, event.Record{Kind: kind.StealPass, M: 1, P: p1, N: 1, A: 0, B: 1})
	t.put(10, event.Record{Kind: kind.StealPass, M: 1, P: p1, N: 4, A: 0, B: 1})
	t.put(3000, event.Record{Kind: kind.StealRunnext, M: 1, P: p1, G: 2, N: 1, A: 2})
	t.put(30, event.Record{Kind: kind.SpinEnd, Rule: kind.ByFound, M: 1, P: p1})
	t.put(30, event.Record{Kind: kind.GoStart, Rule: kind.FromSteal, M: 1, P: p1, G: 2, A: 1})
	t.put(20000, event.Record{Kind: kind.GoLine, M: 1, P: p1, G: 2, B: line(15)})
	t.put(0, event.Record{Kind: kind.GoLine, M: 0, P: p0, G: 1, B: line(15)})
	for i := range 10 {
		g := uint64(3 + i)
		t.put(200, event.Record{Kind: kind.GoCreate, M: 0, P: p0, G: g, A: 1, B: line(30)})
		kicked := uint64(0)
		if i > 0 {
			kicked = g - 1
		}
		t.put(20, event.Record{Kind: kind.RunnextPut, Rule: kind.ByGo, M: 0, P: p0, G: g, A: uint64(3 + i), B: kicked})
		if kicked != 0 {
			t.put(20, event.Record{Kind: kind.RunqPut, Rule: kind.ByKick, M: 0, P: p0, G: kicked, A: uint64(i - 1)})
		}
	}
	t.put(20000, event.Record{Kind: kind.GoLine, M: 0, P: p0, G: 1, B: line(15)})
	t.put(9000, event.Record{Kind: kind.GoExit, M: 1, P: p1, G: 2})
	t.put(60, event.Record{Kind: kind.SpinBegin, Rule: kind.BySpin, M: 1, P: p1, A: 1})
	t.put(10, event.Record{Kind: kind.StealPass, M: 1, P: p1, N: 1, A: 0, B: 1})
	t.put(50, event.Record{Kind: kind.Steal, M: 1, P: p1, G: 7, N: 5, A: 0, B: 0})
	t.put(30, event.Record{Kind: kind.SpinEnd, Rule: kind.ByFound, M: 1, P: p1})
	t.put(30, event.Record{Kind: kind.GoStart, Rule: kind.FromSteal, M: 1, P: p1, G: 7, A: 2})
	for i := range 4 {
		t.put(10000, event.Record{Kind: kind.GoExit, M: 1, P: p1, G: []uint64{7, 3, 4, 5}[i]})
		t.put(60, event.Record{Kind: kind.GoStart, Rule: kind.FromLocal, M: 1, P: p1, G: uint64(3 + i), A: uint64(3 + i), B: uint64(i)})
	}
	t.put(10000, event.Record{Kind: kind.GoExit, M: 1, P: p1, G: 6})
	t.put(60, event.Record{Kind: kind.SpinBegin, Rule: kind.BySpin, M: 1, P: p1, A: 1})
	t.put(50, event.Record{Kind: kind.StealPass, M: 1, P: p1, N: 1, A: 0, B: 1})
	t.put(50, event.Record{Kind: kind.Steal, M: 1, P: p1, G: 9, N: 2, A: 5, B: 4})
	t.put(30, event.Record{Kind: kind.GoStart, Rule: kind.FromSteal, M: 1, P: p1, G: 9, A: 7})
	t.put(30, event.Record{Kind: kind.GoPark, M: 0, P: p0, G: 1, N: uint16(kind.WaitWaitGroup), A: 1, B: line(33)})
	t.put(30, event.Record{Kind: kind.GoStart, Rule: kind.FromRunnext, M: 0, P: p0, G: 12, B: 12})
	t.put(100, event.Record{Kind: kind.Exit, M: 0, P: p0, G: 1})
	return t.b
}

// A folded sample holds together: the fold of core/event agrees with what the sample means.
func TestSampleRunFolds(t *testing.T) {
	s := event.NewState()
	b := sampleRun()[event.HeaderSize:]
	for ; len(b) > 0; b = b[event.Size:] {
		r, err := event.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		s.Apply(r)
		if r.Kind == kind.Steal && r.N == 5 {
			if ring := s.Ring(1); len(ring) != 4 || ring[0] != 3 {
				t.Errorf("after the steal P1's ring is %v, want 3 4 5 6", ring)
			}
		}
	}
}
