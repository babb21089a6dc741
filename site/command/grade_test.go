package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gopark/gopark/site/grade/gradetest"
	"github.com/gopark/gopark/wasm/host/cli"
)

// TestMain is also the process in which gopark grade grades one hand-in.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "grade" {
		os.Exit(Grade(os.Args[2:], cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	os.Exit(m.Run())
}

const single = "../grade/testdata/class/assignments/single"

func TestGrade(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, text []byte) string {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	ada := gradetest.HandIn(t, single, "Ada")
	good := put("ada.gopark.json", ada)
	other := put("bob.gopark.json", bytes.Replace(ada, []byte(`"Ada"`), []byte(`"Bob"`), 1))
	bad := put("bad.gopark.json", []byte("{}"))
	put("private/checks.yaml", []byte("secret: s\nexercises:\n  two:\n    check:\n      - \"4 points: stderr == same as other.go in 2 seeds\"\n      - steals >= 1\n"))
	put("private/other.go", []byte("//go:build ignore\n\npackage main\n\nfunc main() { println(\"other\") }\n"))
	put("wrong/checks.yaml", []byte("exercises:\n  nine:\n    check: [exit == 0]\n"))
	put("odd/checks.yaml", []byte("exercises:\n  two:\n    checks: [exit == 0]\n"))
	put("open/checks.yaml", []byte("exercises:\n  two:\n    check:\n      - exit == 0\n      - 2 points: never leaks in 3 seeds\n"))
	put("many/checks.yaml", []byte("secrte: s\nexercises:\n  two:\n    check:\n      - exit = 0\n  nine:\n    check: [exit == 0]\n"))
	private := filepath.Join(dir, "private")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"nothing", nil, 2, "want -assignment DIR"},
		{"no submission", []string{"-assignment", single}, 2, "want a submission"},
		{"a flag that is not there", []string{"-sandbox", good}, 2, "flag provided but not defined"},
		{"no such format", []string{"-assignment", single, "-format", "pdf", good}, 2, `unknown format "pdf"`},
		{"no such assignment", []string{"-assignment", dir, good}, 2, "lesson.md"},
		{"a lesson", []string{"-assignment", "../../lessons/stealing", good}, 2, "no assignment"},
		{"no such file", []string{"-assignment", single, "nobody.gopark.json"}, 2, "nobody.gopark.json"},
		{"no such private folder", []string{"-assignment", single, "-private", "nowhere", good}, 2, "nowhere"},
		{"hidden checks of no exercise", []string{"-assignment", single, "-private", filepath.Join(dir, "wrong"), good}, 2, "checks.yaml:2: the assignment has no exercise nine (it has two)"},
		{"hidden checks that are misspelt", []string{"-assignment", single, "-private", filepath.Join(dir, "odd"), good}, 2, "checks.yaml"},
		{"several faults in the hidden checks", []string{"-assignment", single, "-private", filepath.Join(dir, "many"), good}, 2, "checks.yaml:5: check: exit = 0: want a quantity"},
		{"another of them", []string{"-assignment", single, "-private", filepath.Join(dir, "many"), good}, 2, `checks.yaml:1: unknown key "secrte" (known: secret, exercises)`},
		{"seeds without a secret", []string{"-assignment", single, "-private", filepath.Join(dir, "open"), good}, 0, "checks.yaml:5: there is no secret, so this rule has the seeds 1, 2, 3 …, which students can try: never leaks in 3 seeds"},
		{"no jobs", []string{"-assignment", single, "-j", "0", good}, 2, "-j from 1"},
		{"gradescope takes one", []string{"-assignment", single, "-format", "gradescope", good, bad}, 1, `"output": "there are 2 hand-ins; one is wanted, that which counts"`},
		{"a good one", []string{"-assignment", single, good}, 0, "graded     6 of 6  Ada"},
		{"somebody else's", []string{"-assignment", single, other}, 0, "! seed: two: made under another name, or changed by hand: the seeds of runs 1, 2, 3 are not this student's"},
		{"somebody else's, who is there too", []string{"-assignment", single, other, good}, 0, "made under the name of Ada, whose seeds its runs have"},
		{"one that is none", []string{"-assignment", single, good, bad}, 1, "refused    0 of 6"},
		{"hidden checks", []string{"-assignment", single, "-private", private, good}, 0, `FAIL 1  steals >= 1 (hidden): want at least 1, got 0`},
		{"hidden points", []string{"-assignment", single, "-private", private, "-format", "csv", good}, 0, "graded,10,11,"},
	} {
		var out, errs bytes.Buffer
		code := Grade(c.args, cli.IO{In: strings.NewReader(""), Out: &out, Err: &errs})
		if text := out.String() + errs.String(); code != c.code || !strings.Contains(text, c.says) {
			t.Errorf("%s: code %d, want %d and %q\n%s", c.name, code, c.code, c.says, text)
		}
	}
	file := filepath.Join(dir, "out", "results.json")
	if code := Grade([]string{"-assignment", single, "-format", "gradescope", "-o", file, good}, cli.IO{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}); code != 0 {
		t.Errorf("gradescope: code %d", code)
	}
	if text, err := os.ReadFile(file); err != nil || !json.Valid(text) {
		t.Errorf("results.json: %v\n%s", err, text)
	}
}

func TestBar(t *testing.T) {
	for n, want := range map[int]string{0: strings.Repeat("░", 30) + " 0 of 4", 2: strings.Repeat("█", 15) + strings.Repeat("░", 15) + " 2 of 4", 4: strings.Repeat("█", 30) + " 4 of 4"} {
		if got := bar(n, 4); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
