package host

// This file runs the Go project's own tests of the language: the programs of
// $GOROOT/test that are marked "// run" and need no flags. A run of the tests does some of
// the folders in gorootSure, others each time (prove.Mine). All take long:
//
//	go test ./wasm/host -run Goroot -goroot . -timeout 60m
//
// gopark soak goroot does them in 40 rounds.
//
// A program must end well, and print what its .out file holds, or nothing. What
// cannot pass yet is in testdata/goroot-known.txt, with the reason.

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/prove"
)

var gorootFlag = flag.String("goroot", "", "run the programs of $GOROOT/test whose path matches")

// gorootSure matches the folders that were run as a whole since goroot-known.txt was last
// looked at.
const (
	gorootSure = `^(chan|interface|ken|typeparam)/`
	gorootOf   = 8  // a run of the tests does one of so many
	soakOf     = 40 // and a round of a soak one of so many of all
)

// gorootChosen says which programs this run does.
func gorootChosen() func(i int, path string) bool {
	switch {
	case *gorootFlag != "":
		match := regexp.MustCompile(*gorootFlag)
		return func(_ int, path string) bool { return match.MatchString(path) }
	case os.Getenv("GOPARK_SOAK") != "":
		return func(i int, _ string) bool { return prove.Mine(i, soakOf) }
	}
	sure := regexp.MustCompile(gorootSure)
	return func(i int, path string) bool { return sure.MatchString(path) && prove.Mine(i, gorootOf) }
}

func TestGoroot(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	chosen := gorootChosen()
	known := gorootKnown(t)
	dir := filepath.Join(runtime.GOROOT(), "test")
	ran, passed := 0, 0
	for i, path := range gorootPrograms(t, dir) {
		if !chosen(i, path) {
			continue
		}
		ran++
		t.Run(path, func(t *testing.T) {
			why := gorootRun(t, filepath.Join(dir, path))
			reason, isKnown := known[path]
			switch {
			case why == "" && isKnown:
				t.Errorf("passes now: take it off testdata/goroot-known.txt (%s)", reason)
				passed++
			case why == "":
				passed++
			case isKnown:
				t.Logf("known failure (%s)", reason)
			default:
				t.Error(why)
			}
		})
	}
	t.Logf("%d of %d programs pass", passed, ran)
}

// gorootPrograms lists the programs below dir that are run without flags.
func gorootPrograms(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		first, _, _ := bytes.Cut(data, []byte("\n"))
		if string(bytes.TrimSpace(first)) == "// run" {
			rel, _ := filepath.Rel(dir, path)
			paths = append(paths, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Skip("no $GOROOT/test: ", err)
	}
	return paths
}

func gorootKnown(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/goroot-known.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if path, reason, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !strings.HasPrefix(line, "#") {
			known[path] = strings.TrimSpace(reason)
		}
	}
	return known
}

// gorootRun runs a program and says what is wrong with what it does.
func gorootRun(t *testing.T, file string) string {
	p, why := build(t, file)
	if why != "" {
		return why
	}
	defer p.Close()
	out := runProgram(t, p, Options{Procs: 1, Seed: 1, Timeout: 60 * time.Second})
	if out.err != nil {
		return out.err.Error() + "\n" + out.stderr
	}
	want, _ := os.ReadFile(strings.TrimSuffix(file, ".go") + ".out")
	switch got := out.stdout + out.stderr; {
	case out.code != 0:
		return "exit code is not 0\n" + got
	case got != string(want):
		return "printed\n" + got + "\nand not\n" + string(want)
	}
	return ""
}
