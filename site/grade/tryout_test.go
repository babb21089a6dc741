package grade

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gopark/gopark/site/trial"
)

// twoExercises is an assignment with a solution to the first alone.
const twoExercises = "---\ntitle: A\nsummary: B\nhand-in: nothing\n---\n```go play id=p procs=1 file=main.go\n```\n" +
	"```exercise id=one on=p solution=solution.go\ngoal: Print 42.\ncheck:\n  - stderr contains 42\n```\n" +
	"```exercise id=two on=p\ngoal: Print two.\ncheck:\n  - stderr == \"\"\n  - output == \"two\\n\"\n```\n"

// TestHiddenChecksAreTried: what the solution does not pass is said with its line, and what the starter earns is told, drivers included.
func TestHiddenChecksAreTried(t *testing.T) {
	const driver = "package main\n\nfunc main() { println(answer()) }\n"
	for _, c := range []struct{ name, checks, want string }{
		{"all is well", "exercises:\n  one:\n    check:\n      - 2 points: exit == 0\n    drivers:\n      - file: d.go\n        check:\n          - 3 points: stderr contains 42\n",
			"solution.go 2 of 2, solution.go with d.go 3 of 3, starter 2 of 2, starter with d.go 0 of 3"},
		{"a rule that the solution breaks", "exercises:\n  one:\n    check:\n      - exit == 0\n      - goroutines >= 2\n",
			"checks.yaml:5: the solution solution.go does not pass: goroutines >= 2: want at least 2, got 1"},
		{"a driver that the solution breaks", "exercises:\n  one:\n    drivers:\n      - file: d.go\n        check:\n          - stderr contains 43\n",
			"checks.yaml:6: the solution solution.go with d.go does not pass: stderr contains 43: want a text with \"43\""},
		{"a driver that does not fit", "exercises:\n  one:\n    drivers:\n      - file: misfit.go\n        check:\n          - exit == 0\n",
			"checks.yaml:6: the solution solution.go with misfit.go does not compile: ./misfit.go:3:"},
		{"a solution that is kept here", "exercises:\n  two:\n    solution: two.go\n    check:\n      - exit == 0\n", "two.go 1 of 1, starter 1 of 1"},
		{"a kept solution that breaks what students see", "exercises:\n  two:\n    solution: bad.go\n    check:\n      - exit == 0\n", "lesson.md:17: the solution bad.go does not pass: output == \"two\\n\""},
		{"a kept solution that is no program", "exercises:\n  two:\n    solution: none.go\n    check:\n      - exit == 0\n", "checks.yaml:3: the solution none.go does not compile: "},
		{"no solution at all", "exercises:\n  two:\n    check:\n      - exit == 0\n", "checks.yaml:4: two has no solution to try its hidden checks on: name a program of this folder, solution: FILE.go"},
	} {
		dir := t.TempDir()
		a, private := filepath.Join(dir, "a"), filepath.Join(dir, "hidden")
		write(t, filepath.Join(a, "lesson.md"), twoExercises)
		write(t, filepath.Join(a, "main.go"), "package main\n\nfunc answer() int { return 41 }\n\nfunc main() { println(answer()) }\n")
		write(t, filepath.Join(a, "solution.go"), "package main\n\nfunc answer() int { return 42 }\n\nfunc main() { println(answer(), \"done\") }\n")
		for name, text := range map[string]string{
			PrivateFile: c.checks, "d.go": driver, "misfit.go": "package main\n\nfunc main() { println(question()) }\n",
			"two.go": "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"two\") }\n", "bad.go": "package main\n\nfunc main() {}\n", "none.go": "package main\n\nfunc main() { x }\n",
		} {
			write(t, filepath.Join(private, name), text)
		}
		j := judge(t, a, private)
		var told []string
		ps, err := j.Try(trial.Options{Seeds: 2, Told: func(x *trial.Tried) {
			if len(x.Checks) > 0 {
				told = append(told, fmt.Sprintf("%s %d of %d", x.Program, x.Points, x.Of))
			}
		}})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := ps.Error()
		if len(ps) == 0 {
			got = strings.Join(told, ", ")
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

// TestWhatDoesNotCompileEarnsNothing: also where a driver takes the place of what is wrong with it; the page says that there are no points.
func TestWhatDoesNotCompileEarnsNothing(t *testing.T) {
	dir := t.TempDir()
	a, private := filepath.Join(dir, "a"), filepath.Join(dir, "hidden")
	write(t, filepath.Join(a, "lesson.md"), twoExercises)
	write(t, filepath.Join(a, "main.go"), "package main\n\nfunc answer() int { return 41 }\n\nfunc main() { println(answer()) }\n")
	write(t, filepath.Join(a, "solution.go"), "package main\n\nfunc main() { println(42) }\n")
	write(t, filepath.Join(private, PrivateFile), "exercises:\n  one:\n    drivers:\n      - file: d.go\n        check:\n          - stderr contains 42\n")
	write(t, filepath.Join(private, "d.go"), "package main\n\nfunc main() { println(answer()) }\n")
	j := judge(t, a, private)
	for body, want := range map[string]int{"println(answer())": 2, "println(answer(), x)": 0} {
		h := made(t, j, "", map[string]string{"one": "package main\n\nfunc answer() int { return 42 }\n\nfunc main() { " + body + " }\n"})
		x := graded(t, j, textOf(t, h)).Exercises[0]
		if x.Points != want || x.Of != 2 || len(x.Checks) != 2 || (x.Problem == "") != (want > 0) {
			t.Errorf("%s: %+v", body, x)
		}
	}
}
