package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
)

// A learner takes each lesson from start to end: answers the questions, wrong and right, fails the exercise, opens the
// hints, passes it with the solution; all is there after a reload, and the contents page says how far. Then the
// progress goes out as a file, away, and in again. One lesson in four each time; all with GOPARK_SLICE=all.
//
// The right answer is computed here once more, from a run of the program outside the page.
func TestALearnerTakesTheCourse(t *testing.T) {
	lessons, err := lesson.LoadDir(filepath.Join(repoRoot, "lessons"))
	if err != nil {
		t.Fatal(err)
	}
	runner, err := trial.NewRunner("")
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	b := &learner{openFor(t, "/", "document.querySelector('.lessons [data-state]')", 20*time.Minute), runner}
	var taken []string
	for i, l := range lessons {
		if !prove.Mine(i, 4) {
			continue
		}
		begun := time.Now()
		b.take(l)
		if t.Failed() {
			t.Fatalf("in lesson %s", l.Slug)
		}
		taken = append(taken, l.Slug)
		t.Logf("%s: %v", l.Slug, time.Since(begun).Round(time.Second))
	}
	b.keep(len(lessons), taken)
	b.silent()
}

// learner is a tab and what is needed to know better.
type learner struct {
	*tab
	runner *trial.Runner
}

// visit goes to a page.
func (b *learner) visit(path string) {
	b.Helper()
	b.do(chromedp.Navigate(eval[string](b.tab, "location.origin") + path))
}

// home goes to the contents page and gives the states of the lessons.
func (b *learner) home() map[string]string {
	b.Helper()
	b.visit("/")
	return b.states()
}

func (b *learner) states() map[string]string {
	b.Helper()
	return eval[map[string]string](b.tab, `Object.fromEntries([...document.querySelectorAll(".lessons li")].map(li => [li.dataset.slug, li.dataset.state]))`)
}

const allEditors = "bench.dataset.threads !== undefined && [...document.querySelectorAll('.editor')].every(e => e.querySelector('.cm-content'))"

// take takes a lesson.
func (b *learner) take(l *lesson.Lesson) {
	b.Helper()
	if got := b.home()[l.Slug]; got != "none" {
		b.Errorf("before it is begun it is %s", got)
	}
	b.visit("/lessons/" + l.Slug + "/")
	b.wait(allEditors, 30*time.Second)
	questions := 0
	for _, p := range l.Predicts {
		b.answer(p, b.rightOf(l, p))
		questions++
	}
	for _, q := range l.Quizzes {
		for _, p := range q.Questions {
			b.answer(p, p.Answer)
			questions++
		}
	}
	if len(l.Exercises) == 0 || questions == 0 {
		b.Fatal("no exercise, or no question")
	}
	if got := b.home()[l.Slug]; got != "begun" {
		b.Errorf("with its questions answered it is %s", got)
	}
	b.visit("/lessons/" + l.Slug + "/")
	b.wait(allEditors, 30*time.Second)
	for _, x := range l.Exercises {
		b.solve(x)
	}
	if got := b.text("how-far"); got != "Done." {
		b.Errorf("the end of the page says %q", got)
	}
	b.do(chromedp.Reload())
	b.wait(allEditors, 30*time.Second)
	b.stillThere(l)
	if got := b.home()[l.Slug]; got != "done" {
		b.Errorf("at its end it is %s", got)
	}
}

// rightOf asks a run for the answer, as gopark check would.
func (b *learner) rightOf(l *lesson.Lesson, p *lesson.Predict) int {
	b.Helper()
	if p.From == nil {
		return p.Answer
	}
	program := l.Program(p.From.Run)
	compiled, err := b.runner.Compile(program.File, program.Source)
	if err != nil {
		b.Fatal(err)
	}
	defer compiled.Close()
	base, records := program.Base(), &records{}
	res, err := compiled.Run(check.Case{Seed: base.Seed, Settings: base.Settings}, records)
	if err != nil {
		b.Fatal(err)
	}
	value := ""
	if p.From.Stat != nil {
		if value, _, err = p.From.Stat.Of(res.Run); err != nil {
			b.Fatal(err)
		}
	} else {
		value = records.field(b.T, p.From.Event, p.From.Field)
	}
	for i, c := range p.Choices {
		if c == value {
			return i + 1
		}
	}
	b.Fatalf("question %s: the run says %q, which is no choice", p.ID, value)
	return 0
}

// records keeps the events of a run.
type records []event.Record

func (r *records) Add(rec event.Record) { *r = append(*r, rec) }
func (r *records) Close() error         { return nil }

// field is a value of the event that a moment names.
func (r *records) field(t *testing.T, moment, field string) string {
	t.Helper()
	which, rest, _ := strings.Cut(strings.TrimSuffix(moment, ")"), "(")
	kind, nth, _ := strings.Cut(rest, ",")
	n := 1
	if which == "nth" {
		n, _ = strconv.Atoi(nth)
	}
	for _, rec := range *r {
		if !strings.EqualFold(event.KindName(rec.Kind), strings.ReplaceAll(kind, "-", "")) {
			continue
		}
		if n--; n > 0 {
			continue
		}
		switch field {
		case "count":
			return fmt.Sprint(rec.N)
		case "g":
			return fmt.Sprint(rec.G)
		case "m":
			return fmt.Sprint(rec.M)
		case "time":
			return fmt.Sprintf("%d ms", rec.Time/1e6)
		}
	}
	t.Fatalf("this test does not know the %s of %s", field, moment)
	return ""
}

// answer takes a wrong choice and then the right one.
func (b *learner) answer(p *lesson.Predict, right int) {
	b.Helper()
	wrong := 1
	if right == 1 {
		wrong = 2
	}
	for _, choice := range []struct {
		n    int
		says string
	}{{wrong, "Not this one. Watch the run, or choose again."}, {right, "Yes."}} {
		b.do(clickOn(fmt.Sprintf(`#%s .choice[data-choice="%d"]`, p.ID, choice.n)))
		if got := b.textOf("#" + p.ID + " .verdict"); got != choice.says {
			b.Errorf("question %s: choice %d is answered %q, want %q", p.ID, choice.n, got, choice.says)
		}
		because := p.Because[p.Choices[choice.n-1]] != ""
		if shown := eval[bool](b.tab, fmt.Sprintf(`document.querySelector('#%s .because[data-for="%d"]')?.hidden === false`, p.ID, choice.n)); shown != because {
			b.Errorf("question %s: the reason of choice %d is shown: %v", p.ID, choice.n, shown)
		}
	}
}

func editorOf(x *lesson.Exercise) string {
	if x.On != nil {
		return x.On.ID
	}
	return x.ID
}

// solve fails an exercise with the starter, opens its hints and its solution, and passes with that.
func (b *learner) solve(x *lesson.Exercise) {
	b.Helper()
	b.check(x, "broken")
	if eval[int](b.tab, `document.querySelectorAll("#`+x.ID+` .check.broken .check-says button").length`) == 0 {
		b.Errorf("exercise %s: no way from what failed to its moment", x.ID)
	}
	for i := range x.Hints {
		b.do(clickOn(fmt.Sprintf(`#%s .hint:nth-of-type(%d) summary`, x.ID, i+1)))
	}
	b.do(clickOn("#" + x.ID + " .solution summary"))
	solution := b.textOf("#" + x.ID + " .solution-text")
	if solution != string(x.Solution) {
		b.Errorf("exercise %s shows another solution", x.ID)
	}
	b.paste(`.editor[data-program="`+editorOf(x)+`"] .cm-content`, solution)
	b.check(x, "passed")
	if got, want := b.textOf("#"+x.ID+" .tried"), "Solved, 2 attempts."; got != want {
		b.Errorf("exercise %s says %q, want %q", x.ID, got, want)
	}
}

// paste replaces the program in an editor by what is on the clipboard.
func (b *learner) paste(editor, text string) {
	b.Helper()
	b.do(chromedp.Focus(chromedp.CSS(editor)), chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	eval[bool](b.tab, `(() => {
		const clipboardData = new DataTransfer()
		clipboardData.setData("text/plain", `+quote(text)+`)
		return !document.querySelector('`+editor+`').dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}))
	})()`)
}

func (b *learner) check(x *lesson.Exercise, state string) {
	b.Helper()
	at := "document.querySelector('#" + x.ID + "').dataset.check"
	b.do(clickOn("#" + x.ID + " .do-check"))
	b.wait(at+" === 'running'", 10*time.Second)
	b.wait(at+" !== 'running'", 4*time.Minute)
	if got := eval[string](b.tab, at); got != state {
		b.Fatalf("exercise %s: the check ends as %s, want %s: %s %s", x.ID, got, state, b.textOf("#"+x.ID+" .check-verdict"), b.textOf("#"+x.ID+" .check.broken"))
	}
}

// stillThere looks for everything after a reload, and takes a change back and brings it again.
func (b *learner) stillThere(l *lesson.Lesson) {
	b.Helper()
	if got := b.text("how-far"); got != "Done." {
		b.Errorf("after a reload the end of the page says %q", got)
	}
	if n := eval[int](b.tab, `[...document.querySelectorAll(".predict .verdict")].filter(v => v.textContent !== "Yes.").length`); n != 0 {
		b.Errorf("after a reload %d questions are open", n)
	}
	for _, x := range l.Exercises {
		if got, want := b.textOf("#"+x.ID+" .tried"), "Solved, 2 attempts."; got != want {
			b.Errorf("after a reload exercise %s says %q, want %q", x.ID, got, want)
		}
		if n := eval[int](b.tab, `document.querySelectorAll("#`+x.ID+` .hint[open]").length`); n != len(x.Hints) {
			b.Errorf("after a reload %d of %d hints are open", n, len(x.Hints))
		}
		id := editorOf(x)
		for _, step := range []struct {
			click, reset string
			edited       bool
			text         []byte
		}{
			{"", "Reset", true, x.Solution},
			{"reset", "Undo reset", false, x.Source},
			{"reset", "Reset", true, x.Solution},
		} {
			if step.click != "" {
				b.do(clickOn(`.editor[data-program="` + id + `"] .` + step.click))
			}
			if got := b.textOf(`.editor[data-program="` + id + `"] .reset`); got != step.reset {
				b.Errorf("exercise %s: the button says %q, want %q", x.ID, got, step.reset)
			}
			if shown := eval[bool](b.tab, `!document.querySelector('.editor[data-program="`+id+`"] .edited').hidden`); shown != step.edited {
				b.Errorf("exercise %s: marked as edited: %v, want %v", x.ID, shown, step.edited)
			}
			eval[bool](b.tab, `document.querySelector('.editor[data-program="`+id+`"]').scrollIntoView() === undefined`)
			b.wait(`[...document.querySelectorAll('.editor[data-program="`+id+`"] .cm-line')].map(l => l.textContent).join("\n").trim() === `+quote(strings.TrimSpace(string(step.text))), 5*time.Second)
		}
	}
}

// keep exports what was done, erases it and imports it again; a file that is none changes nothing.
func (b *learner) keep(lessons int, done []string) {
	b.Helper()
	want := func(when string, done []string) {
		b.Helper()
		states := b.home()
		if len(states) != lessons {
			b.Errorf("%s: the contents page has %d lessons, want %d", when, len(states), lessons)
		}
		n := 0
		for _, state := range states {
			if state == "done" {
				n++
			}
		}
		for _, slug := range done {
			if states[slug] != "done" {
				b.Errorf("%s: %s is %s", when, slug, states[slug])
			}
		}
		if said := fmt.Sprintf("%d of %d done.", len(done), lessons); n != len(done) || b.text("course-far") != said {
			b.Errorf("%s: %d are done, and the page says %q, want %q", when, n, b.text("course-far"), said)
		}
	}
	want("at first", done)
	eval[bool](b.tab, `(() => { // what is saved is kept here instead
		const make = URL.createObjectURL
		URL.createObjectURL = blob => { blob.text().then(t => { window.saved = t }); return make.call(URL, blob) }
		HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download }
		return true
	})()`)
	b.do(clickOn("#course-export"))
	b.wait("window.saved !== undefined", 5*time.Second)
	file := eval[string](b.tab, "window.saved")
	var read struct {
		Kind    string
		Version int
		Lessons map[string]any
	}
	if err := json.Unmarshal([]byte(file), &read); err != nil || read.Kind != "gopark-progress" || read.Version != 1 || len(read.Lessons) < len(done) {
		b.Errorf("the file (%v) is %.300s", err, file)
	}
	if name := eval[string](b.tab, "window.savedAs"); name != "gopark-progress.json" {
		b.Errorf("it is saved as %q", name)
	}

	// Erase asks first.
	b.do(clickOn("#course-erase"), clickOn(".asks .btn"))
	want("after Cancel", done)
	b.do(clickOn("#course-erase"), clickOn(".asks .danger"))
	if got := b.text("course-said"); got != "Erased." {
		b.Errorf("erasing says %q", got)
	}
	want("after Erase", nil)
	if n := eval[int](b.tab, `Object.keys(localStorage).filter(k => k.startsWith("gopark-lesson")).length`); n != 0 {
		b.Errorf("%d entries are left", n)
	}

	dir := b.TempDir()
	bring := func(name, text string) string {
		b.Helper()
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
		eval[bool](b.tab, `(document.getElementById("course-said").textContent = "") === ""`)
		b.do(chromedp.SetUploadFiles(chromedp.ID("course-file"), []string{name}))
		b.wait(`document.getElementById("course-said").textContent !== ""`, 10*time.Second)
		return b.text("course-said")
	}
	if got := bring("progress.json", file); !strings.HasPrefix(got, "Imported ") {
		b.Errorf("the import says %q", got)
	}
	want("after Import", done)
	for name, bad := range map[string]struct{ text, says string }{
		"main.go":     {"package main", "it is no JSON"},
		"empty.json":  {"{}", "it has no version 1"},
		"newer.json":  {`{"version": 2}`, "newer Gopark"},
		"proto.json":  {`{"kind": "gopark-progress", "version": 1, "lessons": {"__proto__": {}}}`, "is no name"},
		"markup.json": {`{"kind": "gopark-progress", "version": 1, "lessons": {"<img src=x onerror=alert(1)>": {}}}`, "<img src=x onerror=alert(1)>"},
		"half.json":   {strings.Replace(file, `"right": true`, `"right": "yes"`, 1), "right: want true or false"},
		"large.json":  {strings.Repeat(" ", 2<<20+1), "at most 2 MiB"},
	} {
		if got := bring(name, bad.text); !strings.HasPrefix(got, name+" was not imported, and nothing was changed: ") || !strings.Contains(got, bad.says) {
			b.Errorf("%s: it says %q, want %q", name, got, bad.says)
		}
	}
	want("after bad files", done)
}
