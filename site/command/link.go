package command

// This file is gopark link, which makes links to programs, and gopark run, which takes them.

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/site/link"
	"github.com/gopark/gopark/wasm/host"
	"github.com/gopark/gopark/wasm/host/cli"
)

const linkUsage = `usage: gopark link [flags] FILE.go... | FILE.txtar
       gopark link -show LINK

Prints a link that holds a program and how it is run: the part behind the address of a
playground, which opens it. gopark run LINK runs it: the same run, to the last event, if
the engine is the same.

  -site URL    the playground's address, to be put in front
  -procs N     GOMAXPROCS, 1 to 64
  -seed S      the seed of the run
  -parallel    in Parallel
  -policy P    -cost C   -io IO   -until D
               as gopark run has them
  -at MOMENT   where the stage stands after Run: a number of events, end, first(KIND),
               last(KIND) or nth(KIND,N), such as first(steal)
  -show        print what a link holds: the files as txtar, and above them the command
               that runs it

The program is in the link itself, packed: at most %d KiB of link, %d KiB of program.
A LINK is an address with #v1: in it, or the part from there on.
`

// Link is gopark link.
func Link(args []string, io cli.IO) int {
	f := cli.FlagSet("link", fmt.Sprintf(linkUsage, link.MaxText>>10, link.MaxJSON>>10), io)
	var l link.Link
	site := f.String("site", "", "")
	show := f.Bool("show", false, "")
	parallel := f.Bool("parallel", false, "")
	f.StringVar(&l.Run.Procs, "procs", "", "")
	f.StringVar(&l.Run.Seed, "seed", "", "")
	f.StringVar(&l.Run.Policy, "policy", "", "")
	f.StringVar(&l.Run.Costs, "cost", "", "")
	f.StringVar(&l.Run.IO, "io", "", "")
	f.StringVar(&l.Run.Until, "until", "", "")
	f.StringVar(&l.At, "at", "", "")
	if code, ok := cli.Parse(f, args); !ok {
		return code
	}
	if *show {
		if f.NArg() != 1 {
			return cli.Misuse(f, io, "-show wants one link")
		}
		return showLink(f.Arg(0), io)
	}
	if f.NArg() == 0 {
		return cli.Misuse(f, io, "no Go files given")
	}
	if *parallel {
		l.Run.Mode = "parallel"
	}
	if err := checkRun(l.Run); err != nil {
		return cli.Misuse(f, io, "%v", err)
	}
	if err := printLink(*site, l, f.Args(), io); err != nil {
		fmt.Fprintf(io.Err, "gopark link: %v\n", err)
		return 2
	}
	return 0
}

// checkRun holds the words against the lists that the scheduler has of them.
func checkRun(r link.Run) error {
	if r.Policy != "" {
		if _, err := policy.Parse(r.Policy); err != nil {
			return fmt.Errorf("-policy: %w", err)
		}
	}
	if _, err := policy.ParseCosts(r.Costs); err != nil {
		return fmt.Errorf("-cost: %w", err)
	}
	if _, err := policy.ParseIO(r.IO); err != nil {
		return fmt.Errorf("-io: %w", err)
	}
	if r.Until != "" {
		if _, err := policy.ParseUntil(r.Until); err != nil {
			return fmt.Errorf("-until: %w", err)
		}
	}
	return nil
}

func printLink(site string, l link.Link, names []string, io cli.IO) (err error) {
	if l.Files, err = readProgram(names); err != nil {
		return err
	}
	if l.Engine, err = host.EngineVersion(); err != nil {
		return err
	}
	at, err := url.Parse(site)
	if err != nil {
		return fmt.Errorf("-site: %w", err)
	}
	at.Fragment = ""
	text, err := link.Encode(l)
	if err != nil {
		return err
	}
	fmt.Fprintln(io.Out, at.String()+text)
	return nil
}

// readProgram reads Go files, or one txtar.
func readProgram(names []string) (files []link.File, err error) {
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		base := filepath.Base(name)
		if filepath.Ext(name) == ".txtar" {
			if len(names) > 1 {
				return nil, fmt.Errorf("%s stands for all files of a program: give it alone", name)
			}
			return link.Split("main.go", string(b)), nil
		}
		files = append(files, link.File{Name: base, Text: string(b)})
	}
	return files, nil
}

func showLink(text string, io cli.IO) int {
	l, err := link.Decode(text)
	if err != nil {
		fmt.Fprintf(io.Err, "gopark link: %v\n", err)
		return 1
	}
	words := append([]string{"gopark", "run"}, runFlags(l.Run)...)
	for _, f := range l.Files {
		words = append(words, f.Name)
	}
	fmt.Fprintf(io.Out, "%s\n", strings.Join(words, " "))
	for _, about := range []struct{ name, value string }{{"engine", l.Engine}, {"moment", l.At}} {
		if about.value != "" {
			fmt.Fprintf(io.Out, "%s %s\n", about.name, about.value)
		}
	}
	for _, f := range l.Files {
		fmt.Fprintf(io.Out, "-- %s --\n%s", f.Name, f.Text)
		if f.Text != "" && !strings.HasSuffix(f.Text, "\n") {
			fmt.Fprintln(io.Out)
		}
	}
	return 0
}

// runFlags are the flags of gopark run that mean the same.
func runFlags(r link.Run) (flags []string) {
	if r.Mode == "parallel" {
		flags, r.Seed, r.Costs, r.Until = append(flags, "-parallel"), "", "", "" // they have no meaning there
	}
	for _, f := range []struct{ name, value string }{
		{"-procs", r.Procs}, {"-seed", r.Seed}, {"-policy", r.Policy}, {"-cost", r.Costs}, {"-io", r.IO}, {"-until", r.Until},
		{"-schedtrace", r.Schedtrace},
	} {
		if f.value != "" {
			flags = append(flags, f.name, f.value)
		}
	}
	if r.Scheddetail == "on" {
		flags = append(flags, "-scheddetail")
	}
	return flags
}

// Run is gopark run, where the files may be a link or a txtar. Flags that are given count, not those of the link.
func Run(args []string, io cli.IO) int {
	at := slices.IndexFunc(args, func(a string) bool { return link.Is(a) || strings.HasSuffix(a, ".txtar") })
	if dashes := slices.Index(args, "--"); at < 0 || dashes >= 0 && dashes < at {
		return cli.Run(args, io)
	}
	files, flags, err := openProgram(args[at], io)
	if err != nil {
		fmt.Fprintf(io.Err, "gopark run: %v\n", err)
		return 2
	}
	dir, err := os.MkdirTemp("", "gopark-run-")
	if err != nil {
		fmt.Fprintf(io.Err, "gopark run: %v\n", err)
		return 2
	}
	defer os.RemoveAll(dir)
	var names []string
	for _, f := range files {
		name := filepath.Join(dir, f.Name)
		if err := os.WriteFile(name, []byte(f.Text), 0o600); err != nil {
			fmt.Fprintf(io.Err, "gopark run: %v\n", err)
			return 2
		}
		names = append(names, name)
	}
	return cli.Run(slices.Concat(flags, args[:at], names, args[at+1:]), io)
}

// openProgram gives the files of a link or a txtar, and the flags that a link asks for.
func openProgram(name string, io cli.IO) ([]link.File, []string, error) {
	if !link.Is(name) {
		files, err := readProgram([]string{name})
		if err == nil {
			err = link.Check(files)
		}
		return files, nil, err
	}
	l, err := link.Decode(name)
	if err != nil {
		return nil, nil, err
	}
	have, err := host.EngineVersion()
	if err == nil && l.Engine != "" && l.Engine != have {
		fmt.Fprintf(io.Err, "gopark: the link was made with engine %s, and this is %s: the run may differ\n", l.Engine, have)
	}
	return l.Files, runFlags(l.Run), err
}
