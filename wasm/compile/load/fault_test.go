// This file compares diagnostics with those of the go command, word for word.

//go:build !js

package load

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "ask the go command for its words again")

// TestFaults runs testdata/faults.txtar: a faulty program NAME.go, then NAME.gc,
// the words of the go command, and if ours are others, NAME.ours.
func TestFaults(t *testing.T) {
	const path = "testdata/faults.txtar"
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	out := &txtar.Archive{Comment: ar.Comment}
	want := map[string]string{}
	for _, f := range ar.Files {
		want[f.Name] = string(f.Data)
	}
	same := 0
	for _, f := range ar.Files {
		name, ok := strings.CutSuffix(f.Name, ".go")
		if !ok {
			continue
		}
		gc, ours := want[name+".gc"], want[name+".ours"]
		if *update {
			gc, ours = askGo(t, f), ""
		}
		_, ds, err := l.Load(File{Name: f.Name, Data: f.Data})
		if err != nil {
			t.Fatal(err)
		}
		got := Text(ds)
		out.Files = append(out.Files, f, txtar.File{Name: name + ".gc", Data: []byte(gc)})
		switch {
		case got == gc:
			same++
		case *update:
			out.Files = append(out.Files, txtar.File{Name: name + ".ours", Data: []byte(got)})
		case got != ours:
			t.Errorf("%s: got\n%sgc says\n%s", name, got, gc)
		}
	}
	t.Logf("%d of %d in gc's words", same, len(out.Files)/2)
	if *update {
		if err := os.WriteFile(path, txtar.Format(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// askGo returns what go build says of a program.
func askGo(t *testing.T, f txtar.File) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-o", os.DevNull, "./"+f.Name)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=")
	said, _ := cmd.CombinedOutput()
	return regexp.MustCompile(`(?m)^# .*\n`).ReplaceAllString(string(said), "")
}
