package build

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The numbers of the event schema stand in Go and in TypeScript; both must be the same.
func TestKindsAgree(t *testing.T) {
	src, err := os.ReadFile(repoRoot + "/core/event/kind/kind.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(repoRoot + "/site/ui/kind.ts")
	if err != nil {
		t.Fatal(err)
	}
	ts := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): (\d+),`).FindAllStringSubmatch(string(page), -1) {
		ts[m[1]] = m[2]
	}
	numbers := regexp.MustCompile(`(?m)^\t(\w+)\s+(?:Kind|Rule)\s+= (\d+)`).FindAllStringSubmatch(string(src), -1)
	if len(numbers) < 50 {
		t.Fatalf("only %d numbers in kind.go", len(numbers))
	}
	for _, m := range numbers {
		if ts[m[1]] != m[2] {
			t.Errorf("%s is %s in Go and %q in TypeScript", m[1], m[2], ts[m[1]])
		}
		delete(ts, m[1])
	}
	for name := range ts {
		t.Errorf("%s stands in TypeScript only", name)
	}
	var waits []string
	for _, m := range regexp.MustCompile(`case Wait\w+:\n\t\treturn "(.*)"`).FindAllStringSubmatch(string(src), -1) {
		waits = append(waits, `  "`+m[1]+`",`)
	}
	if !strings.Contains(string(page), strings.Join(waits, "\n")) {
		t.Error("the reasons to wait differ")
	}
}

// The rules under the stage link to functions of core/sched.
func TestRulesLinkToTheScheduler(t *testing.T) {
	s := newSite(Options{Root: repoRoot}, "")
	if err := s.readSource(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"findRunnable", "stealWork", "runqsteal", "runqgrab", "runqget", "runqput", "runqputslow", "globrunqget", "globrunqgetbatch",
		"newproc", "goready", "gopark", "park_m", "wakep", "startm", "newm", "stopm", "pidleget", "pidleput", "resetspinning", "procresize", "retake", "checkdead", "goexit0"} {
		if s.source.where[name] == "" {
			t.Errorf("core/sched has no function %s", name)
		}
	}
}

// The page's code is tested by Node's own runner, bundled as the page is.
func TestUI(t *testing.T) {
	dir, err := uiDir(repoRoot)
	if err != nil {
		t.Fatal(err)
	}
	tests, err := filepath.Glob(filepath.Join(dir, "*.test.ts"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests in site/ui: %v", err)
	}
	tmp := t.TempDir()
	var scripts []string
	for _, test := range tests {
		code, err := nodeBundle(dir, filepath.Base(test))
		if err != nil {
			t.Fatal(err)
		}
		script := filepath.Join(tmp, strings.TrimSuffix(filepath.Base(test), ".ts")+".mjs")
		if err := os.WriteFile(script, code, 0o644); err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, script)
	}
	samples, err := filepath.Abs(repoRoot + "/core/event/testdata")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", append([]string{"--test"}, scripts...)...)
	cmd.Env = append(os.Environ(), "GOPARK_SAMPLES="+samples)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Errorf("%v\n%s", err, out.Bytes())
	}
	t.Logf("%s", out.Bytes())
}

// Nothing that comes from a program or a lesson may become HTML.
func TestNoHTMLFromText(t *testing.T) {
	bad := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function`)
	filepath.WalkDir(repoRoot+"/site/ui", func(path string, d os.DirEntry, err error) error {
		if d.IsDir() && d.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".ts" {
			text, _ := os.ReadFile(path)
			if found := bad.FindString(string(text)); found != "" {
				t.Errorf("%s uses %s", path, found)
			}
		}
		return nil
	})
}

// The page's types are right.
func TestTypes(t *testing.T) {
	dir, err := uiDir(repoRoot)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join("node_modules", "typescript", "bin", "tsc"), "-p", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
