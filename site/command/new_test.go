package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gopark/gopark/wasm/host/cli"
)

// A teacher gets the assignment of the site under its name, file for file, and another to begin with under every other; it is listed, and nothing is written over.
func TestNewAssignmentIsTheReadyOne(t *testing.T) {
	repository := os.DirFS("../..")
	dir := t.TempDir()
	run := func(args ...string) (code int, says string) {
		var out strings.Builder
		code = Tool{Sources: repository}.New(args, cli.IO{Out: &out, Err: &out})
		return code, out.String()
	}
	if code, says := run("assignment", "-lessons", dir, "bounded-pool"); code != 0 {
		t.Fatal(code, says)
	}
	want, err := filesIn(repository, readyAssignment)
	if err != nil {
		t.Fatal(err)
	}
	got, err := filesIn(os.DirFS(dir), "assignments/bounded-pool")
	if err != nil || len(got) != len(want) || len(got) < 3 {
		t.Fatalf("%d files, want %d: %v", len(got), len(want), err)
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s differs", name)
		}
	}
	if order, err := os.ReadFile(filepath.Join(dir, "assignments", "order.txt")); err != nil || string(order) != "bounded-pool\n" {
		t.Errorf("order.txt: %q, %v", order, err)
	}
	if order, err := os.ReadFile(filepath.Join(dir, "order.txt")); err != nil || !strings.HasPrefix(string(order), "# ") || strings.Count(string(order), "\n") != 1 {
		t.Errorf("the order of the lessons: %q, %v", order, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "order.txt"), []byte("mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, says := run("assignment", "-lessons", dir, "second"); code != 0 {
		t.Error(code, says)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "assignments", "second", "lesson.md")); err != nil || !strings.HasPrefix(string(text), "---\ntitle: Second\n") || strings.Contains(string(text), "thumbnail") {
		t.Errorf("another name: %v\n%s", err, text)
	}
	if order, err := os.ReadFile(filepath.Join(dir, "order.txt")); err != nil || string(order) != "mine\n" {
		t.Errorf("the order of the lessons that were there: %q, %v", order, err)
	}
	if code, says := run("assignment", "-lessons", dir, "bounded-pool"); code != 1 || !strings.Contains(says, "is there already") {
		t.Errorf("a second time: %d, %s", code, says)
	}
	for _, args := range [][]string{{"course", "x"}, {"assignment"}, {"assignment", "../x"}} {
		if code, says := run(args...); code != 2 || !strings.Contains(says, "usage: gopark new") {
			t.Errorf("%v: %d, %s", args, code, says)
		}
	}
}
