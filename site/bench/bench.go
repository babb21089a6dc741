// Package bench measures programs in several engines against native Go: the command
// gopark bench.
//
// The programs are ordinary Go (testdata): each prints the time of 12 rounds, in ns.
// The first round warms up; the median of the other 11 counts. Native Go is built and
// run in the same call, so the ratios hold on any machine. Our engines run with real
// threads, and with fuel, preemption and events on.
package bench

import (
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
	"github.com/gopark/gopark/wasm/host/cli"
)

//go:embed testdata/*.go
var programs embed.FS

// measurement is a program under a number of processors.
type measurement struct {
	name, program string
	procs         int
	what          string
}

var measurements = []measurement{
	{"fib", "fib.go", 1, "fib(35)"},
	{"loop", "loop.go", 1, "an iteration of a tight loop"},
	{"chan", "chan.go", 1, "a round trip over unbuffered channels"},
	{"spawn", "spawn.go", 1, "go, exit and join"},
	{"gosched", "gosched.go", 1, "a turn in a ring of 10 that call Gosched"},
	{"parallel1", "parallel.go", 1, "64 loops on one processor"},
	{"parallel2", "parallel.go", 2, "64 loops on two processors"},
	{"alloc", "alloc.go", 1, "300 MB allocated with 25 MB live"},
}

const usage = `usage: gopark bench [-in ENGINES] [-json FILE] [-root DIR] [NAME...]

Measures programs against native Go. ENGINES is a list, by default
native,wazero,node,chromium: native (always measured), wazero (this process), node and
chromium (the Workers of the page), gojs (Go's own js/wasm port).
-root is the repository (default .): chromium takes its headers from netlify.toml.

`

// Result is one line of the -json file.
type Result struct {
	Name   string    `json:"name"`
	Engine string    `json:"engine"`
	Procs  int       `json:"procs"`
	Median float64   `json:"median_ns"`
	Rounds []float64 `json:"rounds_ns"`
	Ratio  float64   `json:"ratio"` // to native
	Error  string    `json:"error,omitempty"`
}

// Command is gopark bench.
func Command(args []string, io cli.IO) int {
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Err)
	f.Usage = func() {
		fmt.Fprint(io.Err, usage)
		for _, m := range measurements {
			fmt.Fprintf(io.Err, "  %-10s %s\n", m.name, m.what)
		}
	}
	in := f.String("in", "native,wazero,node,chromium", "")
	file := f.String("json", "", "")
	root := f.String("root", ".", "")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	wanted, err := choose(f.Args())
	if err == nil {
		err = checkEngines(strings.Split(*in, ","))
	}
	if err != nil {
		fmt.Fprintf(io.Err, "gopark bench: %v\n", err)
		f.Usage()
		return 2
	}
	results, err := measure(wanted, strings.Split(*in, ","), *root, io.Err)
	if err != nil {
		fmt.Fprintf(io.Err, "gopark bench: %v\n", err)
		return 1
	}
	table(results, io.Out)
	if err := writeJSON(*file, results); err != nil {
		fmt.Fprintf(io.Err, "gopark bench: %v\n", err)
		return 1
	}
	for _, r := range results {
		if r.Error != "" {
			return 1
		}
	}
	return 0
}

// choose gives the measurements with these names, all if there are none.
func choose(names []string) ([]measurement, error) {
	if len(names) == 0 {
		return measurements, nil
	}
	var out []measurement
	for _, name := range names {
		i := slices.IndexFunc(measurements, func(m measurement) bool { return m.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no measurement %q", name)
		}
		out = append(out, measurements[i])
	}
	return out, nil
}

func checkEngines(names []string) error {
	for _, name := range names {
		known := false
		for _, e := range engines {
			known = known || e.name == name
		}
		if !known {
			return fmt.Errorf("no engine %q", name)
		}
	}
	return nil
}

// measure runs everything, engine by engine, native first.
func measure(wanted []measurement, in []string, root string, log io.Writer) ([]Result, error) {
	dir, err := os.MkdirTemp("", "gopark-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	jobs, err := compile(wanted, dir, len(in) > 1 || in[0] != "native")
	if err != nil {
		return nil, err
	}
	var results []Result
	for _, e := range engines {
		if e.name != "native" && !slices.Contains(in, e.name) {
			continue
		}
		under, err := e.make(dir, root)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
		}
		for i, m := range wanted {
			fmt.Fprintf(log, "%s: %s\n", e.name, m.name)
			results = append(results, one(under, e.name, m, jobs[i]))
		}
		under.close()
	}
	ratios(results)
	return results, nil
}

// compile writes the sources and makes the modules.
func compile(wanted []measurement, dir string, modules bool) ([]job, error) {
	var builder *host.Builder
	if modules {
		var err error
		if builder, err = host.NewBuilder(); err != nil {
			return nil, err
		}
	}
	var jobs []job
	for _, m := range wanted {
		src, err := programs.ReadFile("testdata/" + m.program)
		if err != nil {
			return nil, err
		}
		j := job{name: m.name, source: filepath.Join(dir, m.program), procs: m.procs}
		if err := os.WriteFile(j.source, src, 0o644); err != nil {
			return nil, err
		}
		if modules {
			module, ds, err := builder.Build(0, load.File{Name: m.program, Data: src})
			if len(ds) > 0 {
				err = errors.New(load.Text(ds))
			}
			if err != nil {
				return nil, fmt.Errorf("compile %s: %w", m.program, err)
			}
			j.module = module
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// one measures one program in one engine.
func one(e engineUnderTest, name string, m measurement, j job) Result {
	r := Result{Name: m.name, Engine: name, Procs: m.procs}
	out, err := e.run(j)
	if err == nil {
		r.Rounds, err = rounds(out)
	}
	if err != nil {
		r.Error = err.Error()
		return r
	}
	r.Median = median(r.Rounds)
	return r
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

func median(xs []float64) float64 {
	sorted := slices.Sorted(slices.Values(xs))
	return sorted[len(sorted)/2]
}

// ratios fills in the ratio to native.
func ratios(results []Result) {
	base := map[string]float64{}
	for _, r := range results {
		if r.Engine == "native" {
			base[r.Name] = r.Median
		}
	}
	for i := range results {
		if b := base[results[i].Name]; b > 0 && results[i].Error == "" {
			results[i].Ratio = results[i].Median / b
		}
	}
}

func writeJSON(file string, results []Result) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(results, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
