package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/check"
)

// TestThePageJudgesAsTheCommand: asked again after each run that was cut off, as the page does, it comes to the verdicts of the command, and
// what is cut off is hardly more.
func TestThePageJudgesAsTheCommand(t *testing.T) {
	rules := []string{
		"never leaks in 20 seeds", "exit == 0", "exit == 0 with procs=2 in some of 9 seeds", "output == same as starter in 5 seeds",
		"exit == 0 in 5 of 9 seeds", "exit == 0 with procs=3", "exit == 0 with procs=4", "exit == 0 in seed 30",
	}
	base := check.Base{Seed: 7, Settings: check.Settings{Procs: 1}}
	for name, failed := range map[string]func(check.Case) bool{
		"all end":           func(check.Case) bool { return false },
		"none ends":         func(check.Case) bool { return true },
		"not with two Ps":   func(c check.Case) bool { return c.Settings.Procs == 2 },
		"rarely":            func(c check.Case) bool { return c.Seed == 13 },
		"not with one seed": func(c check.Case) bool { return c.Seed == 3 },
		"only with some":    func(c check.Case) bool { return c.Seed%3 != 0 },
	} {
		run := func(c check.Case) (*check.Run, error) {
			r := &check.Run{Output: "x"}
			if c.Program == "" && failed(c) {
				r.Failed = "endless"
			}
			return r, nil
		}
		var want []check.Verdict
		runs := check.NewRuns(run)
		for _, text := range rules {
			r, err := check.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			v, err := r.Judge(base, runs.Run)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, v)
		}
		got, cut := pageJudges(t, question{Rules: rules, Base: base}, run)
		if !reflect.DeepEqual(got.Verdicts, want) || got.Cut != runs.Cut {
			t.Errorf("%s: the page has %+v, and %d cut off; the command %+v, and %d", name, got.Verdicts, got.Cut, want, runs.Cut)
		}
		if cut > 2*check.MostCut {
			t.Errorf("%s: the page makes %d runs that are cut off", name, cut)
		}
	}
}

// pageJudges does as site/ui/checker.ts, and counts the runs that were cut off.
func pageJudges(t *testing.T, q question, run func(check.Case) (*check.Run, error)) (j judged, cut int) {
	for range 100 {
		text, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := judging("judge", strings.NewReader(string(text)), &out); err != nil {
			t.Fatal(err)
		}
		j = judged{}
		if err := json.Unmarshal([]byte(out.String()), &j); err != nil {
			t.Fatal(err)
		}
		if len(j.Wanted) == 0 {
			return j, cut
		}
		for _, c := range j.Wanted {
			r, _ := run(c)
			q.Runs = append(q.Runs, ran{c, *r})
			if r.Failed != "" {
				cut++
				break
			}
		}
	}
	t.Fatal("it wants more and more runs")
	return j, cut
}
