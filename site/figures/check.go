package main

// This file judges answers to exercises for the page: which runs the rules need, what was measured in them, and
// what follows. The page runs the program.
//
//	cases    {rules, base}             ->  for each rule its cases, and the program it compares with
//	measure  LENGTH EVENTS, repeated   ->  for each run what was measured; LENGTH is 4 bytes, little endian
//	judge    {rules, base, runs}       ->  for each rule its verdict, or the runs that are wanted first
//	moment   LENGTH QUESTION EVENTS    ->  the number of the record that broke the rule, from 0; QUESTION is {rule, run, other}
//	seeds    {text, n}                 ->  n seeds that are derived from the text

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/core/event"
)

// question is what the page asks.
type question struct {
	Rules []string   `json:"rules"`
	Base  check.Base `json:"base"`
	Runs  []ran      `json:"runs"`

	Text string `json:"text"`
	N    int    `json:"n"`
}

// ran is one run that was made.
type ran struct {
	Case check.Case `json:"case"`
	Run  check.Run  `json:"run"`
}

// needs are the runs that a rule needs.
type needs struct {
	Cases   []check.Case `json:"cases"`
	Against string       `json:"against"`
}

func judging(what string, in io.Reader, out io.Writer) error {
	switch what {
	case "measure":
		return measure(in, out)
	case "moment":
		return moment(in, out)
	}
	var q question
	if err := json.NewDecoder(in).Decode(&q); err != nil {
		return fmt.Errorf("read the question: %w", err)
	}
	var rules []*check.Rule
	for _, text := range q.Rules {
		r, err := check.Parse(text)
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		rules = append(rules, r)
	}
	var answer any
	switch what {
	case "cases":
		all := []needs{}
		for _, r := range rules {
			all = append(all, needs{r.Cases(q.Base), r.Against()})
		}
		answer = all
	case "seeds":
		answer = check.Seeds(q.Text, min(q.N, check.MaxSeeds))
	case "judge":
		j, err := judge(rules, q)
		if err != nil {
			return err
		}
		answer = j
	default:
		return fmt.Errorf("unknown word %q", what)
	}
	return json.NewEncoder(out).Encode(answer)
}

// judged is what follows from the runs that were made.
type judged struct {
	Verdicts []check.Verdict `json:"verdicts"` // null if runs are wanted
	Wanted   []check.Case    `json:"wanted"`   // in the order in which they are to be made; if one is cut off, ask again
	Cut      int             `json:"cut"`      // runs that were needed, and were cut off
}

var errWanted = errors.New("this run is wanted")

// judge judges by the runs that were made. What it wants besides are the runs which the rules need if none is cut off.
func judge(rules []*check.Rule, q question) (judged, error) {
	made := map[check.Case]*check.Run{}
	for i := range q.Runs {
		made[q.Runs[i].Case] = &q.Runs[i].Run
	}
	runs := check.NewRuns(func(c check.Case) (*check.Run, error) {
		if run := made[c]; run != nil {
			return run, nil
		}
		return nil, errWanted
	})
	var j judged
	wanted := map[check.Case]bool{}
	for _, r := range rules {
		v, err := r.Judge(q.Base, runs.Run)
		if errors.Is(err, errWanted) {
			for _, c := range casesOf(r, q.Base) {
				if made[c] == nil && !wanted[c] {
					wanted[c] = true
					j.Wanted = append(j.Wanted, c)
				}
			}
			continue
		}
		if err != nil {
			return j, fmt.Errorf("%s: %w", r, err)
		}
		j.Verdicts = append(j.Verdicts, v)
	}
	if j.Cut = runs.Cut; len(j.Wanted) > 0 {
		j.Verdicts = nil
	}
	return j, nil
}

// casesOf are the runs that a rule needs, with those of the program that it compares with.
func casesOf(r *check.Rule, base check.Base) (all []check.Case) {
	for _, c := range r.Cases(base) {
		all = append(all, c)
		if with := r.Against(); with != "" {
			c.Program = with
			all = append(all, c)
		}
	}
	return all
}

// measure measures runs, one after the other.
func measure(in io.Reader, out io.Writer) error {
	runs := []*check.Run{}
	for {
		var length uint32
		if err := binary.Read(in, binary.LittleEndian, &length); err == io.EOF {
			return json.NewEncoder(out).Encode(runs)
		} else if err != nil {
			return fmt.Errorf("read the length of a run: %w", err)
		}
		recs, err := event.ReadAll(io.LimitReader(in, int64(length)))
		if err != nil {
			return err
		}
		runs = append(runs, check.MeasureRecords(recs))
	}
}

// momentQuestion is a rule, the run that broke it, and the run that it is compared with, if there is one.
type momentQuestion struct {
	Rule  string     `json:"rule"`
	Run   *check.Run `json:"run"`
	Other *check.Run `json:"other"`
}

// moment finds where a rule was broken.
func moment(in io.Reader, out io.Writer) error {
	var length uint32
	if err := binary.Read(in, binary.LittleEndian, &length); err != nil {
		return fmt.Errorf("read the length of the question: %w", err)
	}
	var q momentQuestion
	text, err := io.ReadAll(io.LimitReader(in, int64(length)))
	if err == nil {
		err = json.Unmarshal(text, &q)
	}
	if err != nil || q.Run == nil {
		return fmt.Errorf("read the question: %w", err)
	}
	rule, err := check.Parse(q.Rule)
	if err != nil {
		return fmt.Errorf("%s: %w", q.Rule, err)
	}
	recs, err := event.ReadAll(in)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(rule.Moment(recs, q.Run, q.Other))
}
