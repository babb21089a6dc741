package e2e

// This file takes a lesson's program through the browsers that are not Chromium: they give the run that the command
// gives, and say nothing on their consoles.

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/link"
)

// anyTab is a tab of any browser.
type anyTab interface {
	navigate(url string)
	eval(js string) (string, error)
	said() []string
}

// until waits until an expression is true, in a page that may be loaded anew meanwhile.
func until(t *testing.T, b anyTab, js string) {
	t.Helper()
	var got string
	var err error
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(50 * time.Millisecond) {
		if got, err = b.eval("!!(" + js + ")"); got == "true" {
			return
		}
	}
	t.Fatalf("after a minute not yet: %s (%v)", js, err)
}

// runIn presses Run in a clock's mode and gives the digest.
func runIn(t *testing.T, b anyTab, mode string) string {
	t.Helper()
	until(t, b, "document.getElementById('mode-"+mode+"').click(), document.getElementById('run').click(), true")
	until(t, b, "document.getElementById('bench').dataset.state === 'done'")
	digest, err := b.eval("document.getElementById('bench').dataset.digest")
	if err != nil {
		t.Fatal(err)
	}
	return digest
}

// A page of its own: with threads in Firefox, in one Worker in WebKitGTK, which says that it is isolated and has no
// shared memory. The same digest, from the lesson's module and from a program that the page compiles.
func TestOtherBrowsersRunTheSame(t *testing.T) {
	withHeaders, without := build.Handler(siteDir, build.SiteHeaders("")), http.FileServer(http.Dir(siteDir))
	for _, test := range []struct {
		name    string
		start   func(*testing.T) anyTab
		host    http.Handler
		threads string
	}{
		{"Firefox", func(t *testing.T) anyTab { return startFirefox(t) }, withHeaders, "true"},
		{"Firefox on a plain host", func(t *testing.T) anyTab { return startFirefox(t) }, without, "true"},
		{"WebKitGTK", func(t *testing.T) anyTab { return startWebKit(t) }, withHeaders, "false"},
		{"WebKitGTK on a plain host", func(t *testing.T) anyTab { return startWebKit(t) }, without, "false"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := test.start(t)
			loads := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == lessonPath {
					loads++
				}
				test.host.ServeHTTP(w, r)
			}))
			defer server.Close()
			b.navigate(server.URL + lessonPath)
			until(t, b, "document.getElementById('bench')?.dataset.editor === 'ready' && document.getElementById('bench').dataset.threads === '"+test.threads+"'")
			if strings.HasSuffix(test.name, "plain host") {
				until(t, b, "document.documentElement.dataset.kept") // no reload comes any more
			}
			want := cliDigest(t)
			if got := runIn(t, b, "virtual"); got != want {
				t.Errorf("the digest is %s, by the command %s", got, want)
			}
			if test.threads == "true" {
				runIn(t, b, "parallel")
			}
			until(t, b, "document.getElementById('output').textContent === 'all done\\n'")
			if loads > 2 {
				t.Errorf("the page was loaded %d times", loads)
			}
			for _, line := range b.said() {
				t.Error(line)
			}
		})
	}
}

// In somebody's page, with a sandbox and without, Firefox shares no memory: one Worker, virtual time, the same digest.
func TestFramesInFirefox(t *testing.T) {
	text, err := link.Encode(link.Link{Files: []link.File{{Name: "main.go", Text: embedded}}, Run: link.Run{Procs: "2", Seed: "11"}})
	if err != nil {
		t.Fatal(err)
	}
	want := digestOf(t, text)
	for _, attributes := range []string{"", `sandbox="allow-scripts"`} {
		t.Run("frame "+attributes, func(t *testing.T) {
			w := startWeb(t, nil, map[string]string{"/": blogPage(`<iframe src="GOPARK/embed/?theme=light` + text + `" width="800" height="640" ` + attributes + `></iframe>`)})
			b := startFirefox(t)
			b.navigate(w.blog + "/")
			f := b.frame()
			until(t, f, "document.body?.dataset.touched === 'no' && document.getElementById('embed-how').textContent === 'GOMAXPROCS 2, seed 11'")
			until(t, f, "document.getElementById('embed-run').click(), true")
			until(t, f, "document.getElementById('bench').dataset.state === 'done'")
			if tier, err := f.eval("document.getElementById('bench').dataset.tier"); tier != "2" {
				t.Errorf("the tier is %s %v", tier, err)
			}
			if got, err := f.eval("document.getElementById('bench').dataset.digest"); got != want {
				t.Errorf("the digest is %s %v, the command's %s", got, err, want)
			}
			for _, line := range b.said() {
				t.Error(line)
			}
		})
	}
}
