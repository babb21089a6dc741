package perfetto

// This file tests the text that a few records give. That the pictures of whole runs are right is
// tested in wasm/host.

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

const want = `{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":1,"tid":0,"ts":0.000,"name":"process_name","args":{"name":"Ps"}},
{"ph":"M","pid":2,"tid":0,"ts":0.000,"name":"process_name","args":{"name":"Ms"}},
{"ph":"M","pid":3,"tid":0,"ts":0.000,"name":"process_name","args":{"name":"Goroutines"}},
{"ph":"M","pid":4,"tid":0,"ts":0.000,"name":"process_name","args":{"name":"Scheduler"}},
{"ph":"M","pid":4,"tid":90000,"ts":0.000,"name":"thread_name","args":{"name":"stop the world"}},
{"ph":"M","pid":4,"tid":90001,"ts":0.000,"name":"thread_name","args":{"name":"collector"}},
{"ph":"M","pid":1,"tid":1,"ts":0.000,"name":"thread_name","args":{"name":"P0"}},
{"ph":"M","pid":2,"tid":1000,"ts":0.000,"name":"thread_name","args":{"name":"M0"}},
{"ph":"B","pid":2,"tid":1000,"ts":0.000,"name":"P0"},
{"ph":"M","pid":3,"tid":100000,"ts":0.000,"name":"thread_name","args":{"name":"G1 main.main"}},
{"ph":"B","pid":3,"tid":100000,"ts":0.000,"name":"runnable"},
{"ph":"C","pid":4,"tid":0,"ts":0.000,"name":"queued goroutines","args":{"value":1}},
{"ph":"E","pid":3,"tid":100000,"ts":0.130},
{"ph":"B","pid":3,"tid":100000,"ts":0.130,"name":"running on P0"},
{"ph":"B","pid":1,"tid":1,"ts":0.130,"name":"G1 main.main","args":{"goroutine":1,"at":"a \"b\"\u003c.go:3","rule":"FromRunnext","inherits the slice":1}},
{"ph":"C","pid":4,"tid":0,"ts":0.130,"name":"queued goroutines","args":{"value":0}},
{"ph":"M","pid":3,"tid":100001,"ts":0.000,"name":"thread_name","args":{"name":"G2 main.work"}},
{"ph":"B","pid":3,"tid":100001,"ts":1.200,"name":"runnable"},
{"ph":"s","pid":1,"tid":1,"ts":1.200,"name":"create","cat":"flow","id":1},
{"ph":"E","pid":3,"tid":100000,"ts":12345.678},
{"ph":"B","pid":3,"tid":100000,"ts":12345.678,"name":"waiting: sleep"},
{"ph":"E","pid":1,"tid":1,"ts":12345.678},
{"ph":"E","pid":3,"tid":100001,"ts":12345.700},
{"ph":"B","pid":3,"tid":100001,"ts":12345.700,"name":"running on P0"},
{"ph":"B","pid":1,"tid":1,"ts":12345.700,"name":"G2 main.work","args":{"goroutine":2,"at":"a \"b\"\u003c.go:9","rule":"FromRunnext","inherits the slice":0}},
{"ph":"f","pid":1,"tid":1,"ts":12345.700,"name":"create","cat":"flow","id":1,"bp":"e"},
{"ph":"E","pid":1,"tid":1,"ts":12345.700},
{"ph":"E","pid":2,"tid":1000,"ts":12345.700},
{"ph":"E","pid":3,"tid":100000,"ts":12345.700},
{"ph":"E","pid":3,"tid":100001,"ts":12345.700}
]}
`

var places = event.NewPlaces([]string{`a "b"<.go`}, []event.Func{
	{Name: "main.main", File: `a "b"<.go`, Line: 3, End: 7},
	{Name: "main.work", File: `a "b"<.go`, Line: 9, End: 9},
}, nil)

var records = []event.Record{
	{Time: 0, Kind: kind.PStart},
	{Time: 0, Kind: kind.GoCreate, Rule: kind.ByGo, G: 1},
	{Time: 0, Kind: kind.RunnextPut, G: 1, A: 1},
	{Time: 130, Kind: kind.GoStart, Rule: kind.FromRunnext, G: 1, N: 1},
	{Time: 1200, Kind: kind.GoCreate, Rule: kind.ByGo, G: 2, N: 2, A: 1, B: 1<<20 | 5},
	{Time: 12345678, Kind: kind.GoPark, N: uint16(kind.WaitSleep), G: 1, B: 1<<20 | 6},
	{Time: 12345700, Kind: kind.GoStart, Rule: kind.FromRunnext, G: 2},
}

func TestText(t *testing.T) {
	var got bytes.Buffer
	w := New(&got, places)
	for _, r := range records {
		w.Add(r)
	}
	if err := w.Close(); err != nil || w.Bytes() != got.Len() {
		t.Error(err, w.Bytes(), got.Len())
	}
	if got.String() != want {
		t.Errorf("got:\n%s", got.String())
	}
	if !json.Valid(got.Bytes()) {
		t.Error("not JSON")
	}
}

func TestManyGoroutinesShareTheLimitOfTracks(t *testing.T) {
	var got bytes.Buffer
	w := New(&got, new(event.Places))
	w.Add(event.Record{Kind: kind.PStart})
	for g := uint64(1); g <= maxTracks+5; g++ {
		w.Add(event.Record{Kind: kind.GoCreate, G: g})
		w.Add(event.Record{Kind: kind.GoStart, G: g})
		w.Add(event.Record{Kind: kind.GoExit, G: g})
	}
	w.Close()
	if n := bytes.Count(got.Bytes(), []byte(`"thread_name","args":{"name":"G`)); n != maxTracks {
		t.Errorf("%d tracks", n)
	}
	if n := bytes.Count(got.Bytes(), []byte(`"args":{"goroutine":`)); n != maxTracks+5 || len(w.gs) != 0 {
		t.Errorf("%d runs, %d goroutines left in memory", n, len(w.gs))
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestAnErrorOfTheFileIsTold(t *testing.T) {
	w := New(broken{}, new(event.Places))
	w.Add(event.Record{Kind: kind.PStart})
	if w.Close() == nil {
		t.Error("no error")
	}
}
