package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// folder writes the files of a txtar archive.
func folder(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const sums = `
-- go.mod --
module "example.com/sums" // quoted

go 1.26
-- sum.go --
package sums

import "example.com/sums/inner"

func Add(a, b int) int { return inner.Add(a, b) }
-- inner/inner.go --
package inner

func Add(a, b int) int { return a + b }
-- inner/inner_test.go --
package inner

import "testing"

func TestMain(m *testing.M) { println("before"); m.Run() }
func TestNo(t *testing.T)   { t.FailNow() }
-- none/none.go --
package none
-- wrong/wrong_test.go --
package wrong

import "testing"

func TestX(t *testing.T, n int) {}
-- broken/broken_test.go --
package broken

import "testing"

func TestX(t *testing.T) { undefined() }
-- sum_windows_test.go --
package sums

func nobody() { undefined() }
-- sum_test.go --
package sums

import (
	"fmt"
	"testing"
	"time"
)

func TestAdd(t *testing.T) {
	for i := range 2 {
		t.Run(fmt.Sprint("by ", i), func(t *testing.T) {
			c := make(chan int)
			go func() { c <- Add(i, 1) }()
			if got := <-c; got != i+1 {
				t.Error(got)
			}
		})
	}
}

func TestSkips(t *testing.T) { t.Skip("not now") }
func TestSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	time.Sleep(time.Microsecond)
}
func Testify()                  {}
func helper(t *testing.T, n int) {}
func BenchmarkAdd(b *testing.B) { b.Fatal("no benchmark is run") }

func ExampleAdd() {
	fmt.Println(Add(2, 2))
	// Output: 4
}

func ExampleNotRun() { panic("it has no output") }

func FuzzAdd(f *testing.F) {
	f.Add(1, 2)
	f.Fuzz(func(t *testing.T, a, b int) {
		if Add(a, b) != Add(b, a) {
			t.Error(a, b)
		}
	})
}
-- outside_test.go --
package sums_test

import (
	"testing"

	"example.com/sums"
)

func TestFails(t *testing.T) { t.Errorf("%d on purpose", sums.Add(1, 1)) }
func TestPanics(t *testing.T) {
	defer func() { t.Log("recovered", recover()) }()
	panic("now")
}
`

var times = regexp.MustCompile(`\(?\d+\.\d\ds\)?|\d+\.\d\d\ds|\(cached\)`)

// TestTestSaysWhatGoTestSays runs the same with the go command.
func TestTestSaysWhatGoTestSays(t *testing.T) {
	dir := folder(t, sums)
	for _, args := range [][]string{
		{"-v"}, {}, {"-run", "Add"}, {"-run", "^TestFails$"}, {"-v", "-short", "-skip", "Fails"}, {"-v", "-run", "Skips", "-count", "2"}, {"-run", "Nothing"},
	} {
		cmd := exec.Command("go", append([]string{"test", "-vet=off"}, append(args, "./.")...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		want, err := cmd.Output()
		if _, failed := err.(*exec.ExitError); err != nil && !failed {
			t.Fatal(err)
		}
		got, stderr, code := gopark(t, Test, "", append(args, dir)...)
		norm := func(s string) string {
			s = strings.ReplaceAll(s, " [no tests to run]", "")
			return times.ReplaceAllString(strings.ReplaceAll(s, "testing: warning: no tests to run\n", ""), "T")
		}
		w := strings.TrimSuffix(norm(string(want)), "FAIL\n") // of all packages together
		if err == nil {
			w = norm(string(want))
			if !hasFlag(args, "-v") {
				w = strings.TrimPrefix(w, "PASS\n")
			}
		}
		if norm(got) != w || code != cmd.ProcessState.ExitCode() || stderr != "" {
			t.Errorf("%q: code %d, not %d, stderr %q\n%s\nand go test says\n%s", args, code, cmd.ProcessState.ExitCode(), stderr, norm(got), w)
		}
	}
}

func hasFlag(args []string, flag string) bool {
	for _, a := range args {
		if a == flag {
			return true
		}
	}
	return false
}

func TestTestOfOtherFolders(t *testing.T) {
	dir := folder(t, sums)
	for _, tt := range []struct {
		folder, out, err string
		code             int
	}{
		{"inner", "before\n--- FAIL: TestNo (0.00s)\nFAIL\nFAIL\texample.com/sums/inner\t", "", 1},
		{"none", "?   \texample.com/sums/none\t[no test files]\n", "", 0},
		{"broken", "FAIL\texample.com/sums/broken [build failed]\n", "# example.com/sums/broken\n./broken_test.go:5:28: undefined: undefined\n", 1},
		{"wrong", "FAIL\texample.com/sums/wrong [setup failed]\n", "# example.com/sums/wrong\n./wrong_test.go:5:1: wrong signature for TestX, must be: func TestX(t *testing.T)\n", 1},
		{"missing", "", "gopark test: ", 2},
	} {
		out, stderr, code := gopark(t, Test, "", filepath.Join(dir, tt.folder))
		if !strings.HasPrefix(out, tt.out) || !strings.HasPrefix(stderr, tt.err) || stderr == "" && tt.err != "" || code != tt.code {
			t.Errorf("%s: code %d, stdout %q, stderr %q", tt.folder, code, out, stderr)
		}
	}
}

func TestTestOfAPackageOfGo(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the library")
	}
	out, stderr, code := gopark(t, Test, "", "-v", "container/heap")
	if code != 0 || stderr != "" || !strings.Contains(out, "--- PASS: TestRemove2 ") || !strings.Contains(out, "--- PASS: Example_priorityQueue ") || !strings.HasPrefix(out[strings.Index(out, "\nok"):], "\nok  \tcontainer/heap\t") {
		t.Errorf("code %d, stderr %q\n%s", code, stderr, out)
	}
	if out, stderr, code := gopark(t, Test, "", "container/nothing"); code != 2 || !strings.Contains(stderr, "container/nothing is not in the library") {
		t.Errorf("code %d, stdout %q, stderr %q", code, out, stderr)
	}
}

func TestTestMisused(t *testing.T) {
	for _, args := range [][]string{{"-procs", "0"}, {"-count", "0"}, {"-timeout", "-1s"}, {"-mem", "1KiB"}, {"-nope"}} {
		if _, stderr, code := gopark(t, Test, "", args...); code != 2 || !strings.Contains(stderr, "usage: gopark test") {
			t.Errorf("%q: code %d, stderr %q", args, code, stderr)
		}
	}
}
