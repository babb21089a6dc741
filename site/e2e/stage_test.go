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
	return eval[string](b, "(() => { const o = [...document.getElementById('jump-to').options].find(o => o.value === '"+name+"'); return o.text + (o.disabled ? ' x' : '') })()")
}

func (b *tab) choose(name string) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void]("(() => { const s = document.getElementById('jump-to'); s.value = '" + name + "'; s.dispatchEvent(new Event('change')) })()"))
}

// A reader jumps from steal to steal and back. What is counted is what the statistics say; behind the last one nothing
// moves, and that is said. What the run has not cannot be chosen.
func TestJumps(t *testing.T) {
	b := open(t, lessonPath)
	b.do(clickOn(`#how-many .choice[data-choice="3"]`)) // nothing is covered then
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
	if got := eval[string](b, "document.getElementById('jump-to').value"); got != "steal" {
		t.Errorf("at the moment of a steal the control is at %s", got)
	}

	// Forth to the last, and not around.
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent(kb.Home))
	var forth []string
	for range 100 {
		if eval[bool](b, "document.getElementById('jump-next').getAttribute('aria-disabled') === 'true'") {
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
	if got := b.text("jump-next"); got != "no more" {
		t.Errorf("behind the last one the button says %q", got)
	}
	at := b.data("position")
	b.do(chromedp.KeyEvent("n"))
	b.wait("document.getElementById('live').textContent === 'No further steal: there are "+steals+" in this run.'", 5*time.Second)
	b.click("jump-next")
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
	if eval[string](b, "document.getElementById('jump-previous').getAttribute('aria-label')") != "No earlier steal" {
		t.Error("before the first one the button does not say so")
	}

	// Another sort.
	b.choose("decision")
	b.click("jump-next")
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
	b.do(chromedp.Focus(chromedp.ID("what-is-what")), chromedp.KeyEvent(kb.Enter))
	b.wait("document.getElementById('legend-panel')?.open", 5*time.Second)
	if n := eval[int](b, `document.querySelectorAll("#legend-panel dt svg").length`); n != 9 {
		t.Errorf("%d shapes are explained", n)
	}
	if n := strings.Count(b.textOf("#legend-panel"), "of this run has none"); n != 2 {
		t.Errorf("%d places are said not to be", n)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	b.wait("!document.getElementById('legend-panel').open && document.activeElement.id === 'what-is-what'", 5*time.Second)
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent("?"))
	b.wait("document.getElementById('legend-panel').open", 5*time.Second)
	b.silent()
}

// On a phone the words stay in sight above the transport while the stage is, and the column beside the program is narrow and always as wide.
func TestOnAPhone(t *testing.T) {
	b := open(t, lessonPath)
	b.do(chromedp.EmulateViewport(390, 844))
	const gutters = "document.querySelector('.cm-gutters').getBoundingClientRect().width"
	begin := eval[float64](b, gutters)
	if begin > 66 {
		t.Errorf("the column beside the program takes %.0f px of 390", begin)
	}
	if !eval[bool](b, "document.querySelector('.cm-gs .chip') !== null") {
		t.Fatal("no goroutine is beside a line")
	}
	long := "package main\n\nfunc main() {\n" + strings.Repeat("\tprintln()\n", 150) + "}\n"
	for _, program := range []string{"package main\n\nfunc main() {}\n", long, "package main\n\nfunc main() { x }\n"} {
		b.write(program)
		if strings.Contains(program, "x }") {
			b.click("run")
			b.wait("bench.dataset.state === 'failed'", time.Minute)
		}
		if now := eval[float64](b, gutters); now != begin {
			t.Errorf("the column beside the program was %.1f px wide, and is %.1f with %d bytes", begin, now, len(program))
		}
	}
	for _, at := range []string{"start", "center", "end"} {
		b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('stage').scrollIntoView({block: '" + at + "'})"))
		place := eval[[]float64](b, "[document.querySelector('.why-say').getBoundingClientRect().top, document.querySelector('#why').getBoundingClientRect().bottom, document.querySelector('.transport').getBoundingClientRect().top]")
		if place[0] < 0 || place[1] > place[2]+1 {
			t.Errorf("with the stage at the %s the words are from %.0f to %.0f, and the transport begins at %.0f", at, place[0], place[1], place[2])
		}
	}
	b.silent()
}

// What a visitor of the playground finds lets every P work, and some of them steal, with any seed; and there are examples.
func TestThePlaygroundsFirstProgram(t *testing.T) {
	b := open(t, "/play/")
	for seed := range 5 {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.getElementById('seed').value = '%d'", seed+1)))
		b.click("run")
		b.wait("bench.dataset.state === 'done'", 20*time.Second)
		if got := b.option("steal"); strings.HasSuffix(got, " x") {
			t.Errorf("with seed %d nobody steals", seed+1)
		}
		b.click("tab-stats")
		b.wait("document.getElementById('pane-stats').dataset.ready === 'true'", 20*time.Second)
		busy := eval[[]float64](b, `[...document.querySelectorAll("#pane-stats .fig-p")].map(p => [...p.querySelectorAll(".do-running")].reduce((sum, r) => sum + r.getBoundingClientRect().width, 0) / p.querySelector("svg").getBoundingClientRect().width)`)
		if len(busy) != 4 {
			t.Fatalf("%d Ps", len(busy))
		}
		for p, share := range busy {
			if share < 0.4 {
				t.Errorf("with seed %d P%d is busy for %.0f %% of the time", seed+1, p, 100*share)
			}
		}
	}
	links := eval[[]string](b, `[...document.querySelectorAll(".examples li a")].map(a => a.getAttribute("href"))`)
	if len(links) != 26 {
		t.Fatalf("%d examples", len(links))
	}
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.examples').open = true"), clickOn(`.examples a[href$="demos/d5/"]`))
	b.wait("location.pathname === '/demos/d5/' && "+benchReady, 15*time.Second)
	b.silent()
}

// Without a mouse: from decision to decision, and to a goroutine, a P and an M, and what is told of them.
func TestKeysAskAboutTokens(t *testing.T) {
	b := open(t, lessonPath)
	b.do(clickOn(`#how-many .choice[data-choice="3"]`)) // nothing is covered then
	b.do(chromedp.Focus(chromedp.ID("stage")))
	b.do(chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(kb.ModifierShift)))
	if got := b.textOf(".why-say"); !strings.Contains(got, "runs on P") {
		t.Errorf("the next decision is %q", got)
	}
	b.do(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(kb.ModifierShift)))
	b.do(goTo(61))
	b.do(chromedp.Focus(chromedp.ID("stage")))
	seen := map[string]bool{}
	for range 40 {
		b.do(chromedp.KeyEvent(kb.ArrowDown))
		who := eval[string](b, "document.activeElement.dataset.who ?? ''")
		if seen[who] {
			break
		}
		seen[who] = true
		b.do(chromedp.KeyEvent(kb.Enter))
		if got := b.textOf("#about-one-title"); !strings.HasPrefix(strings.ToLower(got), who+" ") {
			t.Errorf("about %s it says %q", who, got)
		}
	}
	for _, who := range []string{"p0", "p1", "m0", "m1", "g1", "g3", "g7", "g12"} {
		if !seen[who] {
			t.Errorf("keys do not lead to %s: %v", who, seen)
		}
	}
	// A goroutine that is asked about can be jumped along; the focus survives steps.
	b.do(clickStage("g7"))
	if got := b.option("G7"); !strings.HasPrefix(got, "G7 ") || strings.HasSuffix(got, "x") {
		t.Errorf("the control says %q", got)
	}
	b.choose("G7")
	b.click("jump-next")
	if got := b.textOf(".why-say"); !strings.HasPrefix(got, "G7 ") {
		t.Errorf("the next of G7 is %q", got)
	}
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.Escape))
	if !eval[bool](b, "document.getElementById('about-one').hidden && document.activeElement.id === 'stage'") {
		t.Error("Escape does not close it")
	}
	b.silent()
}
