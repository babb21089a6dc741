package host

// This file tests the pictures of whole runs for Perfetto: the text is JSON, slices do not overlap,
// arrows have both ends in slices, and who runs when is what our records say.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/event/perfetto"
)

// pevent is an event of the format.
type pevent struct {
	Ph       string
	Pid, Tid uint64
	Ts       json.Number
	Name     string
	ID       uint64
	Args     struct {
		Goroutine uint64
	}
	ns uint64
}

// span is a goroutine that runs on a P from one time to another.
type span struct{ p, g, from, to uint64 }

// checkPicture says what is wrong with a picture of the run that gave the event file.
func checkPicture(text, events []byte) error {
	var picture struct{ TraceEvents []pevent }
	if err := json.Unmarshal(text, &picture); err != nil {
		return err
	}
	all := picture.TraceEvents
	for i := range all {
		all[i].ns, _ = strconv.ParseUint(strings.Replace(string(all[i].Ts), ".", "", 1), 10, 64)
	}
	// As a reader does: by time, and else in the order of the file.
	slices.SortStableFunc(all, func(a, b pevent) int { return cmp.Compare(a.ns, b.ns) })
	got, err := spansOf(all)
	if err != nil {
		return err
	}
	return compareSpans(got, spansOfRecords(events))
}

// spansOf checks slices and arrows, and gives the runs of goroutines.
func spansOf(all []pevent) (spans []span, err error) {
	type key struct{ pid, tid uint64 }
	open := map[key]*pevent{}
	arrows := map[uint64]bool{}
	for i := range all {
		e := &all[i]
		at := key{e.Pid, e.Tid}
		slice := open[at]
		switch e.Ph {
		case "B":
			if slice != nil {
				return nil, fmt.Errorf("%+v begins in %+v", *e, *slice)
			}
			open[at] = e
		case "E":
			if slice == nil {
				return nil, fmt.Errorf("%+v ends nothing", *e)
			}
			delete(open, at)
			if g := slice.Args.Goroutine; g != 0 {
				spans = append(spans, span{e.Tid - 1, g, slice.ns, e.ns})
			}
		case "s":
			if slice == nil || arrows[e.ID] {
				return nil, fmt.Errorf("an arrow begins nowhere, or twice: %+v", *e)
			}
			arrows[e.ID] = true
		case "f":
			if slice == nil || e.ID == 0 {
				return nil, fmt.Errorf("an arrow ends nowhere: %+v", *e)
			}
		case "M", "i", "C":
		default:
			return nil, fmt.Errorf("unknown %+v", *e)
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("%d slices do not end", len(open))
	}
	// An arrow may end before it begins by the difference of two clocks.
	for _, e := range all {
		if e.Ph == "f" && !arrows[e.ID] {
			return nil, fmt.Errorf("an arrow has no beginning: %+v", e)
		}
	}
	return spans, nil
}

// spansOfRecords gives the runs of goroutines as the records tell them.
func spansOfRecords(file []byte) (spans []span) {
	running := map[uint16]*span{}
	end := uint64(0)
	stop := func(r event.Record) {
		if s := running[r.P]; s != nil {
			s.to = r.Time
			spans = append(spans, *s)
			delete(running, r.P)
		}
	}
	for b := file[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		r, _ := event.Decode(b)
		end = max(end, r.Time)
		switch r.Kind {
		case kind.GoStart, kind.PStart, kind.SyscallExit:
			if r.G != 0 {
				stop(r)
				running[r.P] = &span{uint64(r.P), r.G, r.Time, 0}
			}
		case kind.GoPark, kind.GoStop, kind.GoExit, kind.SyscallEnter, kind.PStop:
			stop(r)
		}
	}
	for p := range running {
		stop(event.Record{P: p, Time: end})
	}
	return spans
}

func compareSpans(got, want []span) error {
	order := func(a, b span) int {
		return cmp.Or(cmp.Compare(a.p, b.p), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.g, b.g))
	}
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			return fmt.Errorf("%d runs, want %d; run %d: %v, want %v", len(got), len(want), i, got[i:min(i+1, len(got))], want[i:min(i+1, len(want))])
		}
	}
	return nil
}

func TestAWrongPictureIsNoticed(t *testing.T) {
	p, why := build(t, "testdata/programs/chans.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	var text bytes.Buffer
	out := runProgram(t, p, Options{Procs: 4, Seed: 1, Sinks: []event.Sink{perfetto.New(&text, p.Layout.Places())}})
	if err := checkPicture(text.Bytes(), out.events); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	tried := 0
	for i, line := range lines {
		kept := slices.Delete(slices.Clone(lines), i, i+1)
		var want bool
		for _, ph := range []string{`{"ph":"B"`, `{"ph":"E"`, `{"ph":"s"`} {
			want = want || strings.HasPrefix(line, ph)
		}
		if !want || i == len(lines)-3 {
			continue
		}
		if strings.HasPrefix(line, `{"ph":"s"`) { // one whose goroutine never ran has no other end
			id := line[strings.Index(line, `"id":`):]
			id = strings.TrimRight(id, "},") + ","
			if !strings.Contains(text.String(), id+`"bp":"e"`) {
				continue
			}
		}
		tried++
		if checkPicture([]byte(strings.Join(kept, "\n")), out.events) == nil {
			t.Errorf("without line %d, nothing is noticed: %s", i, line)
		}
		if tried > 300 {
			break
		}
	}
	if tried < 100 {
		t.Errorf("only %d lines were tried", tried)
	}
	for at := event.HeaderSize; at < len(out.events); at += event.Size {
		r, _ := event.Decode(out.events[at:])
		if r.Kind == kind.GoStart {
			r.Time++
			copy(out.events[at:], r.Append(nil))
			if checkPicture(text.Bytes(), out.events) == nil {
				t.Errorf("%v is a nanosecond late, and nothing is noticed", r)
			}
			break
		}
	}
}

// checkedPicture is a sink whose picture is checked when the run is over.
func checkedPicture(t *testing.T, p *Program) (event.Sink, func(out outcome)) {
	var text bytes.Buffer
	w := perfetto.New(&text, p.Layout.Places())
	return w, func(out outcome) {
		t.Helper()
		if err := checkPicture(text.Bytes(), out.events); err != nil && out.lost == 0 {
			t.Errorf("picture: %v", err)
		}
	}
}
