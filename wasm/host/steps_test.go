package host

// This file tests what each of the eight steps to Go's scheduler repairs, by the figures of one program
// (testdata/steps/eight.go) under a step and the one before it. The figures are in a table for readers, too:
// core/policy/steps.md ("gopark help steps"), which -update writes anew.

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event/stats"
	"github.com/gopark/gopark/core/policy"
)

var updateSteps = flag.Bool("update-steps", false, "write the table of core/policy/steps.md anew")

const (
	stepsPage = "../../core/policy/steps.md"
	stepSeeds = 3
)

// ladderStep is a step and what must be better under it than under the one before.
type ladderStep struct {
	before, after string
	procs         int
	figures       []figure
	ends          [2]string // how the runs end: exit, until, or "" where that differs
}

// figure is a figure of a run, and how much less it must be after the step.
type figure struct {
	name  string
	of    func(stats.Stats) uint64
	times uint64 // so many times less; 0: see least and most
	least uint64 // before the step
	most  uint64 // after it
}

func (f figure) wanted() string {
	var all []string
	if f.times > 0 {
		all = append(all, fmt.Sprintf("%d times less", f.times))
	}
	if f.least > 0 {
		all = append(all, fmt.Sprintf("at least %d before", f.least))
	}
	if f.most > 0 {
		all = append(all, fmt.Sprintf("at most %d after", f.most))
	}
	return strings.Join(all, ", ")
}

// holds compares the figures of two runs.
func (f figure) holds(before, after uint64) error {
	if before == 0 || before < f.times*after || before < f.least || f.most > 0 && after > f.most {
		return fmt.Errorf("%s: %d -> %d, want %s", f.name, before, after, f.wanted())
	}
	return nil
}

var (
	threadsMade = func(s stats.Stats) uint64 { return s.Threads.Created }
	threadsLive = func(s stats.Stats) uint64 { return s.Threads.MaxLive }
	lockWait    = func(s stats.Stats) uint64 { return s.LockWait.Total }
	// Some runs end at the deadline only, so shares are compared, too.
	lockShare   = func(s stats.Stats) uint64 { return s.LockWait.Total * 1000 / s.Dispatches.Total }
	idle        = func(s stats.Stats) uint64 { return s.AllPs.Idle / 1000 }
	idleShare   = func(s stats.Stats) uint64 { return s.AllPs.Idle * 1000 / (s.Makespan * uint64(s.Procs)) }
	strandedFor = func(s stats.Stats) uint64 { return s.Stranded.Time / 1000 }
	longestWait = func(s stats.Stats) uint64 { return s.LongestWait.Time / 1000 }
	unfinished  = func(s stats.Stats) uint64 { return s.Goroutines.Created - s.Goroutines.Ended }
)

const stepPs = 4

var ladder = []ladderStep{
	{"1:1", "pool", stepPs, []figure{{"threads made", threadsMade, 10, 1000, 0}}, [2]string{"exit", "exit"}},
	{"pool", "m:n", stepPs, []figure{{"threads made", threadsMade, 10, 0, stepPs + 1}}, [2]string{"exit", "exit"}},
	{"m:n", "local", stepPs, []figure{{"waits for the lock, ns", lockWait, 5, 0, 0}, {"the same for 1,000 dispatches, ns", lockShare, 5, 0, 0}}, [2]string{"exit", ""}},
	{"local", "steal", stepPs, []figure{{"Ps idle, µs", idle, 3, 0, 0}, {"of 1,000 parts of their time", idleShare, 3, 0, 0}}, [2]string{"", "exit"}},
	{"steal", "handoff", stepPs, []figure{{"goroutines stranded, µs", strandedFor, 5, 0, 0}}, [2]string{"exit", "exit"}},
	{"handoff", "netpoll", stepPs, []figure{{"threads at a time", threadsLive, 0, stepPs + 13, stepPs + 12}}, [2]string{"exit", "exit"}},
	// With one P the endless loop keeps all others from running, for ever: until the run is ended after 2 s.
	{"netpoll", "preempt", 1, []figure{{"longest wait, µs", longestWait, 0, 1_900_000, 1_000_000}, {"goroutines left at the end", unfinished, 10, 100, 0}}, [2]string{"until", "exit"}},
}

// check compares two runs.
func (l ladderStep) check(before, after stats.Stats) error {
	var errs []error
	for _, f := range l.figures {
		errs = append(errs, f.holds(f.of(before), f.of(after)))
	}
	for i, s := range []stats.Stats{before, after} {
		if l.ends[i] != "" && s.Ended != l.ends[i] {
			errs = append(errs, fmt.Errorf("%s: ended by %s", []string{l.before, l.after}[i], s.Ended))
		}
	}
	return errors.Join(errs...)
}

// stepRuns runs the workload, each policy, number of Ps and seed once. A file and a message with its answer take 5 ms each.
type stepRuns struct {
	p    *Program
	done map[string]stats.Stats
}

func (r *stepRuns) run(t *testing.T, name string, procs int, seed uint64) stats.Stats {
	t.Helper()
	key := fmt.Sprint(name, procs, seed)
	if s, ok := r.done[key]; ok {
		return s
	}
	set, err := policy.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	io, err := policy.ParseIO("file=5ms,net=2500us")
	if err != nil {
		t.Fatal(err)
	}
	figures := stats.New()
	o := Options{Procs: procs, Seed: seed, Until: 2 * time.Second, Set: append(set, io...)}
	o.Sinks = append(o.Sinks, figures)
	out := runProgram(t, r.p, o)
	if out.err != nil || out.code != 0 || out.stderr != "" {
		t.Fatalf("%s: code %d, %v, %s", name, out.code, out.err, out.stderr)
	}
	s := figures.Stats()
	if s.Ended == "exit" && out.stdout != "done\n" && name != "local" { // there the deadline ends it
		t.Errorf("%s, seed %d: %q", name, seed, out.stdout)
	}
	r.done[key] = s
	return s
}

func TestSteps(t *testing.T) {
	p, why := build(t, "testdata/steps/eight.go")
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	runs := &stepRuns{p, map[string]stats.Stats{}}
	table := "| from | to | Ps | figure | before | after | held by a test |\n|---|---|---|---|---|---|---|\n"
	for _, l := range ladder {
		t.Run(l.after, func(t *testing.T) {
			seen := make([][2][]uint64, len(l.figures))
			for seed := uint64(1); seed <= stepSeeds; seed++ {
				a, b := runs.run(t, l.before, l.procs, seed), runs.run(t, l.after, l.procs, seed)
				if err := l.check(a, b); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
				for _, same := range []stats.Stats{a, b} { // the check is of the step, and of nothing else
					if l.check(same, same) == nil {
						t.Errorf("seed %d: it holds between two runs of the same policy, too", seed)
					}
				}
				for i, f := range l.figures {
					seen[i][0], seen[i][1] = append(seen[i][0], f.of(a)), append(seen[i][1], f.of(b))
				}
			}
			for i, f := range l.figures {
				table += fmt.Sprintf("| %s | %s | %d | %s | %s | %s | %s |\n", l.before, l.after, l.procs, f.name, fromTo(seen[i][0]), fromTo(seen[i][1]), f.wanted())
			}
		})
	}
	if !t.Failed() {
		comparePage(t, table)
	}
}

// fromTo is the least and the most of some figures.
func fromTo(all []uint64) string {
	if low, high := slices.Min(all), slices.Max(all); low != high {
		return fmt.Sprintf("%d to %d", low, high)
	}
	return fmt.Sprint(all[0])
}

// comparePage holds the table of the page: its words, and its figures within a quarter, since they change a little with
// each better compiler.
func comparePage(t *testing.T, table string) {
	t.Helper()
	page, err := os.ReadFile(stepsPage)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(page, []byte("| from |"))
	if at < 0 {
		t.Fatal("the page has no table")
	}
	if *updateSteps {
		if err := os.WriteFile(stepsPage, append(page[:at:at], table...), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := sameFigures(string(page[at:]), table); err != nil {
		t.Errorf("core/policy/steps.md: %v (-update-steps writes it)", err)
	}
}

var number = regexp.MustCompile(`\d+`)

// sameFigures compares two tables.
func sameFigures(have, want string) error {
	h, w := strings.Split(have, "\n"), strings.Split(want, "\n")
	if len(h) != len(w) {
		return fmt.Errorf("%d lines, want %d", len(h), len(w))
	}
	for i := range h {
		if err := sameRow(strings.Split(h[i], "|"), strings.Split(w[i], "|")); err != nil {
			return fmt.Errorf("%q, measured %q: %w", h[i], w[i], err)
		}
	}
	return nil
}

// sameRow compares two rows, of which cells 5 and 6 are figures.
func sameRow(h, w []string) error {
	if len(h) != len(w) {
		return fmt.Errorf("%d cells, want %d", len(h), len(w))
	}
	for i := range h {
		if (i == 5 || i == 6) && number.MatchString(w[i]) {
			low, high := ends(h[i])
			if l, h := ends(w[i]); !near(low, l) || !near(high, h) {
				return errors.New("a figure is off by more than a quarter")
			}
		} else if h[i] != w[i] {
			return fmt.Errorf("%q, want %q", h[i], w[i])
		}
	}
	return nil
}

// ends are the first and the last number of a cell.
func ends(cell string) (low, high float64) {
	all := number.FindAllString(cell, -1)
	if len(all) == 0 {
		return math.NaN(), math.NaN()
	}
	low, _ = strconv.ParseFloat(all[0], 64)
	high, _ = strconv.ParseFloat(all[len(all)-1], 64)
	return low, high
}

// near says whether two figures differ by a quarter at most, or by very little.
// Where there is no number none is near.
func near(a, b float64) bool { return math.Abs(a-b) <= max(3, 0.25*max(a, b)) }

// TestStepsPageIsCompared: a figure that is half as much, and another word, are seen.
func TestStepsPageIsCompared(t *testing.T) {
	const row = "| a | b | 4 | threads | 1000 to 1030 | 70 | 10 times less |\n"
	for text, same := range map[string]bool{
		row: true,
		"| a | b | 4 | threads | 1001 | 71 | 10 times less |\n":          true,
		"| a | b | 4 | threads | 500 to 1030 | 70 | 10 times less |\n":   false,
		"| a | b | 4 | threads | 1000 to 1030 | 140 | 10 times less |\n": false,
		"| a | b | 4 | threads | 1000 to 1030 | x | 10 times less |\n":   false,
		"| a | b | 4 | threads | 1000 to 1030 | 70 | 5 times less |\n":   false,
		"": false,
	} {
		if err := sameFigures(text, row); (err == nil) != same {
			t.Errorf("%q: %v", text, err)
		}
	}
}
