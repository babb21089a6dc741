package host

// This file runs the programs of testdata/concurrent: concurrent programs as people write them, whose output does not
// depend on who runs first. Next to each is what native Go printed. They run here in virtual time; with real threads, 50
// times each, in parallel_test.go.

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var updateConcurrent = flag.Bool("update-concurrent", false, "record what native Go makes of the programs of testdata/concurrent")

// concurrentPrograms gives the paths below testdata, without .go.
func concurrentPrograms(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/concurrent/*.go")
	if err != nil || len(files) < 20 {
		t.Fatal("want at least 20 programs, have ", len(files), err)
	}
	for _, f := range files {
		names = append(names, "concurrent/"+strings.TrimSuffix(filepath.Base(f), ".go"))
	}
	return names
}

func TestConcurrentPrograms(t *testing.T) {
	for _, name := range concurrentPrograms(t) {
		t.Run(strings.TrimPrefix(name, "concurrent/"), func(t *testing.T) {
			if *updateConcurrent {
				recordNative(t, name)
			}
			if !strings.HasPrefix(readFile(t, "testdata/"+name+".go"), "// ") {
				t.Error("it does not begin by saying why order does not show")
			}
			want := nativeResult(t, name)
			p, why := build(t, "testdata/"+name+".go")
			if why != "" {
				t.Fatal(why)
			}
			defer p.Close()
			for _, o := range []Options{{Procs: 1}, {Procs: 2, Seed: 1}, {Procs: 4, Seed: 2}, {Procs: 4, Seed: 3, Slice: 50}} {
				o.Timeout = 2 * time.Minute
				out := runProgram(t, p, o)
				if out.err != nil {
					t.Fatalf("procs %d, seed %d: %v\n%s", o.Procs, o.Seed, out.err, out.stderr)
				}
				if why := want.unlike(out); why != "" {
					t.Errorf("procs %d, seed %d: %s", o.Procs, o.Seed, why)
				}
			}
		})
	}
}

// recordNative runs a program under native Go, with the race detector and without, on one P to eight. What it prints
// must be the same each time.
func recordNative(t *testing.T, name string) {
	t.Helper()
	var first []byte
	for _, race := range []string{"-race=false", "-race=true"} {
		bin := filepath.Join(t.TempDir(), "program")
		if out, err := exec.Command("go", "build", race, "-o", bin, "testdata/"+name+".go").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for i := range 20 {
			var stderr bytes.Buffer
			cmd := exec.Command(bin)
			cmd.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", 1<<(i%4)))
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil || stderr.Len() > 0 {
				t.Fatalf("run %d: %v\n%s", i, err, stderr.Bytes())
			}
			if first == nil {
				first = out
			}
			if !bytes.Equal(out, first) {
				t.Fatalf("run %d, %s, prints something else:\n%s", i, race, differ(string(out), string(first)))
			}
		}
	}
	if err := os.WriteFile("testdata/"+name+".out", first, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("recorded with %s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
