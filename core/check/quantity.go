package check

// This file lists what can be measured.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/event/stats"
)

// Unit is what a quantity is counted in.
type Unit int

const (
	Count Unit = iota // a number
	Time              // ns
	Share             // 0 to 1
)

// A Quantity is a figure of a run.
type Quantity struct {
	Name string // words with single blanks
	Arg  string // what stands in brackets: "", "P", "rule", "kind" or "quantile"
	Unit Unit
	Does string // what it is, for authors
	// grows: it never becomes less while a run goes on, so the moment at which a limit was passed can be found.
	grows bool
	// one: a single record decides, the first of this kind; 0 if it is not so.
	one kind.Kind
	of  func(r *Run, arg string) []float64 // several: one for each P
}

// Quantities are all of them, in the order of the guide.
var Quantities = []Quantity{
	one("goroutines", Count, true, "go statements that were executed, and main", func(r *Run) float64 { return float64(r.Created) }),
	one("live goroutines", Count, true, "the most at a time, with main", func(r *Run) float64 { return float64(r.MaxLive) }),
	one("leaked goroutines", Count, false, "left when main returned", func(r *Run) float64 { return float64(r.Left) }),
	one("threads", Count, true, "Ms that were made, without sysmon", func(r *Run) float64 { return float64(r.Stats.Threads.Created) }),
	one("live threads", Count, true, "the most Ms at a time", func(r *Run) float64 { return float64(r.Stats.Threads.MaxLive) }),
	one("dispatches", Count, true, "times that a goroutine was put on a P", func(r *Run) float64 { return float64(r.Stats.Dispatches.Total) }),
	{"dispatches", "rule", Count, "those by one rule, such as FromRunnext, FromGlob61 or FromSteal", true, 0, func(r *Run, arg string) []float64 {
		return []float64{float64(r.Stats.Dispatches.ByRule[arg])}
	}},
	one("steals", Count, true, "times that a P took goroutines from another: from its ring, or its runnext", func(r *Run) float64 { return float64(r.Stats.Steals.Steals) }),
	one("stolen goroutines", Count, true, "moved by them", func(r *Run) float64 { return float64(r.Stats.Steals.Goroutines) }),
	one("steal passes", Count, true, "times that a P looked at all others", func(r *Run) float64 { return float64(r.Stats.Steals.Passes) }),
	{"first steal", "", Count, "goroutines that the first steal from a ring took; a runnext is always one, and left out", false, kind.Steal, func(r *Run, _ string) []float64 { return []float64{float64(r.FirstSteal)} }},
	one("largest steal", Count, true, "the most that one took", func(r *Run) float64 { return float64(r.Stats.Steals.Max) }),
	one("handoffs", Count, true, "Ps that went on without their blocked M", func(r *Run) float64 { return float64(r.Stats.Handoffs) }),
	one("retakes", Count, true, "Ps that sysmon took from a system call", func(r *Run) float64 { return float64(r.Stats.Retakes) }),
	one("preemptions", Count, true, "goroutines that had to leave after 10 ms", func(r *Run) float64 { return float64(r.Stats.Preemptions.Done) }),
	one("system calls", Count, true, "", func(r *Run) float64 { return float64(r.Stats.Syscalls.Calls) }),
	one("collections", Count, true, "of garbage", func(r *Run) float64 { return float64(r.Stats.Collections) }),
	{"events", "kind", Count, "of one kind, such as RunqOverflow or GlobPut; that of main counts, too: `events(GoCreate)` is one more than the `go` statements", true, 0, func(r *Run, arg string) []float64 {
		k, _ := event.KindNamed(arg)
		return []float64{float64(r.Events[k])}
	}},
	one("makespan", Time, true, "from the start to the end of the program", func(r *Run) float64 { return float64(r.Stats.Makespan) }),
	one("max wait", Time, true, "the longest that a goroutine was runnable and did not run", func(r *Run) float64 { return float64(r.Stats.LongestWait.Time) }),
	{"wait", "quantile", Time, "from runnable to running: p50, p90, p99 or mean", false, 0, waitOf},
	one("lock wait", Time, true, "spent waiting for the scheduler's lock", func(r *Run) float64 { return float64(r.Stats.LockWait.Total) }),
	one("stranded", Time, true, "time in which work waited while a P had none", func(r *Run) float64 { return float64(r.Stats.Stranded.Time) }),
	one("idle time", Time, true, "the time of all Ps on the idle list, together", func(r *Run) float64 { return float64(r.Stats.AllPs.Idle) }),
	one("spinning time", Time, true, "the time in which Ps searched", func(r *Run) float64 { return float64(r.Stats.AllPs.Spinning) }),
	one("blocked time", Time, true, "the time of Ps whose goroutine was in a system call", func(r *Run) float64 { return float64(r.Stats.AllPs.Blocked) }),
	one("stop the world", Time, true, "time in which the world was stopped", func(r *Run) float64 { return float64(r.Stats.StopWorld.Total) }),
	one("utilisation", Share, false, "the share of all Ps' time in which a goroutine ran", func(r *Run) float64 { return r.Stats.Utilisation }),
	{"busy", "P", Share, "the same of one P: P0, P1 …, or every P, or some P", false, 0, func(r *Run, arg string) []float64 {
		return ofPs(r, arg, func(t stats.Times) uint64 { return t.Running })
	}},
	{"idle", "P", Share, "the share of a P's time on the idle list", false, 0, func(r *Run, arg string) []float64 {
		return ofPs(r, arg, func(t stats.Times) uint64 { return t.Idle })
	}},
	one("exit", Count, false, "the exit code", func(r *Run) float64 { return float64(r.Exit) }),
}

func one(name string, unit Unit, grows bool, does string, of func(*Run) float64) Quantity {
	return Quantity{name, "", unit, does, grows, 0, func(r *Run, _ string) []float64 { return []float64{of(r)} }}
}

func waitOf(r *Run, arg string) []float64 {
	l := r.Stats.Latency
	switch arg {
	case "p50":
		return []float64{float64(l.P50)}
	case "p90":
		return []float64{float64(l.P90)}
	case "p99":
		return []float64{float64(l.P99)}
	default:
		return []float64{l.Mean}
	}
}

// ofPs gives the share that part has of a P's time. A P that came or went counts with its own time.
func ofPs(r *Run, arg string, part func(stats.Times) uint64) []float64 {
	var all []float64
	for _, p := range r.Stats.Ps {
		if strings.HasSuffix(arg, " P") || arg == fmt.Sprintf("P%d", p.ID) {
			total := p.Running + p.Scheduling + p.Spinning + p.Blocked + p.Starting + p.Idle + p.Stopped
			all = append(all, float64(part(p.Times))/max(1, float64(total)))
		}
	}
	return all
}

// quantityNamed finds by name; of two of the same name it gives the first, see checkArg.
func quantityNamed(name string) *Quantity {
	i := slices.IndexFunc(Quantities, func(q Quantity) bool { return q.Name == name })
	if i < 0 {
		return nil
	}
	return &Quantities[i]
}

// QuantityNames lists them, each once.
func QuantityNames() []string {
	var all []string
	for _, q := range Quantities {
		name := q.Name
		if q.Arg != "" {
			name += "(" + q.Arg + ")"
		}
		all = append(all, name)
	}
	return all
}

// checkArg takes the quantity of this name that has an argument, if there is one here, and looks at it.
func (q *quantityIs) checkArg() error {
	i := slices.IndexFunc(Quantities, func(o Quantity) bool { return o.Name == q.name && (o.Arg != "") == (q.arg != "") })
	if i < 0 {
		if q.arg != "" {
			return fmt.Errorf("%s takes no argument", q.name)
		}
		return fmt.Errorf("%s of what? want %s(%s)", q.name, q.name, q.quantity.Arg)
	}
	q.quantity = &Quantities[i]
	switch q.quantity.Arg {
	case "P":
		n, err := strconv.Atoi(strings.TrimPrefix(q.arg, "P"))
		if q.arg != "every P" && q.arg != "some P" && (err != nil || n < 0 || n > 63 || !strings.HasPrefix(q.arg, "P")) {
			return fmt.Errorf("%s(%s): want P0 to P63, every P or some P", q.name, q.arg)
		}
	case "rule":
		if _, ok := event.RuleNamed(q.arg); !ok {
			return fmt.Errorf("%s(%s): no such rule; want such as FromRunnext, FromLocal, FromGlob61, FromSteal", q.name, q.arg)
		}
	case "kind":
		if _, ok := event.KindNamed(q.arg); !ok {
			return fmt.Errorf("%s(%s): no such kind of event; want such as Steal, GoPark, RunqOverflow", q.name, q.arg)
		}
	case "quantile":
		if !slices.Contains([]string{"p50", "p90", "p99", "mean"}, q.arg) {
			return fmt.Errorf("%s(%s): want p50, p90, p99 or mean", q.name, q.arg)
		}
	}
	return nil
}

// parse reads a value of the unit.
func (u Unit) parse(s string) (float64, bool) {
	switch u {
	case Time:
		d, err := time.ParseDuration(s)
		return float64(d), err == nil && d >= 0
	case Share:
		digits, ok := strings.CutSuffix(s, "%")
		v, isNumber := number(digits)
		return v / 100, ok && isNumber
	default:
		return number(s)
	}
}

// number reads a decimal that is not negative.
func number(s string) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && v >= 0 && !math.IsInf(v, 0)
}

func (u Unit) wants() string {
	return [...]string{"a number", "a duration such as 10ms", "a percentage such as 85%"}[u]
}

// words writes a value of the unit for people.
func (u Unit) words(v float64) string {
	switch u {
	case Time:
		return stats.Duration(uint64(v))
	case Share:
		return strconv.FormatFloat(math.Round(v*1000)/10, 'f', -1, 64) + "%"
	default:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
}
