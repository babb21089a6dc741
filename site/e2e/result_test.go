package e2e

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Beside Run stands what became of the run: how it ended, how much it printed, and the way there.
func TestTheResultStandsBesideRun(t *testing.T) {
	b := open(t, "/play/")
	b.do(chromedp.EmulateViewport(1440, 560))
	result := func(about, begins, ends string, output bool) {
		t.Helper()
		got := b.text("ended")
		if !strings.HasPrefix(got, begins) || !strings.HasSuffix(got, ends) || b.textOf("#result[data-about="+about+"] #ended") != got {
			t.Errorf("beside Run stands %q, want %q … %q, as %s", got, begins, ends, about)
		}
		if shown := !eval[bool](b, "document.getElementById('show-output').hidden"); shown != output {
			t.Errorf("%s: the way to the output is shown: %v", begins, shown)
		}
	}
	result("recording", "Recorded when this page was made.", "", false)
	b.write("package main\n\nfunc main() {\n\tfor range 5 {\n\t\tprintln(1)\n\t}\n}\n")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	result("good", "Ended · exit code 0 · ", " of virtual time · 5 lines of output", true)
	if at, of := b.data("position"), b.data("events"); at != of {
		t.Errorf("without a moment to look at, it stands at %s of %s", at, of)
	}
	b.wait("document.getElementById('stage').dataset.room", 5*time.Second)
	const distance = "(() => { const l = document.getElementById('result').getBoundingClientRect(), r = document.getElementById('run').getBoundingClientRect(); return l.top - r.bottom })()"
	if d := eval[float64](b, distance); d < -4 || d > 60 {
		t.Errorf("the result stands %.0f px below Run", d)
	}
	const inView = "(() => { const r = document.getElementById('pane-output').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight + 1 })()"
	if eval[bool](b, inView) {
		t.Fatal("the output is in view without being asked for: this test shows nothing")
	}
	b.click("tab-events")
	b.do(clickOn("#show-output"))
	b.wait(inView, 5*time.Second)
	if eval[bool](b, "document.getElementById('pane-output').hidden") {
		t.Error("another tab is open")
	}

	b.write("package main\n\nfunc main() {\n\tprint(\"no end of line\")\n\tpanic(1)\n}\n")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	result("bad", "Ended · exit code 2 · ", " lines of output", true)
	if red := eval[string](b, "getComputedStyle(document.getElementById('ended')).color"); red != "rgb(179, 38, 30)" {
		t.Errorf("a bad end is written in %s", red)
	}
	b.write("package main\n\nfunc main() {\n\tprint(1)\n}\n")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	result("good", "Ended · exit code 0 · ", " · 1 line of output", true)
	b.write("package main\n\nfunc main() {\n}\n")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	result("good", "Ended · exit code 0 · ", " · no output", false)
	b.silent()
}

// What the stage shows may be of another program than the one in the editor: it is said, and the picture is pale.
func TestWhoseRunIsShownIsSaid(t *testing.T) {
	b := open(t, "/lessons/bounded/")
	const pale = "getComputedStyle(document.querySelector('#stage svg')).opacity"
	says := func(when, want string, opacity float64) {
		t.Helper()
		if got := b.text("ended"); !strings.HasPrefix(got, want) {
			t.Errorf("%s: beside Run stands %q, want %q", when, got, want)
		}
		if got, _ := strconv.ParseFloat(eval[string](b, pale), 64); got != opacity {
			t.Errorf("%s: the picture has an opacity of %v, want %v", when, got, opacity)
		}
	}
	const recording = "This is the recording of the original program. Press Run for yours."
	says("at first", "Recorded when this page was made.", 1)
	b.write("package main\n\nfunc main() {\n\tprintln(oops)\n}\n")
	says("after a change", recording, 0.4)
	b.do(chromedp.Reload())
	b.wait(benchReady, 20*time.Second)
	b.wait("Number(bench.dataset.position) > 0", 10*time.Second)
	says("after a reload", recording, 0.4)
	b.click("run")
	b.wait("bench.dataset.state === 'failed'", time.Minute)
	says("when it does not compile", "Not run: it does not compile. The stage still shows the recording of the original program.", 0.4)
	want := "main.go:4:10: undefined: oops"
	if got := b.textOf("#notice button"); got != want {
		t.Errorf("beside Run the first error is %q, want %q", got, want)
	}
	b.do(chromedp.Focus(chromedp.ID("run")), clickOn("#notice button"))
	if !eval[bool](b, "document.activeElement.classList.contains('cm-content') && getSelection().anchorNode.textContent.includes('oops')") {
		t.Error("the error does not lead to its line")
	}
	b.write("package main\n\nfunc main() {\n\tprintln(1)\n}\n")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	says("after a run", "Ended · exit code 0", 1)
	b.write("package main\n\nfunc main() {\n\tprintln(2)\n}\n")
	says("after another change", "This is the run of the program before your change. Press Run for the new one.", 0.4)
	b.click("reset")
	says("with the original", "This is the run of the program before your change.", 0.4)
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	says("after a run of the original", "Ended · exit code 0", 1)

	// So it is with the settings.
	set := func(id, value, event string) {
		t.Helper()
		eval[bool](b, "(e => { e.value = '"+value+"'; return e.dispatchEvent(new Event('"+event+"', {bubbles: true})) })(document.getElementById('"+id+"'))")
	}
	const settings = "This is the run with the settings before. Press Run for these."
	for _, c := range []struct{ id, value, before, event string }{{"procs", "2", "4", "change"}, {"seed", "7", "1", "input"}, {"policy", "no-spin", "go1.26", "change"}} {
		set(c.id, c.value, c.event)
		says("with another "+c.id, settings, 0.4)
		set(c.id, c.before, c.event)
		says("with the same "+c.id, "Ended · exit code 0", 1)
	}
	set("procs", "2", "change")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	says("after a run with them", "Ended · exit code 0", 1)
	b.silent()
}

// While somebody steps through a run the controls stay where they are, at any width: there is room for the tallest
// picture and the longest words.
func TestSteppingMovesNoControls(t *testing.T) {
	b := open(t, "/lessons/threads/")
	for _, width := range []int64{1440, 800, 390} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.wait("Number(document.getElementById('stage').dataset.room) === document.getElementById('stage').clientWidth", 20*time.Second)
		if width == 1440 {
			b.do(clickOn(".answer-show"))
		}
		steps := eval[[]float64](b, `(() => {
			const tops = new Set(), heights = new Set()
			const below = document.getElementById(innerWidth < 560 ? "step" : "tabs") // on a phone the controls have a place of their own
			document.getElementById("stage").dispatchEvent(new KeyboardEvent("keydown", {key: "Home"}))
			for (let i = 0; i < 200; i++) {
				document.getElementById("step").click()
				tops.add(Math.round(below.getBoundingClientRect().top + (below.id === "tabs" ? document.getElementById("run-area").scrollTop + scrollY : 0)))
				heights.add(document.querySelector("#stage svg").clientHeight)
			}
			return [tops.size, heights.size, Math.max(...tops) - Math.min(...tops)]
		})()`)
		if steps[0] != 1 {
			t.Errorf("%d px wide: what is below the stage stands at %v places, %v px apart", width, steps[0], steps[2])
		}
		if width == 1440 && steps[1] == 1 {
			t.Error("all pictures of this run are of one height: this test shows nothing")
		}
	}
	b.silent()
}

// On a phone the controls may be far from the program: its own Run leads to what comes of it, and from there back.
func TestOnAPhoneRunLeadsToTheResult(t *testing.T) {
	b := open(t, "/lessons/handoff/")
	b.do(chromedp.EmulateViewport(390, 844))
	b.wait(allEditors, 10*time.Second)
	const inView = "(id => { const r = document.querySelector(id).getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight })"
	for _, id := range []string{"freed", "town"} {
		head := `'.editor[data-program="` + id + `"] .editor-head'`
		eval[bool](b, "document.querySelector("+head+").scrollIntoView() === undefined")
		if eval[bool](b, inView+"('#result')") {
			t.Fatalf("%s: the result is in view without being asked for: this test shows nothing", id)
		}
		b.do(clickOn(`.editor[data-program="` + id + `"] .run-this`))
		b.wait("bench.dataset.state === 'done' && "+inView+"('#result')", time.Minute)
		b.do(clickOn("#to-program"))
		b.wait(inView+"("+head+") && document.getElementById('to-program').hidden", 5*time.Second)
	}
	b.silent()
}

// In Parallel a thread is a Worker, whose start takes longer than a short program: it is said how long.
func TestTheStartOfThreadsIsSaid(t *testing.T) {
	b := open(t, lessonPath)
	b.do(clickOn("#mode-parallel"))
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	if got := b.text("ended"); !regexp.MustCompile(`^Ended · exit code 0 · [0-9.]+ [mµ]?s, of which starting 1 thread took [0-9.]+ [mµ]?s · 1 line of output$`).MatchString(got) {
		t.Errorf("beside Run stands %q", got)
	}
	b.silent()
}

// However tall the picture, the steps are at hand.
func TestStepsAreAtHand(t *testing.T) {
	b := open(t, "/lessons/threads/")
	for _, width := range []int64{1440, 1100} {
		b.do(chromedp.EmulateViewport(width, 440))
		b.wait("Number(document.getElementById('stage').dataset.room) === document.getElementById('stage').clientWidth", 20*time.Second)
		eval[bool](b, "document.getElementById('stage').scrollIntoView() === undefined")
		got := eval[[]float64](b, "[0, document.getElementById('step').getBoundingClientRect().bottom, document.getElementById('why').getBoundingClientRect().bottom]")
		if got[2] < 440 {
			t.Errorf("%d px wide: the words end at %v: this test shows nothing", width, got[2])
		}
		if got[1] > 440 || got[1] < 200 {
			t.Errorf("%d px wide: the steps end at %v of 440", width, got[1])
		}
	}
	b.silent()
}

// A run that stands at the moment of the lesson says so, and can be seen from its start.
func TestWhereTheStageStandsIsSaid(t *testing.T) {
	b := open(t, "/lessons/bounded/")
	b.do(clickOn(".answer-show"))
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	if !eval[bool](b, "document.getElementById('from-start').checkVisibility()") {
		t.Fatal("it does not say where it stands")
	}
	at := eval[int](b, "Number(bench.dataset.position)")
	b.do(clickOn("#from-start"))
	b.wait("Number(bench.dataset.position) < "+strconv.Itoa(at)+" && document.getElementById('play-pause').ariaLabel === 'Pause'", 5*time.Second)
	b.silent()
}
