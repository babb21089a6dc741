package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/eventtest"
	"github.com/gopark/gopark/wasm/host/tracetest"
)

// gopark runs a command and gives what it printed. If that is Run, the run is made to write its records and its Go trace,
// which must be one.
func gopark(t *testing.T, command func([]string, IO) int, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	check := func() {}
	if reflect.ValueOf(command).Pointer() == reflect.ValueOf(Run).Pointer() && !slices.Contains(args, "-trace") && !slices.Contains(args, "-events") {
		dir := t.TempDir()
		records, trace := filepath.Join(dir, "events"), filepath.Join(dir, "trace")
		parallel := slices.Contains(args, "-parallel")
		args = append([]string{"-events", records, "-trace", trace}, args...)
		check = func() { checkTrace(t, records, trace, parallel) }
	}
	var out, errOut bytes.Buffer
	code = command(args, IO{strings.NewReader(stdin), &out, &errOut})
	check()
	return out.String(), errOut.String(), code
}

// checkTrace compares two files of a run, if there was one.
func checkTrace(t *testing.T, records, trace string, parallel bool) {
	t.Helper()
	file, err := os.ReadFile(records)
	if err != nil || len(file) <= event.HeaderSize {
		return
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	got, n, err := tracetest.Read(text)
	if err != nil {
		t.Fatal("trace: ", err)
	}
	states := eventtest.NewFold(parallel)
	for _, r := range eventtest.Decode(t, file) {
		states.Add(r)
	}
	if d := states.Unlike(got, tracetest.Moved(n)); d != "" {
		t.Errorf("trace: %s", d)
	}
}

func write(t *testing.T, name, src string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestBadCommandLinesGiveUsageAndCode2(t *testing.T) {
	file := write(t, "main.go", "package main\nfunc main() {}\n")
	for _, args := range [][]string{
		{}, {"-procs", "0", file}, {"-procs", "65", file}, {"-nope", file}, {"missing.go"}, {"-mem", "2GiB", file}, {"-mem", "x", file}, {"-mem", "1KiB", file},
		{"-timeout", "-1s", file}, {"-policy", "go9", file}, {"-policy", "steal=all", file}, {"-cost", "wake=1h", file}, {"-cost", "nap=1ns", file}, {"-parallel", "-cost", "wake=1us", file}, {"-io", "disk=1ms", file}, {"-io", "loss=2", file}, {"-until", "-1s", file}, {"-until", "1s", "-parallel", file}, {"-slice", "-1", file}, {"main.txt"}, {file, "arg-without-dashes"}, {t.TempDir() + "/x.go"},
	} {
		_, stderr, code := gopark(t, Run, "", args...)
		if code != 2 || !strings.Contains(stderr, "usage: gopark run") {
			t.Errorf("%q: code %d, stderr %q", args, code, stderr)
		}
	}
}

func TestFaultsOfOthersAreNotReportedAsOurs(t *testing.T) {
	junk := write(t, "junk.wasm", "\x7fELF")
	big := write(t, "big.go", "package main\nvar a [300 << 20]byte\nfunc main() { a[len(a)-1] = 1; println(a[0]) }\n")
	huge := write(t, "huge.go", "package main\nvar a [1 << 40]byte\nfunc main() { a[1<<39]++; println(a[1<<39]) }\n")
	many := write(t, "many.go", "package main\nvar a, b, c, d, e [1 << 30]byte\nfunc main() { a[1]++; b[1]++; c[1]++; d[1]++; e[1<<29]++ }\n")
	for _, tt := range []struct {
		file, says string
		code       int
	}{{junk, "not a WebAssembly module", 2}, {big, "the program's variables need ", 1}, {huge, "the program's variables need 429", 1}, {many, "the program's variables need 536", 1}} {
		_, stderr, code := gopark(t, Run, "", tt.file)
		if code != tt.code || !strings.Contains(stderr, tt.says) || strings.Contains(stderr, "internal error") {
			t.Errorf("%s: code %d, stderr %q", tt.file, code, stderr)
		}
	}
}

func TestEndlessRecursionIsAStackOverflow(t *testing.T) {
	file := write(t, "deep.go", "package main\nfunc f(n int) int { return f(n+1) + 1 }\nfunc main() { println(f(0)) }\n")
	_, stderr, code := gopark(t, Run, "", "-mem", "16MiB", file)
	if code != 2 || !strings.HasPrefix(stderr, "runtime: goroutine stack exceeds ") || !strings.Contains(stderr, "-byte limit\nfatal error: stack overflow\n\ngoroutine 1 [running]:\nmain.f") {
		t.Errorf("code %d, stderr %.300q", code, stderr)
	}
}

func TestDiagnosticsAreThoseOfGoRun(t *testing.T) {
	file := write(t, "prog.go", "package main\n\nfunc main() {\n\tx := 1\n\tvar s string = 2\n}\n")
	stdout, stderr, code := gopark(t, Run, "", file)
	want := "# command-line-arguments\n./prog.go:4:2: declared and not used: x\n./prog.go:5:6: declared and not used: s\n" +
		"./prog.go:5:17: cannot use 2 (untyped int constant) as string value in variable declaration\n"
	if code != 1 || stdout != "" || stderr != want {
		t.Errorf("code %d, stdout %q, stderr:\n%s", code, stdout, stderr)
	}
}

const echo = `package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(os.Args[1], in.Text())
	}
	fmt.Fprintln(os.Stderr, "done")
	os.Exit(5)
}
`

func TestRunPassesStdinArgumentsCodeAndPrintsTheDigestLast(t *testing.T) {
	file := write(t, "echo.go", echo)
	events := filepath.Join(t.TempDir(), "events")
	stdout, stderr, code := gopark(t, Run, "a\nb\n", "-digest", "-events", events, file, "--", "got", "-x")
	if code != 5 || stdout != "got a\ngot b\n" {
		t.Errorf("code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	digest, ok := strings.CutPrefix(lines[len(lines)-1], "digest: ")
	if !ok || len(digest) != 64 || lines[0] != "done" {
		t.Errorf("stderr %q", stderr)
	}
	if b, err := os.ReadFile(events); err != nil || (len(b)-16)%48 != 0 || !strings.HasPrefix(string(b), "gopark\x00\x01") {
		t.Errorf("event file: %d bytes, %v", len(b), err)
	}
}

func TestABuiltModuleRunsAlike(t *testing.T) {
	file := write(t, "echo.go", echo)
	module := filepath.Join(t.TempDir(), "echo.wasm")
	if _, stderr, code := gopark(t, Build, "", "-o", module, file); code != 0 {
		t.Fatal(code, stderr)
	}
	_, want, _ := gopark(t, Run, "x\n", "-digest", file, "--", "y")
	stdout, stderr, code := gopark(t, Run, "x\n", "-digest", module, "--", "y")
	if code != 5 || stdout != "y x\n" || stderr != want {
		t.Errorf("code %d, stdout %q, stderr %q, want %q", code, stdout, stderr, want)
	}
}

func TestTimeoutEndsAnEndlessLoop(t *testing.T) {
	file := write(t, "loop.go", "package main\nfunc main() { for {} }\n")
	for _, mode := range []string{"-parallel=false", "-parallel"} {
		_, stderr, code := gopark(t, Run, "", "-timeout", "300ms", mode, file)
		if code != 124 || stderr != "gopark: the program did not end within 300ms\n" {
			t.Errorf("%s: code %d, stderr %q", mode, code, stderr)
		}
	}
}

// In parallel mode there are at most 64 Ms; in virtual time as many as the program wants.
func TestTooManyThreadsAreSaid(t *testing.T) {
	_, stderr, code := gopark(t, Run, "", "-parallel", "-timeout", "2m", "../testdata/blocked.go")
	if code != 2 || !strings.Contains(stderr, "needs more than 64 threads (Ms)") || !strings.Contains(stderr, "without -parallel") {
		t.Errorf("code %d, stderr %q", code, stderr)
	}
	for _, args := range [][]string{{"-parallel", "../testdata/blocked.go", "--", "40", "100"}, {"../testdata/blocked.go", "--", "100", "1000"}} {
		stdout, stderr, code := gopark(t, Run, "", args...)
		if code != 0 || !strings.HasSuffix(stdout, "all are back\n") {
			t.Errorf("%q: code %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
}

// A thread that ends leaves nothing behind: 80 event rings would need 63 MB.
func TestThreadsThatEndedDoNotCount(t *testing.T) {
	_, stderr, code := gopark(t, Run, "", "-parallel", "-mem", "24MiB", "-timeout", "2m", "../testdata/wired.go", "--", "80")
	if code != 0 {
		t.Errorf("code %d, stderr %q", code, stderr)
	}
}

// A program that only waits must not use up its memory, however long sysmon looks on. Here nobody can go
// on: the only P stays with the thread that waits.
func TestWaitingForNothingTakesNoMemory(t *testing.T) {
	file := write(t, "wait.go", "package main\nimport \"os\"\nfunc main() {\n\tr, _, _ := os.Pipe()\n\tr.Read(make([]byte, 1))\n}\n")
	_, stderr, code := gopark(t, Run, "", "-policy", "steal", "-procs", "1", "-mem", "8MiB", "-timeout", "3s", file)
	if code != 124 && code != 2 || strings.Contains(stderr, "out of memory") {
		t.Errorf("code %d, stderr %q", code, stderr)
	}
}

func TestEndlessAllocationIsGosOutOfMemory(t *testing.T) {
	file := write(t, "alloc.go", "package main\nvar all [][]byte\nfunc main() { for { all = append(all, make([]byte, 1<<16)) } }\n")
	_, stderr, code := gopark(t, Run, "", "-mem", "32MiB", "-timeout", "1m", file)
	if code != 2 || !strings.HasPrefix(stderr, "fatal error: runtime: out of memory") && !strings.HasPrefix(stderr, "runtime: out of memory") {
		t.Errorf("code %d, stderr %q", code, stderr)
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]size{"64M": 64 << 20, "256MiB": 256 << 20, "1g": 1 << 30, "1048576": 1 << 20, "512kb": 512 << 10} {
		var s size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: %d, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "M", "-1", "1T", "0", "1.5G", "99999999999G"} {
		if err := new(size).Set(text); err == nil {
			t.Errorf("%q is no size", text)
		}
	}
}
