package host

// This file runs the Go project's own tests of the language: the programs of
// $GOROOT/test that are marked "// run" and need no flags. It takes minutes:
//
//	go test ./wasm/host -run Goroot -goroot . -timeout 60m
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
)

var gorootFlag = flag.String("goroot", "", "run the programs of $GOROOT/test whose path matches")

func TestGoroot(t *testing.T) {
	if *gorootFlag == "" {
		t.Skip("wants -goroot")
	}
	match := regexp.MustCompile(*gorootFlag)
	known := gorootKnown(t)
	dir := filepath.Join(runtime.GOROOT(), "test")
	ran, passed := 0, 0
	for _, path := range gorootPrograms(t, dir) {
		if !match.MatchString(path) {
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
