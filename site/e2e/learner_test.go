package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const lessonPath = "/lessons/stealing/"

// A learner opens the lesson, answers, breaks the code and sees the error on its
// line, mends it, runs, steps forward and back, runs it in parallel, and stops an
// endless loop.
func TestALearnersWay(t *testing.T) {
	b := open(t, lessonPath)
	if shown := b.textOf(".cm-content"); !strings.Contains(shown, "package main") {
		t.Fatalf("the editor shows %q", shown)
	}
	program := lessonProgram(t)

	// The answer.
	b.do(clickOn(`#how-many .choice[data-choice="2"]`))
	if got := b.textOf("#how-many .verdict"); !strings.HasPrefix(got, "Not this one") {
		t.Errorf("a wrong answer says %q", got)
	}
	b.do(clickOn(`#how-many .choice[data-choice="3"]`))
	if got := b.textOf("#how-many .verdict"); got != "Yes." {
		t.Errorf("the right answer says %q", got)
	}

	// Break it.
	b.write(strings.Replace(program, "crunch(rounds)\n}", "crunch(rouns)\n}", 1))
	b.click("run")
	b.wait("bench.dataset.state === 'failed'", time.Minute)
	want := "main.go:24:9: undefined: rouns"
	if got := b.textOf(".problems button"); got != want {
		t.Errorf("the compiler says %q, want %q", got, want)
	}
	b.wait("document.querySelector('.cm-lint-marker-error')", 2*time.Second)
	if got := b.textOf(".cm-lintRange-error"); got != "rouns" {
		t.Errorf("marked is %q", got)
	}

	// Mend it and run.
	b.write(program)
	if got := b.data("state"); got != "failed" {
		t.Errorf("state is %s", got)
	}
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	if got := b.text("output"); got != "all done\n" {
		t.Errorf("the output is %q", got)
	}
	if d := b.data("digest"); len(d) != 64 {
		t.Errorf("the digest is %q", d)
	}
	if got := b.textOf(".why-say"); !strings.Contains(got, "stole 5 of the 9") {
		t.Errorf("the words are %q", got)
	}

	// Forward and back.
	at := b.data("position")
	before := eval[string](b, "document.querySelector('#stage svg').outerHTML")
	b.click("step")
	if b.data("position") == at {
		t.Error("a step does not move")
	}
	if eval[string](b, "document.querySelector('#stage svg').outerHTML") == before {
		t.Error("a step changes nothing on the stage")
	}
	b.click("back")
	if got := eval[string](b, "document.querySelector('#stage svg').outerHTML"); got != before {
		t.Error("a step back does not show what was there before")
	}
	b.click("jump-next")
	if got := b.textOf(".why-say"); !strings.Contains(got, "stole 2 of the 4") {
		t.Errorf("after the next steal the words are %q", got)
	}
	b.click("tab-table")
	if got := b.text("pane-table"); !strings.Contains(got, "global queue") {
		t.Errorf("the table is %q", got)
	}
	b.click("tab-output")

	// In parallel.
	if b.data("threads") != "true" {
		t.Fatal("no real threads here")
	}
	b.do(clickOn("#mode-parallel"))
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	if got := b.text("output"); got != "all done\n" {
		t.Errorf("in parallel the output is %q", got)
	}

	// An endless loop, in both modes.
	b.write("package main\n\nfunc main() {\n\tfor {\n\t}\n}\n")
	for _, mode := range []string{"#mode-parallel", "#mode-virtual"} {
		b.do(clickOn(mode))
		b.click("run")
		b.wait("bench.dataset.state === 'running' && Number(bench.dataset.events) > 5", 20*time.Second)
		b.click("stop")
		t.Logf("Stop took %v; the goal is a second", b.wait("bench.dataset.state === 'stopped'", 10*time.Second))
	}
	b.click("reset")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	b.silent()
}

// With the stage in focus, keys do what the buttons do.
func TestKeysMoveTheStage(t *testing.T) {
	b := open(t, lessonPath)
	b.do(chromedp.Focus(chromedp.ID("stage")))
	for _, step := range []struct{ key, want string }{
		{kb.Home, "1"}, {kb.ArrowRight, "2"}, {kb.ArrowRight, "3"}, {kb.ArrowLeft, "2"},
	} {
		b.do(chromedp.KeyEvent(step.key))
		if got := b.data("position"); got != step.want {
			t.Errorf("the position is %s, want %s", got, step.want)
		}
	}
	b.do(chromedp.KeyEvent("s"))
	if got := b.textOf(".why-say"); !strings.Contains(got, "which was next on P0") {
		t.Errorf("s shows %q", got)
	}
	b.wait("document.getElementById('live').textContent.includes('which was next on P0')", 2*time.Second)
	b.do(chromedp.KeyEvent(" "))
	b.wait("Number(bench.dataset.position) > 25", 5*time.Second)
	b.do(chromedp.KeyEvent(" "))
	b.silent()
}

// The first Run of a program that was not edited needs no compiler.
func TestTheFirstRunNeedsNoCompiler(t *testing.T) {
	b := open(t, lessonPath)
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 10*time.Second)
	loaded := eval[[]string](b, "performance.getEntriesByType('resource').map(e => e.name).filter(n => /front-|std-/.test(n))")
	if len(loaded) > 0 {
		t.Errorf("it loaded %v", loaded)
	}
	b.silent()
}

// The same program, seed and GOMAXPROCS give the same digest in the page each time, and
// another seed another one.
func TestSameSeedSameDigest(t *testing.T) {
	b := open(t, lessonPath)
	eval[bool](b, "(document.getElementById('procs').value = '4') === '4'")
	digest := func(seed string) string {
		eval[bool](b, "(document.getElementById('seed').value = '"+seed+"') !== ''")
		b.click("run")
		b.wait("bench.dataset.state === 'done' && bench.dataset.digest", 10*time.Second)
		return b.data("digest")
	}
	first := digest("1")
	if again := digest("1"); again != first {
		t.Errorf("seed 1 gives %s, then %s", first, again)
	}
	if other := digest("2"); other == first {
		t.Error("seed 2 gives the digest of seed 1")
	}
	b.silent()
}

func lessonProgram(t *testing.T) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(repoRoot, "lessons/stealing/main.go"))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}
