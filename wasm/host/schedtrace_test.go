package host

// This file compares the lengths of standing queues with native Go's, as both print them.

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/core/sched/knob"
)

var queues = regexp.MustCompile(`runqueue=\d+ \[ \d+ \]`)

// TestStandingQueues: main computes, and what it made runnable stands. The .out files are what native Go 1.26 printed with
// GOMAXPROCS=1 GODEBUG=asyncpreemptoff=1,schedtrace=100; here the trace of the third ms is taken: main
// is preempted after 10.
func TestStandingQueues(t *testing.T) {
	files, err := filepath.Glob("testdata/schedtrace/*.go")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		p, why := build(t, file)
		if why != "" {
			t.Fatal(why)
		}
		set := []policy.Setting{{Knob: knob.SchedTrace, Value: 1_000_000}}
		out := runProgram(t, p, Options{Procs: 1, Seed: 1, Set: set, Timeout: time.Minute, Until: 6 * time.Millisecond})
		p.Close()
		lines := strings.Split(out.stderr, "\n")
		want := strings.TrimSpace(readFile(t, strings.TrimSuffix(file, ".go")+".out"))
		if len(lines) < 5 || queues.FindString(lines[3]) != want {
			t.Errorf("%s: %q, want %q", file, out.stderr, want)
		}
	}
}
