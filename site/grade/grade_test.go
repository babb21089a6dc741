package grade

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/gopark/gopark/core/check"
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

// TestTheReadyAssignment: its solution has all points, its starter does not, nor do programs that only print what is expected; none is flagged.
// A driver finds these out.
func TestTheReadyAssignment(t *testing.T) {
	private := t.TempDir()
	write(t, filepath.Join(private, PrivateFile), "secret: s\nexercises:\n  bound:\n    drivers:\n      - file: fewer.go\n        check:\n          - 3 points: output == same as starter\n"+
		"  end:\n    drivers:\n      - file: none-broken.go\n        check:\n          - 5 points: output == \"8 made, <nil>\\n\" in 3 seeds\n")
	write(t, filepath.Join(private, "fewer.go"), "//go:build ignore\n\npackage main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(thumbnails(7, 2)) }\n")
	write(t, filepath.Join(private, "none-broken.go"), "package main\n\nimport (\n\t\"fmt\"\n\t\"sync/atomic\"\n)\n\nvar made atomic.Int32\n\nfunc thumbnail(n int) error {\n\tmade.Add(1)\n\treturn nil\n}\n\nfunc main() {\n\terr := thumbnails(8, 4)\n\tfmt.Printf(\"%d made, %v\\n\", made.Load(), err)\n}\n")
	j := judge(t, poolDir, private)
	full := graded(t, j, textOf(t, made(t, j, "Ada", solved(j))))
	if full.State != Graded || full.Points != full.Of || full.Of != 28 {
		t.Errorf("the solution: %+v", full)
	}
	none := graded(t, j, textOf(t, made(t, j, "Bob", nil)))
	if none.State != Graded || open(none) == 0 || open(none) > 10 || none.Points != open(none)+3 {
		t.Errorf("the starter: %+v", none)
	}
	const prints = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Print(%q) }\n"
	first, err := j.runner.Compile("main.go", j.assignment.Exercises[0].Source)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	base := j.assignment.Exercises[0].Base()
	run, err := first.Run(check.Case{Seed: base.Seed, Settings: base.Settings})
	if err != nil {
		t.Fatal(err)
	}
	eve := graded(t, j, textOf(t, made(t, j, "Eve", map[string]string{"bound": fmt.Sprintf(prints, run.Output), "end": fmt.Sprintf(prints, "picture 12 is broken\n")})))
	for _, x := range eve.Exercises {
		lost := 0
		for _, c := range x.Checks {
			if !c.Pass && !c.Hidden {
				lost += c.Points
			}
			if c.Hidden && c.Pass {
				t.Errorf("a program that prints passes %s", c.Rule)
			}
		}
		if lost < 2 {
			t.Errorf("a program that prints loses %d points of %s: %+v", lost, x.ID, x)
		}
	}
	if eve.State != Graded {
		t.Errorf("it is %s: %v", eve.State, eve.Flags)
	}
}

// open are the points of the checks that students see.
func open(r Result) (sum int) {
	for _, x := range r.Exercises {
		for _, c := range x.Checks {
			if c.Pass && !c.Hidden {
				sum += c.Points
			}
		}
	}
	return sum
}

// TestADriverTakesThePlace: of what it declares, and of the imports that only this needed; lines stay where they are.
func TestADriverTakesThePlace(t *testing.T) {
	for _, c := range []struct{ name, driver, program, want string }{
		{"main and its import", "package main\n\nfunc main() { println(f()) }\n", "package main\n\nimport \"fmt\"\n\nfunc f() int { return 1 }\n\nfunc main() {\n\tfmt.Println(f())\n}\n",
			"-- d.go --\npackage main\n\nfunc main() { println(f()) }\n-- main.go --\npackage main\n\n\n\nfunc f() int { return 1 }\n\n\n\n\n"},
		{"an import that is needed stays", "package main\nfunc main() { f() }\n", "package main\nimport (\n\t\"fmt\"\n\t\"os\"\n)\nfunc f() { fmt.Println() }\nfunc main() { os.Exit(1) }\n",
			"-- d.go --\npackage main\nfunc main() { f() }\n-- main.go --\npackage main\nimport (\n\t\"fmt\"\n\t\n)\nfunc f() { fmt.Println() }\n\n"},
		{"types, variables, methods", "package main\ntype T int\nfunc (t *T) m() {}\nvar v T\n", "package main\ntype (\n\tT string\n\tU int\n)\nfunc (T) m() {}\nfunc (U) m() {}\nvar v = 1\nfunc main() {}\n",
			"-- d.go --\npackage main\ntype T int\nfunc (t *T) m() {}\nvar v T\n-- main.go --\npackage main\ntype (\n\t\n\tU int\n)\n\nfunc (U) m() {}\n\nfunc main() {}\n"},
		{"a file of the same name", "package main\nfunc g() {}\n", "-- d.go --\npackage main\nfunc h() {}\n-- a.go --\npackage main\nfunc main() { g() }\n",
			"-- d.go --\npackage main\nfunc g() {}\n-- a.go --\npackage main\nfunc main() { g() }\n"},
		{"no Go", "package main\nfunc main() {}\n", "package main\nfunc main( {}\n", "-- d.go --\npackage main\nfunc main() {}\n-- main.go --\npackage main\nfunc main( {}\n"},
	} {
		got := (&driver{file: "d.go", text: []byte(c.driver)}).into("main.go", c.program)
		var lines []string
		for line := range strings.SplitSeq(got, "\n") {
			lines = append(lines, strings.TrimRight(line, " "))
		}
		if text := strings.Join(lines, "\n"); text != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, text, c.want)
		}
	}
}
