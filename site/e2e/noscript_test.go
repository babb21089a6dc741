package e2e

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/lesson"
)

// Without JavaScript a lesson can be read: text, programs, figures, questions with their answers, tasks with their
// hints and solutions. What would need it is not there.
func TestLessonsCanBeReadWithoutScripts(t *testing.T) {
	lessons, err := lesson.LoadDir(filepath.Join(repoRoot, "lessons"))
	if err != nil {
		t.Fatal(err)
	}
	b := openFor(t, "/", "document.querySelector('.lessons')", 4*time.Minute)
	b.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	visit := func(path string) {
		t.Helper()
		b.do(chromedp.Navigate(eval[string](b, "location.origin") + path))
		b.wait("document.readyState === 'complete'", 10*time.Second)
		if eval[bool](b, "document.documentElement.classList.contains('scripted')") {
			t.Fatal("scripts run")
		}
		// What is seen, as a reader sees it: innerText leaves out what is not shown.
		if n := eval[int](b, `[...document.querySelectorAll(".js")].filter(e => e.checkVisibility()).length`); n != 0 {
			t.Errorf("%s: %d controls are shown that do nothing", path, n)
		}
	}
	for _, l := range lessons {
		visit("/lessons/" + l.Slug + "/")
		// Folds open without scripts; here they all do, to be read.
		text := squeeze(eval[string](b, `(() => { for (const d of document.querySelectorAll("details")) d.open = true; return document.body.innerText })()`))
		want := []string{l.Title, l.Summary}
		for _, p := range l.Plays {
			if !p.Hidden {
				want = append(want, string(p.Source))
			}
		}
		for _, p := range l.Predicts {
			want = append(want, plain(p.Question))
		}
		for _, x := range l.Exercises {
			want = append(want, plain(x.Goal), string(x.Source), string(x.Solution))
			for _, h := range x.Hints {
				want = append(want, plain(h))
			}
			for _, c := range x.Checks {
				want = append(want, c.Rule.String())
			}
		}
		for _, w := range want {
			if !strings.Contains(text, squeeze(w)) {
				t.Errorf("%s: nothing shows %q", l.Slug, w)
			}
		}
		if n := strings.Count(text, "Answer"); n < len(l.Predicts) {
			t.Errorf("%s: %d answers to %d questions", l.Slug, n, len(l.Predicts))
		}
		// The first program's picture, and the figures.
		drawn := eval[int](b, `[...document.querySelectorAll(".stage svg, .bars svg")].filter(s => s.checkVisibility() && s.getBoundingClientRect().width > 100).length`)
		if drawn < 1+len(l.Figures) {
			t.Errorf("%s: %d pictures are seen, want %d or more", l.Slug, drawn, 1+len(l.Figures))
		}
		if why := eval[string](b, `document.querySelector("#why").innerText`); strings.TrimSpace(why) == "" || strings.HasSuffix(strings.TrimSpace(why), "rule:") {
			t.Errorf("%s: the words under the picture are %q", l.Slug, why)
		}
	}
	visit("/")
	if n := eval[int](b, `[...document.querySelectorAll(".lessons a")].filter(a => a.checkVisibility()).length`); n != len(lessons) {
		t.Errorf("the contents page has %d of %d lessons", n, len(lessons))
	}
	b.silent()
}

// plain takes off the marks of code.
func plain(s string) string { return strings.ReplaceAll(s, "`", "") }

// squeeze makes every white space one blank.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
