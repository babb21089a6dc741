package bench

// This file runs the measurements.
//
// The speed of a machine changes from one minute to the next. So native Go is run right before
// each engine, in several passes, and a ratio is the median of the ratios of the passes.

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

// Result is one line of the -json file.
type Result struct {
	Name   string    `json:"name"`
	Engine string    `json:"engine"`
	Procs  int       `json:"procs"`
	Median float64   `json:"median_ns"`
	Rounds []float64 `json:"rounds_ns"`
	Ratio  float64   `json:"ratio,omitempty"` // to native: the median of the passes
	Passes []float64 `json:"ratios,omitempty"`
	Frames *Frames   `json:"frames,omitempty"` // of the last pass
	Error  string    `json:"error,omitempty"`
}

// bench is one call of the command.
type bench struct {
	Config
	wanted  []measurement
	passes  int      // how often everything is run
	names   []string // of the engines, native first
	engines []engineUnderTest
	jobs    []job // as wanted
	results []Result
}

// measure runs everything.
func (b *bench) measure() error {
	dir, err := os.MkdirTemp("", "gopark-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := b.compile(dir); err != nil {
		return err
	}
	for _, name := range b.names {
		e, err := makeEngine(name, dir, b.Config)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		defer e.close()
		b.engines = append(b.engines, e)
	}
	for i := range b.wanted {
		b.one(i)
	}
	return nil
}

// compile writes the sources and makes the modules.
func (b *bench) compile(dir string) error {
	var builder, silent *host.Builder
	if len(b.names) > 1 {
		var err error
		if builder, err = host.NewBuilder(); err != nil {
			return err
		}
	}
	for _, m := range b.wanted {
		src, err := programs.ReadFile("testdata/" + m.program)
		if err != nil {
			return err
		}
		j := job{name: m.name, source: filepath.Join(dir, m.program), procs: m.procs, args: m.args, mode: m.mode}
		if err := os.WriteFile(j.source, src, 0o644); err != nil {
			return err
		}
		if builder != nil {
			module, ds, err := builder.Build(0, load.File{Name: m.program, Data: src})
			if len(ds) > 0 {
				err = errors.New(load.Text(ds))
			}
			if err != nil {
				return fmt.Errorf("compile %s: %w", m.program, err)
			}
			j.module = module
		}
		if m.mode == "events" && builder != nil {
			if silent == nil {
				fmt.Fprintln(b.Log, "compiling the library for a runtime without events")
				if silent, err = silentBuilder(dir); err != nil {
					return err
				}
			}
			if j.silent, _, err = silent.Build(0, load.File{Name: m.program, Data: src}); err != nil {
				return fmt.Errorf("compile %s without events: %w", m.program, err)
			}
		}
		b.jobs = append(b.jobs, j)
	}
	return nil
}

// one makes one measurement in all engines.
func (b *bench) one(i int) {
	m := b.wanted[i]
	rs := make([]Result, len(b.engines))
	for e, name := range b.names {
		rs[e] = Result{Name: m.name, Engine: name, Procs: m.procs}
	}
	fmt.Fprintf(b.Log, "%s: %s\n", m.name, m.what)
	for range b.passes {
		base := 0.0
		for e, name := range b.names {
			if !m.in(name) || rs[e].Error != "" {
				continue
			}
			if m.mode == "frames" {
				rs[e].watch(b.engines[e].(*browserBench), b.jobs[i])
				continue
			}
			if m.mode == "events" {
				j := b.jobs[i]
				j.module = j.silent
				without, err := sideBySide(b.engines[e], j, m)
				if err != nil {
					rs[e].Error = "without events: " + err.Error()
					continue
				}
				base = median(without)
			}
			rounds, err := sideBySide(b.engines[e], b.jobs[i], m)
			if err != nil {
				rs[e].Error = err.Error()
				continue
			}
			rs[e].Rounds = append(rs[e].Rounds, rounds...)
			if e == 0 {
				base = median(rounds)
			} else if base > 0 {
				rs[e].Passes = append(rs[e].Passes, median(rounds)/base)
			}
		}
	}
	for e, name := range b.names {
		if !m.in(name) {
			continue
		}
		if r := &rs[e]; r.Error == "" {
			r.Median = median(r.Rounds)
			r.Ratio = median(r.Passes)
		}
		b.results = append(b.results, rs[e])
	}
}

// watch lets the page do something, and fails if it got too few frames.
func (r *Result) watch(b *browserBench, j job) {
	f, err := b.frames(j)
	if err != nil {
		r.Error = err.Error()
		return
	}
	r.Frames = f
	r.Rounds = append(r.Rounds, f.Work...)
	if f.Share < leastShare {
		r.Error = fmt.Sprintf("it gets %.0f %% of the frames of a blank page, want %.0f", 100*f.Share, 100*leastShare)
	}
}

// sideBySide runs m.copies of a job at the same time. A round takes as long as its copies do
// in the mean.
func sideBySide(e engineUnderTest, j job, m measurement) ([]float64, error) {
	copies := max(1, m.copies)
	all := make([][]float64, copies)
	errs := make([]error, copies)
	var wg sync.WaitGroup
	for i := range copies {
		wg.Go(func() {
			out, err := e.run(j)
			if err == nil && m.read != nil {
				all[i], err = m.read(out)
			} else if err == nil {
				all[i], err = rounds(out.stdout)
			}
			errs[i] = err
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	mean := make([]float64, len(all[0]))
	for _, rs := range all {
		for k := range rs {
			mean[k] += rs[k] / float64(copies)
		}
	}
	return mean, nil
}

// rounds reads the lines of a program, without the first round.
func rounds(out string) ([]float64, error) {
	var rs []float64
	for _, word := range strings.Fields(out) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, fmt.Errorf("output %q is not a number", word)
		}
		rs = append(rs, x)
	}
	if len(rs) != 12 {
		return nil, fmt.Errorf("%d rounds, want 12", len(rs))
	}
	return rs[1:], nil
}

// perEvent is the real time of a run divided by its events.
func perEvent(out outcome) ([]float64, error) {
	if out.events == 0 {
		return nil, errors.New("no events")
	}
	return []float64{float64(out.took.Nanoseconds()) / float64(out.events)}, nil
}

// median of nothing is 0.
func median(xs []float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	sorted := sortedOf(xs)
	return sorted[len(sorted)/2]
}

func sortedOf(xs []float64) []float64 { return slices.Sorted(slices.Values(xs)) }

// geometricMean of nothing is 0.
func geometricMean(xs []float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range xs {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(xs)))
}

// write prints the table, and writes the file if one is wanted.
func (b *bench) write(w io.Writer, file string) error {
	table(b.results, w)
	return writeJSON(file, b.results)
}
