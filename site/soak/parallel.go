// This file runs a program with many switches and steals on four Workers, again and again. In each run every
// goroutine must have run exactly once; a run that does not end is a failure.
//
// How many there were is what the Ps have counted: at this pace, events are lost.
package soak

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/gopark/gopark/core/sched/knob"
	"github.com/gopark/gopark/site/bench"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

//go:embed testdata/steals.go
var steals []byte

const (
	wantSwitches = 100_000_000
	wantSteals   = 10_000_000
	workers      = 4
	allOnce      = "0 ran not exactly once\n"
)

// workloads are the runs of a round.
var workloads = []struct {
	name string
	args []string // of steals.go: families, goroutines, depth, yields
	set  [][2]int64
}{
	// The queue is nearly empty all the time: a steal takes one or two, and many find nothing.
	{"shallow", []string{"1", "100000", "4", "0"}, nil},
	// It is nearly full, and stealing takes half of it. Most come back through the global queue.
	{"deep", []string{"2", "200000", "120", "10"}, nil},
	// It is nearly full, and all are stolen one by one: the most steals in a second.
	{"singly", []string{"1", "1000000", "250", "0"}, [][2]int64{{int64(knob.Steal), knob.StealOne}}},
}

func enoughParallel(total counts) bool {
	return total["switches"] >= wantSwitches && total["steals"] >= wantSteals
}

// module compiles the program.
func module() ([]byte, error) {
	b, err := host.NewBuilder()
	if err != nil {
		return nil, err
	}
	wasm, ds, err := b.Build(0, load.File{Name: "steals.go", Data: steals})
	if len(ds) > 0 {
		err = errors.New(load.Text(ds))
	}
	return wasm, err
}

// parallelNode is one round under Node.
func parallelNode(*session, *result) (counts, error) {
	dir, err := os.MkdirTemp("", "gopark-soak-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	wasm, err := module()
	if err != nil {
		return nil, err
	}
	node, err := bench.NewNode(dir)
	if err != nil {
		return nil, err
	}
	file, err := node.Add(wasm)
	if err != nil {
		return nil, err
	}
	return inWorkers(node.Run, file)
}

// parallelChromium is one round in a tab of Chromium.
func parallelChromium(s *session, _ *result) (counts, error) {
	wasm, err := module()
	if err != nil {
		return nil, err
	}
	tab, err := bench.NewChromium()
	if err != nil {
		return nil, err
	}
	defer tab.Close()
	return inWorkers(tab.Run, tab.Add(wasm))
}

// inWorkers is one round.
func inWorkers(run func(bench.PageRun) (bench.PageResult, error), url string) (counts, error) {
	c := counts{}
	for _, w := range workloads {
		res, err := run(bench.PageRun{URL: url, Mode: "parallel", Procs: workers, Args: w.args, Set: w.set})
		if err != nil || res.Failure != "" || res.Code != 0 || res.Stdout != allOnce {
			return nil, fmt.Errorf("%s: %v, code %d, %s\n%s%s", w.name, err, res.Code, res.Failure, res.Stdout, strings.TrimSpace(res.Stderr))
		}
		c["runs"]++
		c["switches"] += res.Totals.Switches
		c["steals"] += res.Totals.Steals
		c["steals "+w.name] += res.Totals.Steals
	}
	return c, nil
}
