package build

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// smallSite is a site of one version: its page and its script say which. The first of its engines is the present one.
func smallSite(t *testing.T, version string, engines ...string) map[string][]byte {
	t.Helper()
	dir, err := uiDir(repoRoot)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{
		"index.html": []byte(`<!doctype html><title>small</title><link rel="icon" href="data:,"><p id="page">` + version + `</p><script src="assets/app-` + version + `.js"></script>
<script>navigator.serviceWorker.register("sw.js", {updateViaCache: "none"})</script>`),
		"assets/app-" + version + ".js": []byte("window.app = '" + version + "'"),
		"assets/big-" + version + ".js": []byte("window.big = '" + version + "'"),
	}
	for _, engine := range engines {
		files["assets/engine/"+engine+"/run-"+engine+".js"] = []byte(engine)
	}
	sums := map[string][sha256.Size]byte{}
	for name, text := range files {
		sums[name] = sha256.Sum256(text)
	}
	m := manifestOf(sums, engines[0])
	m.Rules = []manifestRule{{For: "/"}, {For: "/assets/*"}} // no policy: the page's script is in its text
	if files["sw.js"], err = serviceWorker(dir, m); err != nil {
		t.Fatal(err)
	}
	return files
}

// changingHost serves files that change, or nothing.
type changingHost struct {
	mu    sync.Mutex
	files map[string][]byte
}

func (h *changingHost) set(files map[string][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files = files
}

func (h *changingHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.files == nil {
		panic(http.ErrAbortHandler) // no network
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	text, ok := h.files[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	kind := "text/javascript"
	if strings.HasSuffix(name, ".html") {
		kind = "text/html"
	}
	w.Header().Set("Content-Type", kind)
	w.Write(text)
}

// A reader has one version or the other, whatever the host does meanwhile, and the new one as soon as no page of the
// old one is open.
func TestServiceWorkerNeverMixesVersions(t *testing.T) {
	ctx := chromium(t)
	h := &changingHost{}
	server := httptest.NewServer(h)
	defer server.Close()
	one, two := smallSite(t, "one", "aaaaaaaa", "cccccccc"), smallSite(t, "two", "bbbbbbbb", "aaaaaaaa", "cccccccc")
	said := listen(t, ctx)
	// has is the version of what the tab shows: that of the page, its script, and a file that it fetches.
	has := func() string {
		t.Helper()
		const look = `(async () => {
			const page = document.getElementById("page").textContent
			const big = await fetch("assets/big-" + page + ".js").then(r => r.ok ? r.text() : r.status, () => "no network")
			return [page, window.app, big].join(" ")
		})()`
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](look, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range []string{"one", "two"} {
			if got == fmt.Sprintf("%s %s window.big = '%s'", version, version, version) {
				return version
			}
		}
		t.Fatalf("it has %q", got)
		return ""
	}
	load := func(steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		steps = append([]chromedp.Action[chromedp.Void]{chromedp.Navigate(server.URL)}, steps...)
		if err := chromedp.Do(ctx, append(steps, waitFor("window.app && document.readyState === 'complete'"))...); err != nil {
			t.Fatal(err)
		}
	}
	const controlled = "navigator.serviceWorker.controller !== null"
	h.set(one)
	load(waitFor(controlled))
	load()
	if got := has(); got != "one" {
		t.Fatalf("at first it has %s", got)
	}

	// Of the engines it has used one.
	engine := func(version string) string {
		t.Helper()
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](`fetch("assets/engine/`+version+"/run-"+version+`.js").then(r => r.text(), () => "no network")`, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := engine("aaaaaaaa"); got != "aaaaaaaa" {
		t.Fatalf("the engine is %q", got)
	}

	// Without a network all is there.
	h.set(nil)
	load()
	if got := has(); got != "one" {
		t.Errorf("without a network it has %s", got)
	}
	said.take()

	// A host in the middle of a change: the new service worker, and the old page.
	half := map[string][]byte{"sw.js": two["sw.js"], "index.html": one["index.html"], "assets/app-two.js": two["assets/app-two.js"], "assets/big-two.js": two["assets/big-two.js"]}
	h.set(half)
	load()
	update := `navigator.serviceWorker.getRegistration().then(async r => { await r.update().catch(() => {}); const w = r.installing; if (w) await new Promise(done => { w.onstatechange = () => done() }); return r.waiting !== null })`
	if waits, err := chromedp.Run(ctx, chromedp.Evaluate[bool](update, chromedp.EvalAwaitPromise)); err != nil || waits {
		t.Errorf("a version that is not whole waits to begin: %v %v", waits, err)
	}
	load()
	if got := has(); got != "one" {
		t.Errorf("in the middle of a change it has %s", got)
	}

	// Now the host has all of the new one; another tab still shows the old.
	h.set(two)
	other, cancel := chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(other, chromedp.Navigate(server.URL), waitFor("window.app === 'one'")); err != nil {
		t.Fatal(err)
	}
	waiting := waitFor(`(window.at ??= {}, navigator.serviceWorker.getRegistration().then(async r => { await r.update(); window.at.waits = r.waiting !== null }), window.at.waits === true)`)
	load(waiting)
	load()
	if got := has(); got != "one" {
		t.Errorf("beside a tab with one it has %s", got)
	}
	cancel()
	time.Sleep(300 * time.Millisecond) // the other tab closes
	h.set(nil)                         // it brought all along that the old one had
	load(waitFor("window.app === 'two'"))
	if got := has(); got != "two" {
		t.Errorf("alone it has %s", got)
	}
	// The engine that was used is an old one now, and is there for links to it; so is the present one, and no other.
	for version, want := range map[string]string{"aaaaaaaa": "aaaaaaaa", "bbbbbbbb": "bbbbbbbb", "cccccccc": "no network"} {
		if got := engine(version); got != want {
			t.Errorf("engine %s: %q, want %q", version, got, want)
		}
	}
}

// The manifest names each file of a site once, and its build changes with each of them.
func TestManifest(t *testing.T) {
	sums := map[string][sha256.Size]byte{"index.html": {1}, "a/index.html": {2}, "assets/x-1.js": {3}, "assets/x-1.js.map": {4}, "_headers": {5}, "sw.js": {6}}
	m := manifestOf(sums, "aaaaaaaa")
	if len(m.Named) != 2 || len(m.Assets) != 1 || m.Named["a/index.html"] != "02000000000000000000" {
		t.Errorf("the manifest is %v %v", m.Named, m.Assets)
	}
	sums["a/index.html"] = [sha256.Size]byte{7}
	if manifestOf(sums, "aaaaaaaa").Build == m.Build {
		t.Error("another page, and the same build")
	}
}
