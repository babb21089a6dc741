package cli

// This file is the command test: what go test is for the go command.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

const testUsage = `usage: gopark test [flags] [DIR | PACKAGE]...

Runs the tests of the package in a folder (default .), which begins with ./, ../ or /, or of a
package of the Go tree, such as strings, under Gopark's scheduler. The lines are those of go test.
The code is 0 if all pass, 1 if one fails or does not compile.

  -run R       only tests, examples and fuzz targets (their seeds) that match R
  -skip R      not those that match R
  -v           say of each test how it ended
  -short       set testing.Short
  -count N     run each test N times
  -timeout D   a test that runs longer than D, in the time of the program, fails (default 10m)
  -procs N     GOMAXPROCS, 1 to 64 (default 4)
  -seed S      seed of every random choice in virtual time (default 1)
  -parallel    real threads and real time instead of virtual time
  -race        find data races, in virtual time: a test in which there is one fails
  -mem SIZE    memory, at most 1GiB (default 512MiB)

The program sees the files of the folder, up to 1 MiB each, and those in testdata. Benchmarks are not run: gopark bench is for that.
`

// testFlags are the flags of test.
type testFlags struct {
	runFlags
	run, skip      string
	verbose, short bool
	count          int
	limit          time.Duration
}

// Test runs the tests of packages.
func Test(args []string, io IO) int {
	f := FlagSet("test", testUsage, io)
	c := testFlags{runFlags: runFlags{mem: 512 << 20, policy: "", io: ""}}
	f.IntVar(&c.procs, "procs", 4, "")
	f.Uint64Var(&c.seed, "seed", 1, "")
	f.BoolVar(&c.parallel, "parallel", false, "")
	f.BoolVar(&c.race, "race", false, "")
	f.Var(&c.mem, "mem", "")
	f.StringVar(&c.run, "run", "", "")
	f.StringVar(&c.skip, "skip", "", "")
	f.BoolVar(&c.verbose, "v", false, "")
	f.BoolVar(&c.short, "short", false, "")
	f.IntVar(&c.count, "count", 1, "")
	f.DurationVar(&c.limit, "timeout", 10*time.Minute, "")
	if code, ok := Parse(f, args); !ok {
		return code
	}
	switch {
	case c.procs < 1 || c.procs > 64:
		return Misuse(f, io, "-procs must be 1 to 64, not %d", c.procs)
	case c.mem > host.MaxMemory || c.mem < host.MinMemory:
		return Misuse(f, io, "-mem must be from 4MiB to 1GiB")
	case c.race && c.parallel:
		return Misuse(f, io, "%s", raceParallel)
	case c.race && c.mem > host.MaxMemory-host.RaceMemory:
		return Misuse(f, io, "%s", raceMem)
	case c.count < 1:
		return Misuse(f, io, "-count must be at least 1, not %d", c.count)
	case c.limit < 0:
		return Misuse(f, io, "-timeout must not be negative: %v", c.limit)
	}
	packages := f.Args()
	if len(packages) == 0 {
		packages = []string{"."}
	}
	worst := 0
	for _, p := range packages {
		worst = max(worst, c.test(p, io))
	}
	return worst
}

// test runs the tests of one package.
func (c *testFlags) test(arg string, io IO) int {
	if !strings.HasPrefix(arg, ".") && !filepath.IsAbs(arg) {
		arg = path.Clean(arg)
	}
	t, err := host.FindTests(arg)
	if err != nil {
		fmt.Fprintf(io.Err, "gopark test: %v\n", err)
		return exitUsage
	}
	if t.None {
		fmt.Fprintf(io.Out, "?   \t%s\t[no test files]\n", t.Path)
		return 0
	}
	if t.Faults != nil {
		fmt.Fprintf(io.Err, "# %s\n%s", t.Path, load.Text(t.Faults[:1]))
		fmt.Fprintf(io.Out, "FAIL\t%s [setup failed]\n", t.Path)
		return exitCompile
	}
	t.Race = c.race
	module, ds, err := t.Build(uint64(c.mem))
	switch {
	case len(ds) > 0:
		fmt.Fprintf(io.Err, "# %s\n%s", t.Path, load.Text(ds))
		fmt.Fprintf(io.Out, "FAIL\t%s [build failed]\n", t.Path)
		return exitCompile
	case err != nil:
		return bug(err, io)
	}
	program, err := host.NewEngine(cacheDir()).Load(module)
	if err != nil {
		return bug(err, io)
	}
	defer program.Close()
	var quiet both
	o := host.Options{
		Procs: c.procs, Seed: c.seed, Parallel: c.parallel, Memory: uint64(c.mem), Args: c.arguments(t), Dir: t.Dir, Files: t.Data, Stdin: io.In, Stdout: &quiet, Stderr: &quiet,
	}
	if c.verbose {
		o.Stdout, o.Stderr = io.Out, io.Err
	}
	if c.parallel {
		o.Env = os.Environ()
	}
	if c.race {
		o.Memory += host.RaceMemory
	}
	began := time.Now()
	res, err := program.Run(context.Background(), o)
	code := c.outcome(res, err, io)
	took := time.Since(began).Seconds()
	if code == 0 {
		fmt.Fprintf(io.Out, "ok  \t%s\t%.3fs\n", t.Path, took)
		return 0
	}
	io.Out.Write(quiet.b.Bytes())
	fmt.Fprintf(io.Out, "FAIL\t%s\t%.3fs\n", t.Path, took)
	if code == exitBug {
		return code
	}
	return exitCompile
}

// both gathers what a program writes to both of its outputs, perhaps on several threads.
type both struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *both) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

// arguments are what package testing is told.
func (c *testFlags) arguments(t *host.Tests) []string {
	args := []string{path.Base(t.Path) + ".test", fmt.Sprintf("-test.timeout=%v", c.limit), fmt.Sprintf("-test.count=%d", c.count)}
	for flag, value := range map[string]string{"run": c.run, "skip": c.skip} {
		if value != "" {
			args = append(args, "-test."+flag+"="+value)
		}
	}
	for flag, on := range map[string]bool{"v": c.verbose, "short": c.short} {
		if on {
			args = append(args, "-test."+flag)
		}
	}
	return args
}
