// This file explores the schedules of the scheduler (core/prove), in slices: first random ones of all scenarios,
// then all those with few preemptions of one scenario after the other.
package soak

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

const (
	randomRounds = 5
	randomEach   = 20_000
	sliceOfAll   = 1_000_000 // schedules. A slice forgets what the one before knew, so they are large
)

// report is a line of the test: scenario, schedules, whether these are all, where to go on.
var report = regexp.MustCompile(`TestExplore/(\S+)\s+explore_test.go:\d+: (\d+) schedules .*\(all: (true|false)\).*next: ([\d.]*)`)

// exploreRound is one slice. r.At has the scenarios that are not done, and where each goes on.
func exploreRound(s *session, r *result) (counts, error) {
	if r.Rounds < randomRounds {
		return exploreRandom(s, r)
	}
	name := slices.Min(slices.Collect(maps.Keys(r.At)))
	flags := fmt.Sprintf("-preempt 3 -limit %d -random 0", sliceOfAll)
	if r.At[name] != "" {
		flags += " -from " + r.At[name]
	}
	found, err := s.explore(flags, "-scenario="+regexp.QuoteMeta(name)+"$")
	if err != nil {
		return nil, err
	}
	c := counts{}
	for _, f := range found {
		n, err := strconv.ParseInt(f[2], 10, 64)
		if err != nil || f[1] != name {
			return nil, fmt.Errorf("explore %s: %q", name, f[0])
		}
		c["schedules of "+name] = n
		r.At[name] = f[4]
		if f[3] == "true" {
			delete(r.At, name)
			c["scenarios complete"]++
		}
	}
	return c, nil
}

// exploreRandom is a slice of random schedules; the first one finds the names of the scenarios.
func exploreRandom(s *session, r *result) (counts, error) {
	found, err := s.explore(fmt.Sprintf("-preempt 0 -limit 1 -random %d -seed %d", randomEach, 1+randomEach*r.Rounds))
	if err != nil {
		return nil, err
	}
	c := counts{"random schedules": int64(len(found)) * randomEach}
	if r.Rounds == 0 {
		r.At = map[string]string{}
		for _, f := range found {
			r.At[f[1]] = ""
			c["scenarios"]++
		}
	}
	return c, nil
}

// explore runs the exploration, and gives the matches of report.
func (s *session) explore(flags string, args ...string) ([][]string, error) {
	out, err := s.output(append([]string{"-v", "-run", "ExploreSchedules", "./core/prove", "-explore", flags}, args...)...)
	if err != nil {
		return nil, err
	}
	found := report.FindAllStringSubmatch(string(out), -1)
	if len(found) == 0 {
		return nil, errors.New("explore: the test reports no scenario")
	}
	return found, nil
}

func explored(total counts) bool {
	return total["scenarios"] > 0 && total["scenarios complete"] == total["scenarios"]
}
