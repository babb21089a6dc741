package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/gopark/gopark/site/handin"
)

// TestCopiesInOtherClothesAreFound: and nobody else is. An answer that every book has is too short to say anything.
func TestCopiesInOtherClothesAreFound(t *testing.T) {
	read := func(name string) string {
		src, err := os.ReadFile(filepath.Join(poolDir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(src)
	}
	starter, original := read("broken.go"), read("stops.go")
	shape := shapeOf("main.go", starter, original)
	if shape == "" || shapeOf("main.go", starter, starter) != "" || shapeOf("main.go", read("main.go"), read("pool.go")) != "" {
		t.Error("the solution has no shape, or the starter or the pool of every book has one")
	}
	others, err := txtar.ParseFile("testdata/shapes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{shape: "stops.go"}
	for _, f := range others.Files {
		got := shapeOf("main.go", starter, string(f.Data))
		switch {
		case f.Name == "copy" && got != shape:
			t.Errorf("the copy is not found: %v", shapesIn("main.go", string(f.Data)))
		case f.Name == "copy":
		case got == "":
			t.Errorf("%s has no shape", f.Name)
		case seen[got] != "":
			t.Errorf("%s is taken for %s", f.Name, seen[got])
		}
		if f.Name != "copy" {
			seen[got] = f.Name
		}
	}
	for _, c := range [][2]string{{"case failed = <-errs", "case <-errs"}, {"i < n &&", "i <= n &&"}, {"close(jobs)", "cap(jobs)"}, {"n, workers int) error {\n", "n, workers int) error {\n\tworkers *= 1\n"}, {"i := 0", "i := 1"}, {"wg.Wait()", "wg.Done()"}} {
		if changed := strings.Replace(original, c[0], c[1], 1); changed == original || shapeOf("main.go", starter, changed) == shape {
			t.Errorf("%s for %s is not seen", c[1], c[0])
		}
	}
}

// TestProgramsOfTheLessonsAreNotTakenForEachOther: no two that were written on their own have the same shape; those of a lesson begin with each other.
func TestProgramsOfTheLessonsAreNotTakenForEachOther(t *testing.T) {
	names, programs := corpus(t)
	seen, with := map[string]string{}, 0
	for _, name := range names {
		shape := shapeOf("main.go", "", programs[name])
		lesson, _, _ := strings.Cut(name, "/")
		if shape == "" {
			continue
		}
		with++
		if before := seen[shape]; before != "" && !strings.HasPrefix(before, lesson+"/") {
			t.Errorf("%s is taken for %s", name, before)
		}
		seen[shape] = name
	}
	if with < 20 {
		t.Errorf("%d of %d programs have a shape", with, len(names))
	}
}

// TestStudentsOfAClassAreCompared: who has nearly the same answer is named, with the exercise, and so is the name under which another's file was made; the usual
// answer of a class, the same student and the very same programs are not near.
func TestStudentsOfAClassAreCompared(t *testing.T) {
	b := &Book{Assignment: handin.Which{Hash: "h"}}
	add := func(student, programs string, shapes ...string) *Result {
		r := Result{Submission: student + ".json", Student: student, State: Graded, Programs: programs}
		for i, shape := range shapes {
			r.Exercises = append(r.Exercises, ExerciseResult{ID: fmt.Sprintf("x%d", i+1), Shape: shape})
		}
		b.Results = append(b.Results, r)
		return &b.Results[len(b.Results)-1]
	}
	add("Ada", "1", "a", "usual")
	add("Bob", "2", "a", "usual")
	add("Ada", "3", "a", "usual")
	add("Cy", "1", "a", "usual")
	add("Di", "4", "", "usual")
	add("Ed", "5", "e", "f")
	add("Flo", "6", "e", "f").Exercises[1].Seeds = handin.Seeds("h", "x2", "Di")
	for i := range 6 {
		add(fmt.Sprint("S", i), fmt.Sprint("s", i), fmt.Sprint("s", i), "g")
	}
	b.Compare()
	for i, want := range []string{"Bob (x1)", "Ada (x1), Cy (x1)", "Bob (x1), Cy (x1)", "Bob (x1)", "", "Flo (x1, x2)", "Ed (x1, x2)", ""} {
		got := slices.Clone(b.Results[i].Near)
		slices.Sort(got)
		wants := slices.DeleteFunc(strings.SplitAfter(strings.ReplaceAll(want, "), ", ")|"), "|"), func(s string) bool { return s == "" })
		for k := range wants {
			wants[k] = strings.TrimSuffix(wants[k], "|")
		}
		slices.Sort(wants)
		if !slices.Equal(got, wants) {
			t.Errorf("%d, %s: near %q, want %q", i, b.Results[i].Student, got, wants)
		}
		if as := b.Results[i].As; as != map[bool]string{true: "Di"}[i == 6] {
			t.Errorf("%d: made as %q", i, as)
		}
	}
}
