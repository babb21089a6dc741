package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

const changedProgram = "package main\n\nfunc main() {\n\tprintln(\"mine\")\n}\n"

// A changed program is there after a reload, however soon that comes; when the lesson has changed since, both texts can
// be had, and none is shown as the other.
func TestAChangedProgramIsKept(t *testing.T) {
	b := open(t, lessonPath)
	shows := func(when, want string) {
		t.Helper()
		eval[bool](b, `document.querySelector(".editor").scrollIntoView() === undefined`) // only what can be seen is there
		b.wait(`[...document.querySelector(".editor").querySelectorAll(".cm-line")].map(l => l.textContent).join("\n").trim() === `+quote(strings.TrimSpace(want)), 10*time.Second)
		if edited := eval[bool](b, "!document.getElementById('edited').hidden"); edited != (want == changedProgram) {
			t.Errorf("%s: marked as edited: %v", when, edited)
		}
	}
	reload := func() {
		t.Helper()
		b.do(chromedp.Reload())
		b.wait(allEditors, 30*time.Second)
	}
	b.write(changedProgram)
	reload()
	shows("after a reload", changedProgram)
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	if got := b.text("output"); got != "mine\n" {
		t.Errorf("the program prints %q", got)
	}

	// The lesson begins with another program now: what was kept was made of the old one.
	age := func() {
		t.Helper()
		if n := eval[int](b, `(() => {
			let n = 0
			for (const [key, value] of Object.entries(localStorage)) {
				const kept = JSON.parse(value)
				for (const v of kept.lesson?.programs?.rich ?? []) { v.mark = "old"; n++ }
				localStorage.setItem(key, JSON.stringify(kept))
			}
			return n
		})()`); n != 1 {
			t.Fatalf("%d texts are kept", n)
		}
	}
	starter := lessonProgram(t)
	age()
	reload()
	shows("with another starter", starter)
	if got := b.textOf(".offer"); !strings.HasPrefix(got, "You have a draft of your own here, of this program as it was before.") {
		t.Fatalf("it offers %q", got)
	}
	b.do(clickOn(".offer button:nth-of-type(1)"))
	shows("when it is asked for", changedProgram)
	if got := b.textOf(".offer"); got != "" {
		t.Errorf("it still offers %q", got)
	}
	reload()
	shows("from then on", changedProgram)
	b.click("reset")
	shows("after Reset", starter)
	b.click("reset")
	shows("after Undo reset", changedProgram)
	b.click("reset")
	reload()
	shows("after Reset and a reload", starter)

	b.write(changedProgram)
	b.wait(`Object.values(localStorage).some(v => v.includes("mine"))`, 5*time.Second)
	age()
	reload()
	b.do(clickOn(".offer button:nth-of-type(2)"))
	reload()
	shows("after Forget it", starter)
	if got := b.textOf(".offer"); got != "" {
		t.Errorf("it offers %q after it was told to forget", got)
	}
	b.silent()
}

// Where the browser keeps nothing, or has no room, everything works, and it is said once.
func TestWithoutStorageTheSiteWorks(t *testing.T) {
	for _, test := range []struct{ name, script, says, home string }{
		{"no storage", `Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no", "SecurityError") }})`, "this browser lets the site keep nothing", "This browser lets the site keep nothing"},
		{"full", `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }`, "the browser's storage for this site is full", "0 of "},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := openFor(t, "/", "document.querySelector('.lessons')", 4*time.Minute)
			b.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
				_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: test.script})
				return err
			}))
			(&learner{b, nil}).visit(lessonPath)
			b.wait(allEditors, 30*time.Second)
			if b.textOf(".toast") != "" {
				t.Error("it is said before there is anything to keep")
			}
			b.do(clickOn(`#how-many .choice[data-choice="3"]`))
			if got := b.textOf(".toast p"); !strings.Contains(got, test.says) {
				t.Errorf("it says %q", got)
			}
			b.do(clickOn(".toast button"), clickOn(`#why-wait .choice[data-choice="1"]`))
			if got := b.textOf(".toast"); got != "" {
				t.Errorf("it says again: %q", got)
			}
			if got := b.text("how-far"); got != "2 of 2 questions answered, exercise open." {
				t.Errorf("the end of the page says %q", got)
			}
			b.write(changedProgram)
			b.click("run")
			b.wait("bench.dataset.state === 'done'", time.Minute)
			(&learner{b, nil}).visit("/")
			if got := b.text("course-far"); !strings.HasPrefix(got, test.home) {
				t.Errorf("the contents page says %q", got)
			}
			b.silent()
		})
	}
}
