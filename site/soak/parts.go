// This file lists the parts.
package soak

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// part is one of the long tests.
type part struct {
	name, does string
	rounds     int // 0: until enough says so
	round      func(s *session, r *result) (counts, error)
	enough     func(total counts) bool
}

// counts is what a round did, by name.
type counts map[string]int64

var parts = []part{
	{"hammers", "threads fight over queues, timers and notes, with the race detector", 20, func(s *session, _ *result) (counts, error) {
		return s.test("-race", "-run", "Hammer|Once|Lost|Spuriously", "./core/...")
	}, nil},
	{"explore", "all schedules with three preemptions, and 100,000 random ones of each scenario", 0, exploreRound, explored},
	{"models", "SPIN explores the two models", 1, func(s *session, _ *result) (counts, error) {
		return s.test("-run", "Models", "./core/prove")
	}, nil},
	{"mutants", "each wrong version of the scheduler is found by its test", 8, func(s *session, r *result) (counts, error) {
		s.slice = fmt.Sprint(r.Rounds)
		return s.test("-run", "Found|Unchanged|Finds|Table|Fit", "./core/prove")
	}, nil},
	{"fold", "events folded are memory, and the invariants hold, in all programs", 3, func(s *session, _ *result) (counts, error) {
		return s.test("-run", "Fold|Invariant", "./wasm/host")
	}, nil},
	{"fidelity", "all fidelity programs against native", 3, func(s *session, _ *result) (counts, error) {
		return s.test("-run", "Fidelity", "./wasm/host")
	}, nil},
	{"parallel-right", "45 programs with real threads, 50 times each", 1, func(s *session, _ *result) (counts, error) {
		return s.test("-run", "ParallelIsRight", "./wasm/host")
	}, nil},
	{"pairs", "200 pairs of program and seed have the same digest in Chromium", 1, func(s *session, _ *result) (counts, error) {
		return s.test("-run", "SameDigestHere", "./site/bench")
	}, nil},
	{"lighthouse", "a lesson on a phone reaches 90 in each of Lighthouse's categories", 1, func(s *session, _ *result) (counts, error) {
		return s.test("-run", "Lighthouse", "./site/e2e")
	}, nil},
	{"goroot", "the Go project's own tests", 40, func(s *session, r *result) (counts, error) {
		s.slice = fmt.Sprint(r.Rounds)
		return s.test("-run", "Goroot", "./wasm/host")
	}, nil},
	{"packages", "the tests of the library's packages", 7, func(s *session, r *result) (counts, error) {
		s.slice = fmt.Sprint(r.Rounds)
		return s.test("-run", "Packages", "./wasm/host")
	}, nil},
	{"parallel-node", "10^8 switches and 10^7 steals on four Workers in Node", 0, parallelNode, enoughParallel},
	{"parallel-chromium", "10^8 switches and 10^7 steals on four Workers in Chromium", 0, parallelChromium, enoughParallel},
}

// test runs go test, once.
func (s *session) test(args ...string) (counts, error) {
	_, err := s.output(args...)
	return counts{}, err
}

// output is test, and gives what it prints.
func (s *session) output(args ...string) ([]byte, error) {
	cmd := exec.CommandContext(context.Background(), "go", append([]string{"test", "-count=1", "-p=1", "-timeout=2h"}, args...)...)
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), "GOPARK_SOAK=1", "GOPARK_SLICE="+s.slice)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go test %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return out, nil
}
