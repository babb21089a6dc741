package command

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gopark/gopark/site/link"
	"github.com/gopark/gopark/wasm/host/cli"
)

const two = `-- main.go --
package main

import "fmt"

func main() {
	done := make(chan string)
	for i := range 4 {
		go func() { done <- word(i) }()
	}
	for range 4 {
		fmt.Print(<-done)
	}
}
-- word.go --
package main

import "fmt"

func word(i int) string { return fmt.Sprint(i) }
`

// call calls a command and gives what it writes.
func call(run func([]string, cli.IO) int, args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	code = run(args, cli.IO{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

var digestLine = regexp.MustCompile(`digest: ([0-9a-f]{64})`)

// A link runs as the files and flags that it was made of, and flags that are given count.
func TestALinkRunsAsItsFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.txtar")
	if err := os.WriteFile(file, []byte(two), 0o644); err != nil {
		t.Fatal(err)
	}
	how := []string{"-procs", "2", "-seed", "9", "-policy", "local,steal=one", "-cost", "wake=2us"}
	code, address, errs := call(Link, append(append([]string{"-site", "https://example.org/play/#old", "-at", "first(park)"}, how...), file)...)
	if code != 0 || !strings.HasPrefix(address, "https://example.org/play/#v1:") {
		t.Fatalf("%d %q %s", code, address, errs)
	}
	address = strings.TrimSpace(address)
	digest := func(args ...string) string {
		t.Helper()
		code, out, errs := call(Run, append([]string{"-digest"}, args...)...)
		if m := digestLine.FindStringSubmatch(errs); code == 0 && m != nil && len(out) == 4 {
			return m[1]
		}
		t.Fatalf("%v: %d %q %s", args, code, out, errs)
		return ""
	}
	want := digest(append(how, file)...)
	if got := digest(address); got != want {
		t.Errorf("the link gives %s, its files %s", got, want)
	}
	if got := digest("-seed", "8", address); got == want {
		t.Error("a seed that is given does not count")
	}
	_, shown, _ := call(Link, "-show", address)
	for _, part := range []string{"gopark run -procs 2 -seed 9 -policy local,steal=one -cost wake=2us main.go word.go\n", "moment first(park)\n", two} {
		if !strings.Contains(shown, part) {
			t.Errorf("-show has no %q:\n%s", part, shown)
		}
	}
}

// What cannot be says why, and ends with another code than 0.
func TestLinksThatCannotBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, good, _ := call(Link, file)
	good = strings.TrimSpace(good)
	for _, test := range []struct {
		name string
		run  func([]string, cli.IO) int
		args []string
		says string
	}{
		{"no file", Link, nil, "no Go files given"},
		{"no such file", Link, []string{"gone.go"}, "no such file"},
		{"a name that cannot be", Link, []string{filepath.Join(file, "..")}, "is a directory"},
		{"a policy that is none", Link, []string{"-policy", "x", file}, `unknown policy "x"`},
		{"procs that cannot be", Link, []string{"-procs", "65", file}, `procs="65"`},
		{"a moment that is none", Link, []string{"-at", "x", file}, `at="x"`},
		{"-show without a link", Link, []string{"-show"}, "-show wants one link"},
		{"a link that was cut", Link, []string{"-show", good[:len(good)-9]}, "the link was cut"},
		{"running one that was cut", Run, []string{good[:len(good)-9]}, "the link was cut"},
		{"running a newer one", Run, []string{"#v2:" + good[4:]}, "made by a newer Gopark"},
		{"running a txtar that is not there", Run, []string{"gone.txtar"}, "no such file"},
	} {
		code, _, errs := call(test.run, test.args...)
		if code == 0 || !strings.Contains(errs, test.says) {
			t.Errorf("%s: %d %s", test.name, code, errs)
		}
	}
}

// A link of another engine says so, and runs.
func TestALinkOfAnotherEngineSaysSo(t *testing.T) {
	text, err := link.Encode(link.Link{Files: []link.File{{Name: "main.go", Text: "package main\n\nfunc main() { println(1) }\n"}}, Engine: "0000000000000000"})
	if err != nil {
		t.Fatal(err)
	}
	code, _, errs := call(Run, text)
	if code != 0 || !strings.HasPrefix(errs, "gopark: the link was made with engine 0000000000000000, and this is ") || !strings.HasSuffix(errs, "the run may differ\n1\n") {
		t.Errorf("%d %q", code, errs)
	}
}
