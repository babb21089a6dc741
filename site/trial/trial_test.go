package trial

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
)

const starter = `package main

import "fmt"

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
	fmt.Println("got", <-c)
	go func() { c <- 2 }()
}
`

const solution = `package main

import "fmt"

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
	fmt.Println("got", <-c)
}
`

func readLesson(t *testing.T, text string, files map[string]string) *lesson.Lesson {
	t.Helper()
	fsys := fstest.MapFS{"lessons/order.txt": {Data: []byte("a\n")}, "lessons/a/lesson.md": {Data: []byte(text)}}
	for name, src := range files {
		fsys["lessons/a/"+name] = &fstest.MapFile{Data: []byte(src)}
	}
	l, err := lesson.Load(fsys, "lessons", "a")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func runner(t *testing.T) *Runner {
	t.Helper()
	r, err := NewRunner("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	r.Limits = check.Limits{Virtual: 100 * time.Millisecond, Records: 50_000, Output: 64 << 10}
	return traced(t, r)
}

const leaky = "---\ntitle: A\nsummary: B\n---\n```go play id=p file=main.go procs=2\n```\n" +
	"```exercise id=x file=main.go solution=solution.go procs=2\ngoal: Leave nothing behind.\ncheck:\n" +
	"  - output == same as starter\n  - \"3 points: never leaks in 5 seeds\"\n  - goroutines < starter\n```\n"

func TestJudge(t *testing.T) {
	l := readLesson(t, leaky, map[string]string{"main.go": starter, "solution.go": "//go:build ignore\n\n" + solution})
	e := runner(t).NewExercise(l, l.Exercises[0])
	defer e.Close()
	for _, c := range []struct {
		name, src string
		points    int
		says      string
	}{
		{"the starter", starter, 1, "FAIL never leaks in 5 seeds: want exit code 0 and no goroutines left, got exit code 0, 1 goroutine left (seed 1)"},
		{"the solution", solution, 5, ""},
		{"no program", "package main\nfunc main() { x := 1 }\n", 0, "declared and not used: x"},
		{"endless", "package main\nfunc main() { for {} }\n", 0, "it did not end within 100ms of virtual time"},
		{"talkative", "package main\nfunc main() { for { print(\"0123456789012345678901234567890123456789\") } }\n", 0, "it printed more than 64 KiB"},
		{"busy with nothing", "package main\nimport \"runtime\"\nfunc main() { for { runtime.Gosched() } }\n", 0, "after 50000 events it had not ended"},
		{"asleep", "package main\nfunc main() { select {} }\n", 0, "got a deadlock: all goroutines are asleep"},
	} {
		rep, err := e.Judge([]byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var said []string
		for _, o := range rep.Outcomes {
			said = append(said, o.String())
		}
		text := strings.Join(said, "\n") + rep.Problem
		if rep.Points != c.points || rep.Of != 5 || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d of %d points, want %d\n%s", c.name, rep.Points, rep.Of, c.points, text)
		}
	}
}

func TestCheckLesson(t *testing.T) {
	r := runner(t)
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // "" nothing is wrong
	}{
		{"all is well", map[string]string{"main.go": starter, "solution.go": solution}, ""},
		{"the solution does not compile", map[string]string{"main.go": starter, "solution.go": "package main"}, "function main is undeclared"},
		{"the solution does not pass", map[string]string{"main.go": starter, "solution.go": starter}, "lessons/a/lesson.md:11: the solution solution.go does not pass: never leaks in 5 seeds"},
		{"the starter passes", map[string]string{"main.go": strings.Replace(starter, "go func() { c <- 2 }()", "go func() {}()", 1), "solution.go": solution}, ""},
		{"the program does not compile", map[string]string{"main.go": "package main", "solution.go": solution}, "function main is undeclared"},
	} {
		ps, err := r.CheckLesson(readLesson(t, leaky, c.files), Options{Seeds: 3})
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "" && len(ps) > 0 || !strings.Contains(ps.Error(), c.want):
			t.Errorf("%s: %v, want %s", c.name, ps, c.want)
		}
	}
	easy := strings.Replace(leaky, "  - goroutines < starter\n", "", 1)
	ps, err := r.CheckLesson(readLesson(t, easy, map[string]string{"main.go": solution, "solution.go": solution}), Options{Seeds: 3})
	if err != nil || !strings.Contains(ps.Error(), "lesson.md:7: the starter of x passes all checks already") {
		t.Errorf("%v %v", ps, err)
	}
}

// TestAuthorsAreToldWhatIsReached: of each rule, by the solution and by the starter, and what both earn.
func TestAuthorsAreToldWhatIsReached(t *testing.T) {
	r := runner(t)
	for _, reach := range []bool{false, true} {
		var said []string
		ps, err := r.CheckLesson(readLesson(t, leaky, map[string]string{"main.go": starter, "solution.go": solution}), Options{Seeds: 3, Reach: reach, Told: func(tried *Tried) {
			said = append(said, fmt.Sprintf("%s earns %d of %d", tried.Program, tried.Points, tried.Of))
			for i, c := range tried.Reached {
				said = append(said, fmt.Sprintf("%v %s: %s", tried.Outcomes[i].Pass, tried.Outcomes[i].Rule, c))
			}
		}})
		if err != nil || len(ps) > 0 {
			t.Fatal(err, ps)
		}
		want := []string{"solution.go earns 5 of 5", "starter earns 1 of 5"}
		if reach {
			want = []string{
				"solution.go earns 5 of 5", "true output == same as starter: holds in 3 of 3 runs", "true never leaks in 5 seeds: holds in 5 of 5 runs", "true goroutines < starter: holds in 3 of 3 runs: 2, 66.7% of starter",
				"starter earns 1 of 5", "true output == same as starter: holds", "false never leaks in 5 seeds: holds in 0 of 5 runs: exit code 0, 1 goroutine left", "false goroutines < starter: does not hold: 3, 100% of starter",
			}
		}
		if !slices.Equal(said, want) {
			t.Errorf("told:\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestSameCaseSameDigest: a case is all that a run depends on.
func TestSameCaseSameDigest(t *testing.T) {
	p, err := runner(t).Compile("main.go", []byte(starter))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	digests := map[string]bool{}
	for _, c := range []check.Case{{Seed: 1}, {Seed: 1}, {Seed: 1, Settings: check.Settings{Procs: 2}}, {Seed: 1, Settings: check.Settings{Policy: "go1.13"}}} {
		r, err := p.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		digests[r.Digest] = true
	}
	if len(digests) != 3 {
		t.Errorf("%d digests of 3 different cases", len(digests))
	}
}

// TestWhatWasCutOffHasNoDigests: nor has what is no program; what ends has the digests of its runs.
func TestWhatWasCutOffHasNoDigests(t *testing.T) {
	l := readLesson(t, leaky, map[string]string{"main.go": starter, "solution.go": "//go:build ignore\n\n" + solution})
	e := runner(t).NewExercise(l, l.Exercises[0])
	defer e.Close()
	for _, c := range []struct {
		name, src string
		have      string // which of two digests are there: of those that are asked for first, and after the rules
	}{
		{"ends", solution, "++++"},
		{"endless", "package main\nfunc main() { for {} }\n", "----"},
		{"ends in one P only, as no rule wants it", "package main\nimport \"runtime\"\nfunc main() { for runtime.GOMAXPROCS(0) > 1 {} }\n", "++--"},
		{"no program", "package main\n", "----"},
	} {
		a, err := e.Answer([]byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		have := ""
		for range 2 {
			digests, err := a.Digests(check.Settings{Procs: 1}, []uint64{5, 6})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range digests {
				have += map[bool]string{true: "+", false: "-"}[len(d) == 64]
			}
			if _, err := a.Judge(l.Exercises[0].Base(), l.Exercises[0].Checks); err != nil {
				t.Fatal(err)
			}
		}
		if have != c.have {
			t.Errorf("%s: digests %s, want %s", c.name, have, c.have)
		}
		a.Close()
	}
}
