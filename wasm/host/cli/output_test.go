package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event/stats"
)

const forever = "package main\n\nimport \"time\"\n\nfunc main() {\n\tprintln(\"begin\")\n\tfor {\n\t\ttime.Sleep(time.Second)\n\t}\n}\n"

func TestUntilEndsARunWithoutBlame(t *testing.T) {
	file := write(t, "forever.go", forever)
	figures := filepath.Join(t.TempDir(), "figures.json")
	_, stderr, code := gopark(t, Run, "", "-until", "10s", "-stats", figures, file)
	if code != 0 || stderr != "begin\ngopark: ended at 10s of virtual time (-until)\n" {
		t.Errorf("code %d, stderr %q", code, stderr)
	}
	var s stats.Stats
	text, err := os.ReadFile(figures)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil || s.Makespan != 10e9 || s.Ended != "until" || s.Goroutines.Created != 1 {
		t.Errorf("%v, %s", err, text)
	}
}

func TestFilesOfARun(t *testing.T) {
	file := write(t, "echo.go", echo)
	trace, figures := filepath.Join(t.TempDir(), "trace"), filepath.Join(t.TempDir(), "figures")
	_, _, code := gopark(t, Run, "a\n", "-trace", trace, "-stats", figures, file, "--", "x")
	if code != 5 {
		t.Errorf("code %d", code)
	}
	for name, begin := range map[string]string{trace: "go 1.26 trace\x00\x00\x00", figures: "makespan "} {
		if b, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(b), begin) {
			t.Errorf("%s: %v, %.40q", name, err, b)
		}
	}
	if _, stderr, _ := gopark(t, Run, "a\n", "-stats", "-", file, "--", "x"); !strings.Contains(stderr, "done\nmakespan ") {
		t.Errorf("%q", stderr)
	}
}

func TestAFileThatCannotBeMadeIsAnErrorBeforeTheRun(t *testing.T) {
	file := write(t, "echo.go", echo)
	for _, flag := range []string{"-events", "-stats", "-trace", "-perfetto"} {
		stdout, stderr, code := gopark(t, Run, "a\n", flag, filepath.Join(t.TempDir(), "no", "such"), file, "--", "x")
		if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "gopark run: open ") || strings.Contains(stderr, "done") {
			t.Errorf("%s: code %d, stdout %q, stderr %q", flag, code, stdout, stderr)
		}
	}
}

func TestAFullDiskIsTold(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	file := write(t, "echo.go", echo)
	for _, flag := range []string{"-events", "-stats", "-trace", "-perfetto"} {
		stdout, stderr, code := gopark(t, Run, "a\n", flag, "/dev/full", file, "--", "x")
		if code != 2 || stdout != "x a\n" || !strings.Contains(stderr, "no space") {
			t.Errorf("%s: code %d, stdout %q, stderr %q", flag, code, stdout, stderr)
		}
	}
}
