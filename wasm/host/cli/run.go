package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/core/sched/knob"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

const runUsage = `usage: gopark run [flags] FILE.go... [-- ARG...]
       gopark run [flags] FILE.wasm [-- ARG...]

Compiles a Go program and runs it under Gopark's scheduler. Its output and exit code
are those of the binary that go build makes.

  -procs N       GOMAXPROCS, 1 to 64 (default 4)
  -seed S        seed of every random choice in virtual time (default 1)
  -parallel      real threads and real time instead of virtual time
  -race          find data races, in virtual time: each is reported on stderr, and the
                 exit code is 66. The schedule is the same as without; the detector has
                 128 MiB of memory of its own.
  -mem SIZE      memory, at most 1GiB (default 256MiB)
  -timeout D     end the program after D, such as 10s: exit code 124
  -digest        print the digest of the run as the last line of stderr
  -slice N       fuel of a time slice, in SSA instructions
  -policy P      another scheduler: NAME[,SWITCH=VALUE...], such as go1.13 or
                 local,steal=one (gopark help policies lists them)
  -cost C        costs in virtual time: COST=DURATION,..., such as wake=2us
                 (gopark help costs)
  -io IO         what files and the network take, such as file=1ms,net=5ms,loss=1%
                 (gopark help io)
  -schedtrace D  print the state of the scheduler to stderr every D, at least 1ms, in the
                 words of GODEBUG=schedtrace=N (which counts too, with -parallel)
  -scheddetail   with it, a line for each P, M and G
  -until D       end the run at virtual time D, such as 2s: exit code 0, and a line on
                 stderr says so. All that is recorded is as without -until, up to then.
                 Not with -parallel: there -timeout ends a run.
  -events FILE   write the event file
  -stats FILE    write the figures of the run: steals, latencies, what each P did ...
                 - is stderr; as JSON if FILE ends in .json
  -trace FILE    write an execution trace for go tool trace
  -perfetto FILE write a picture for ui.perfetto.dev (Open trace file; the file stays
                 in the browser)

A file that cannot be made is an error before the program runs; one that cannot be
written to the end, after it (exit code 2).

In virtual time the program sees no environment variables, and the clock starts at
2009-11-10 23:00:00 UTC: the same seed gives the same run everywhere.
`

// Run compiles and runs a program.
func Run(args []string, io IO) int {
	f := FlagSet("run", runUsage, io)
	c := runFlags{mem: host.DefaultMemory}
	c.define(f)
	if code, ok := Parse(f, args); !ok {
		return code
	}
	files, rest := splitArgs(f.Args())
	if problem := c.check(files); problem != "" {
		return Misuse(f, io, "%s", problem)
	}
	module, code, ok := c.module(f, files, io)
	if !ok {
		return code
	}
	return c.run(module, append([]string{programName(files[0])}, rest...), io)
}

// runFlags are the flags of run.
type runFlags struct {
	procs, slice     int
	seed             uint64
	parallel, digest bool
	race             bool
	mem              size
	timeout, until   time.Duration
	policy, cost, io string
	schedtrace       time.Duration
	scheddetail      bool
	set              []policy.Setting // what the three mean

	events, stats, trace, perfetto string // files to write, "" none

	prebuilt bool // the file given is a module, not ours to vouch for
}

func (c *runFlags) define(f *flag.FlagSet) {
	f.IntVar(&c.procs, "procs", 4, "")
	f.IntVar(&c.slice, "slice", 0, "")
	f.Uint64Var(&c.seed, "seed", 1, "")
	f.BoolVar(&c.parallel, "parallel", false, "")
	f.BoolVar(&c.digest, "digest", false, "")
	f.BoolVar(&c.race, "race", false, "")
	f.Var(&c.mem, "mem", "")
	f.DurationVar(&c.timeout, "timeout", 0, "")
	f.DurationVar(&c.until, "until", 0, "")
	f.StringVar(&c.events, "events", "", "")
	f.StringVar(&c.policy, "policy", policy.Default, "")
	f.StringVar(&c.cost, "cost", "", "")
	f.StringVar(&c.io, "io", "", "")
	f.StringVar(&c.stats, "stats", "", "")
	f.StringVar(&c.trace, "trace", "", "")
	f.DurationVar(&c.schedtrace, "schedtrace", 0, "")
	f.BoolVar(&c.scheddetail, "scheddetail", false, "")
	f.StringVar(&c.perfetto, "perfetto", "", "")
}

// check says what is wrong with the flags, or nothing.
func (c *runFlags) check(files []string) string {
	switch {
	case c.procs < 1 || c.procs > 64:
		return fmt.Sprintf("-procs must be 1 to 64, not %d", c.procs)
	case c.slice < 0:
		return fmt.Sprintf("-slice must not be negative: %d", c.slice)
	case c.mem > host.MaxMemory:
		return "-mem must be at most 1GiB"
	case c.mem < host.MinMemory:
		return "-mem must be at least 4MiB"
	case c.schedtrace < 0 || c.schedtrace > 0 && c.schedtrace < time.Millisecond:
		return fmt.Sprintf("-schedtrace must be at least 1ms: %v", c.schedtrace)
	case c.scheddetail && c.schedtrace == 0:
		return "-scheddetail needs -schedtrace"
	case c.timeout < 0:
		return fmt.Sprintf("-timeout must not be negative: %v", c.timeout)
	case c.until < 0:
		return fmt.Sprintf("-until must not be negative: %v", c.until)
	case c.until > 0 && c.parallel:
		return "-until is a virtual time: with -parallel use -timeout"
	case c.race && c.parallel:
		return raceParallel
	case c.race && c.mem > host.MaxMemory-host.RaceMemory:
		return raceMem
	case c.race && len(files) == 1 && strings.HasSuffix(files[0], ".wasm"):
		return "-race wants Go files: a module is compiled already"
	}
	if problem := c.settings(); problem != "" {
		return problem
	}
	return checkFiles(files)
}

const (
	raceParallel = "-race is for virtual time: with -parallel there is no race detector"
	raceMem      = "-mem must be at most 896MiB with -race, which needs 128MiB itself"
)

// settings reads -policy, -cost and -io.
func (c *runFlags) settings() string {
	switches, err := policy.Parse(c.policy)
	if err != nil {
		return "-policy: " + err.Error()
	}
	costs, err := policy.ParseCosts(c.cost)
	if err != nil {
		return "-cost: " + err.Error()
	}
	if c.parallel && len(costs) > 0 {
		return "-cost is for virtual time: with -parallel things cost what they cost"
	}
	around, err := policy.ParseIO(c.io)
	if err != nil {
		return "-io: " + err.Error()
	}
	c.set = slices.Concat(switches, costs, around, c.traceSettings())
	return ""
}

// traceSettings are -schedtrace and -scheddetail. In parallel mode the program's environment is that of
// gopark, and its GODEBUG counts if there is no flag.
func (c *runFlags) traceSettings() []policy.Setting {
	every, detail := c.schedtrace, c.scheddetail
	if every == 0 && c.parallel {
		every, detail = godebugTrace(os.Getenv("GODEBUG"))
	}
	set := []policy.Setting{}
	if every > 0 {
		set = append(set, policy.Setting{Knob: knob.SchedTrace, Value: int64(every)})
	}
	if detail && every > 0 {
		set = append(set, policy.Setting{Knob: knob.SchedDetail, Value: 1})
	}
	return set
}

// godebugTrace reads schedtrace=MS and scheddetail=1 out of a GODEBUG.
func godebugTrace(text string) (every time.Duration, detail bool) {
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(value)
		switch {
		case err != nil:
		case name == "schedtrace" && n > 0:
			every = time.Duration(n) * time.Millisecond
		case name == "scheddetail":
			detail = n > 0
		}
	}
	return every, detail
}

// checkFiles wants Go files, or one module, that exist.
func checkFiles(files []string) string {
	if len(files) == 0 {
		return "no Go files given"
	}
	for _, name := range files {
		isModule := strings.HasSuffix(name, ".wasm") && len(files) == 1
		if !strings.HasSuffix(name, ".go") && !isModule {
			return fmt.Sprintf("%s is not a Go file (arguments of the program come after --)", name)
		}
		if info, err := os.Stat(name); err != nil {
			return err.Error()
		} else if info.IsDir() {
			return name + " is a directory"
		}
	}
	return ""
}

// module compiles the files, or reads the module that was given.
func (c *runFlags) module(f *flag.FlagSet, files []string, io IO) (module []byte, code int, ok bool) {
	if strings.HasSuffix(files[0], ".wasm") {
		module, err := os.ReadFile(files[0])
		if err != nil {
			return nil, Misuse(f, io, "%v", err), false
		}
		c.prebuilt = true
		if !given(f, "mem") {
			c.mem = 0 // as it was linked
		}
		return module, 0, true
	}
	return compileFiles(files, uint64(c.mem), c.race, io)
}

// compileFiles compiles; diagnostics are printed as go run prints them.
func compileFiles(files []string, mem uint64, race bool, io IO) (module []byte, code int, ok bool) {
	sources, err := host.ReadFiles(files...)
	if err != nil {
		fmt.Fprintf(io.Err, "gopark: %v\n", err)
		return nil, exitUsage, false
	}
	newBuilder := host.NewBuilder
	if race {
		newBuilder = host.NewRaceBuilder
	}
	builder, err := newBuilder()
	if err != nil {
		fmt.Fprintf(io.Err, "gopark: %v\n", err)
		return nil, exitCompile, false
	}
	module, ds, err := builder.Build(mem, sources...)
	if len(ds) > 0 {
		fmt.Fprint(io.Err, "# command-line-arguments\n", load.Text(ds))
		return nil, exitCompile, false
	}
	if err != nil {
		return nil, bug(err, io), false
	}
	return module, 0, true
}

// run runs a module and reports what is ours to report.
func (c *runFlags) run(module []byte, args []string, io IO) int {
	engine := host.NewEngine(cacheDir())
	program, err := engine.Load(module)
	if err != nil && c.prebuilt {
		fmt.Fprintf(io.Err, "gopark run: %v\n", err)
		return exitUsage
	}
	if err != nil {
		return bug(err, io)
	}
	o := host.Options{
		Procs: c.procs, Seed: c.seed, Parallel: c.parallel, Slice: c.slice, Set: c.set, Memory: uint64(c.mem), Timeout: c.timeout,
		Until: c.until, Args: args, Stdin: io.In, Stdout: io.Out, Stderr: io.Err,
	}
	if c.parallel {
		o.Env = os.Environ()
	}
	if c.race {
		o.Memory += host.RaceMemory
	}
	var out outputs
	if err := out.open(c, program.Layout.Places(), &o, io.Err); err != nil {
		out.close()
		fmt.Fprintf(io.Err, "gopark run: %v\n", err)
		return exitUsage
	}
	res, err := program.Run(context.Background(), o)
	code := c.outcome(res, err, io)
	if err := out.close(); err != nil {
		fmt.Fprintf(io.Err, "gopark run: %v\n", err)
		code = exitUsage
	}
	if c.digest && err == nil {
		fmt.Fprintf(io.Err, "digest: %s\n", res.Digest)
	}
	return code
}

// outcome words the end of a run and gives the exit code.
func (c *runFlags) outcome(res host.Result, err error, io IO) int {
	var ours host.Bug
	switch {
	case err == nil && res.Until:
		fmt.Fprintf(io.Err, "gopark: ended at %v of virtual time (-until)\n", c.until)
		return 0
	case err == nil:
		return res.Code
	case errors.Is(err, host.ErrTimeout):
		fmt.Fprintf(io.Err, "gopark: the program did not end within %v\n", c.timeout)
		return exitTimeout
	case errors.Is(err, host.ErrTooManyMs):
		fmt.Fprintf(io.Err, "gopark: %v, and with -parallel it can have no more; without -parallel, in virtual time, it can\n", host.ErrTooManyMs)
		return exitUsage
	case errors.As(err, &ours):
		return bug(ours.Err, io)
	default:
		fmt.Fprintf(io.Err, "gopark: %v\n", err)
		return exitUsage
	}
}

// bug reports our own fault.
func bug(err error, io IO) int {
	text := "internal error: " + strings.TrimPrefix(err.Error(), "internal error: ")
	if strings.HasPrefix(err.Error(), "internal compiler error") { // has the address already
		fmt.Fprintf(io.Err, "gopark: %v\n", err)
	} else {
		fmt.Fprintf(io.Err, "gopark: %s\n%s\n", text, reportTo)
	}
	return exitBug
}

// programName is os.Args[0]: the first file without its extension.
func programName(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
