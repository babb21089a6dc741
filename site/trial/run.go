package trial

// This file runs a program for a check.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/site/link"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

// maxReal is the most real time of a run.
const maxReal = 10 * time.Minute

// A Runner compiles and runs programs. It may be used by several goroutines at a time.
type Runner struct {
	Limits  check.Limits
	builder *host.Builder
	engine  *host.Engine
	listen  listen
}

// listen gives what else takes the records of a run, and what is called after it; nil: nothing. It is for tests.
type listen func(*host.Program) (event.Sink, func(host.Result))

// NewRunner makes a runner; compiled code is kept in cacheDir too, if one is given.
func NewRunner(cacheDir string) (*Runner, error) {
	b, err := host.NewBuilder()
	if err != nil {
		return nil, err
	}
	return &Runner{Limits: check.UsualLimits, builder: b, engine: host.NewEngine(cacheDir)}, nil
}

// Close frees what was compiled.
func (r *Runner) Close() error { return r.engine.Close() }

// A Program is a compiled program, or why it is none.
type Program struct {
	Problem string // what the compiler said

	name    string
	limits  check.Limits
	program *host.Program
	listen  listen
}

// Compile compiles a program: a text that may hold several files (link.Split), as the page takes it. An error is ours or the machine's; the program's own faults are in Problem.
func (r *Runner) Compile(file string, src []byte) (*Program, error) {
	var files []load.File
	for _, f := range link.Split(file, string(src)) {
		files = append(files, load.File{Name: f.Name, Data: []byte(f.Text)})
	}
	module, ds, err := r.builder.Build(0, files...)
	if len(ds) > 0 {
		return &Program{Problem: strings.TrimSpace(load.Text(ds))}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", file, err)
	}
	p, err := r.engine.Load(module)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", file, err)
	}
	return &Program{name: strings.TrimSuffix(path.Base(file), ".go"), limits: r.Limits, program: p, listen: r.listen}, nil
}

// A Result is a run for a check and what identifies it.
type Result struct {
	*check.Run
	Digest string
}

// Run runs p as c says. More sinks may listen.
func (p *Program) Run(c check.Case, more ...event.Sink) (Result, error) {
	if p.Problem != "" {
		first, _, _ := strings.Cut(p.Problem, "\n")
		return Result{Run: &check.Run{Failed: "it does not compile: " + first}}, nil
	}
	knobs, err := c.Settings.Knobs()
	if err != nil {
		return Result{}, err
	}
	meter, out, errs := check.NewMeter(), &capped{most: p.limits.Output}, &capped{most: p.limits.Output}
	until := c.Settings.End()
	if until == 0 {
		until = p.limits.Virtual
	}
	n := &counter{most: p.limits.Records}
	sinks := append([]event.Sink{meter, n}, more...)
	var res host.Result
	if p.listen != nil {
		s, after := p.listen(p.program)
		sinks = append(sinks, s)
		defer func() { after(res) }()
	}
	res, err = p.program.Run(context.Background(), host.Options{
		Procs: max(1, c.Settings.Procs), Seed: c.Seed, Set: knobs, Until: until, Timeout: maxReal, Args: []string{p.name},
		Stdin: strings.NewReader(""), Stdout: out, Stderr: errs, Sinks: sinks, OnStop: n.stop(out, errs),
	})
	run := meter.Run()
	run.Output, run.Stderr, run.Exit = out.String(), errs.String(), res.Code
	var over tooMuch
	switch {
	case errors.As(err, &over):
		run.Failed = string(over)
	case errors.Is(err, host.ErrTimeout):
		run.Failed = fmt.Sprintf("it did not end within %v of real time", maxReal)
	case err != nil:
		return Result{}, fmt.Errorf("run %s with seed %d: %w", p.name, c.Seed, err)
	case out.full || errs.full:
		run.Failed = out.text()
	case res.Until && c.Settings.End() == 0:
		run.Failed = fmt.Sprintf("it did not end within %v of virtual time", p.limits.Virtual)
	}
	return Result{run, res.Digest}, nil
}

// tooMuch ends a run that is over a limit.
type tooMuch string

func (t tooMuch) Error() string { return string(t) }

// counter counts records.
type counter struct{ records, most int }

func (c *counter) Add(event.Record) { c.records++ }
func (c *counter) Close() error     { return nil }

// stop looks at the limits between two steps of the host.
func (c *counter) stop(outs ...*capped) func(*host.Stop) error {
	return func(*host.Stop) error {
		if c.records > c.most {
			return tooMuch(fmt.Sprintf("after %d events it had not ended", c.most))
		}
		for _, o := range outs {
			if o.full {
				return tooMuch(o.text())
			}
		}
		return nil
	}
}

// capped keeps the first bytes.
type capped struct {
	bytes.Buffer
	most int
	full bool
}

func (c *capped) text() string { return fmt.Sprintf("it printed more than %d KiB", c.most>>10) }

func (c *capped) Write(b []byte) (int, error) {
	if room := c.most - c.Len(); len(b) > room {
		c.full = true
		c.Buffer.Write(b[:room])
		return len(b), nil
	}
	return c.Buffer.Write(b)
}

var _ io.Writer = (*capped)(nil)
