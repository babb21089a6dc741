package build

import (
	"slices"
	"testing"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
)

// Two bars of a figure never have the same name: nobody could tell them apart.
func TestBarsHaveNamesOfTheirOwn(t *testing.T) {
	play := func(id, title, policy string, procs int) *lesson.Play {
		return &lesson.Play{Title: title, Program: lesson.Program{ID: id, Settings: check.Settings{Procs: procs, Policy: policy}}}
	}
	p := newPage(&lesson.Lesson{Plays: []*lesson.Play{play("a", "", "", 1), play("b", "", "", 2), play("c", "", "", 2), play("d", "The town", "m:n", 4), play("e", "", "m:n", 4)}})
	for _, c := range []struct{ runs, want []string }{
		{[]string{"a", "d", "e"}, []string{"go1.26", "The town", "m:n"}},
		{[]string{"a", "b"}, []string{"go1.26, procs=1", "go1.26, procs=2"}},
		{[]string{"a", "b", "c"}, []string{"go1.26, procs=1", "go1.26, b", "go1.26, c"}},
	} {
		if got := p.barNames(c.runs); !slices.Equal(got, c.want) {
			t.Errorf("%v are called %q, want %q", c.runs, got, c.want)
		}
	}
}
