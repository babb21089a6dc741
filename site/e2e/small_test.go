package e2e

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Each level of code is indented by as much, the first one too, whatever stands in the margin.
func TestTabsAreOfOneWidth(t *testing.T) {
	b := openFor(t, "/", "true", time.Minute)
	for _, path := range []string{"/src/sched/steal.go/", "/guide/lessons/", "/lessons/stealing/"} {
		b.do(chromedp.Navigate(b.url + path))
		b.wait("document.readyState === 'complete'", 20*time.Second)
		got := eval[[]float64](b, `(() => {
			for (const d of document.querySelectorAll("details")) d.open = true
			for (const code of document.querySelectorAll("pre.code:not(.program) > code")) {
				const lefts = []
				const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
				let line = ""
				for (let n = walk.nextNode(); n !== null; n = walk.nextNode()) {
					if (n.parentElement.closest(".ln, .no") !== null) continue
					for (let i = 0; i < n.data.length; i++) {
						const c = n.data[i]
						if (c === "\n") line = ""
						else if (c === "\t" && /^\t*$/.test(line)) line += c
						else {
							if (/^\t*$/.test(line) && lefts[line.length] === undefined) {
								const r = document.createRange()
								r.setStart(n, i)
								r.setEnd(n, i + 1)
								lefts[line.length] = r.getBoundingClientRect().left
							}
							line += c
						}
					}
				}
				if (lefts.length >= 3) return [lefts[1] - lefts[0], lefts[2] - lefts[1]]
			}
			return []
		})()`)
		if path == "/guide/lessons/" && len(got) == 0 {
			continue // no code there is so deep
		}
		if len(got) != 2 || got[0] < 8 || got[0]-got[1] > 0.5 || got[1]-got[0] > 0.5 {
			t.Errorf("%s: the first levels are indented by %v", path, got)
		}
	}
	b.silent()
}

// An exercise says in which editor it is done, and leads there; what is to be tried says what should be seen, if one wants to
// know; what claims are is said.
func TestLessonsSayWhereAndWhat(t *testing.T) {
	b := open(t, lessonPath)
	if got := b.textOf("#eight .goal-where"); got != "In the editor above: main.go" {
		t.Errorf("the exercise says %q", got)
	}
	if !eval[bool](b, "document.querySelector(document.querySelector('#eight .goal-where a').getAttribute('href')).closest('.editor') !== null") {
		t.Error("it leads to no editor")
	}
	see := "document.querySelector('.see')"
	if eval[bool](b, see+".open") || b.textOf(".see summary") != "What you should see" {
		t.Error("what should be seen is not folded away")
	}
	b.do(clickOn(".see summary"))
	if !eval[bool](b, see+".querySelector('p').checkVisibility()") {
		t.Error("it does not open")
	}
	if got := b.textOf(".box-myth .box-title"); got != "Often said, not so claims S0.36 S0.51 S0.54" {
		t.Errorf("a box has the title %q", got)
	}
	b.silent()
}
