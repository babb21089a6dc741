package trial

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/site/lesson"
)

// TestTheCourseKeepsItsPromises: programs run, solutions pass their checks, starters do not. One lesson in four each
// time; gopark check does all of them, with more seeds.
func TestTheCourseKeepsItsPromises(t *testing.T) {
	lessons, err := lesson.LoadDir("../../lessons")
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRunner("")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, l := range lessons {
		if !prove.Mine(i, 4) {
			continue
		}
		ps, err := traced(t, r).CheckLesson(l, Options{Seeds: 3})
		if err != nil || len(ps) > 0 {
			t.Errorf("%s: %v\n%v", l.Slug, err, ps)
		}
	}
}

// TestTheTemplateIsALesson: what gopark new makes can be read, and keeps its promises.
func TestTheTemplateIsALesson(t *testing.T) {
	dir := t.TempDir()
	for name, text := range lesson.Template("A title") {
		write(t, filepath.Join(dir, "lessons", "mine", name), text)
	}
	write(t, filepath.Join(dir, "lessons", "order.txt"), "mine\n")
	lessons, err := lesson.LoadDir(filepath.Join(dir, "lessons"))
	if err != nil {
		t.Fatal(err)
	}
	ps, err := runner(t).CheckLesson(lessons[0], Options{Seeds: 3})
	if err != nil || len(ps) > 0 || lessons[0].Title != "A title" {
		t.Error(err, ps, lessons[0].Title)
	}
}

// TestTheTemplateIsAnAssignment: so does that of an assignment, whose starter and a program that only prints earn a part of the points.
func TestTheTemplateIsAnAssignment(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	for name, text := range lesson.AssignmentTemplate("A title") {
		write(t, filepath.Join(dir, name), text)
	}
	l, err := lesson.LoadAssignment(dir)
	if err != nil {
		t.Fatal(err)
	}
	earns := map[string]int{}
	r := runner(t)
	ps, err := r.CheckLesson(l, Options{Seeds: 3, Told: func(x *Tried) { earns[x.Program] = x.Points }})
	if err != nil || len(ps) > 0 || l.Title != "A title" || earns["solution.go"] != 5 || earns["starter"] != 1 {
		t.Error(err, ps, l.Title, earns)
	}
	e := r.NewExercise(l, l.Exercises[0])
	defer e.Close()
	if rep, err := e.Judge([]byte("package main\n\nfunc main() { print(\"\") }\n")); err != nil || rep.Points != 1 {
		t.Errorf("a program that does nothing: %v, %+v", err, rep)
	}
	if rep, err := e.Judge([]byte("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Print(\"three\\ntwo\\none\\n\") }\n")); err != nil || rep.Points != 4 {
		t.Errorf("a program that only prints: %v, %+v", err, rep)
	}
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
