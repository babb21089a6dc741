package host

// This file runs the tests of the library's own packages, as gopark test does, and compares them with what they
// natively do: testdata/packages-native.txt lists the top-level tests, examples and fuzz targets that pass
// with go test -short. What does not pass here is in testdata/packages-known.txt, with the reason; a test that
// is not there must pass, and the test fails if one that is there does.
//
// A run of the tests does some packages, others each time (prove.Mine). All, or those that match:
//
//	go test ./wasm/host -run Packages -packages . -timeout 60m
//
// gopark soak packages does them in 7 rounds. For another toolchain the list of what passes natively is made anew by
//
//	go test ./wasm/host -run PackagesNative -native -timeout 60m

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/wasm/compile/load"
)

var (
	packagesFlag = flag.String("packages", "", "run the tests of the library packages whose path matches")
	nativeFlag   = flag.Bool("native", false, "write testdata/packages-native.txt")
)

const (
	onePackageOf     = 7  // a run of the tests, and a round of a soak, does one of so many packages
	packagesTogether = 96 // per cent of the tests of all packages that must pass
	packagesEach     = 85 // and of those of each
)

// nativeTests reads the packages and their tests, and the toolchain that they passed with.
func nativeTests(t *testing.T) (packages []string, tests map[string][]string, toolchain string) {
	t.Helper()
	tests = map[string][]string{}
	for line := range strings.Lines(readFile(t, "testdata/packages-native.txt")) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0:
		case line[0] == '#':
			if len(f) > 1 && strings.HasPrefix(f[1], "go1.") {
				toolchain = f[1]
			}
		case line[0] == '\t':
			last := packages[len(packages)-1]
			tests[last] = append(tests[last], f[0])
		default:
			packages = append(packages, f[0])
		}
	}
	return packages, tests, toolchain
}

// knownTest is a line of packages-known.txt.
type knownTest struct {
	reason string
	alone  bool // it takes others with it: it is run alone
}

// knownTests gives what does not pass, by package and test.
func knownTests(t *testing.T) map[string]map[string]knownTest {
	t.Helper()
	known := map[string]map[string]knownTest{}
	for _, f := range gorootLines(t, "testdata/packages-known.txt") {
		reason, alone := strings.CutPrefix(strings.Join(f[2:], " "), "alone: ")
		if reason == "" {
			t.Errorf("%s %s has no reason", f[0], f[1])
		}
		if known[f[0]] == nil {
			known[f[0]] = map[string]knownTest{}
		}
		known[f[0]][f[1]] = knownTest{reason, alone}
	}
	return known
}

// lessPasses are the packages of which less passes, and why.
var lessPasses = map[string]string{
	"hash/crc32":       "2 of its 10 tests are for assembly: on WebAssembly Go skips them, too",
	"testing/synctest": "6 of its 18 tests start a process",
}

func TestPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	packages, native, toolchain := nativeTests(t)
	if toolchain != runtime.Version() {
		t.Skipf("the list is of %s, and this is %s: make it anew with -run PackagesNative -native", toolchain, runtime.Version())
	}
	known := knownTests(t)
	chosen := func(i int, _ string) bool { return prove.Mine(i, onePackageOf) }
	if *packagesFlag != "" {
		match := regexp.MustCompile(*packagesFlag)
		chosen = func(_ int, path string) bool { return match.MatchString(path) }
	}
	for i, pkg := range packages {
		if !chosen(i, pkg) {
			continue
		}
		t.Run(pkg, func(t *testing.T) {
			passed := 0
			result, why := testPackage(t, pkg, known[pkg])
			for _, name := range native[pkg] {
				k, isKnown := known[pkg][name]
				switch pass := result[name] == "PASS"; {
				case pass && isKnown:
					t.Errorf("%s passes now: take it off testdata/packages-known.txt (%s)", name, k.reason)
					passed++
				case pass:
					passed++
				case !isKnown && result[name] == "":
					t.Errorf("%s did not end: %s", name, why)
				case !isKnown:
					t.Errorf("%s: %s", name, result[name])
				}
			}
			t.Logf("%d of %d tests pass", passed, len(native[pkg]))
		})
	}
}

// testPackage runs the tests of a package. It gives how each top-level test ended, and why the run ended early if it did.
func testPackage(t *testing.T, pkg string, known map[string]knownTest) (result map[string]string, why string) {
	t.Helper()
	tests, err := FindTests(pkg)
	if err != nil {
		t.Fatal(err)
	}
	const memory = 512 << 20
	module, ds, err := tests.Build(memory)
	if err != nil || len(ds) > 0 {
		t.Fatalf("%v\n%s", err, load.Text(ds))
	}
	engine := NewEngine("")
	defer engine.Close()
	program, err := engine.Load(module)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	result = map[string]string{}
	run := func(args ...string) string {
		var out bytes.Buffer
		args = append([]string{path.Base(pkg) + ".test", "-test.v=test2json", "-test.short", "-test.timeout=10m"}, args...)
		res := runProgram(t, program, Options{
			Procs: 4, Seed: 1, Memory: memory, Timeout: 5 * time.Minute, Args: args, Dir: tests.Dir, Files: tests.Data, Stdout: &out, Stderr: &out,
		})
		text := out.String()
		for _, m := range ended.FindAllStringSubmatch(text, -1) {
			result[m[2]] = m[1]
		}
		return fmt.Sprint(res.err, "\n", text[max(0, len(text)-1500):])
	}
	var alone []string
	for name, k := range known {
		if k.alone {
			alone = append(alone, name)
		}
	}
	if len(alone) == 0 {
		return result, run()
	}
	why = run("-test.skip=^(" + strings.Join(alone, "|") + ")$")
	for _, name := range alone {
		run("-test.run=^" + name + "$")
	}
	return result, why
}

// ended finds the end of a top-level test: package testing marks the line so if it is told to.
var ended = regexp.MustCompile(`\x16--- (PASS|FAIL|SKIP): ([^\s/]+) `)

// TestPackagesEnough counts in the lists, which TestPackages holds against what is so.
func TestPackagesEnough(t *testing.T) {
	packages, native, _ := nativeTests(t)
	known := knownTests(t)
	all, bad := 0, 0
	for _, pkg := range packages {
		for name := range known[pkg] {
			if !slices.Contains(native[pkg], name) {
				t.Errorf("%s %s is known to fail, and does not pass natively", pkg, name)
			}
		}
		n, k := len(native[pkg]), len(known[pkg])
		all, bad = all+n, bad+k
		if (n-k)*100 < n*packagesEach && lessPasses[pkg] == "" {
			t.Errorf("%s: %d of %d tests pass", pkg, n-k, n)
		}
		delete(known, pkg)
	}
	for pkg := range known {
		t.Errorf("%s has tests that fail, and is not in the list", pkg)
	}
	if (all-bad)*100 < all*packagesTogether {
		t.Errorf("%d of %d tests pass", all-bad, all)
	}
	t.Logf("%d of %d tests of %d packages pass", all-bad, all, len(packages))
}

// TestPackagesNative makes the list of what passes natively.
func TestPackagesNative(t *testing.T) {
	if !*nativeFlag {
		t.Skip("only with -native")
	}
	packages, _, _ := nativeTests(t)
	var out, stderr bytes.Buffer
	cmd := exec.Command("go", append([]string{"test", "-p=1", "-short", "-vet=off", "-count=1", "-json"}, packages...)...)
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err, stderr.String())
	}
	passed := map[string][]string{}
	for dec := json.NewDecoder(&out); dec.More(); {
		var event struct{ Action, Package, Test string }
		if err := dec.Decode(&event); err != nil {
			t.Fatal(err)
		}
		if event.Action == "pass" && event.Test != "" && !strings.Contains(event.Test, "/") {
			passed[event.Package] = append(passed[event.Package], event.Test)
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# The tests that pass natively: see packages_test.go, which makes this file.\n# %s %s/%s, go test -short\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, pkg := range packages {
		if len(passed[pkg]) == 0 {
			t.Errorf("%s: no test passes\n%s", pkg, stderr.String())
		}
		slices.Sort(passed[pkg])
		fmt.Fprintf(&text, "%s\n\t%s\n", pkg, strings.Join(passed[pkg], "\n\t"))
	}
	if !t.Failed() {
		if err := os.WriteFile("testdata/packages-native.txt", []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
