// This file writes the figures for people, and as JSON.
package stats

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// JSON writes s as JSON. The names are those of the struct tags, times are in ns.
func (s Stats) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// Text writes s as lines for people.
func (s Stats) Text(w io.Writer) error {
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-14s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("makespan", "%s, ended by %s, %d records", Duration(s.Makespan), s.Ended, s.Records)
	row("utilisation", "%.1f %% of %d Ps", 100*s.Utilisation, s.Procs)
	row("goroutines", "%d created, %d ended, at most %d at a time", s.Goroutines.Created, s.Goroutines.Ended, s.Goroutines.MaxLive)
	row("threads", "%d created, at most %d at a time", s.Threads.Created, s.Threads.MaxLive)
	row("dispatches", "%d, %d inherited the time slice", s.Dispatches.Total, s.Dispatches.Inherited)
	for _, rule := range slices.Sorted(maps.Keys(s.Dispatches.ByRule)) {
		row("", "  %-12s %d", rule, s.Dispatches.ByRule[rule])
	}
	row("steals", "%d of %d goroutines (%d to %d, mean %.1f), %d of a runnext, %d passes",
		s.Steals.Steals, s.Steals.Goroutines, s.Steals.Min, s.Steals.Max, s.Steals.Mean, s.Steals.Runnext, s.Steals.Passes)
	row("preemptions", "%d, %d asked for", s.Preemptions.Done, s.Preemptions.Asked)
	row("system calls", "%d, %d came back without a P; %d retakes, %d hand-offs", s.Syscalls.Calls, s.Syscalls.Parked, s.Retakes, s.Handoffs)
	row("stop-the-world", "%d, %s, longest %s; %d collections", s.StopWorld.Count, Duration(s.StopWorld.Total), Duration(s.StopWorld.Max), s.Collections)
	row("latency", "p50 %s, p90 %s, p99 %s, max %s, mean %s; %d runnable at the end",
		Duration(s.Latency.P50), Duration(s.Latency.P90), Duration(s.Latency.P99), Duration(s.Latency.Max), Duration(uint64(s.Latency.Mean)), s.Latency.Pending)
	still := ""
	if s.LongestWait.Pending {
		still = ", and it still waits"
	}
	row("longest wait", "%s by G%d%s", Duration(s.LongestWait.Time), s.LongestWait.Goroutine, still)
	row("lock wait", "%s in %d waits, longest %s", Duration(s.LockWait.Total), s.LockWait.Count, Duration(s.LockWait.Max))
	row("stranded", "%s (a P was idle %s, blocked %s)", Duration(s.Stranded.Time), Duration(s.Stranded.Idle), Duration(s.Stranded.Blocked))
	s.table(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// table says what the Ps did.
func (s Stats) table(b *strings.Builder) {
	columns := []string{"", "running", "scheduling", "spinning", "blocked", "starting", "idle", "stopped"}
	for _, c := range columns {
		fmt.Fprintf(b, "%-12s", c)
	}
	b.WriteString("\n")
	line := func(name string, t Times) {
		fmt.Fprintf(b, "%-12s", name)
		for _, v := range []uint64{t.Running, t.Scheduling, t.Spinning, t.Blocked, t.Starting, t.Idle, t.Stopped} {
			fmt.Fprintf(b, "%-12s", Duration(v))
		}
		b.WriteString("\n")
	}
	for _, p := range s.Ps {
		line(fmt.Sprintf("P%d", p.ID), p.Times)
	}
	if len(s.Ps) > 1 {
		line("all", s.AllPs)
	}
}

// Duration writes a time of n ns for people, with three digits.
func Duration(n uint64) string {
	for _, unit := range []struct {
		ns   uint64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if v := float64(n) / float64(unit.ns); v >= 100 {
			return fmt.Sprintf("%.0f %s", v, unit.name)
		} else if v >= 1 {
			return fmt.Sprintf("%.2f %s", v, unit.name)
		}
	}
	return fmt.Sprintf("%d ns", n)
}
