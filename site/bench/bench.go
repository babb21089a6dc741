// Package bench measures programs in several engines against native Go: the command
// gopark bench.
//
// The programs are ordinary Go (testdata): each prints the time of 12 rounds, in ns.
// The first round warms up; the median of the other 11 counts. Native Go is built and
// run in the same call, so the ratios hold on any machine. Our engines run with real
// threads, and with fuel, preemption and events on. Of the events Chromium takes as many as
// the page keeps, a million, and counts the others; events-gosched and so on, which tell what
// events cost, take all that fit.
package bench

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gopark/gopark/wasm/host/cli"
)

//go:embed testdata/*.go
var programs embed.FS

const usage = `usage: gopark bench [-in ENGINES] [-passes N] [-json FILE] [-root DIR] [NAME...]

Measures programs against native Go. ENGINES is a list, by default
native,wazero,node,chromium: native (always measured), wazero (this process), node and
chromium (the Workers of the page), gojs (Go's own js/wasm port).
Each is run N times (1 to 99, by default 3), right after native Go; the ratio is the median.
-root is the repository (default .): chromium takes its headers from netlify.toml, and
edit, play and zoom build its site. play and zoom fail below 90 % of the frames of a blank page.

`

// Config is what the command lends the measurements.
type Config struct {
	Root      string                 // the repository
	BuildSite func(out string) error // builds its site
	Log       io.Writer
}

// Command is gopark bench. buildSite builds the site of the repository root into out.
func Command(args []string, io cli.IO, buildSite func(root, out string) error) int {
	f := cli.FlagSet("bench", usage, io)
	f.Usage = func() {
		fmt.Fprint(io.Err, usage)
		for _, m := range measurements {
			fmt.Fprintf(io.Err, "  %-10s %s\n", m.name, m.what)
		}
		fmt.Fprintf(io.Err, "  %-10s %s\n", "events", "what events cost: events-gosched and so on, only if they are asked for")
	}
	in := f.String("in", "native,wazero,node,chromium", "")
	passes := f.Int("passes", 3, "")
	file := f.String("json", "", "")
	root := f.String("root", ".", "")
	if code, ok := cli.Parse(f, args); !ok {
		return code
	}
	wanted, err := choose(f.Args())
	names, err2 := chooseEngines(strings.Split(*in, ","))
	var err3 error
	if *passes < 1 || *passes > 99 {
		err3 = fmt.Errorf("-passes is %d: want 1 to 99", *passes)
	}
	if err := errors.Join(err, err2, err3); err != nil {
		return cli.Misuse(f, io, "%v", err)
	}
	b := &bench{wanted: wanted, passes: *passes, names: names}
	b.Config = Config{Root: *root, Log: io.Err, BuildSite: func(out string) error { return buildSite(*root, out) }}
	if err := b.measure(); err != nil {
		fmt.Fprintf(io.Err, "gopark bench: %v\n", err)
		return 1
	}
	if err := b.write(io.Out, *file); err != nil {
		fmt.Fprintf(io.Err, "gopark bench: %v\n", err)
		return 1
	}
	for _, r := range b.results {
		if r.Error != "" {
			return 1
		}
	}
	return 0
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
