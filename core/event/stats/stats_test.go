package stats

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/eventtest"
	"github.com/gopark/gopark/core/event/kind"
)

// run is a story that can be followed by hand. P0 runs main, which makes G2 and G3; P1 is idle
// until 300, then its M, woken, steals both and runs G3, then G2.
var run = []event.Record{
	{Time: 0, Kind: kind.Begin, A: 2, B: 7, P: event.NoP},
	{Time: 0, Kind: kind.MNew, P: event.NoP},
	{Time: 0, Kind: kind.ProcsChange, A: 2, P: event.NoP},
	{Time: 0, Kind: kind.PNew, P: 0},
	{Time: 0, Kind: kind.PNew, P: 1},
	{Time: 0, Kind: kind.PStart, P: 0},
	{Time: 0, Kind: kind.PIdle, P: 1},
	{Time: 0, Kind: kind.GoCreate, P: 0, G: 1},
	{Time: 0, Kind: kind.RunnextPut, P: 0, G: 1, A: 1},
	{Time: 100, Kind: kind.GoStart, Rule: kind.FromRunnext, P: 0, G: 1, N: 1},
	{Time: 200, Kind: kind.GoCreate, P: 0, G: 2},
	{Time: 200, Kind: kind.RunnextPut, P: 0, G: 2, A: 2},
	{Time: 250, Kind: kind.GoCreate, P: 0, G: 3},
	{Time: 250, Kind: kind.RunnextPut, P: 0, G: 3, A: 3, B: 2},
	{Time: 250, Kind: kind.RunqPut, P: 0, G: 2, A: 0},
	{Time: 300, Kind: kind.PGet, P: 1},
	{Time: 300, Kind: kind.MNew, P: 1, A: 1, N: 1},
	{Time: 400, Kind: kind.PStart, P: 1, M: 1, N: 1},
	{Time: 420, Kind: kind.StealPass, P: 1, M: 1, N: 1},
	{Time: 450, Kind: kind.Steal, Rule: kind.FromSteal, P: 1, M: 1, G: 2, N: 1},
	{Time: 450, Kind: kind.SpinEnd, P: 1, M: 1},
	{Time: 500, Kind: kind.GoStart, Rule: kind.FromSteal, P: 1, M: 1, G: 2},
	{Time: 700, Kind: kind.GoExit, P: 1, M: 1, G: 2},
	{Time: 700, Kind: kind.PIdle, P: 1, M: 1},
	{Time: 800, Kind: kind.GoStop, Rule: kind.ByPreempt, P: 0, G: 1},
	{Time: 800, Kind: kind.GlobPut, P: 0, G: 1, A: 1 << 32},
	{Time: 900, Kind: kind.GoStart, Rule: kind.FromRunnext, P: 0, G: 3, N: 1},
	{Time: 950, Kind: kind.LockWait, P: 0, A: 30},
	{Time: 950, Kind: kind.LockWait, P: 1, M: 1, A: 20},
	{Time: 1000, Kind: kind.Until, A: 1000, M: event.NoM, P: event.NoP},
}

func TestFigures(t *testing.T) {
	c := New()
	for _, r := range run {
		c.Add(r)
	}
	got := c.Stats()
	want := Stats{
		Version: 1, Seed: 7, Procs: 2, Makespan: 1000, Ended: "until", Records: uint64(len(run)),
		Goroutines:  Goroutines{Created: 3, Ended: 1, MaxLive: 3},
		Threads:     Threads{Created: 2, MaxLive: 2},
		Dispatches:  Dispatches{3, 2, map[string]uint64{"FromRunnext": 2, "FromSteal": 1}},
		Steals:      Steals{Passes: 1, Steals: 1, Goroutines: 1, Min: 1, Mean: 1, Max: 1},
		Preemptions: Preemptions{Done: 1},
		// Waits: 100 for G1, 300 for G2, 650 for G3; G1 is runnable since 800.
		Latency: Latency{Count: 3, Mean: 350, P50: 319, P90: 650, P99: 650, Max: 650, Pending: 1,
			Buckets: []Bucket{{103, 1}, {319, 1}, {703, 1}}},
		LongestWait: LongestWait{Time: 650, Goroutine: 3},
		LockWait:    Waits{Count: 2, Total: 50, Max: 30},
		// P1 is idle and somebody queued: 0-100, 200-300, 700-1000. From 800 to 900 there are two.
		Stranded: Stranded{Time: 500, Idle: 500, Goroutines: 100 + 50 + 2*50 + 100 + 2*100 + 100},
		Ps: []P{
			{0, 2, Times{Running: 700 + 100, Scheduling: 100 + 100}},
			{1, 1, Times{Running: 200, Scheduling: 50, Spinning: 50, Starting: 100, Idle: 300 + 300}},
		},
		AllPs:       Times{Running: 1000, Scheduling: 250, Spinning: 50, Starting: 100, Idle: 600},
		Utilisation: 0.5,
	}
	a, b := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range a.NumField() {
		if x, y := a.Field(i).Interface(), b.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			t.Errorf("%s: %+v, want %+v", a.Type().Field(i).Name, x, y)
		}
	}
	var text strings.Builder
	got.Text(&text)
	if !strings.Contains(text.String(), "longest wait   650 ns by G3\n") {
		t.Error(text.String())
	}
}

func TestOneThatNeverRunsIsTheLongestWait(t *testing.T) {
	c := New()
	for _, r := range run[:len(run)-4] {
		c.Add(r)
	}
	c.Add(event.Record{Time: 2000, Kind: kind.Until, P: event.NoP})
	if w := c.Stats().LongestWait; w != (LongestWait{Time: 1750, Goroutine: 3, Pending: true}) {
		t.Errorf("%+v", w)
	}
}

func TestJSONGoesBack(t *testing.T) {
	c := New()
	for _, r := range run {
		c.Add(r)
	}
	var text strings.Builder
	if err := c.Stats().JSON(&text); err != nil {
		t.Fatal(err)
	}
	var back Stats
	d := json.NewDecoder(strings.NewReader(text.String()))
	d.DisallowUnknownFields()
	if err := d.Decode(&back); err != nil || !reflect.DeepEqual(back, c.Stats()) {
		t.Errorf("%v\n%+v\n%+v", err, back, c.Stats())
	}
}

// TestQueuesAreThoseOfTheFold: after each record of the runs in events.json, as many goroutines
// are on each queue as in event.State, and as many Ps idle.
func TestQueuesAreThoseOfTheFold(t *testing.T) {
	compared := 0
	for _, run := range eventtest.Samples(t) {
		c, st := New(), event.NewState()
		kicked := false
		for i, r := range run.Records {
			c.Add(r)
			st.Apply(r)
			if r.Kind == kind.RunnextPut && r.B != 0 {
				kicked = true // the fold knows it on no queue until the next record
				continue
			}
			if kicked && r.Kind != kind.RunqPut && r.Kind != kind.RunqOverflow {
				continue
			}
			kicked = false
			v := st.View()
			if len(v.Global) != c.glob || len(v.IdlePs) != c.idle {
				t.Fatalf("%s, record %d, %v: %d on the global queue, want %d; %d Ps idle, want %d", run.Name, i, r, c.glob, len(v.Global), c.idle, len(v.IdlePs))
			}
			for _, p := range v.Ps {
				n := len(p.Ring)
				if p.Runnext != 0 {
					n++
				}
				if got := c.p(uint16(p.ID)).queued; got != n {
					t.Fatalf("%s, record %d, %v: %d on P%d, want %d", run.Name, i, r, got, p.ID, n)
				}
				compared++
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d comparisons", compared)
	}
}

func TestBuckets(t *testing.T) {
	for _, v := range []uint64{0, 1, 15, 16, 17, 31, 32, 1000, 1 << 40, 1<<63 + 5} {
		i := bucketOf(v)
		if upTo(i) < v || i > 0 && upTo(i-1) >= v {
			t.Errorf("%d is in bucket %d, up to %d", v, i, upTo(i))
		}
		if v > 15 && upTo(i)-v > v/8 {
			t.Errorf("bucket of %d ends at %d: too wide", v, upTo(i))
		}
	}
}
