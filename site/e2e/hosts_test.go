package e2e

// This file is about where the site is and what its pages may do: under another path, and under its
// Content-Security-Policy.

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gopark/gopark/site/build"
)

// cliDigest is what the command says of lesson stealing's program, run as the lesson runs it.
func cliDigest(t *testing.T) string {
	t.Helper()
	out, err := exec.Command(binary, "run", "-digest", "-procs", "2", "-seed", "1", repoRoot+"/lessons/stealing/main.go").CombinedOutput()
	lines := strings.Fields(string(out))
	if err != nil || len(lines) == 0 {
		t.Fatalf("gopark run: %v\n%s", err, out)
	}
	return lines[len(lines)-1]
}

// runs presses Run and waits for the end.
func (b *tab) runs() {
	b.Helper()
	b.click("run")
	b.wait("bench.dataset.state === 'compiling' || bench.dataset.state === 'running' || bench.dataset.digest", 10*time.Second)
	b.wait("bench.dataset.state === 'done'", time.Minute)
}

// digestOfRun is the same, and gives the digest.
func (b *tab) digestOfRun() string {
	b.Helper()
	b.runs()
	b.wait("bench.dataset.digest", time.Second)
	return b.data("digest")
}

// The site can stand under any path: a lesson runs there, from its own module and compiled anew.
func TestTheSiteWorksUnderAnyPath(t *testing.T) {
	const base = "/some/base"
	var outside []string
	site := http.StripPrefix(base, build.Handler(siteDir, build.SiteHeaders("")))
	b := openOn(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, base+"/") {
			outside = append(outside, r.URL.Path)
		}
		site.ServeHTTP(w, r)
	}), base+lessonPath, 4*time.Minute)
	b.wait(benchReady, 15*time.Second)
	want := cliDigest(t)
	if got := b.digestOfRun(); got != want {
		t.Errorf("the digest is %s, by the command %s", got, want)
	}
	b.write(lessonProgram(t) + "\n// so that it is compiled\n")
	b.digestOfRun()
	if got := b.text("output"); got != "all done\n" {
		t.Errorf("the output is %q", got)
	}
	b.do(clickOn(`.top nav a[href*="src/sched"]`))
	b.wait("document.querySelector('.source-index')", 10*time.Second)
	b.do(clickOn(`.brand`))
	b.wait("document.querySelector('#lessons')", 10*time.Second)
	if len(outside) > 0 {
		t.Errorf("asked for outside of %s: %v", base, outside)
	}
	b.silent()
}

// watchPolicy notes what the policy of a page forbids.
const watchPolicy = `addEventListener("securitypolicyviolation", e => (window.forbidden ??= []).push([e.effectiveDirective, e.blockedURI, e.sample, e.sourceFile, e.target?.outerHTML?.slice(0, 100)].join(" ")))`

// watch lets each new page begin with a script.
func (b *tab) watch(script string) {
	b.Helper()
	b.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// Nothing that any page of the site does is against its policy, whatever is opened and run in it.
func TestPagesKeepTheirPolicy(t *testing.T) {
	b := openOn(t, build.Handler(siteDir, build.SiteHeaders("")), "/", 4*time.Minute)
	b.watch(watchPolicy)
	for _, path := range somePages(t) {
		b.do(chromedp.Navigate(b.url + path))
		b.wait("document.readyState === 'complete'", 20*time.Second)
		// An embed waits for a program: those of embed_test.go run, and what is against the policy stands in the console there.
		if path != "/embed/" && eval[bool](b, "document.getElementById('bench') !== null") {
			b.useAll()
		}
		for _, v := range eval[[]string](b, "window.forbidden ?? []") {
			t.Errorf("%s: against the policy: %s", path, v)
		}
		if t.Failed() {
			break
		}
	}
	b.silent()
}

// useAll uses what a page with a program has.
func (b *tab) useAll() {
	b.Helper()
	b.wait(benchReady, 15*time.Second)
	if eval[bool](b, "!document.getElementById('mode-parallel').disabled") {
		b.do(clickOn("#mode-parallel"))
		b.click("run")
		b.wait("bench.dataset.state === 'done' || bench.dataset.state === 'running' && Number(bench.dataset.events) > 0", time.Minute)
		if b.data("state") == "running" {
			b.do(clickOn("#stop")) // some have no end there
		}
	}
	b.do(clickOn("#mode-virtual"))
	b.runs()
	for _, id := range []string{"tab-stats", "tab-table", "tab-events", "tab-files", "step", "back", "theme"} {
		b.do(clickOn("#" + id))
	}
	b.settings()
}

// somePages are pages of every kind: of the scheduler's files, which are alike, and of the demos some.
func somePages(t *testing.T) (paths []string) {
	t.Helper()
	alike := map[string]int{}
	err := filepath.WalkDir(siteDir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		rel, err := filepath.Rel(siteDir, name)
		path := "/" + strings.TrimSuffix(filepath.ToSlash(rel), "index.html")
		folder := strings.SplitAfterN(path, "/", 3)[1]
		if alike[folder]++; alike[folder] > 3 && folder != "lessons/" {
			return err
		}
		paths = append(paths, path)
		return err
	})
	if err != nil || !slices.Contains(paths, lessonPath) {
		t.Fatalf("pages: %v %v", paths, err)
	}
	return paths
}

// attacks are what the policy of a page must stop, each of which throws if it is stopped; the names of those that do not come out.
const attacks = `Promise.all(Object.entries({
	"a handler in markup": () => document.createElement("p").innerHTML = "<img src=x onerror='window.hit = 1'>",
	"an inline script": () => { const s = document.createElement("script"); s.append("window.hit = 2"); document.body.append(s); if (window.hit === undefined) throw 0 },
	"a script's address": () => { const s = document.createElement("script"); s.src = "/assets/x.js"; document.body.append(s) },
	"eval": () => eval("window.hit = 3"),
	"Function": () => new Function("window.hit = 4")(),
	"a timer of text": () => setTimeout("window.hit = 5"),
	"a worker by a string": () => new Worker("/assets/x.js"),
	"a worker from a blob": () => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))),
	"another policy": () => trustedTypes.createPolicy("other", {createHTML: s => s}),
	"our policy twice": () => trustedTypes.createPolicy("gopark", {createScriptURL: s => s}),
	"another origin": () => fetch("http://127.0.0.1:1/"),
	"an inline style": () => { const p = document.createElement("p"); p.setAttribute("style", "position: fixed"); document.body.append(p); const is = getComputedStyle(p).position; p.remove(); if (is === "static") throw 0 },
	"a style element": () => { const s = document.createElement("style"); s.append("body { position: fixed }"); document.head.append(s); const is = getComputedStyle(document.body).position; s.remove(); if (is === "static") throw 0 },
	"a base": () => { const e = document.createElement("base"); e.href = "http://127.0.0.1:1/"; document.head.append(e); const is = document.baseURI; e.remove(); if (!is.includes("127.0.0.1:1/")) throw 0 },
}).map(([name, attack]) => new Promise(done => setTimeout(async () => {
	try { await attack(); done(name) } catch { done("") }
})))).then(list => [...list.filter(name => name !== ""), ...(window.hit === undefined ? [] : ["hit " + window.hit])])`

// The policy is there and does its work, with the headers of a host, with those that the service worker gives, and with what stands in the page alone.
func TestThePolicyStopsWhatItShould(t *testing.T) {
	bare := build.Handler(siteDir, nil)
	alone := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sw.js" {
			http.NotFound(w, r)
			return
		}
		bare.ServeHTTP(w, r)
	})
	for _, host := range []struct {
		name    string
		handler http.Handler
		ready   string // it is loaded, and not to be loaded again
	}{
		{"with headers", build.Handler(siteDir, build.SiteHeaders("")), "crossOriginIsolated"},
		{"with the service worker", bare, "crossOriginIsolated"},
		{"alone", alone, "!crossOriginIsolated"},
	} {
		t.Run(host.name, func(t *testing.T) {
			b := openOn(t, host.handler, lessonPath, 4*time.Minute)
			b.settle("document.readyState === 'complete' && " + host.ready) // the service worker loads the page anew
			passed, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](attacks, chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range passed {
				t.Errorf("not stopped: %s", name)
			}
		})
	}
}

// Typing over a selection is the editor's work and not Chromium's, which would write style attributes.
func TestTypingKeepsThePolicy(t *testing.T) {
	b := openOn(t, build.Handler(siteDir, build.SiteHeaders("")), "/", 4*time.Minute)
	b.watch(watchPolicy)
	b.do(chromedp.Navigate(b.url + lessonPath))
	b.wait(benchReady, 15*time.Second)
	all := chromedp.KeyEvent("a", chromedp.KeyModifiers(kb.ModifierCtrl))
	b.do(chromedp.Focus(chromedp.CSS(".cm-content")), all, chromedp.KeyEvent("x"), chromedp.KeyEvent("yz"), all, chromedp.KeyEvent("("))
	if got := b.textOf(".cm-content"); got != "(xyz)" {
		t.Errorf("there stands %q", got)
	}
	if v := eval[[]string](b, "window.forbidden ?? []"); len(v) > 0 {
		t.Errorf("against the policy: %s", v)
	}
	b.silent()
}

// plainHost serves files as any file server does, until it is gone.
type plainHost struct {
	http.Handler
	gone atomic.Bool
}

func (h *plainHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.gone.Load() {
		panic(http.ErrAbortHandler)
	}
	h.Handler.ServeHTTP(w, r)
}

// settle waits until an expression is true in a page that may be loaded anew meanwhile.
func (b *tab) settle(js string) {
	b.Helper()
	for begun := time.Now(); time.Since(begun) < 30*time.Second; time.Sleep(50 * time.Millisecond) {
		if ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!("+js+")")); ok && err == nil {
			return
		}
	}
	b.Fatalf("after 30s not yet: %s", js)
}

// On a host without headers the service worker isolates the page after one reload, runs are the same as everywhere, and
// what was there is there without a network.
func TestAPlainHostIsIsolatedAndWorksOffline(t *testing.T) {
	host := &plainHost{Handler: http.FileServer(http.Dir(siteDir))}
	b := openOn(t, host, "/404.html", 4*time.Minute)
	b.watch(`sessionStorage.setItem("loads", Number(sessionStorage.getItem("loads") ?? 0) + 1); ` + watchPolicy)
	const loads = "Number(sessionStorage.getItem('loads'))"
	b.do(chromedp.Navigate(b.url + lessonPath))
	b.settle("document.getElementById('bench')?.dataset.editor === 'ready' && document.getElementById('bench').dataset.threads === 'true'")
	if n := eval[int](b, loads); n > 2 {
		t.Errorf("it was loaded %d times", n)
	}
	want := cliDigest(t)
	if got := b.digestOfRun(); got != want {
		t.Errorf("the digest is %s, by the command %s", got, want)
	}
	b.write(lessonProgram(t) + "\n// so that it is compiled\n")
	b.digestOfRun()
	b.wait("document.documentElement.dataset.kept", time.Minute)
	b.silent()

	host.gone.Store(true)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.url+lessonPath))
	b.wait(benchReady, 30*time.Second)
	b.write(lessonProgram(t))
	if got := b.digestOfRun(); got != want {
		t.Errorf("without a network the digest is %s, by the command %s", got, want)
	}
	b.write(lessonProgram(t) + "\n// compiled without a network\n")
	b.digestOfRun()
	b.do(chromedp.Navigate(b.url + "/lessons/channels/")) // which was not visited
	b.wait(benchReady, 30*time.Second)
	b.do(chromedp.Navigate(b.url + "/"))
	b.wait("document.querySelector('#lessons')", 10*time.Second)
	if v := eval[[]string](b, "window.forbidden ?? []"); len(v) > 0 {
		t.Errorf("against the policy: %s", v)
	}
	if n := eval[int](b, loads); n > 5 {
		t.Errorf("pages were loaded %d times", n)
	}
}

// Where the service worker does not help there is one reload and no more, and the page works without threads.
func TestAtMostOneReload(t *testing.T) {
	site := http.FileServer(http.Dir(siteDir))
	b := openOn(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sw.js" { // one that does nothing
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, "addEventListener('install', () => skipWaiting()); addEventListener('activate', e => e.waitUntil(clients.claim()))")
			return
		}
		site.ServeHTTP(w, r)
	}), "/404.html", 4*time.Minute)
	b.watch(`sessionStorage.setItem("loads", Number(sessionStorage.getItem("loads") ?? 0) + 1)`)
	b.do(chromedp.Navigate(b.url + lessonPath))
	b.settle("Number(sessionStorage.getItem('loads')) === 2 && document.readyState === 'complete'")
	b.wait(benchReady, 30*time.Second)
	time.Sleep(2 * time.Second) // time for another
	if n := eval[int](b, "Number(sessionStorage.getItem('loads'))"); n != 2 {
		t.Errorf("it was loaded %d times", n)
	}
	if got, want := b.digestOfRun(), cliDigest(t); got != want {
		t.Errorf("the digest is %s, by the command %s", got, want)
	}
	b.silent()
}
