// This file is the command gopark soak.
package soak

import (
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gopark/gopark/wasm/host/cli"
)

const usage = `usage: gopark soak [-root DIR] [-summary] [-record] [PART...]

Runs the long tests, part by part (default all), and goes on where the last soak of
this commit ended. -summary only prints what was done. -record adds it to
site/soak/results.md, to be committed. -root is the repository.

`

// session is one call of the command.
type session struct {
	root  string
	slice string // GOPARK_SLICE of the next round
	log   io.Writer
}

// Command is gopark soak.
func Command(args []string, io cli.IO) int {
	f := cli.FlagSet("soak", usage, io)
	f.Usage = func() {
		fmt.Fprint(io.Err, usage)
		for _, p := range parts {
			fmt.Fprintf(io.Err, "  %-18s %s\n", p.name, p.does)
		}
	}
	root := f.String("root", ".", "")
	summary := f.Bool("summary", false, "")
	record := f.Bool("record", false, "")
	if code, ok := cli.Parse(f, args); !ok {
		return code
	}
	wanted, err := choose(f.Args())
	if err != nil {
		return cli.Misuse(f, io, "%v", err)
	}
	if *summary || *record {
		wanted = nil
	}
	failed, err := run(&session{*root, "all", io.Err}, wanted, *record, io.Out)
	if err != nil {
		fmt.Fprintf(io.Err, "gopark soak: %v\n", err)
	}
	if err != nil || failed {
		return 1
	}
	return 0
}

// choose gives the parts with these names, all if there are none.
func choose(names []string) ([]part, error) {
	return cli.Choose("part", parts, func(p part) string { return p.name }, names)
}

// run runs the parts, and prints the summary. failed says whether any round ever failed.
func run(s *session, wanted []part, record bool, out io.Writer) (failed bool, err error) {
	commit, err := exec.Command("git", "-C", s.root, "rev-parse", "HEAD").Output()
	if err != nil {
		return false, fmt.Errorf("git rev-parse HEAD: %w", err)
	}
	file, err := stateFile(strings.TrimSpace(string(commit)))
	if err != nil {
		return false, err
	}
	fmt.Fprintf(s.log, "gopark soak: the results are in %s\n", file)
	st, err := readState(file, strings.TrimSpace(string(commit)))
	if err != nil {
		return false, err
	}
	for _, p := range wanted {
		if err := p.run(s, st, file); err != nil {
			return false, err
		}
	}
	st.summary(out, parts)
	if record {
		if err := st.record(filepath.Join(s.root, results)); err != nil {
			return false, err
		}
	}
	for _, r := range st.Parts {
		failed = failed || len(r.Failures) > 0
	}
	return failed, nil
}

// run does the rounds of a part that are left, up to the first failure.
func (p part) run(s *session, st *state, file string) error {
	r := st.of(p.name)
	for !r.Done {
		fmt.Fprintf(s.log, "gopark soak: %s, round %d\n", p.name, r.Rounds+1)
		began := time.Now()
		s.slice = "all"
		c, err := p.round(s, r)
		r.Took += time.Since(began)
		r.Last = time.Now()
		if err != nil {
			r.Failures = append(r.Failures, err.Error())
			fmt.Fprintf(s.log, "gopark soak: %s, round %d failed: %v\n", p.name, r.Rounds+1, err)
			return st.write(file)
		}
		r.Rounds++
		for name, n := range c {
			r.Counts[name] += n
		}
		r.Done = p.rounds > 0 && r.Rounds >= p.rounds || p.enough != nil && p.enough(r.Counts)
		if err := st.write(file); err != nil {
			return err
		}
	}
	return nil
}
