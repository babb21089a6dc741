package gotrace

// This file reads back the bytes of traces without the help of Go's reader, which moves
// times apart: here times must be those of the records, but for the few nanoseconds that the package
// comment explains. That Go's reader takes our traces is
// tested in wasm/host, with real runs.

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/eventtest"
)

// mostLate is how much later than its record an event may be.
const mostLate = 10

// trace writes a trace of recs, and takes it apart.
func trace(t *testing.T, recs []event.Record) (batches []eventtest.Batch, mended int) {
	t.Helper()
	var file bytes.Buffer
	w := New(&file, new(event.Places), time.Unix(0, 0))
	for _, r := range recs {
		w.Add(r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if file.Len() != w.Bytes() {
		t.Errorf("%d bytes, said %d", file.Len(), w.Bytes())
	}
	batches, err := eventtest.ReadTrace(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(eventtest.WriteTrace(batches), file.Bytes()) {
		t.Error("put together again it is another trace")
	}
	return batches, w.Mended()
}

func TestTimesAreThoseOfTheRecords(t *testing.T) {
	for _, run := range eventtest.Samples(t) {
		for _, stretch := range []uint64{1, 1_000_000} {
			for i := range run.Records {
				run.Records[i].Time *= stretch
			}
			batches, mended := trace(t, run.Records)
			if mended > 0 {
				t.Errorf("%s: %d records did not fit", run.Name, mended)
			}
			if d := eventtest.ChangesOf(run.Records).Unlike(eventtest.ChangesIn(batches), mostLate); d != "" {
				t.Errorf("%s: %s", run.Name, d)
			}
			last, gens := run.Records[len(run.Records)-1].Time, batches[len(batches)-1].Gen
			if stretch > 1 && last > 3*perSecond && gens < 2 {
				t.Errorf("%s: %d generations in %d ns", run.Name, gens, last)
			}
		}
	}
}

// TestAnyRecordMayBeMissing: without one record the trace is mended, and still one that can
// be read.
func TestAnyRecordMayBeMissing(t *testing.T) {
	mended := 0
	for _, run := range eventtest.Samples(t) {
		for skip := range run.Records {
			if _, m := trace(t, slices.Delete(slices.Clone(run.Records), skip, skip+1)); m > 0 {
				mended++
			}
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
	for _, r := range eventtest.Samples(t)[0].Records {
		w.Add(r)
	}
	if w.Close() == nil {
		t.Error("no error")
	}
}
