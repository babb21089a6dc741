package host

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
)

// engine is shared by all tests of the package: it caches compiled code.
var engine = NewEngine("")

func loadHandmade(t *testing.T) *Program {
	t.Helper()
	p, err := engine.Load(handmade())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestVirtualRunGivesOutputCodeEventsAndDigest(t *testing.T) {
	var out, errOut, events bytes.Buffer
	var stops []byte
	res, err := loadHandmade(t).Run(t.Context(), Options{
		Seed: 42, Steps: 1, Args: []string{"prog"}, Stdout: &out, Stderr: &errOut, Events: &events,
		OnStop: func(s *Stop) error { stops = append(stops, s.Events...); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if res.Code != 3 || out.String() != "hi\n" || errOut.String() != "prog" {
		t.Errorf("code %d, stdout %q, stderr %q", res.Code, out.String(), errOut.String())
	}
	var want []byte
	for n := 1; n <= 10; n++ {
		want = append(want, handmadeRecord(n, 42)...)
	}
	if !bytes.Equal(events.Bytes(), append(slices.Clone(event.Header()), want...)) {
		t.Errorf("event file is not header and 10 records: %x", events.Bytes())
	}
	if !bytes.Equal(stops, want) {
		t.Error("OnStop saw other events than the file")
	}
	if res.Events != 10 || res.Lost != 0 || res.Digest != Digest(want) {
		t.Errorf("result %+v", res)
	}
}

func TestDigestChangesWithAnyRecord(t *testing.T) {
	var records []byte
	for n := 1; n <= 10; n++ {
		records = append(records, handmadeRecord(n, 1)...)
	}
	seen := map[string]bool{Digest(records): true}
	for n := range 10 {
		changed := slices.Clone(records)
		changed[n*event.Size+30] ^= 1
		if d := Digest(changed); seen[d] {
			t.Errorf("record %d changed: same digest", n)
		} else {
			seen[d] = true
		}
	}
}

func TestParallelRunEndsSleepingAndSpinningMs(t *testing.T) {
	p := loadHandmade(t)
	for range 20 {
		start := time.Now()
		final := 0
		res, err := p.Run(t.Context(), Options{Procs: 2, Parallel: true, OnStop: func(s *Stop) error {
			if s.Final {
				final++
			}
			return nil
		}})
		if err != nil || res.Code != 7 || final != 1 {
			t.Fatalf("result %+v, %v, %d final stops", res, err, final)
		}
		if took := time.Since(start); took > 10*time.Second { // the goal is a second; a busy machine may need more
			t.Fatalf("took %v", took)
		}
	}
}

func TestTimeoutAndStopEndAnEndlessProgram(t *testing.T) {
	for _, parallel := range []bool{false, true} {
		p := endless(t)
		start := time.Now()
		_, err := p.Run(t.Context(), Options{Parallel: parallel, Timeout: 50 * time.Millisecond})
		if !errors.Is(err, ErrTimeout) {
			t.Errorf("parallel %v: %v, want timeout", parallel, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		_, err = p.Run(ctx, Options{Parallel: parallel})
		if !errors.Is(err, ErrStopped) {
			t.Errorf("parallel %v: %v, want stopped", parallel, err)
		}
		if took := time.Since(start); took > 10*time.Second { // the goal is a second; a busy machine may need more
			t.Errorf("parallel %v: took %v", parallel, took)
		}
	}
}

// endless is the hand-made module with an exit that never comes.
func endless(t *testing.T) *Program {
	t.Helper()
	wasm := handmade()
	// vrun compares its count with 10, mstart the arrivals with 2: neither comes true.
	wasm = bytes.Replace(wasm, []byte{0x41, 10, 0x46}, []byte{0x41, 0, 0x46}, 1)
	wasm = bytes.Replace(wasm, []byte{0x41, 2, 0x47, 0x0d}, []byte{0x41, 9, 0x47, 0x0d}, 1)
	p, err := engine.Load(wasm)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestMemorySizeIsChecked(t *testing.T) {
	p := loadHandmade(t)
	if _, err := p.Run(t.Context(), Options{Memory: 2 << 30}); err == nil || !strings.Contains(err.Error(), "more than the module allows") {
		t.Errorf("2 GiB: %v", err)
	}
	if _, err := p.Run(t.Context(), Options{Memory: 1 << 20}); err != nil {
		t.Errorf("1 MiB: %v", err)
	}
}

func TestLoadRefusesOtherFiles(t *testing.T) {
	for _, wasm := range [][]byte{nil, []byte("hello"), []byte("\x00asm\x01\x00\x00\x00"), handmade()[:200]} {
		if _, err := engine.Load(wasm); err == nil {
			t.Errorf("%d bytes were loaded", len(wasm))
		}
	}
}

func TestLayoutIsRead(t *testing.T) {
	l := loadHandmade(t).Layout
	if off, size, err := l.field("sched.sched", "sysmonnote"); off != 0 || size != 8 || err != nil {
		t.Error(off, size, err)
	}
	if _, _, err := l.field("sched.sched", "nope"); err == nil {
		t.Error("no error for an unknown field")
	}
	if f := l.Funcs[0]; f.Name != "main.main" || f.Line != 3 || f.Info != 1 {
		t.Error(f)
	}
}

func TestRecordsOfSeveralRingsAreMergedByStamp(t *testing.T) {
	ring := func(stamps ...uint64) (b []byte) {
		for _, s := range stamps {
			b = append(b, (&event.Record{Stamp: s}).Append(nil)...)
		}
		return b
	}
	got := appendMerged(nil, [][]byte{ring(1, 4, 5), ring(2, 3, 9), ring(6)})
	if want := ring(1, 2, 3, 4, 5, 6, 9); !bytes.Equal(got, want) {
		t.Errorf("%x", got)
	}
}
