package gotrace

// This file reads back the bytes of traces without the help of Go's reader, which moves
// times apart: here times must be those of the records, but for the few nanoseconds that the package
// comment explains. That Go's reader takes our traces is
// tested in wasm/host, with real runs.

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// change is a change of state of a goroutine; to is a status of this package, 0 for dead.
type change struct{ g, to, time uint64 }

// parser reads the events of a trace that has one batch after the other.
type parser struct {
	t       *testing.T
	b       []byte
	running map[uint64]uint64   // by M
	changes map[uint64][]change // by goroutine
	gens    int
}

func (p *parser) byte() byte {
	b := p.b[0]
	p.b = p.b[1:]
	return b
}

func (p *parser) number() uint64 {
	n, size := binary.Uvarint(p.b)
	if size <= 0 {
		p.t.Fatal("not a number")
	}
	p.b = p.b[size:]
	return n
}

// args is the number of arguments of the events, the time not counted.
var args = map[byte]int{
	evProcsChange: 2, evProcStart: 2, evProcStop: 0, evProcSteal: 3, evProcStatus: 2, evGoCreate: 3, evGoStart: 2, evGoDestroy: 0,
	evGoStop: 2, evGoBlock: 2, evGoUnblock: 3, evGoSyscallBegin: 2, evGoSyscallEnd: 0, evGoSyscallBlocked: 0, evGoStatus: 3,
	evSTWBegin: 2, evSTWEnd: 0, evGCBegin: 2, evGCEnd: 1, evHeapAlloc: 1, evGoCreateBlocked: 3,
}

func (p *parser) trace() {
	if !bytes.HasPrefix(p.b, []byte(header)) {
		p.t.Fatal("no header")
	}
	p.b = p.b[len(header):]
	for len(p.b) > 0 {
		if p.b[0] == evEndOfGeneration {
			p.byte()
			p.gens++
			continue
		}
		if p.byte() != evEventBatch {
			p.t.Fatal("no batch")
		}
		gen, m, now, size := p.number(), p.number(), p.number(), p.number()
		if gen != uint64(p.gens+1) || size > maxBatch {
			p.t.Fatalf("generation %d in number %d, %d bytes", gen, p.gens+1, size)
		}
		rest := p.b[size:]
		p.b = p.b[:size]
		if p.b[0] != evStrings && p.b[0] != evStacks && p.b[0] != evSync {
			p.batch(m, now)
		}
		p.b = rest
	}
}

func (p *parser) batch(m, now uint64) {
	for len(p.b) > 0 {
		typ := p.byte()
		n, ok := args[typ]
		if !ok {
			p.t.Fatalf("event %d", typ)
		}
		now += p.number()
		a := make([]uint64, n)
		for i := range a {
			a[i] = p.number()
		}
		p.event(m, now, typ, a)
	}
}

func (p *parser) event(m, now uint64, typ byte, a []uint64) {
	g, to := p.running[m], uint64(0)
	switch typ {
	case evGoStatus:
		if a[2] == goRunning || a[2] == goSyscall {
			p.running[m] = a[0]
		}
		return
	case evGoCreate, evGoUnblock:
		g, to = a[0], goRunnable
	case evGoStart:
		g, to = a[0], goRunning
		p.running[m] = g
	case evGoStop, evGoSyscallBlocked:
		to = goRunnable
	case evGoSyscallBegin:
		to = goSyscall
	case evGoSyscallEnd:
		to = goRunning
	case evGoBlock:
		to = goWaiting
	case evGoDestroy:
	default:
		return
	}
	if g < systemG {
		p.changes[g] = append(p.changes[g], change{g, to, now})
	}
}

// sorted gives the changes of each goroutine in their order. Those at the same time are by one M.
func (p *parser) sorted() map[uint64][]change {
	for _, list := range p.changes {
		slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(a.time, b.time) })
	}
	return p.changes
}

func changesOf(recs []event.Record) map[uint64][]change {
	changes := map[uint64][]change{}
	for _, r := range recs {
		to := uint64(0)
		switch r.Kind {
		case kind.GoCreate, kind.GoReady, kind.GoStop, kind.SyscallPark:
			to = goRunnable
		case kind.GoStart:
			to = goRunning
		case kind.GoPark:
			to = goWaiting
		case kind.GoExit:
		case kind.SyscallEnter:
			to = goSyscall
		case kind.SyscallExit:
			if r.N == 1 { // for a moment
				changes[r.G] = append(changes[r.G], change{r.G, goRunnable, r.Time})
			}
			to = goRunning
		default:
			continue
		}
		changes[r.G] = append(changes[r.G], change{r.G, to, r.Time})
	}
	return changes
}

// mostLate is how much later than its record an event may be.
const mostLate = 10

func compare(t *testing.T, name string, got, want map[uint64][]change) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d goroutines, want %d", name, len(got), len(want))
	}
	for g := range want {
		if len(got[g]) != len(want[g]) {
			t.Errorf("%s: goroutine %d has %d changes of state, want %d", name, g, len(got[g]), len(want[g]))
			continue
		}
		for i, c := range want[g] {
			if d := got[g][i]; d.to != c.to || d.time < c.time || d.time > c.time+mostLate {
				t.Errorf("%s: goroutine %d, change %d: %+v, want %+v", name, g, i, d, c)
			}
		}
	}
}

// samples are the runs of events.json.
func samples(t *testing.T) map[string][]event.Record {
	t.Helper()
	b, err := os.ReadFile("../testdata/events.json")
	if err != nil {
		t.Fatal(err)
	}
	var sample struct {
		Runs []struct {
			Name    string
			Records []struct{ Hex string }
		}
	}
	if err := json.Unmarshal(b, &sample); err != nil {
		t.Fatal(err)
	}
	all := map[string][]event.Record{}
	for _, run := range sample.Runs {
		for _, rec := range run.Records {
			b, _ := hex.DecodeString(rec.Hex)
			r, err := event.Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			all[run.Name] = append(all[run.Name], r)
		}
	}
	return all
}

func TestTimesAreThoseOfTheRecords(t *testing.T) {
	for name, recs := range samples(t) {
		for _, stretch := range []uint64{1, 1_000_000} {
			for i := range recs {
				recs[i].Time *= stretch
			}
			var file bytes.Buffer
			w := New(&file, new(event.Places), time.Unix(0, 0))
			for _, r := range recs {
				w.Add(r)
			}
			if err := w.Close(); err != nil || w.Mended() > 0 {
				t.Errorf("%s: %v, %d records did not fit", name, err, w.Mended())
			}
			if file.Len() != w.Bytes() {
				t.Errorf("%s: %d bytes, said %d", name, file.Len(), w.Bytes())
			}
			p := parser{t: t, b: file.Bytes(), running: map[uint64]uint64{}, changes: map[uint64][]change{}}
			p.trace()
			compare(t, name, p.sorted(), changesOf(recs))
			if last := recs[len(recs)-1].Time; stretch > 1 && last > 3*perSecond && p.gens < 2 {
				t.Errorf("%s: %d generations in %d ns", name, p.gens, last)
			}
		}
	}
}

// TestAnyRecordMayBeMissing: without one record the trace is mended, and still one that can
// be read.
func TestAnyRecordMayBeMissing(t *testing.T) {
	mended := 0
	for _, recs := range samples(t) {
		for skip := range recs {
			var file bytes.Buffer
			w := New(&file, new(event.Places), time.Unix(0, 0))
			for i, r := range recs {
				if i != skip {
					w.Add(r)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if w.Mended() > 0 {
				mended++
			}
			p := parser{t: t, b: file.Bytes(), running: map[uint64]uint64{}, changes: map[uint64][]change{}}
			p.trace()
		}
	}
	if mended < 10 {
		t.Errorf("only %d records were missed", mended)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestAnErrorOfTheFileIsTold(t *testing.T) {
	w := New(broken{}, new(event.Places), time.Unix(0, 0))
	for _, recs := range samples(t) {
		for _, r := range recs {
			w.Add(r)
		}
		break
	}
	if w.Close() == nil {
		t.Error("no error")
	}
}
