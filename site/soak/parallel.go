// This file runs a program with many switches and steals on four Workers, again and again. In each round every
// goroutine must have run exactly once; a round that does not end is a failure.
package soak

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/site/bench"
	"github.com/gopark/gopark/site/ui/engine"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

//go:embed testdata/steals.go
var steals []byte

const (
	wantSwitches = 100_000_000
	wantSteals   = 10_000_000
	workers      = 4
	patience     = 5 * time.Minute
	allOnce      = "0 ran not exactly once\n"
)

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

// parallelNode is one run under Node.
func parallelNode(*session, int) (counts, error) {
	dir, err := os.MkdirTemp("", "gopark-soak-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	wasm, err := module()
	if err != nil {
		return nil, err
	}
	js, err := engine.Node()
	if err != nil {
		return nil, err
	}
	script, program, events := filepath.Join(dir, "gopark.mjs"), filepath.Join(dir, "steals.wasm"), filepath.Join(dir, "events")
	if err := errors.Join(os.WriteFile(script, js, 0o644), os.WriteFile(program, wasm, 0o644)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "node", script, program, "-parallel", "-procs", fmt.Sprint(workers), "-events", events).CombinedOutput()
	if err != nil || string(out) != allOnce {
		return nil, fmt.Errorf("node: %v\n%s", err, out)
	}
	records, err := os.ReadFile(events)
	if err != nil {
		return nil, err
	}
	c := counts{"runs": 1}
	for b := records[event.HeaderSize:]; len(b) >= event.Size; b = b[event.Size:] {
		c.add(kind.Kind(b[16]), 1)
	}
	return c, nil
}

// add counts n records of a kind.
func (c counts) add(k kind.Kind, n int64) {
	switch k {
	case kind.GoStart:
		c["switches"] += n
	case kind.Steal, kind.StealRunnext:
		c["steals"] += n
	}
}

// parallelChromium is ten runs in a tab of Chromium.
func parallelChromium(s *session, _ int) (counts, error) {
	wasm, err := module()
	if err != nil {
		return nil, err
	}
	tab, err := bench.NewChromium(s.root)
	if err != nil {
		return nil, err
	}
	defer tab.Close()
	url := tab.Add(wasm)
	kinds := []kind.Kind{kind.GoStart, kind.Steal, kind.StealRunnext}
	c := counts{}
	for range 10 {
		run := bench.PageRun{URL: url, Mode: "parallel", Procs: workers}
		for _, k := range kinds {
			run.Count = append(run.Count, int(k))
		}
		res, err := tab.Run(run)
		if err != nil || res.Failure != "" || res.Code != 0 || res.Stdout != allOnce {
			return nil, fmt.Errorf("chromium: %v, code %d, %s\n%s%s", err, res.Code, res.Failure, res.Stdout, strings.TrimSpace(res.Stderr))
		}
		c["runs"]++
		c["events lost"] += int64(res.Lost)
		for _, k := range kinds {
			c.add(k, int64(res.Counts[fmt.Sprint(int(k))]))
		}
	}
	return c, nil
}
