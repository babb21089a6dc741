package host

// This file runs the Go project's own tests of the language: those programs of $GOROOT/test that are
// to be run and can run here. testdata/goroot-programs.txt lists them, and says how each is run:
//
//	run                  the file is a program
//	runoutput            what the file prints is a program
//	rundir               the files in its .dir are packages, by their names
//	errorcheckandrundir  the same
//	runindir             the folders in its .dir are packages
//
// A run of the tests does some of them, others each time (prove.Mine). All take long:
//
//	go test ./wasm/host -run Goroot -goroot . -timeout 60m
//
// gopark soak goroot does them in 40 rounds.
//
// A program must end well, and print what its .out file holds, or nothing. What cannot pass is in
// testdata/goroot-known.txt, with the reason; the test fails if it does pass.

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/wasm/compile/load"
)

var gorootFlag = flag.String("goroot", "", "run the programs of $GOROOT/test whose path matches")

const (
	gorootOf = 20 // a run of the tests does one of so many
	soakOf   = 40 // and a round of a soak one of so many
)

// gorootProgram is a line of goroot-programs.txt.
type gorootProgram struct {
	path, how  string
	hard       bool
	goroutines bool
	args       []string
}

// gorootChosen says which programs this run does.
func gorootChosen() func(i int, path string) bool {
	switch {
	case *gorootFlag != "":
		match := regexp.MustCompile(*gorootFlag)
		return func(_ int, path string) bool { return match.MatchString(path) }
	case os.Getenv("GOPARK_SOAK") != "":
		return func(i int, _ string) bool { return prove.Mine(i, soakOf) }
	}
	return func(i int, _ string) bool { return prove.Mine(i, gorootOf) }
}

func TestGoroot(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	dir := filepath.Join(runtime.GOROOT(), "test")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no $GOROOT/test: ", err)
	}
	chosen := gorootChosen()
	known := gorootKnown(t)
	var ran, passed [2]int
	for i, p := range gorootPrograms(t) {
		if !chosen(i, p.path) {
			continue
		}
		class := 0
		if p.hard {
			class = 1
		}
		ran[class]++
		t.Run(p.path, func(t *testing.T) {
			why := p.run(t, dir)
			reason, isKnown := known[p.path]
			switch {
			case why == "" && isKnown:
				t.Errorf("passes now: take it off testdata/goroot-known.txt (%s)", reason)
				passed[class]++
			case why == "":
				passed[class]++
			case isKnown:
				t.Logf("known failure (%s): %s", reason, why)
			default:
				t.Error(why)
			}
		})
	}
	t.Logf("%d of %d plain and %d of %d hard programs pass", passed[0], ran[0], passed[1], ran[1])
}

// TestGorootWithManyPs runs the programs about goroutines on 1, 2, 4 and 8 Ps with five seeds each, and five times with real threads.
func TestGorootWithManyPs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	dir := filepath.Join(runtime.GOROOT(), "test")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no $GOROOT/test: ", err)
	}
	chosen := gorootChosen()
	known := gorootKnown(t)
	n := 0
	for _, g := range gorootPrograms(t) {
		if !g.goroutines || known[g.path] != "" {
			continue
		}
		if n++; !chosen(n, g.path) {
			continue
		}
		t.Run(g.path, func(t *testing.T) {
			file := filepath.Join(dir, g.path)
			p, why := build(t, file)
			if why != "" {
				t.Fatal(why)
			}
			defer p.Close()
			want, _ := os.ReadFile(strings.TrimSuffix(file, ".go") + ".out")
			check := func(o Options) {
				t.Helper()
				var out bytes.Buffer
				o.Timeout, o.Args, o.Stdout, o.Stderr = 5*time.Minute, []string{"prog"}, &out, &out
				res := runProgram(t, p, o)
				if res.err != nil || res.code != 0 || out.String() != string(want) {
					t.Errorf("procs %d, seed %d, parallel %v: %v, code %d\n%s", o.Procs, o.Seed, o.Parallel, res.err, res.code, out.String())
				}
			}
			for _, procs := range []int{1, 2, 4, 8} {
				for seed := range uint64(5) {
					check(Options{Procs: procs, Seed: seed})
				}
			}
			for run := range 5 {
				check(Options{Procs: 1 + run%4, Parallel: true})
			}
		})
	}
	if n < 70 {
		t.Errorf("only %d programs are about concurrency", n)
	}
}

func TestGorootKnownAreListed(t *testing.T) {
	known := gorootKnown(t)
	for _, p := range gorootPrograms(t) {
		delete(known, p.path)
	}
	for path := range known {
		t.Errorf("%s is not in testdata/goroot-programs.txt", path)
	}
}

// gorootLines gives the fields of a list's lines.
func gorootLines(t *testing.T, file string) (lines [][]string) {
	t.Helper()
	for line := range strings.Lines(readFile(t, file)) {
		if f := strings.Fields(line); len(f) > 0 && !strings.HasPrefix(line, "#") {
			lines = append(lines, f)
		}
	}
	return lines
}

func gorootPrograms(t *testing.T) (all []gorootProgram) {
	t.Helper()
	for _, f := range gorootLines(t, "testdata/goroot-programs.txt") {
		all = append(all, gorootProgram{f[0], f[1], strings.HasPrefix(f[2], "hard"), strings.HasSuffix(f[2], ",goroutines"), f[3:]})
	}
	return all
}

func gorootKnown(t *testing.T) map[string]string {
	t.Helper()
	known := map[string]string{}
	for _, f := range gorootLines(t, "testdata/goroot-known.txt") {
		known[f[0]] = strings.Join(f[1:], " ")
	}
	return known
}

// run runs a program and says what is wrong with what it does.
func (g gorootProgram) run(t *testing.T, dir string) string {
	file := filepath.Join(dir, g.path)
	folder := strings.TrimSuffix(file, ".go") + ".dir"
	want, _ := os.ReadFile(strings.TrimSuffix(file, ".go") + ".out")
	switch g.how {
	case "rundir", "errorcheckandrundir":
		return gorootOutput(t, string(want), nil, packagesOf(t, file, folder)...)
	case "runindir":
		return gorootOutput(t, string(want), nil, foldersOf(t, folder)...)
	}
	sources := []load.File{{Name: filepath.Base(file), Data: []byte(readFile(t, file))}}
	args := g.args
	for len(args) > 0 && strings.HasSuffix(args[0], ".go") { // more of the program
		more := filepath.Join(filepath.Dir(file), args[0])
		sources = append(sources, load.File{Name: filepath.Base(more), Data: []byte(readFile(t, more))})
		args = args[1:]
	}
	if g.how == "run" {
		return gorootOutput(t, string(want), args, sources...)
	}
	made, why := gorootRun(t, nil, sources...)
	if why != "" {
		return "the program that makes the program: " + why
	}
	return gorootOutput(t, string(want), nil, load.File{Name: "tmp__.go", Data: []byte(made)})
}

// gorootOutput runs a program that should print want.
func gorootOutput(t *testing.T, want string, args []string, sources ...load.File) string {
	got, why := gorootRun(t, args, sources...)
	switch {
	case why != "":
		return why
	case got != want:
		return "printed\n" + got + "\nand not\n" + want
	}
	return ""
}

// gorootRun gives what a program prints, on both of its outputs, or says why it did not end well.
func gorootRun(t *testing.T, args []string, sources ...load.File) (printed, why string) {
	p, why := buildSources(t, sources...)
	if why != "" {
		return "", why
	}
	defer p.Close()
	var out bytes.Buffer
	res := runProgram(t, p, Options{
		Procs: 1, Seed: 1, Timeout: 2 * time.Minute, Args: append([]string{"prog"}, args...), Stdout: &out, Stderr: &out,
	})
	switch {
	case res.err != nil:
		return "", res.err.Error() + "\n" + out.String()
	case res.code != 0:
		return "", "exit code is not 0\n" + out.String()
	}
	return out.String(), ""
}

var packageClause = regexp.MustCompile(`(?m)^package (\S+)`)

// packagesOf gives the packages whose files are in one folder: each file is one if the header says -s.
// They import each other as "./a", the name of their first file.
func packagesOf(t *testing.T, file, folder string) (sources []load.File) {
	t.Helper()
	header, _, _ := strings.Cut(readFile(t, file), "\n")
	single := slices.Contains(strings.Fields(header), "-s")
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files in ", folder)
	}
	paths := map[string]string{"main": ""}
	for _, f := range files {
		data := readFile(t, f)
		name := packageClause.FindStringSubmatch(data)[1]
		pkg, seen := paths[name]
		if !seen || single && name != "main" {
			pkg = "test/" + strings.TrimSuffix(filepath.Base(f), ".go")
			paths[name] = pkg
		}
		data = strings.ReplaceAll(data, `"./`, `"test/`)
		sources = append(sources, load.File{Name: filepath.Base(f), Data: []byte(data), Pkg: pkg})
	}
	return sources
}

// foldersOf gives the packages below a folder, which is a module of its own name.
func foldersOf(t *testing.T, folder string) (sources []load.File) {
	t.Helper()
	err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		in, _ := filepath.Rel(folder, filepath.Dir(file))
		pkg := path.Join(filepath.Base(folder), filepath.ToSlash(in))
		if in == "." {
			pkg = ""
		}
		sources = append(sources, load.File{Name: filepath.Base(file), Data: []byte(readFile(t, file)), Pkg: pkg})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}
