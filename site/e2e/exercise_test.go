package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
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
	if got := b.textOf("#overflow .check-verdict"); got != "1 of 2 points. Nothing is changed yet: one rule holds from the beginning." {
		t.Errorf("the verdict is %q", got)
	}
	if got := b.textOf("#overflow .check.broken .check-says"); !strings.HasPrefix(got, "wanted at least 50%, got 0% on P1") {
		t.Errorf("what was wrong is %q", got)
	}
	b.do(clickOn("#overflow .check.broken button"))
	b.wait("document.getElementById('notice').textContent.startsWith('Only the end of the run decides: ')", 20*time.Second)
	if got := b.data("state"); got != "done" || b.data("position") != b.data("events") {
		t.Errorf("it stands at %s of %s, and the bench is %s", b.data("position"), b.data("events"), got)
	}

	b.do(clickOn("#overflow .solution summary"), clickOn("#overflow .use-solution"), clickOn("#overflow .do-check"))
	checked("passed")
	if got := b.text("notice"); got != "" {
		t.Errorf("with all checks passed it still says %q", got)
	}
	if got := b.text("ended"); !strings.HasPrefix(got, "This is the run of the program before your change.") {
		t.Errorf("beside Run stands %q", got)
	}

	// What it took to solve it is counted, not what is tried later; and the rules are shown as solved after a reload.
	const tried = "Solved, 2 attempts."
	b.do(clickOn("#overflow .do-check"))
	checked("passed")
	if got := b.textOf("#overflow .tried"); got != tried {
		t.Errorf("after another check it says %q", got)
	}
	b.do(chromedp.Reload())
	b.wait(allEditors, 30*time.Second)
	if got := b.textOf("#overflow .tried"); got != tried {
		t.Errorf("after a reload it says %q", got)
	}
	if n := eval[int](b, `document.querySelectorAll("#overflow .check.held").length`); n != 2 {
		t.Errorf("after a reload %d of 2 rules are shown as held", n)
	}

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

// A rule that is broken on the way is shown at the event that broke it, in the run that did, by one click; not any more
// when the program has changed.
func TestABrokenRuleIsShownAtItsMoment(t *testing.T) {
	b := open(t, "/lessons/threads/")
	b.do(clickOn("#fewer .do-check"))
	b.wait("document.querySelector('#fewer').dataset.check === 'broken'", time.Minute)
	if got := b.textOf("#fewer .check.broken code"); got != "threads <= 16" {
		t.Fatalf("%s is broken", got)
	}
	b.do(clickOn("#fewer .check.broken button"))
	b.wait("document.getElementById('notice').textContent.startsWith('Here it breaks: threads <= 16. Wanted at most 16, got ')", 20*time.Second)
	if active := eval[string](b, `document.querySelector(".editor.active").dataset.program`); active != "fewer" {
		t.Errorf("the stage shows the run of %s", active)
	}
	// The seventeenth thread: the first is M0.
	b.click("tab-events")
	if got := b.textOf(".why-say"); !strings.HasPrefix(got, "A new thread, M16, is made") {
		t.Errorf("the words there are %q", got)
	}
	at := b.data("position")
	b.do(clickOn(`.editor[data-program="fewer"] .cm-content`))
	b.do(chromedp.Focus(chromedp.CSS(`.editor[data-program="fewer"] .cm-content`)))
	eval[bool](b, `document.execCommand("insertText", false, " ")`)
	b.do(clickOn("#fewer .check.broken button"))
	if got := b.textOf("#fewer .check-verdict"); !strings.Contains(got, "changed since") || b.data("position") != at {
		t.Errorf("with another program it says %q", got)
	}
	b.silent()
}

// Some rules are decided by one event: the first steal is where to look, not the end of the run. A question of the lesson that
// waits does not cover it.
func TestTheEventThatDecidesIsShown(t *testing.T) {
	b := open(t, lessonPath)
	b.do(clickOn("#eight .do-check"))
	b.wait("document.querySelector('#eight').dataset.check === 'broken'", time.Minute)
	b.do(clickOn("#eight .check.broken button"))
	b.wait("document.getElementById('notice').textContent === 'Here it breaks: first steal == 8. Wanted 8, got 5.'", 20*time.Second)
	if got := b.textOf(".why-say"); !strings.Contains(got, "stole 5 of the 9") {
		t.Errorf("the words there are %q", got)
	}
	b.silent()
}

// A moment that is not in a run is told in words that need no knowledge of events.
func TestAMomentThatIsMissingIsToldPlainly(t *testing.T) {
	b := open(t, lessonPath)
	eval[bool](b, "(document.getElementById('procs').value = '1') === '1'")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	if got, want := b.text("notice"), "In this run nobody stole from another P's queue. So the stage stands at the end."; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	b.silent()
}
