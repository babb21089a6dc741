package build

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	links "github.com/gopark/gopark/site/link"
)

var shots = flag.String("shots", "", "write screenshots into this folder")

// lookAt is run in the page and lists what is wrong with how it looks.
var lookAt = mustRead("testdata/look.js")

func mustRead(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// openAll brings out what is folded away: hints, answers, the table, notices.
const openAll = `
for (const d of document.querySelectorAll("details")) d.open = true
for (const c of document.querySelectorAll(".choice")) c.click()
document.getElementById("tab-table").click()
for (const id of ["notice", "loss", "output-cut"]) { const e = document.getElementById(id); e.hidden = false; e.textContent = "Some words of notice, so long that they may well take a second line on a small screen." }
document.getElementById("edited").hidden = false
`

// someProgress is that of a reader who is done with the first lesson and has begun the second.
const someProgress = `
const [first, second] = JSON.parse(document.getElementById("course").textContent)
const answers = items => Object.fromEntries(items.map(i => [i.id, {mark: i.mark, picks: [1], right: true}]))
const passed = items => Object.fromEntries(items.map(i => [i.id, {mark: i.mark, attempts: 1, hints: [], shown: false, passed: true}]))
const keep = (slug, lesson) => localStorage.setItem("gopark-lesson:/:" + slug, JSON.stringify({version: 1, lesson: {ran: true, questions: {}, exercises: {}, programs: {}, ...lesson}}))
keep(first.slug, {questions: answers(first.questions), exercises: passed(first.exercises)})
keep(second.slug, {questions: answers(second.questions)})
dispatchEvent(new Event("storage"))
document.getElementById("course-said").textContent = "Imported 2 lessons. What you had is still there."
if (!document.querySelector("li[data-state=done] ~ li[data-state=begun]")) console.error("the progress is not shown")
`

// openSettings opens the dialog and makes a mistake in it.
const openSettings = `
document.getElementById("settings").click()
setTimeout(() => {
	const set = (id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("input")) }
	set("set-policy", "1:1")
	document.getElementById("set-policy").dispatchEvent(new Event("change"))
	set("set-switch-steal", "one")
	set("set-cost-wake", "2ms")
}, 100)
`

// embedLink is a link to a program.
func embedLink(t *testing.T) string {
	t.Helper()
	text, err := links.Encode(links.Link{Files: []links.File{{Name: "main.go", Text: firstProgram}}})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Every page, at three widths, some on a very wide screen too, and in two themes: nothing overlaps, is
// cut off or hard to read, and the console is silent.
func TestPagesLookRight(t *testing.T) {
	server := startSite(t) // before the browser, whose time is limited
	ctx := chromium(t)
	said := listen(t, ctx)
	const bench = "#bench[data-editor=ready][data-threads] .cm-content"
	for _, page := range []struct{ name, path, ready, then string }{
		{"lesson", "/lessons/stealing/", bench, ""},
		{"opened", "/lessons/stealing/", bench, openAll},
		{"programs", "/lessons/local-queues/", bench, "document.querySelector('[data-program=town]').scrollIntoView()"},
		{"bars", "/lessons/spinning/", bench, "document.querySelector('.bars').scrollIntoView({block: 'center'})"},
		{"play", "/play/", bench, "document.getElementById('tab-events').click()"},
		{"settings", "/play/", bench, openSettings},
		{"statistics", "/lessons/stealing/", bench, "document.getElementById('tab-stats').click()"},
		{"files", "/play/", bench, "document.getElementById('tab-files').click()"},
		{"share", "/play/", bench, "document.getElementById('share').click()"},
		{"embed", "/embed/" + embedLink(t), "#embed-how:not(:empty)", ""},
		{"embedding", "/guide/embedding/", "h1", ""},
		{"home", "/", "#lessons", "localStorage.clear()"},
		{"progress", "/", "#lessons", someProgress},
		{"erase", "/", "#lessons", someProgress + "document.getElementById('course-erase').click()"},
		{"source", "/src/sched/", ".source-index", ""},
		{"claims", "/claims/", ".claim", ""},
		{"demo", "/demos/d5/", bench, ""},
		{"missing", "/nothing/", "main", ""},
	} {
		for _, width := range []int64{3840, 1440, 768, 390} {
			if width == 3840 && page.name != "lesson" && page.name != "settings" {
				continue // nothing else changes there
			}
			for _, mode := range []string{"light", "dark"} {
				t.Run(fmt.Sprintf("%s-%d-%s", page.name, width, mode), func(t *testing.T) {
					err := chromedp.Do(ctx,
						theme(mode),
						chromedp.EmulateViewport(width, 960),
						chromedp.Navigate(server.URL+page.path),
						chromedp.WaitReady(chromedp.CSS(page.ready)),
						chromedp.Sleep(200*time.Millisecond),
						chromedp.Evaluate[chromedp.Void]("(() => { "+page.then+" })()"),
						chromedp.Sleep(200*time.Millisecond),
						waitFor("(document.querySelector('#pane-stats:not([hidden])')?.dataset.ready ?? 'true') === 'true'"),
					)
					if err != nil {
						t.Fatal(err)
					}
					faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](lookAt))
					if err != nil {
						t.Fatal(err)
					}
					for _, f := range faults {
						t.Error(f)
					}
					for _, c := range said.take() {
						if page.name == "missing" && strings.Contains(c, "404") {
							continue
						}
						t.Error(c)
					}
					shoot(t, ctx, t.Name())
				})
			}
		}
	}
}
