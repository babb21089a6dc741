package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gopark/gopark/site/grade/gradetest"
)

// scopeReport is results.json as Gradescope describes it; a field that is not in its description is a mistake.
type scopeReport struct {
	Score      *float64         `json:"score"`
	Time       float64          `json:"execution_time"`
	Output     string           `json:"output"`
	Format     string           `json:"output_format"`
	TestFormat string           `json:"test_output_format"`
	NameFormat string           `json:"test_name_format"`
	Visibility string           `json:"visibility"`
	Stdout     string           `json:"stdout_visibility"`
	Extra      map[string]any   `json:"extra_data"`
	Tests      []scopeTest      `json:"tests"`
	Board      []map[string]any `json:"leaderboard"`
}

type scopeTest struct {
	Score      *float64       `json:"score"`
	MaxScore   *float64       `json:"max_score"`
	Status     string         `json:"status"`
	Name       string         `json:"name"`
	NameFormat string         `json:"name_format"`
	Number     string         `json:"number"`
	Output     string         `json:"output"`
	Format     string         `json:"output_format"`
	Tags       []string       `json:"tags"`
	Visibility string         `json:"visibility"`
	Extra      map[string]any `json:"extra_data"`
}

var (
	scopeFormats = []string{"", "text", "html", "simple_format", "md", "ansi"}
	scopeSeen    = []string{"", "hidden", "after_due_date", "after_published", "visible"}
)

// check holds that a report is one that Gradescope takes.
func (r *scopeReport) check(t *testing.T, name string) {
	t.Helper()
	sum := 0.0
	if r.Score == nil || !slices.Contains(scopeFormats, r.Format) || !slices.Contains(scopeSeen, r.Visibility) || !slices.Contains(scopeSeen, r.Stdout) {
		t.Errorf("%s: the report is %+v", name, r)
	}
	for _, test := range r.Tests {
		ok := test.Score != nil && test.MaxScore != nil && test.Name != "" && (test.Status == "passed" || test.Status == "failed")
		if !ok || !slices.Contains(scopeFormats, test.Format) || !slices.Contains(scopeFormats, test.NameFormat) || !slices.Contains(scopeSeen, test.Visibility) {
			t.Errorf("%s: a test is %+v", name, test)
			continue
		}
		sum += *test.Score
	}
	if r.Score != nil && *r.Score != sum {
		t.Errorf("%s: the score is %v, its tests have %v", name, *r.Score, sum)
	}
}

// scripts are those of the guide for teachers, by the names in their second lines.
func scripts(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(repoRoot + "/lessons/TEACHING.md")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)```sh\n(#!/usr/bin/env bash\n# (\\S+)\n.*?)```").FindAllStringSubmatch(string(text), -1) {
		all[m[2]] = m[1]
	}
	if len(all) != 2 || all["setup.sh"] == "" || all["run_autograder"] == "" {
		t.Fatalf("the guide has the scripts %v", all)
	}
	return all
}

// TestGradescopeScripts runs the scripts of the guide in folders like those of Gradescope's machine. /autograder and /usr/local are
// moved below a temporary folder; curl brings an archive with a go that installs the gopark of this tree. So what is not tried is the
// network, and Gradescope itself.
func TestGradescopeScripts(t *testing.T) {
	root := t.TempDir()
	put := func(name, text string, mode os.FileMode) string {
		t.Helper()
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return file
	}
	moved := strings.NewReplacer("/autograder", root+"/autograder", "/usr/local", root+"/usr/local", "/tmp/", root+"/tmp/")
	for name, text := range scripts(t) {
		put("autograder/source/"+name, moved.Replace(text), 0o755)
	}
	if err := os.CopyFS(filepath.Join(root, "autograder/source/pool"), os.DirFS("../grade/testdata/class/assignments/single")); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"autograder/results", "autograder/submission", "usr/local/bin", "tmp"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	fakeGo := "#!/bin/sh\n[ \"$*\" = 'install github.com/gopark/gopark@latest' ] || { echo \"go $*\" >&2; exit 3; }\ncp '" + binary + "' \"$GOBIN/gopark\"\n"
	archive := put("go.tar.gz", tarOf(t, "go/bin/go", fakeGo), 0o644)
	put("bin/curl", "#!/bin/sh\ncase \"$*\" in *' https://go.dev/dl/go1.26.'*'.linux-amd64.tar.gz') cat '"+archive+"';; *) echo \"curl $*\" >&2; exit 3;; esac\n", 0o755)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	run := func(script string) {
		t.Helper()
		cmd := exec.Command(filepath.Join(root, "autograder", script))
		cmd.Dir = filepath.Join(root, "autograder")
		cmd.Env = []string{"PATH=" + root + "/bin:/usr/bin:/bin", "HOME=" + root, "XDG_CACHE_HOME=" + cache, "GOROOT=" + strings.TrimSpace(string(goroot))}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
	}
	run("source/setup.sh")
	put("autograder/run_autograder", moved.Replace(scripts(t)["run_autograder"]), 0o755) // Gradescope copies it there

	graded := func(name, submission string) (r scopeReport) {
		t.Helper()
		put("autograder/submission/pool-ada.gopark.json", submission, 0o644)
		results := filepath.Join(root, "autograder/results/results.json")
		os.Remove(results)
		run("run_autograder")
		text, err := os.ReadFile(results)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		r.check(t, name)
		return r
	}
	mine := string(gradetest.HandIn(t, filepath.Join(root, "autograder/source/pool"), "Ada"))
	r := graded("a hand-in", mine)
	if *r.Score != 6 || len(r.Tests) == 0 {
		t.Errorf("a hand-in has %v points: %+v", *r.Score, r)
	}
	put("autograder/source/private/checks.yaml", "secret: s\nexercises:\n  two:\n    check:\n      - 4 points: steals >= 1000 in 3 seeds\n", 0o644)
	r = graded("with hidden checks", mine)
	if last := r.Tests[len(r.Tests)-1]; *r.Score != 6 || last.Visibility != "hidden" || *last.MaxScore != 4 || last.Status != "failed" {
		t.Errorf("with hidden checks: %v points, the last test is %+v", *r.Score, last)
	}
	r = graded("no hand-in", "{}")
	if *r.Score != 0 || !strings.HasPrefix(r.Output, "it is no hand-in") {
		t.Errorf("no hand-in: %+v", r)
	}
}

// tarOf is an archive of one file that can be run.
func tarOf(t *testing.T, name, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(text))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
