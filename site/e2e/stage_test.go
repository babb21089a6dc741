package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// option is the text of the sort to jump to that has this name, with an x if it cannot be chosen.
func (b *tab) option(name string) string {
	b.Helper()
	return eval[string](b, "(() => { const o = [...document.getElementById('sort').options].find(o => o.value === '"+name+"'); return o.text + (o.disabled ? ' x' : '') })()")
}

func (b *tab) choose(name string) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void]("(() => { const s = document.getElementById('sort'); s.value = '" + name + "'; s.dispatchEvent(new Event('change')) })()"))
}

// A reader jumps from steal to steal and back. What is counted is what the statistics say; behind the last one nothing
// moves, and that is said. What the run has not cannot be chosen.
func TestJumps(t *testing.T) {
	b := open(t, lessonPath)
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	b.click("tab-stats")
	b.wait("document.getElementById('pane-stats').dataset.ready === 'true'", 20*time.Second)
	steals := eval[string](b, `[...document.querySelectorAll("#pane-stats dt")].find(e => e.textContent === "Steals").nextElementSibling.querySelector("b").textContent`)
	if got := b.option("steal"); got != "steal "+steals {
		t.Errorf("the control says %q, the statistics %s", got, steals)
	}
	for _, none := range []string{"netpoll", "gc", "overflow"} {
		if got, want := b.option(none), none+" 0 x"; got != want {
			t.Errorf("the control says %q, want %q", got, want)
		}
	}
	if got := eval[string](b, "document.getElementById('sort').value"); got != "steal" {
		t.Errorf("at the moment of a steal the control is at %s", got)
	}

	// Forth to the last, and not around.
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent(kb.Home))
	var forth []string
	for range 100 {
		if eval[bool](b, "document.getElementById('next').getAttribute('aria-disabled') === 'true'") {
			break
		}
		b.do(chromedp.KeyEvent("n"))
		forth = append(forth, b.data("position"))
		if words := b.textOf(".why-say") + b.textOf("#stage .hot-text"); !strings.Contains(words, "stole") {
			t.Errorf("a steal is said as %q", words)
		}
	}
	if fmt.Sprint(len(forth)) != steals {
		t.Errorf("%d jumps, %s steals", len(forth), steals)
	}
	if got := b.text("next"); got != "no more" {
		t.Errorf("behind the last one the button says %q", got)
	}
	at := b.data("position")
	b.do(chromedp.KeyEvent("n"))
	b.wait("document.getElementById('live').textContent === 'No further steal: there are "+steals+" in this run.'", 5*time.Second)
	b.click("next")
	if got := b.data("position"); got != at {
		t.Errorf("behind the last one it goes to %s", got)
	}
	b.do(chromedp.Focus(chromedp.ID("stage")))
	for i := len(forth) - 2; i >= 0; i-- {
		b.do(chromedp.KeyEvent("p"))
		if got := b.data("position"); got != forth[i] {
			t.Errorf("back at %s, want %s", got, forth[i])
		}
	}
	if eval[string](b, "document.getElementById('previous').getAttribute('aria-label')") != "No earlier steal" {
		t.Error("before the first one the button does not say so")
	}

	// Another sort.
	b.choose("decision")
	b.click("next")
	if got := b.textOf(".why-say"); !strings.Contains(got, "runs on P") {
		t.Errorf("the next decision is %q", got)
	}
	b.silent()
}

// The legend opens by its button and by a key, says what all shapes are, and says what this scheduler is without.
func TestTheLegend(t *testing.T) {
	b := open(t, "/lessons/threads/")
	if got := eval[bool](b, `[...document.querySelectorAll("#stage text")].some(e => e.textContent === "runnext")`); got {
		t.Error("a runnext is drawn, and the scheduler 1:1 has none")
	}
	b.do(chromedp.Focus(chromedp.ID("legend")), chromedp.KeyEvent(kb.Enter))
	b.wait("document.getElementById('legend-panel')?.open", 5*time.Second)
	if n := eval[int](b, `document.querySelectorAll("#legend-panel dt svg").length`); n != 8 {
		t.Errorf("%d shapes are explained", n)
	}
	if n := strings.Count(b.textOf("#legend-panel"), "of this run has none"); n != 2 {
		t.Errorf("%d places are said not to be", n)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	b.wait("!document.getElementById('legend-panel').open && document.activeElement.id === 'legend'", 5*time.Second)
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent("?"))
	b.wait("document.getElementById('legend-panel').open", 5*time.Second)
	b.silent()
}
