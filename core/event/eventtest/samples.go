// Package eventtest is what the tests of several packages share: the runs of events.json, a reader of
// the bytes of Go traces, and the comparison of a trace with records. It is part of no program.
package eventtest

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/gopark/gopark/core/event"
)

// Run is a run of events.json.
type Run struct {
	Name    string
	Records []event.Record
}

// Samples reads the runs of events.json. It is for the packages in the folder of that of this file.
func Samples(t testing.TB) (runs []Run) {
	t.Helper()
	text, err := os.ReadFile("../testdata/events.json")
	if err != nil {
		t.Fatal(err)
	}
	var sample struct {
		Runs []struct {
			Name    string
			Records []struct{ Hex string }
		}
	}
	if err := json.Unmarshal(text, &sample); err != nil {
		t.Fatal(err)
	}
	for _, s := range sample.Runs {
		run := Run{Name: s.Name}
		for _, rec := range s.Records {
			b, _ := hex.DecodeString(rec.Hex) // what is no hex is too short
			r, err := event.Decode(b)
			if err != nil {
				t.Fatal(s.Name, err)
			}
			run.Records = append(run.Records, r)
		}
		runs = append(runs, run)
	}
	if len(runs) == 0 {
		t.Fatal("no runs")
	}
	return runs
}

// Decode gives the records of an event file.
func Decode(t testing.TB, file []byte) (recs []event.Record) {
	t.Helper()
	for b := file[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		r, err := event.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		recs = append(recs, r)
	}
	return recs
}
