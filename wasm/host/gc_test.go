package host

// This file holds the collector against its rules, by the events of whole programs.

import (
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// TestMarkWorkersByTable: which modes of workers run is what the number of Ps says, and each cycle has
// two pauses.
func TestMarkWorkersByTable(t *testing.T) {
	p, why := build(t, "testdata/programs/gcmutate.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	dedicated := []int{0, 0, 0, 1, 1, 1, 2, 2}
	fractional := []bool{true, true, true, false, false, true, false, false}
	for procs := 1; procs <= 8; procs++ {
		out := runProgram(t, p, Options{Procs: procs, Seed: 1, Timeout: time.Minute})
		if out.err != nil || out.code != 0 {
			t.Fatalf("procs %d: exit code %d, %v\n%s", procs, out.code, out.err, out.stderr)
		}
		c := countGC(t, out.events)
		if c.cycles == 0 || c.pauses != 2*c.cycles {
			t.Errorf("procs %d: %d pauses in %d cycles", procs, c.pauses, c.cycles)
		}
		if c.most != dedicated[procs-1] {
			t.Errorf("procs %d: %d dedicated workers at once, want %d", procs, c.most, dedicated[procs-1])
		}
		if (c.mode[2] > 0) != fractional[procs-1] {
			t.Errorf("procs %d: %d starts of fractional workers, want some: %v", procs, c.mode[2], fractional[procs-1])
		}
	}
}

// TestAssists: who allocates while much is to be marked helps, and the bulk of marking is
// not done in a pause.
func TestAssists(t *testing.T) {
	p, why := build(t, "testdata/programs/gclive.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	for _, procs := range []int{1, 4} {
		out := runProgram(t, p, Options{Procs: procs, Seed: 1, Timeout: time.Minute})
		if out.err != nil || out.code != 0 {
			t.Fatalf("exit code %d, %v\n%s", out.code, out.err, out.stderr)
		}
		c := countGC(t, out.events)
		if c.assists == 0 || c.mode[1]+c.mode[2] == 0 {
			t.Errorf("procs %d: %d assists, workers %v in %d cycles", procs, c.assists, c.mode, c.cycles)
		}
		if c.longest > 100_000 {
			t.Errorf("procs %d: a pause of %d ns", procs, c.longest)
		}
	}
}

// gcCounts is what the collector did in a run.
type gcCounts struct {
	cycles, pauses, assists int
	mode                    [4]int // starts of workers
	longest                 uint64 // time that the world stood still, ns
	most                    int    // dedicated workers at once
}

func countGC(t *testing.T, file []byte) (c gcCounts) {
	t.Helper()
	running := map[uint64]bool{}
	stopped := uint64(0)
	for b := file[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		r, err := event.Decode(b[:event.Size])
		if err != nil {
			t.Fatal(err)
		}
		switch r.Kind {
		case kind.GCBegin:
			c.cycles++
		case kind.STWBegin:
			if r.Rule == kind.ForSweepTerm || r.Rule == kind.ForMarkTerm {
				c.pauses++
			}
		case kind.STWDone:
			stopped = r.Time
		case kind.STWEnd:
			c.longest = max(c.longest, r.Time-stopped)
		case kind.AssistBegin:
			c.assists++
		case kind.GCWorker:
			c.mode[r.N&3]++
			if r.N == 1 {
				running[r.G] = true
				c.most = max(c.most, len(running))
			}
		case kind.GoPark:
			delete(running, r.G)
		}
	}
	return c
}
