package bench

import (
	"io"
	"strings"
	"testing"

	"github.com/gopark/gopark/wasm/host/cli"
)

func TestRoundsAreReadWithoutTheFirst(t *testing.T) {
	rs, err := rounds("100\n" + strings.Repeat("2.5\n", 11))
	if err != nil || len(rs) != 11 || median(rs) != 2.5 {
		t.Error(rs, err)
	}
	for _, out := range []string{"", "1\n2\n", strings.Repeat("x\n", 12)} {
		if _, err := rounds(out); err == nil {
			t.Errorf("no error for %q", out)
		}
	}
}

func TestTableShowsRatiosSpeedupAndErrors(t *testing.T) {
	rs := []Result{
		{Name: "fib", Engine: "native", Median: 50e6}, {Name: "parallel1", Engine: "native", Median: 20e6}, {Name: "parallel2", Engine: "native", Median: 10e6},
		{Name: "play", Engine: "chromium", Median: 4e6, Frames: &Frames{Work: []float64{2e6, 4e6, 5e6}, P99: percentile([]float64{1e6, 9e6}, 0.99), Share: 0.97, Picture: 3e8, Memory: 2e8}},
		{Name: "fib", Engine: "node", Median: 75e6, Ratio: 1.5}, {Name: "parallel1", Engine: "node", Median: 20e6, Ratio: 1}, {Name: "parallel2", Engine: "node", Error: "broke"},
	}
	var b strings.Builder
	table(rs, &b)
	for _, want := range []string{"50.0 ms", "75.0 ms 1.50x", "2.00 times as fast", "failed", "parallel2 in node: broke",
		"play: 4.0 ms of work for a frame, 99 in 100 at most 9.0 ms; 97 % of a blank page's frames; first picture 300.0 ms after the end of the run; 200 MB"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestUnknownNamesAreRefused(t *testing.T) {
	for _, row := range []struct{ args, says string }{
		{"nope", `no measurement "nope"`},
		{"-in native,netscape", `no engine "netscape"`},
		{"-nope", "not defined"},
		{"-passes 0 gosched", "want 1 to 99"},
	} {
		var stderr strings.Builder
		code := Command(strings.Fields(row.args), cli.IO{Out: io.Discard, Err: &stderr}, nil)
		if code != 2 || !strings.Contains(stderr.String(), row.says) || !strings.Contains(stderr.String(), "usage: gopark bench") {
			t.Errorf("%s: code %d, %s", row.args, code, stderr.String())
		}
	}
}

func TestSummaries(t *testing.T) {
	var rs []Result
	for i, name := range switches {
		rs = append(rs, Result{Name: name, Engine: "native", Median: 5, Rounds: []float64{5, 4, 9}},
			Result{Name: name, Engine: "node", Median: 1, Ratio: []float64{0.5, 2}[i%2], Rounds: []float64{6, 3}})
	}
	rs = append(rs, Result{Name: "parallel1", Engine: "node", Median: 20e6}, Result{Name: "parallel2", Engine: "node", Median: 11e6},
		Result{Name: "bare2", Engine: "node", Median: 10e6}, Result{Name: "virtual", Engine: "node", Median: 500})
	var b strings.Builder
	table(rs, &b)
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"geometric mean 1.00x", "fastest rounds 0.75x", "against 1 1.82 times as fast", "reach 91 %", "a second 2000000"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
