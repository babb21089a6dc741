package e2e

import (
	"strings"
	"testing"
	"time"
)

// A lesson with several programs: an exercise is checked, failed, replayed, and solved; another program of the
// page runs on the same stage, with its own settings.
func TestAnExerciseIsCheckedInThePage(t *testing.T) {
	b := open(t, "/lessons/local-queues/")
	const x = "document.querySelector('#overflow')."
	checked := func(state string) {
		t.Helper()
		b.wait(x+"dataset.check === 'running'", 10*time.Second)
		b.wait(x+"dataset.check !== 'running'", time.Minute)
		if got := eval[string](b, x+"dataset.check"); got != state {
			t.Fatalf("the check ends as %s: %s", got, b.textOf("#overflow .check-verdict"))
		}
	}
	b.do(clickOn("#overflow .do-check"))
	checked("broken")
	if got := b.textOf("#overflow .check-verdict"); got != "1 of 2 points." {
		t.Errorf("the verdict is %q", got)
	}
	if got := b.textOf("#overflow .check.broken .check-says"); !strings.HasPrefix(got, "wanted at least 50%, got 0% on P1") {
		t.Errorf("what was wrong is %q", got)
	}
	b.do(clickOn("#overflow .check.broken button"))
	b.wait("bench.dataset.state === 'done'", 20*time.Second)

	b.do(clickOn("#overflow .solution summary"), clickOn("#overflow .use-solution"), clickOn("#overflow .do-check"))
	checked("passed")

	b.do(clickOn(`.editor[data-program="town"] .run-this`))
	b.wait("bench.dataset.state !== 'done'", 10*time.Second)
	b.wait("bench.dataset.state === 'done'", 30*time.Second)
	if got := b.text("output"); got != "deadline\n" {
		t.Errorf("the town prints %q", got)
	}
	if !eval[bool](b, `document.querySelector('.editor.active').dataset.program === 'town'`) {
		t.Error("the town is not the active program")
	}
	b.silent()
}
