package e2e

// This file sends a hundred payloads through every way by which text of others comes into a page: the words of a lesson,
// what the compiler says of a program, what a program prints, its panic, names in its trace, links, and the name
// on a hand-in. None is run, and nothing is asked of another origin.

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/link"
)

// trap is a browser in which a payload that runs, or asks for something elsewhere, is noticed.
type trap struct {
	*tab
	evil      string
	payloads  []string
	asked     atomic.Int32 // of the other origin
	elsewhere atomic.Pointer[string]
}

// setTrap opens an empty page of a site.
func setTrap(t *testing.T, site http.Handler) *trap {
	t.Helper()
	x := &trap{}
	evil := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { x.asked.Add(1) }))
	t.Cleanup(evil.Close)
	x.evil = evil.URL
	text, err := os.ReadFile("testdata/payloads.txt")
	if err != nil {
		t.Fatal(err)
	}
	x.payloads = strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), "EVIL", x.evil)), "\n")
	if len(x.payloads) < 100 {
		t.Fatalf("%d payloads", len(x.payloads))
	}
	x.tab = openOn(t, site, "/404.html", 6*time.Minute)
	x.watch(`self.hit = self.alert = () => { localStorage.setItem("hit", location.href) }; ` + watchPolicy)
	if err := chromedp.Listen(x.ctx, func(ev any) {
		if ev, ok := ev.(*network.EventRequestWillBeSent); ok {
			if u := ev.Request.URL; !strings.HasPrefix(u, x.url) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:") && !strings.HasPrefix(u, "about:") {
				x.elsewhere.Store(&u)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	return x
}

// sprung holds that nothing happened.
func (x *trap) sprung(where string) {
	x.Helper()
	time.Sleep(200 * time.Millisecond)
	if at := eval[string](x.tab, "localStorage.getItem('hit') ?? ''"); at != "" {
		x.Errorf("%s: a payload was run in %s", where, at)
	}
	if n := x.asked.Load(); n > 0 {
		x.Errorf("%s: the other origin was asked %d times", where, n)
	}
	if u := x.elsewhere.Load(); u != nil {
		x.Errorf("%s: asked for %s", where, *u)
	}
	for _, v := range eval[[]string](x.tab, "window.forbidden ?? []") {
		x.Errorf("%s: stopped by the policy only: %s", where, v)
	}
}

func (x *trap) visit(path string) {
	x.Helper()
	x.do(chromedp.Navigate("about:blank"), chromedp.Navigate(x.url+path))
	x.wait(benchReady, 30*time.Second)
}

func siteItself() http.Handler { return build.Handler(siteDir, build.SiteHeaders("")) }

// A trap that nothing can spring would prove nothing.
func TestTheTrapWorks(t *testing.T) {
	x := setTrap(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><link rel=icon href=data:,><body>")
	}))
	x.do(chromedp.Navigate(x.url))
	hits := 0
	for _, p := range x.payloads {
		eval[bool](x.tab, "(localStorage.clear(), document.body.innerHTML = "+strconv.Quote(p)+", true)")
		time.Sleep(30 * time.Millisecond)
		if eval[bool](x.tab, "localStorage.getItem('hit') !== null") {
			hits++
		}
	}
	if hits < 10 || x.asked.Load() < 5 || x.elsewhere.Load() == nil {
		t.Errorf("as markup %d payloads run, and %d requests go out", hits, x.asked.Load())
	}
	t.Logf("as markup %d of %d payloads run, and %d requests go out", hits, len(x.payloads), x.asked.Load())
}

// wordsOf is the part of a lesson that is about a payload: it stands wherever an author writes text. words is how it is
// written where markdown counts.
func wordsOf(p, words string, n int) string {
	quoted, _ := json.Marshal(p) // YAML takes JSON
	q := string(quoted)
	title := strings.NewReplacer("`", "", `"`, "", `\`, "").Replace(p)
	return fmt.Sprintf("```go play id=one%d title=\"%s\"\npackage main\n\nfunc main() {} // %s\n```\n\n", n, title, p) +
		"Words " + words + " and *" + words + "*, `" + strings.ReplaceAll(p, "`", "") + "`.\n\n## Head " + words + "\n\n- " + words + "\n\n" +
		"> [!NOTE]\n> " + words + "\n\n" +
		"```text\n" + p + "\n```\n\n" +
		fmt.Sprintf("```predict id=p%d\nquestion: %s\nchoices: [%s, b]\nanswer: 2\nbecause: {1: %s}\n```\n\n", n, q, q, q) +
		fmt.Sprintf("```exercise id=x%d on=one%d solution=solution.go\ngoal: %s\nhints: [%s]\n```\n\n", n, n, q, q)
}

func lessonAbout(title, text string) string {
	quoted, _ := json.Marshal(title)
	return fmt.Sprintf("---\ntitle: %s\nsummary: %s\ngoals: [%s]\n---\n\n%s", quoted, quoted, quoted, text)
}

// escaped is what markdown takes as text behind a backslash.
var escaped = regexp.MustCompile(`[[:punct:]]`)

// writeLesson writes a lesson into a folder of lessons.
func writeLesson(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
		t.Fatal(err)
	}
	order, _ := os.ReadFile(filepath.Join(dir, "order.txt"))
	for file, text := range map[string]string{name + "/lesson.md": text, name + "/solution.go": "package main\n\nfunc main() {}\n", "order.txt": string(order) + name + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// writeLessons writes lessons about all payloads, some in each, and gives their names. Markup in the words of a lesson is
// refused, and so are links that are none; such a payload stands there escaped, as text, which is how an author would
// write of it.
func writeLessons(t *testing.T, payloads []string) (dir string, names []string) {
	t.Helper()
	const some = 5
	dir = filepath.Join(t.TempDir(), "lessons")
	refused, text := 0, ""
	for i, p := range payloads {
		try := filepath.Join(t.TempDir(), "try")
		part := wordsOf(p, p, i)
		writeLesson(t, try, "try", lessonAbout(p, part))
		if _, err := lesson.LoadDir(try); err != nil {
			refused++
			part = wordsOf(p, escaped.ReplaceAllString(p, `\$0`), i)
		}
		if text += part; i%some == some-1 || i == len(payloads)-1 {
			name := fmt.Sprintf("payloads-%d", i)
			names = append(names, name)
			writeLesson(t, dir, name, lessonAbout(strings.Join(payloads[i/some*some:i+1], " "), text))
			text = ""
		}
	}
	t.Logf("%d of %d payloads are refused in the words of a lesson", refused, len(payloads))
	return dir, names
}

func TestPayloadsInLessons(t *testing.T) {
	var site http.Handler
	x := setTrap(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if site == nil {
			http.NotFound(w, r)
			return
		}
		site.ServeHTTP(w, r)
	}))
	dir, names := writeLessons(t, x.payloads)
	out := filepath.Join(t.TempDir(), "site")
	if err := build.Build(build.Options{Root: repoRoot, Lessons: dir, Out: out}); err != nil {
		t.Fatal(err)
	}
	site = build.Handler(out, build.SiteHeaders(""))
	for _, name := range names {
		x.visit("/lessons/" + name + "/")
		if eval[int](x.tab, "document.querySelector('article').textContent.split('Head ').length") < 6 {
			t.Errorf("the payloads are not in %s", name)
		}
		x.do(chromedp.Evaluate[chromedp.Void](`for (const e of document.querySelectorAll("details")) e.open = true; for (const e of document.querySelectorAll(".choice")) e.click()`))
		x.sprung(name)
		if x.Failed() {
			return
		}
	}
	x.do(chromedp.Navigate(x.url + "/"))
	x.wait("document.querySelector('#lessons')", 10*time.Second)
	x.sprung("the first page")
}

func TestPayloadsInPrograms(t *testing.T) {
	x := setTrap(t, siteItself())
	x.visit("/play/")
	all := strings.Join(x.payloads, "\n")

	// What is printed, and what a panic says.
	x.write("package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar all = " + strconv.Quote(all) + "\n\nfunc main() {\n\tfmt.Println(all)\n\tfmt.Fprintln(os.Stderr, all)\n\tos.WriteFile(\"<img src=x onerror=hit()>\", []byte(all), 0o644)\n\tpanic(all)\n}\n")
	x.runs()
	shown := eval[string](x.tab, "document.getElementById('output').textContent")
	if n := strings.Count(shown, x.payloads[0]); n < 3 {
		t.Errorf("the output has the first payload %d times", n)
	}
	for _, tab := range []string{"tab-stats", "tab-table", "tab-events", "tab-files", "tab-output"} {
		x.do(clickOn("#" + tab))
	}
	x.sprung("output and panic")

	// What the compiler says: it quotes the program.
	var b strings.Builder
	b.WriteString("package main\n\nfunc main() {\n")
	for _, p := range x.payloads {
		fmt.Fprintf(&b, "\tvar _ int = %s\n", strconv.Quote(p))
	}
	x.write(b.String() + "}\n")
	x.click("run")
	x.wait("bench.dataset.state === 'failed'", time.Minute)
	if got := x.textOf(".problems"); !strings.Contains(got, "hit()") {
		t.Errorf("the compiler says %q", got)
	}
	x.sprung("what the compiler says")
}

func TestPayloadsInLinks(t *testing.T) {
	x := setTrap(t, siteItself())
	x.visit("/play/")
	hashes := []string{"#" + strings.Join(x.payloads, "")}
	for _, p := range x.payloads {
		hashes = append(hashes, "#v1:"+p, "#v1:"+url.QueryEscape(p), "#v9:"+p)
	}
	for _, h := range hashes {
		eval[bool](x.tab, "(location.hash = "+strconv.Quote(h)+", true)")
		x.wait("bench.dataset.editor === 'ready'", 30*time.Second)
	}
	x.sprung("what is no link")

	// Links that can be read: the program, its settings, its moment and its engine. What Encode refuses the page refuses,
	// too; then the next field has the payload.
	all := strings.Join(x.payloads, "\n")
	fields := []func(l *link.Link, p string){
		func(l *link.Link, p string) { l.Run.Procs = p }, func(l *link.Link, p string) { l.Run.Seed = p }, func(l *link.Link, p string) { l.Run.Policy = p },
		func(l *link.Link, p string) { l.Run.Costs = p }, func(l *link.Link, p string) { l.Run.IO = p }, func(l *link.Link, p string) { l.Run.Until = p },
		func(l *link.Link, p string) { l.Run.Mode = p }, func(l *link.Link, p string) { l.At = p }, func(l *link.Link, p string) { l.Engine = p },
		func(l *link.Link, p string) { l.Files[0].Name = p },
	}
	placed := 0
	for at := 0; at < len(x.payloads); {
		l := link.Link{Files: []link.File{{Name: "main.go", Text: "// " + all}}}
		begun := at
		for _, set := range fields {
			with := l
			with.Files = slices.Clone(l.Files)
			set(&with, x.payloads[min(at, len(x.payloads)-1)])
			if _, err := link.Encode(with); err == nil {
				l, at, placed = with, at+1, placed+1
			}
		}
		text, err := link.Encode(l)
		if err != nil || at == begun {
			t.Fatalf("no field takes a payload: %v", err)
		}
		x.visit("/play/" + text)
		if !strings.Contains(eval[string](x.tab, "document.querySelector('.cm-content').textContent"), "hit()") {
			t.Error("the link's program is not there")
		}
		x.sprung("a link")
	}
	t.Logf("%d payloads stood in fields of links", placed)
}

func TestPayloadsInHandIns(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(siteDir, "assignments", "*", "index.html"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("there is no assignment: %v", err)
	}
	x := setTrap(t, siteItself())
	x.visit("/assignments/" + filepath.Base(filepath.Dir(pages[0])) + "/")
	for _, p := range x.payloads {
		eval[bool](x.tab, "(() => { const s = document.getElementById('student'); s.value = "+strconv.Quote(p)+"; s.dispatchEvent(new Event('input')); document.querySelector('.do-hand-in').click(); document.querySelector('.do-hand-in').click(); return true })()")
	}
	x.sprung("the name on a hand-in")
	x.visit("/assignments/" + filepath.Base(filepath.Dir(pages[0])) + "/")
	x.wait(benchReady, 20*time.Second)
	x.write("package main // " + strings.Join(x.payloads, " ") + "\n\nfunc main() { println(" + strconv.Quote(strings.Join(x.payloads, "\n")) + ") }\n")
	press := func() string {
		eval[bool](x.tab, "(document.getElementById('student').value = '<b>Ada</b>', document.querySelector('.do-hand-in').click(), true)")
		x.wait("document.getElementById('hand-in').dataset.state !== 'running'", 2*time.Minute)
		return eval[string](x.tab, "document.getElementById('hand-in').dataset.state")
	}
	state := press()
	if state == "unsure" { // it does not compile
		state = press()
	}
	if state != "done" {
		t.Errorf("the hand-in is %s: %s", state, x.textOf(".hand-in-says"))
	}
	x.sprung("a hand-in")
	t.Log(x.textOf(".hand-in-says"))
}
