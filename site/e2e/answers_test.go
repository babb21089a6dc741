package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/lesson"
)

const answerShown = `document.querySelector('.answer[data-of="how-many"] .answer-text').checkVisibility()`

// What answers a question is covered until the reader has chosen: the stage stands before the moment and does not go on, neither
// by a step nor by the timeline, the keys or a run; the events, the figures and the text behind it are not to be seen.
func TestAnswersAreCovered(t *testing.T) {
	b := open(t, lessonPath)
	covered := func(when string) {
		t.Helper()
		if got := b.textOf(".why-say"); !strings.Contains(got, "looks at the other queues") {
			t.Errorf("%s: the stage says %q", when, got)
		}
		if eval[bool](b, "document.getElementById('hold').hidden") {
			t.Errorf("%s: it is not said that the run waits", when)
		}
		if eval[bool](b, answerShown) {
			t.Errorf("%s: the text gives the answer", when)
		}
	}
	covered("at first")
	at := b.data("position")
	b.click("step")
	covered("after a step")
	if !eval[bool](b, "document.getElementById('hold').classList.contains('now')") {
		t.Error("a step that is refused says nothing")
	}
	b.click("jump-next")
	covered("after next")
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent("End"))
	covered("at the end")
	b.toTimeline()
	x, y := b.in(eval[float64](b, "document.querySelector('.tl-main').clientWidth")-20, 40)
	b.do(chromedp.MouseClickXY(x, y))
	covered("after a click into the timeline")
	b.click("tab-events")
	if got := b.text("pane-events"); strings.Contains(got, "stole") || !strings.Contains(got, "looks at the other queues") {
		t.Errorf("the events are %q", got)
	}
	b.click("tab-stats")
	if got := b.text("pane-stats"); !strings.Contains(got, "when you have chosen") {
		t.Errorf("the figures are %q", got)
	}
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	covered("after a run")
	if got := b.data("position"); got != at {
		t.Errorf("after a run it stands at %s, before it stood at %s", got, at)
	}

	// A wrong choice is a choice: now the run can be watched. The text waits for the right one.
	b.do(clickOn(`#how-many .choice[data-choice="2"]`))
	if !eval[bool](b, "document.getElementById('hold').hidden") || eval[bool](b, answerShown) {
		t.Error("after a wrong choice the run is covered, or the text is not")
	}
	b.wait("document.getElementById('pane-stats').dataset.ready === 'true'", 20*time.Second)
	b.click("back")
	b.click("step")
	b.do(clickOn(`#how-many .choice[data-choice="3"]`))
	if got := b.textOf(".why-say"); !strings.Contains(got, "stole 5 of the 9") {
		t.Errorf("after the right choice the stage says %q", got)
	}
	if !eval[bool](b, answerShown) {
		t.Error("after the right choice the text is covered")
	}

	// It stays so.
	b.do(chromedp.Reload())
	b.wait(benchReady, 20*time.Second)
	if got := b.textOf(".why-say"); !strings.Contains(got, "stole 5 of the 9") || !eval[bool](b, answerShown) {
		t.Errorf("after a reload the stage says %q", got)
	}

	// Whoever does not want to choose need not; and a link into the answer leads there.
	fresh := func(hash string) {
		t.Helper()
		eval[bool](b, "localStorage.clear() === undefined")
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.url+lessonPath+hash))
		b.wait(benchReady, 20*time.Second)
	}
	fresh("")
	covered("anew")
	b.do(clickOn("#hold button"))
	if got := b.textOf(".why-say"); !strings.Contains(got, "stole 5 of the 9") || !eval[bool](b, answerShown) {
		t.Errorf("when it is shown anyway the stage says %q", got)
	}
	fresh("")
	b.do(clickOn(".answer-show"))
	if got := b.textOf(".why-say"); !strings.Contains(got, "stole 5 of the 9") || !eval[bool](b, answerShown) {
		t.Errorf("when the text is shown anyway the stage says %q", got)
	}
	id := eval[string](b, "document.querySelector('.answer [id]').id")
	fresh("#" + id)
	if !eval[bool](b, answerShown) {
		t.Error("a link into the answer leads to nothing")
	}

	// After a wrong choice there is a way to where the run answers, also if another program is shown.
	fresh("")
	b.do(clickOn(`#how-many .choice[data-choice="2"]`), clickOn("#how-many .look"))
	if got := b.textOf(".why-say"); !strings.Contains(got, "stole 5 of the 9") || eval[bool](b, answerShown) {
		t.Errorf("where the run answers the stage says %q", got)
	}
	b.do(chromedp.Navigate(b.url + "/lessons/runnext/"))
	b.wait(benchReady, 20*time.Second)
	b.do(clickOn(`#patient .choice[data-choice="1"]`), clickOn("#patient .look"))
	b.wait("document.querySelector('.editor.active').dataset.program === 'pair' && bench.dataset.state === 'done'", 20*time.Second)
	if got := b.textOf(".why"); !strings.Contains(got, "10 ms") {
		t.Errorf("where the run of the game answers the stage says %q", got)
	}

	// A run with another seed is the reader's own.
	fresh("")
	eval[bool](b, "(document.getElementById('seed').value = '2') === '2'")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	if !eval[bool](b, "document.getElementById('hold').hidden") {
		t.Error("a run with another seed is covered")
	}
	b.silent()
}

// In every lesson: a question about the program that is shown holds its run, and what the question covers is not seen.
func TestEveryLessonCoversItsAnswers(t *testing.T) {
	lessons, err := lesson.LoadDir(filepath.Join(repoRoot, "lessons"))
	if err != nil {
		t.Fatal(err)
	}
	b := openFor(t, "/", "document.querySelector('.lessons')", 6*time.Minute)
	for _, l := range lessons {
		b.do(chromedp.Navigate(b.url + "/lessons/" + l.Slug + "/"))
		b.wait(benchReady, 20*time.Second)
		for _, p := range l.Predicts {
			if p.Program == "" {
				continue
			}
			text := `document.querySelector('.answer[data-of="` + p.ID + `"] .answer-text')`
			if eval[bool](b, text+"?.checkVisibility() ?? true") {
				t.Errorf("%s: the answer of %s is not covered", l.Slug, p.ID)
			}
			if p.Program != l.Plays[0].ID {
				continue
			}
			recorded := eval[bool](b, "document.querySelector('.editor').dataset.recording !== ''")
			if recorded {
				b.wait("Number(bench.dataset.position) > 0", 10*time.Second)
				if eval[bool](b, "document.getElementById('hold').hidden") {
					t.Errorf("%s: the run is not held for %s", l.Slug, p.ID)
				}
			}
			b.do(clickOn(`.answer[data-of="` + p.ID + `"] .answer-show`))
			if !eval[bool](b, text+".checkVisibility()") || !eval[bool](b, "document.getElementById('hold').hidden") {
				t.Errorf("%s: the answer of %s stays covered", l.Slug, p.ID)
			}
		}
	}
	b.silent()
}
