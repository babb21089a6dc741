package grade

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
	"github.com/gopark/gopark/wasm/host"
)

const poolDir = "../../lessons/assignments/bounded-pool"

// TestMain is also the child of the pools that tests start.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "grade" && os.Args[2] == "-one" {
		if err := Child(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// theRunner is one for all tests: it keeps the library.
var theRunner = sync.OnceValues(func() (*trial.Runner, error) { return trial.NewRunner("") })

// judge is a judge of the assignment in dir, with the hidden checks in private.
func judge(t *testing.T, dir, private string) *Judge {
	t.Helper()
	l, err := lesson.LoadAssignment(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := handin.Of(l)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ReadPrivate(private, a)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := host.EngineVersion()
	if err != nil {
		t.Fatal(err)
	}
	r, err := theRunner()
	if err != nil {
		t.Fatal(err)
	}
	return NewJudge(a, p, engine, r)
}

// made is a hand-in as the page makes it.
func made(t *testing.T, j *Judge, student string, programs map[string]string) *handin.HandIn {
	t.Helper()
	h, err := j.Make(student, programs)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// textOf writes a hand-in.
func textOf(t *testing.T, h *handin.HandIn) []byte {
	t.Helper()
	text, err := json.MarshalIndent(h, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func graded(t *testing.T, j *Judge, text []byte) Result {
	t.Helper()
	r, err := j.Grade(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// solved are the solutions of an assignment.
func solved(j *Judge) map[string]string {
	all := map[string]string{}
	for _, x := range j.assignment.Exercises {
		all[x.ID] = string(x.Solution)
	}
	return all
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTheReadyAssignment: its solution has all points, its starter does not, and neither is flagged.
func TestTheReadyAssignment(t *testing.T) {
	j := judge(t, poolDir, "")
	full := graded(t, j, textOf(t, made(t, j, "Ada", solved(j))))
	if full.State != Graded || full.Points != full.Of || full.Of != 20 {
		t.Errorf("the solution: %+v", full)
	}
	none := graded(t, j, textOf(t, made(t, j, "Bob", nil)))
	if none.State != Graded || none.Points == 0 || none.Points > 10 {
		t.Errorf("the starter: %+v", none)
	}
}
