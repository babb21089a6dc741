package host

// This file tests that a run can end at a given time, and is the same until then.

import (
	"bytes"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

func TestUntilEndsTheRunAndChangesNothingBefore(t *testing.T) {
	p, why := build(t, "testdata/programs/primechain.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	for _, procs := range []int{1, 4} {
		o := Options{Procs: procs, Seed: 1}
		whole := runProgram(t, p, o).events
		end := lastRecord(t, whole)
		for _, part := range []uint64{2, 3, 10} {
			o.Until = time.Duration(end.Time / part)
			out := runProgram(t, p, o)
			if out.err != nil || out.code != 0 || !out.until {
				t.Fatalf("procs %d, until %v: %+v", procs, o.Until, out.err)
			}
			cut := out.events[:len(out.events)-event.Size]
			if !bytes.HasPrefix(whole, cut) {
				t.Errorf("procs %d, until %v: other events than without: %s", procs, o.Until, firstDifference(whole, out.events))
			}
			if last := lastRecord(t, out.events); last.Kind != kind.Until || last.Time != uint64(o.Until) || last.A != last.Time {
				t.Errorf("procs %d, until %v: the last record is %v", procs, o.Until, last)
			}
			if before := lastRecord(t, cut); before.Time > uint64(o.Until)+20_000 || before.Time < uint64(o.Until)/2 {
				t.Errorf("procs %d, until %v: the record before is at %d", procs, o.Until, before.Time)
			}
			if out.digest != Digest(out.events[event.HeaderSize:]) {
				t.Errorf("procs %d, until %v: the digest is not that of the events", procs, o.Until)
			}
		}
	}
}

func TestUntilAfterTheEndChangesNothing(t *testing.T) {
	p, why := build(t, "testdata/programs/primechain.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	o := Options{Procs: 4, Seed: 1}
	whole := runProgram(t, p, o)
	o.Until = time.Hour
	if out := runProgram(t, p, o); out.digest != whole.digest || out.until {
		t.Errorf("until %v, another digest %v", out.until, out.digest != whole.digest)
	}
	o.Parallel = true
	if out := runProgram(t, p, o); out.err == nil {
		t.Error("a parallel run cannot end at a given time, but no error was given")
	}
}

func lastRecord(t *testing.T, file []byte) event.Record {
	t.Helper()
	r, err := event.Decode(file[len(file)-event.Size:])
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTimeNeverGoesBackOnAnM: not even where runtime code has no fuel to count.
func TestTimeNeverGoesBackOnAnM(t *testing.T) {
	for _, name := range []string{"programs/runtimes", "programs/panics", "programs/primechain", "fidelity/62-os-exit-skips-defers"} {
		p, why := build(t, "testdata/"+name+".go")
		if why != "" {
			t.Error(name, why)
			continue
		}
		last := map[uint16]uint64{}
		for b := runProgram(t, p, Options{Procs: 4, Seed: 1}).events[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
			r, _ := event.Decode(b)
			if r.Time < last[r.M] {
				t.Errorf("%s: %v after %d", name, r, last[r.M])
			}
			last[r.M] = r.Time
		}
		p.Close()
	}
}
