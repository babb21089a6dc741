package command

import (
	"strings"
	"testing"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
)

// TestWhatTheStarterEarns: it is said of an assignment, with what is hidden; hidden checks that the starter passes all are called of no use.
func TestWhatTheStarterEarns(t *testing.T) {
	for _, c := range []struct {
		handIn        string
		open, hidden  int
		ofHidden      int
		starterDriver bool
		want          string
	}{
		{"", 1, 0, 0, false, ""},
		{"name", 1, 0, 0, false, "pool: unchanged it earns 1 of 3 points\n"},
		{"name", 1, 1, 2, false, "pool: unchanged it earns 1 of 3 points, and 1 of 2 hidden ones\n"},
		{"name", 1, 2, 2, true, "pool: unchanged it earns 1 of 3 points, and 2 of 2 hidden ones: these say nothing about an answer\n"},
	} {
		var out, says strings.Builder
		told := &tried{lesson: &lesson.Lesson{Slug: "pool", HandIn: c.handIn}, out: &out}
		told.add(&trial.Tried{Program: "solution.go", Report: trial.Report{Points: 3, Of: 3}})
		told.add(&trial.Tried{Program: check.Starter, Report: trial.Report{Points: c.open, Of: 3}})
		if c.ofHidden > 0 {
			told.hidden = true
			program := check.Starter
			if c.starterDriver {
				program += " with d.go"
			}
			told.add(&trial.Tried{Program: program, Report: trial.Report{Points: c.hidden, Of: c.ofHidden}})
		}
		if told.sum(&says); says.String() != c.want || out.String() != "" {
			t.Errorf("%q, want %q; %s", says.String(), c.want, out.String())
		}
	}
}
