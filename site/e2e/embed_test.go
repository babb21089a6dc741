package e2e

// This file is about programs in other people's pages. The pages are on another site than Gopark: localhost and
// 127.0.0.1 are that to a browser.

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/link"
)

const embedded = `package main

import "fmt"

func main() {
	done := make(chan int)
	for i := range 8 {
		go func() { done <- i * i }()
	}
	sum := 0
	for range 8 {
		sum += <-done
	}
	fmt.Println("if a < b && c > d:", sum)
}
`

// web is Gopark on one site, and a blog on another.
type web struct {
	gopark, blog string
	served       *served
}

// served is what Gopark has sent.
type served struct {
	mu    sync.Mutex
	bytes int
	paths []string
}

func (s *served) take() (bytes int, paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	bytes, paths = s.bytes, s.paths
	s.bytes, s.paths = 0, nil
	return bytes, paths
}

// startWeb serves both. The blog has these pages, in which GOPARK is the address of Gopark; change may change what
// Gopark answers.
func startWeb(t *testing.T, change func(http.Header), pages map[string]string) web {
	t.Helper()
	files := build.Handler(siteDir, build.SiteHeaders(""))
	sent := &served{}
	gopark := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent.mu.Lock()
		sent.paths = append(sent.paths, r.URL.Path)
		sent.mu.Unlock()
		files.ServeHTTP(&answer{w, change, sent, false}, r)
	}))
	t.Cleanup(gopark.Close)
	blog := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.URL.Path]
		if !ok {
			http.Error(w, "not here", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if strings.HasSuffix(r.URL.Path, ".go") {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		}
		fmt.Fprint(w, strings.ReplaceAll(page, "GOPARK", gopark.URL))
	}))
	t.Cleanup(blog.Close)
	return web{gopark.URL, strings.Replace(blog.URL, "127.0.0.1", "localhost", 1), sent}
}

// answer is one whose headers are changed before they are sent, and whose bytes are counted.
type answer struct {
	http.ResponseWriter
	change func(http.Header)
	sent   *served
	begun  bool
}

func (a *answer) WriteHeader(status int) {
	if !a.begun && a.change != nil {
		a.change(a.Header())
	}
	a.begun = true
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(b []byte) (int, error) {
	if !a.begun {
		a.WriteHeader(http.StatusOK)
	}
	a.sent.mu.Lock()
	a.sent.bytes += len(b)
	a.sent.mu.Unlock()
	return a.ResponseWriter.Write(b)
}

// blogPage is a page of the blog, higher than the window, with something in its middle.
func blogPage(inside string) string {
	return "<!doctype html><title>A blog</title><link rel=icon href=data:,><p>Words." + strings.Repeat("<p>More words.</p>", 12) + inside + strings.Repeat("<p>More words.</p>", 40)
}

// visitBlog opens a page of the blog.
func visitBlog(t *testing.T, w web, path string) *tab {
	t.Helper()
	b := &tab{T: t, ctx: chromium(t, 3*time.Minute)}
	if err := chromedp.Listen(b.ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(900, 700), chromedp.Navigate(w.blog+path))
	return b
}

// frame attaches to the frame of Gopark in the page, when it is there.
func (b *tab) frame(w web) *tab {
	b.Helper()
	for begun := time.Now(); time.Since(begun) < 15*time.Second; time.Sleep(50 * time.Millisecond) {
		infos, err := chromedp.Targets(b.ctx)
		if err != nil {
			b.Fatal(err)
		}
		for _, info := range infos {
			if info.Type == "iframe" && strings.HasPrefix(info.URL, w.gopark+"/embed/") {
				return b.attach(info.TargetID)
			}
		}
	}
	b.Fatal("the page has no frame of Gopark")
	return nil
}

func (b *tab) attach(id target.ID) *tab {
	f := &tab{T: b.T}
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id), chromedp.WithListener(f.hear))
	b.Cleanup(cancel)
	f.ctx = ctx
	return f
}

// silentFrame is silent for a frame without an origin. Chromium says one thing of each such frame while somebody looks at
// it by its protocol, of an empty page too.
func (b *tab) silentFrame() {
	b.Helper()
	b.mu.Lock()
	b.bad = slices.DeleteFunc(b.bad, func(line string) bool { return strings.HasPrefix(line, "log: Unsafe attempt to load URL ") })
	b.mu.Unlock()
	b.silent()
}

// press clicks with the mouse into the middle of what an expression gives: a script's click is not a reader's.
func (b *tab) press(element string) {
	b.Helper()
	at := eval[[]float64](b, "(() => { const e = "+element+"; e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] })()")
	b.do(chromedp.MouseClickXY(at[0], at[1]))
}

const play = `document.querySelector("gopark-play")`

// embedOf is the element, as the dialog of the page would write it.
func embedOf(attributes, program string) string {
	return `<gopark-play ` + attributes + `><pre><code>` + html.EscapeString(program) + `</code></pre></gopark-play><script type="module" src="GOPARK/gopark.js"></script>`
}

// digestOfRun is what the command says of the same run.
func digestOfRun(t *testing.T, name string, run link.Run, program string) string {
	t.Helper()
	text, err := link.Encode(link.Link{Files: []link.File{{Name: name, Text: program}}, Run: run})
	if err != nil {
		t.Fatal(err)
	}
	return digestOf(t, text)
}

// A reader of a blog presses Run: program, settings, tier, height and digest are right, the page does not move, and the
// full view is of the same program at the same moment.
func TestAnEmbedInAPlainPage(t *testing.T) {
	w := startWeb(t, nil, map[string]string{"/": blogPage(embedOf(`procs="3" seed="5" policy="local" theme="dark"`, embedded))})
	b := visitBlog(t, w, "/")
	b.wait(play+".shadowRoot?.querySelector('p').textContent === 'GOMAXPROCS 3, seed 5, local'", 10*time.Second)
	eval[bool](b, "(scrollTo(0, 200), true)")
	// A script of the page cannot run the program, only open the frame; a reader can.
	b.press(play + ".shadowRoot.querySelector('button')")
	f := b.frame(w)
	f.wait("bench?.dataset.state === 'done' && bench.dataset.digest", time.Minute)
	if got, want := f.data("digest"), digestOfRun(t, "main.go", link.Run{Procs: "3", Seed: "5", Policy: "local"}, embedded); got != want {
		t.Errorf("the digest is %s, the command's %s", got, want)
	}
	if got := f.text("output"); got != "if a < b && c > d: 140\n" {
		t.Errorf("the output is %q", got)
	}
	if got := f.data("tier"); got != "1" {
		t.Errorf("the tier is %s: %s", got, f.text("embed-why"))
	}
	if got := eval[string](b, play+".dataset.tier"); got != "1" {
		t.Errorf("the page has heard of tier %q", got)
	}
	if got := eval[string](f, "document.documentElement.dataset.theme"); got != "dark" {
		t.Errorf("the theme is %q", got)
	}
	b.wait(`Math.abs(`+play+`.shadowRoot.querySelector("iframe").offsetHeight - `+eval[string](f, "String(document.getElementById('main').offsetHeight)")+`) <= 2`, 5*time.Second)
	if got := eval[float64](b, "scrollY"); got != 200 {
		t.Errorf("the page has moved to %v", got)
	}
	eval[bool](b, "("+play+".setAttribute('theme', 'light'), true)")
	f.wait("document.documentElement.dataset.theme === 'light'", 5*time.Second)

	f.do(clickOn("#step"))
	moment, words := f.data("position"), f.textOf(".why-say")
	f.wait("document.getElementById('embed-full').href.includes('/play/#v1:')", 5*time.Second)
	time.Sleep(500 * time.Millisecond) // the link follows the moment
	full := eval[string](f, "document.getElementById('embed-full').href")
	b.silent()
	f.silent()
	b.visit(full)
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	if b.data("position") != moment || b.textOf(".why-say") != words {
		t.Errorf("the full view stands at %s (%s), want %s (%s)", b.data("position"), b.textOf(".why-say"), moment, words)
	}
	b.silent()
}

// An embed that is scrolled away ends its Workers, keeps what it shows, and runs again; and its frame never has a scrollbar of its own.
func TestAnEmbedOutOfSightRests(t *testing.T) {
	w := startWeb(t, nil, map[string]string{"/": blogPage(embedOf(`procs="3" seed="5"`, embedded)) + strings.Repeat("<p>Words.</p>", 200)})
	b := visitBlog(t, w, "/")
	b.wait(play+".shadowRoot?.querySelector('p').textContent.startsWith('GOMAXPROCS')", 10*time.Second)
	b.press(play + ".shadowRoot.querySelector('button')")
	f := b.frame(w)
	// The Workers of a frame are counted where they begin and end.
	workers := "globalThis.workers.size"
	f.do(chromedp.Evaluate[chromedp.Void](`(() => {
		globalThis.workers = new Set()
		const {postMessage, terminate} = Worker.prototype
		Worker.prototype.postMessage = function (...args) { workers.add(this); return postMessage.apply(this, args) }
		Worker.prototype.terminate = function () { workers.delete(this); return terminate.apply(this) }
	})()`))
	f.wait("bench?.dataset.state === 'done' && bench.dataset.digest", time.Minute)
	digest, output := f.data("digest"), f.text("output")
	if got := eval[string](f, "getComputedStyle(document.documentElement).overflowY"); got != "hidden" {
		t.Errorf("the frame may have a scrollbar: %s", got)
	}
	f.do(chromedp.Evaluate[chromedp.Void](`(() => { const e = document.querySelector(".cm-content"); e.focus(); document.execCommand("insertText", false, "\n") })()`))
	f.click("run")
	f.wait("bench.dataset.state === 'done' && "+workers+" > 0", time.Minute)
	eval[bool](b, "(scrollTo(0, document.body.scrollHeight), true)")
	f.wait(workers+" === 0", time.Minute)
	if got := f.text("output"); got != output || f.data("state") != "done" {
		t.Errorf("at rest it shows %q and is %s", got, f.data("state"))
	}
	eval[bool](b, "(scrollTo(0, 0), true)")
	f.click("run")
	f.wait("bench.dataset.state !== 'done'", 10*time.Second)
	f.wait("bench.dataset.state === 'done' && bench.dataset.digest", time.Minute)
	if got := f.text("output"); got != output || digest == "" {
		t.Errorf("after the rest it prints %q", got)
	}
	b.silent()
	f.silent()
}

// A script of the page opens the frame, and nothing runs in it; nor when the frame is loaded by its address.
func TestNothingRunsByItself(t *testing.T) {
	w := startWeb(t, nil, map[string]string{"/": blogPage(embedOf("", embedded))})
	b := visitBlog(t, w, "/")
	b.wait(play+".shadowRoot", 10*time.Second)
	eval[bool](b, "("+play+".shadowRoot.querySelector('button').click(), true)")
	f := b.frame(w)
	f.wait("document.body.dataset.touched === 'no' && document.querySelector('pre.program').textContent.includes('package main')", 10*time.Second)
	time.Sleep(500 * time.Millisecond)
	if got := eval[string](f, "document.body.dataset.touched + ' ' + bench.dataset.state"); got != "no idle" {
		t.Errorf("it is %s", got)
	}
	b.silent()
	f.silent()
}

// frames are ways in which a frame of Gopark comes into a page, and the tier that it reaches in Chromium.
func TestTiers(t *testing.T) {
	text, err := link.Encode(link.Link{Files: []link.File{{Name: "main.go", Text: embedded}}, Run: link.Run{Procs: "2", Seed: "11"}})
	if err != nil {
		t.Fatal(err)
	}
	want := digestOf(t, text)
	bare := func(h http.Header) {
		for _, name := range []string{"Document-Isolation-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy"} {
			h.Del(name)
		}
	}
	noWorkers := func(h http.Header) {
		h.Set("Content-Security-Policy", strings.NewReplacer("worker-src 'self' blob:", "worker-src 'none'", "worker-src 'self'", "worker-src 'none'").Replace(h.Get("Content-Security-Policy")))
	}
	const frame = `<iframe src="GOPARK/embed/?theme=light%s" width="800" height="640" %s></iframe>`
	for _, test := range []struct {
		name, attributes string
		change           func(http.Header)
		tier, says       string
	}{
		{"a plain frame", "", nil, "1", ""},
		{"a sandboxed frame", `sandbox="allow-scripts"`, nil, "1", ""},
		{"a plain frame without headers", "", bare, "2", "Virtual time, in one worker. The page cannot share memory"},
		{"a sandboxed frame without headers", `sandbox="allow-scripts"`, bare, "2", "Virtual time, in one worker. The page cannot share memory"},
		{"a frame without Workers", "", noWorkers, "3", "Programs cannot run here. No Worker could be started"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := startWeb(t, test.change, map[string]string{"/": blogPage(fmt.Sprintf(frame, text, test.attributes))})
			b := visitBlog(t, w, "/")
			f := b.frame(w)
			f.wait("document.body?.dataset.touched === 'no' && document.getElementById('embed-how').textContent === 'GOMAXPROCS 2, seed 11'", 10*time.Second)
			f.do(clickOn("#embed-run"))
			f.wait("bench.dataset.tier", 20*time.Second)
			if got := f.data("tier"); got != test.tier {
				t.Errorf("the tier is %s, want %s: %s", got, test.tier, f.text("embed-why"))
			}
			if got := f.text("embed-why"); !strings.HasPrefix(got, test.says) {
				t.Errorf("it says %q", got)
			}
			if test.tier == "3" {
				if got := eval[string](f, "document.getElementById('embed-full').href"); !strings.Contains(got, "/play/#v1:") {
					t.Errorf("the full view is %q", got)
				}
				f.wait("document.querySelector('#embed-figure svg.st')?.clientWidth > 200 && document.getElementById('embed-figure').textContent.includes('of another program: ')", 10*time.Second)
				return // the console names what was forbidden
			}
			f.wait("bench.dataset.state === 'done' && bench.dataset.digest", time.Minute)
			if got := f.data("digest"); got != want {
				t.Errorf("the digest is %s, the command's %s", got, want)
			}
			b.silent()
			f.silentFrame()
		})
	}
}

// The element stays as it is where nothing runs: code, picture, and the reason.
func TestTheElementWithoutWorkers(t *testing.T) {
	noWorkers := func(h http.Header) {
		h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "worker-src 'self'", "worker-src 'none'; x", 1))
	}
	w := startWeb(t, noWorkers, map[string]string{"/": blogPage(embedOf("", embedded))})
	b := visitBlog(t, w, "/")
	b.wait(play+".shadowRoot", 10*time.Second)
	b.press(play + ".shadowRoot.querySelector('button')")
	b.wait(play+".dataset.tier === '3' && "+play+".shadowRoot.querySelector('iframe') === null", 20*time.Second)
	if got := eval[string](b, play+".shadowRoot.querySelector('p').textContent"); !strings.HasPrefix(got, "Programs cannot run here. No Worker could be started") {
		t.Errorf("it says %q", got)
	}
	if !eval[bool](b, play+".querySelector('pre').offsetHeight > 100") {
		t.Error("the code is not there")
	}
}

// The program can be a file of the blog, or a link; an element without one says so.
func TestWhatAnEmbedIsOf(t *testing.T) {
	text, err := link.Encode(link.Link{Files: []link.File{{Name: "main.go", Text: embedded}}, Run: link.Run{Procs: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	const script = `<script type="module" src="GOPARK/gopark.js"></script>`
	w := startWeb(t, nil, map[string]string{
		"/file":     `<link rel=icon href=data:,><gopark-play src="hello.go" seed="3"></gopark-play>` + script,
		"/hello.go": embedded,
		"/link":     `<link rel=icon href=data:,><gopark-play src="GOPARK/play/` + text + `" seed="9"></gopark-play>` + script,
		"/cut":      `<link rel=icon href=data:,><gopark-play src="GOPARK/play/` + text[:len(text)-7] + `"></gopark-play>` + script,
		"/none":     `<link rel=icon href=data:,><gopark-play></gopark-play>` + script,
	})
	for _, test := range []struct{ path, says, code string }{
		{"/file", "GOMAXPROCS 4, seed 3", "sum += <-done"},
		{"/link", "GOMAXPROCS 2, seed 9", "sum += <-done"},
		{"/cut", "the link was cut: ", ""},
		{"/none", "There is no program here.", ""},
	} {
		b := visitBlog(t, w, test.path)
		b.wait(play+".shadowRoot?.querySelector('p').textContent.startsWith("+quote(test.says)+")", 10*time.Second)
		if got := eval[string](b, play+".shadowRoot.querySelector('.code').textContent"); !strings.Contains(got, test.code) {
			t.Errorf("%s shows %q", test.path, got)
		}
		b.silent()
	}
}

// Twenty embeds, of both kinds, are light before one of them is touched. What is counted is what Gopark sends, to pages,
// frames and Workers alike; a Worker cannot start without its script.
func TestTwentyEmbedsAreLight(t *testing.T) {
	text, err := link.Encode(link.Link{Files: []link.File{{Name: "main.go", Text: embedded}}})
	if err != nil {
		t.Fatal(err)
	}
	const count = `<script>window.heard = new Set; addEventListener("message", e => e.data.type === "ready" && heard.add(e.source))</script>`
	w := startWeb(t, nil, map[string]string{
		"/elements": blogPage(strings.Repeat(embedOf("", embedded), 20)),
		"/frames":   blogPage(count + strings.Repeat(`<iframe src="GOPARK/embed/`+text+`" width="600" height="300"></iframe>`, 20)),
	})
	for path, ready := range map[string]string{
		"/elements": `[...document.querySelectorAll("gopark-play")].filter(e => e.shadowRoot?.querySelector("p").textContent.startsWith("GOMAXPROCS")).length === 20`,
		"/frames":   "heard.size === 20",
	} {
		b := visitBlog(t, w, path)
		b.wait(ready, 30*time.Second)
		time.Sleep(time.Second)
		bytes, paths := w.served.take()
		t.Logf("%s: %d bytes of Gopark in %d answers", path, bytes, len(paths))
		if bytes > 400_000 || bytes < 5_000 {
			t.Errorf("%s: %d bytes; more than the script, and at most 400 KB, are wanted", path, bytes)
		}
		for _, p := range paths {
			if strings.HasSuffix(p, ".wasm") || strings.Contains(p, "/engine/") {
				t.Errorf("%s loads %s", path, p)
			}
		}
		infos, err := chromedp.Targets(b.ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range infos {
			if strings.Contains(info.Type, "worker") {
				t.Errorf("%s has started a %s: %s", path, info.Type, info.URL)
			}
		}
		b.silent()
	}
}
