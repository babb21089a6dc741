package check

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/event/stats"
)

// sample is a run in which much happened.
func sample() *Run {
	r := &Run{Output: "b\na\n", Exit: 0, Created: 12, MaxLive: 11, Left: 2}
	r.Stats = stats.Stats{Ended: "exit", Makespan: 5e6, Utilisation: 0.5, LongestWait: stats.LongestWait{Time: 2e6}}
	r.Stats.Steals.Steals = 3
	r.Stats.Latency.P99 = 1500
	r.Stats.Dispatches.ByRule = map[string]uint64{"FromRunnext": 4}
	r.Events[kind.GoPark] = 7
	r.Stats.Ps = []stats.P{{ID: 0, Times: stats.Times{Running: 90, Idle: 10}}, {ID: 1, Times: stats.Times{Running: 40, Idle: 60}}}
	return r
}

func starter() *Run {
	r := &Run{Output: "a\nb\n"}
	r.Stats = stats.Stats{Ended: "exit", Makespan: 10e6}
	r.Stats.Steals.Steals = 2
	return r
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		rule string
		want string // "" passes, else "want …, got …"
	}{
		{`output == "b\na\n"`, ""},
		{`output == b`, `want "b", got "b\na\n"`},
		{`output != "b\na\n"`, `want anything but "b\na\n", got "b\na\n"`},
		{`output contains a`, ""},
		{`output contains c`, `want a text with "c", got "b\na\n"`},
		{`output lacks a`, `want a text without "a", got "b\na\n"`},
		{`output matches ^b\s`, ""},
		{`output matches "^a b"`, `want a text that matches ^a b, got "b\na\n"`},
		{`output == same as starter`, `want "a\nb\n", as starter prints, got "b\na\n"`},
		{`sorted output == same as starter`, ""},
		{`stderr == ""`, ""},
		{`exit == 0`, ""},
		{`exit == 2`, "want 2, got 0"},
		{`never deadlocks`, ""},
		{`never fails in 3 seeds`, ""},
		{`never leaks`, "want exit code 0 and no goroutines left, got exit code 0, 2 goroutines left"},
		{`leaked_goroutines == 2`, ""},
		{`live goroutines <= 8`, "want at most 8, got 11"},
		{`steals >= 1 in every of 20 seeds`, ""},
		{`steals > 3`, "want more than 3, got 3"},
		{`steals <= starter`, "want at most 2 (starter has 2), got 3"},
		{`steals == 1.5x starter`, ""},
		{`makespan <= 50% of starter`, ""},
		{`makespan < 50% of starter`, "want less than 5.00 ms (starter has 10.00 ms), got 5.00 ms"},
		{`max_wait < 10ms`, ""},
		{`max wait < 1ms`, "want less than 1.00 ms, got 2.00 ms"},
		{`wait(p99) < 1us`, "want less than 1.00 µs, got 1.50 µs"},
		{`utilisation >= 50%`, ""},
		{`busy(every P) > 85%`, "want more than 85%, got 40% on P1"},
		{`busy(some P) > 85%`, ""},
		{`busy(some P) > 95%`, "want more than 95%, got 90% on P0"},
		{`busy(P1) == 40%`, ""},
		{`busy(P7) > 1%`, "want more than 1%, got no such P"},
		{`dispatches(FromRunnext) == 4`, ""},
		{`events(GoPark) != 7`, "want anything but 7, got 7"},
	} {
		r, err := Parse(c.rule)
		if err != nil {
			t.Errorf("%s: %v", c.rule, err)
			continue
		}
		v, err := r.Judge(Base{Seed: 1}, func(c Case) (*Run, error) {
			if c.Program == Starter {
				return starter(), nil
			}
			return sample(), nil
		})
		got := ""
		if !v.Pass {
			got = "want " + v.Want + ", got " + v.Got
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.rule, got, err, c.want)
		}
	}
}

// TestReach: how close a program comes is said over all runs, also after the one that decides; runs in which there is nothing to measure are told apart.
func TestReach(t *testing.T) {
	run := func(c Case) (*Run, error) {
		r := sample()
		r.MaxLive = 2 + c.Seed
		switch {
		case c.Program == Starter:
			return starter(), nil
		case c.Seed == 4:
			r.Stats.Ended, r.Exit = "deadlock", 2
		case c.Seed == 5:
			return &Run{Failed: "it did not end"}, nil
		}
		return r, nil
	}
	for _, c := range []struct{ rule, want string }{
		{"live goroutines <= 5", "holds: 3"},
		{"live goroutines <= 2", "does not hold: 3"},
		{"live goroutines <= 3 in 3 seeds", "holds in 1 of 3 runs: 3 to 5"},
		{"live goroutines <= 5 in 5 seeds", "holds in 3 of 5 runs: 3 to 5; a deadlock: all goroutines are asleep"},
		{"makespan <= 80% of starter in 2 seeds", "holds in 2 of 2 runs: 5.00 ms, 50% of starter"},
		{"busy(every P) > 85%", "does not hold: 40% to 90%"},
		{"never deadlocks in 5 seeds", "holds in 3 of 5 runs: a deadlock: all goroutines are asleep"},
		{"never deadlocks in 2 seeds", "holds in 2 of 2 runs"},
		{"output == b", `does not hold: "b\na\n"`},
		{"output contains b in seed 5", "does not hold: it did not end"},
	} {
		r, err := Parse(c.rule)
		if err != nil {
			t.Fatal(err)
		}
		reach, err := r.Reach(Base{Seed: 1}, run)
		if got := reach.String(); err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.rule, got, err, c.want)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ rule, want string }{
		{``, "no statement"},
		{`steals`, "want a quantity, one of"},
		{`steels >= 1`, `unknown quantity "steels"`},
		{`steals >= many`, "want a number, or starter"},
		{`steals >= -1`, "want a number"},
		{`max wait < 10`, "want a duration such as 10ms"},
		{`utilisation > 0.5`, "want a percentage"},
		{`busy > 1%`, "busy of what?"},
		{`busy(all) > 1%`, "every P"},
		{`steals(P1) > 1`, "takes no argument"},
		{`dispatches(FromHeaven) > 1`, "no such rule"},
		{`events(Party) > 1`, "no such kind"},
		{`wait(p42) < 1ms`, "want p50"},
		{`busy(every P > 1%`, "bracket is not closed"},
		{`never wins`, "want one of deadlocks, panics, fails, leaks"},
		{`output is done`, "want ==, !=, contains"},
		{`output == two words`, "stands in quotes"},
		{`output == "open`, "quote is not closed"},
		{`output matches (`, "bracket is not closed"},
		{`output matches "("`, "missing closing )"},
		{`output contains same as starter`, "want == or !="},
		{`steals >= 1 in all seeds`, "want in N seeds"},
		{`steals >= 1 in 0 seeds`, "want 1 to 1000"},
		{`steals >= 1 in 9 of 3 seeds`, "want 1 to 1000"},
		{`steals >= 1 in 99999999999999999999 seeds`, "too large"},
		{`steals >= 1 with procs`, "want KEY=VALUE"},
		{`steals >= 1 with procs=65`, "want 1 to 64"},
		{`steals >= 1 with color=red`, "unknown setting color"},
		{`steals >= 1 with policy=go9`, "unknown policy"},
		{`steals >= 1 with until=soon`, "want a duration"},
		{strings.Repeat("x", 5000), "at most 4096"},
	} {
		if r, err := Parse(c.rule); err == nil {
			t.Errorf("%s: taken as %+v", c.rule, r)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", c.rule, err, c.want)
		}
	}
}

// TestSeeds: which runs are asked for, and when enough is known.
func TestSeeds(t *testing.T) {
	broken := func(bad ...uint64) func(Case) (*Run, error) {
		return func(c Case) (*Run, error) {
			r := sample()
			for _, b := range bad {
				if b == c.Seed {
					r.Stats.Steals.Steals = 0
				}
			}
			return r, nil
		}
	}
	for _, c := range []struct {
		rule string
		bad  []uint64
		pass bool
		runs int
		seed uint64
	}{
		{"steals >= 1", nil, true, 1, 5},
		{"steals >= 1", []uint64{5}, false, 1, 5},
		{"steals >= 1 in seed 7", []uint64{7}, false, 1, 7},
		{"steals >= 1 in 10 seeds", nil, true, 10, 1},
		{"steals >= 1 in every of 10 seeds", []uint64{4}, false, 4, 4},
		{"steals >= 1 in some of 3 seeds", []uint64{1, 2}, true, 3, 1},
		{"steals >= 1 in some of 3 seeds", []uint64{1, 2, 3}, false, 3, 1},
		{"steals >= 1 in 2 of 3 seeds", []uint64{2}, true, 3, 1},
		{"steals >= 1 in 2 of 3 seeds", []uint64{2, 1}, false, 2, 1},
	} {
		r, err := Parse(c.rule)
		if err != nil {
			t.Fatal(err)
		}
		v, err := r.Judge(Base{Seed: 5}, broken(c.bad...))
		if err != nil || v.Pass != c.pass || v.Runs != c.runs || v.Case.Seed != c.seed {
			t.Errorf("%s, bad %v: %+v, %v", c.rule, c.bad, v, err)
		}
	}
}

func TestSettingsReplaceTheLessons(t *testing.T) {
	r, err := Parse("steals == 0 with procs=1 policy=steal,steal=one until=2s in 2 seeds")
	if err != nil {
		t.Fatal(err)
	}
	cases := r.Cases(Base{Seed: 9, Settings: Settings{Procs: 4, Costs: "steal=1us", Until: "1s"}})
	want := Settings{Procs: 1, Policy: "steal,steal=one", Costs: "steal=1us", Until: "2s"}
	if len(cases) != 2 || cases[1] != (Case{Seed: 2, Settings: want}) {
		t.Errorf("%+v", cases)
	}
}

func TestARunThatFailsBreaksEveryRule(t *testing.T) {
	r, _ := Parse("steals == 0")
	v, err := r.Judge(Base{}, func(Case) (*Run, error) { return &Run{Failed: "it did not end within 10s"}, nil })
	if err != nil || v.Pass || v.Got != "it did not end within 10s" {
		t.Errorf("%+v %v", v, err)
	}
	cut := errors.New("the worker died")
	if _, err := r.Judge(Base{}, func(Case) (*Run, error) { return nil, cut }); err != cut {
		t.Errorf("%v", err)
	}
}

// TestMoment: the record that broke the rule is found.
func TestMoment(t *testing.T) {
	recs := []event.Record{
		{Kind: kind.Begin, A: 1},
		{Kind: kind.GoCreate, G: 1},
		{Kind: kind.GoCreate, G: 2}, // the runtime's own
		{Kind: kind.GoCreate, G: 3, A: 1},
		{Kind: kind.Output, G: 1, N: 1, A: 2},
		{Kind: kind.GoCreate, G: 4, A: 1},
		{Kind: kind.GoExit, G: 4},
		{Kind: kind.Output, G: 1, N: 1, A: 2},
		{Kind: kind.Exit, A: 3},
	}
	m := NewMeter()
	for _, r := range recs {
		m.Add(r)
	}
	run := m.Run()
	run.Output = "a\nb\n"
	if run.Created != 3 || run.MaxLive != 3 || run.Left != 1 || run.Exit != 3 {
		t.Errorf("%+v", run)
	}
	for _, c := range []struct {
		rule string
		want int
	}{
		{"live goroutines < 3", 5},
		{"live goroutines <= 1", 3},
		{"goroutines == 2", 8},
		{"first steal == 3", 8},
		{`output == "a\nc\n"`, 7},
		{`output == "x\n"`, 4},
		{`output == "a\n"`, 7},
		{`output contains c`, 8},
		{`never leaks`, 8},
		{`exit == 0`, 8},
	} {
		r, err := Parse(c.rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Moment(recs, run, nil); got != c.want {
			t.Errorf("%s: record %d, want %d", c.rule, got, c.want)
		}
	}

	// Of the first steal one record decides, whatever comes later.
	recs[6], recs[7] = event.Record{Kind: kind.Steal, P: 1, N: 5}, event.Record{Kind: kind.Steal, P: 1, N: 8}
	r, err := Parse("first steal == 8")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Moment(recs, MeasureRecords(recs), nil); got != 6 {
		t.Errorf("first steal == 8: record %d, want 6", got)
	}
}

// FuzzParse: whatever is written, Parse answers, and what it takes it can judge.
func FuzzParse(f *testing.F) {
	f.Add(`busy(every P) > 85% with procs=2 in 3 of 4 seeds`)
	f.Add(`output == same as starter`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse(text)
		if err != nil {
			return
		}
		if _, err := r.Judge(Base{}, func(Case) (*Run, error) { return sample(), nil }); err != nil {
			t.Error(err)
		}
		r.Moment(nil, sample(), sample())
	})
}

// TestRunsThatAreCutOffAreNotRepeated: a run is made once for all rules; after MostCut that were cut off none is made, and what was decided before stays.
func TestRunsThatAreCutOffAreNotRepeated(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules string
		ends  func(Case) bool
		made  string // program, seed and procs of the runs
		pass  string
	}{
		{"runs are shared", "exit == 0 in 2 seeds; never leaks in 3 seeds; never panics", func(Case) bool { return true }, "1/1 2/1 3/1 7/1", "+++"},
		{"an endless loop", "never leaks in 20 seeds; exit == 0 in 20 seeds; live goroutines <= 5 in 9 seeds", func(Case) bool { return false }, "1/1", "---"},
		{"an endless loop in all settings", "exit == 0 with procs=1; exit == 0 with procs=2; exit == 0 with procs=3; exit == 0 with procs=4; exit == 0 with procs=5",
			func(Case) bool { return false }, "7/1 7/2 7/3", "-----"},
		{"some of many", "exit == 0 in some of 20 seeds", func(Case) bool { return false }, "1/1 2/1 3/1", "-"},
		{"what was decided before stays", "exit == 0; exit == 0 in some of 6 seeds; exit == 0; exit == 0 in seed 9", func(c Case) bool { return c.Seed > 4 }, "7/1 1/1 2/1 3/1", "+-+-"},
		{"one that hangs rarely", "exit == 0 in 9 seeds; exit == 0 in 5 of 9 seeds; exit == 0 in seed 4", func(c Case) bool { return c.Seed != 3 }, "1/1 2/1 3/1 4/1 5/1 6/1", "-++"},
		{"the other program is not counted", "output == same as starter in 2 seeds", func(Case) bool { return true }, "1/1 starter1/1 2/1 starter2/1", "+"},
	} {
		var made []string
		runs := NewRuns(func(k Case) (*Run, error) {
			made = append(made, fmt.Sprintf("%s%d/%d", k.Program, k.Seed, k.Settings.Procs))
			if !c.ends(k) {
				return &Run{Failed: "endless"}, nil
			}
			return &Run{}, nil
		})
		pass := ""
		for text := range strings.SplitSeq(c.rules, ";") {
			r, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			v, err := r.Judge(Base{Seed: 7, Settings: Settings{Procs: 1}}, runs.Run)
			if err != nil {
				t.Fatal(err)
			}
			pass += map[bool]string{true: "+", false: "-"}[v.Pass]
		}
		if got := strings.Join(made, " "); got != c.made || pass != c.pass {
			t.Errorf("%s: made %s, want %s; verdicts %s, want %s", c.name, got, c.made, pass, c.pass)
		}
	}
}

// TestABrokenEndProvesNoQuantity: a run that deadlocks or panics passes no rule about a figure, and those about output and end as they say.
func TestABrokenEndProvesNoQuantity(t *testing.T) {
	stuck, panicked, failed := sample(), sample(), sample()
	stuck.Stats.Ended, stuck.Exit = "deadlock", 2
	panicked.Exit, panicked.Stderr = 2, "panic: oh\nmore"
	failed.Exit = 1
	for _, c := range []struct{ rule, want string }{
		{"live goroutines <= 100", "--+"}, {"makespan < 1s", "--+"}, {"exit == 2", "++-"}, {"never deadlocks", "-++"}, {"never panics", "+-+"}, {`output == "b\na\n"`, "+++"}, {"stderr contains oh", "-+-"},
	} {
		r, err := Parse(c.rule)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, run := range []*Run{stuck, panicked, failed} {
			v, err := r.Judge(Base{Seed: 1}, func(Case) (*Run, error) { return run, nil })
			if err != nil {
				t.Fatal(err)
			}
			got += map[bool]string{true: "+", false: "-"}[v.Pass]
			if run == stuck && c.rule == "makespan < 1s" && (v.Want != "a program that ends by itself" || !strings.HasPrefix(v.Got, "a deadlock")) {
				t.Errorf("it is said as: want %s, got %s", v.Want, v.Got)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
}
