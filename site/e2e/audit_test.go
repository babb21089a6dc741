package e2e

// This file looks at pages as somebody with a screen reader, without a mouse or on a slow line would need them: by the rules of axe-core,
// in both themes and with what is folded away opened; by what a lesson loads before its first Run; and, in the soak, by Lighthouse.

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/link"
)

// axe gives what axe-core finds wrong in the page, a line for each element.
func axe(b *tab) []string {
	b.Helper()
	src, err := os.ReadFile(repoRoot + "/site/ui/node_modules/axe-core/axe.min.js")
	if err != nil {
		b.Fatal(err)
	}
	b.do(chromedp.Evaluate[chromedp.Void](string(src) + `
		;globalThis.found = undefined
		axe.run(document, {resultTypes: ["violations"]}).then(
			r => { globalThis.found = r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary)) },
			e => { globalThis.found = ["axe failed: " + e] })`))
	b.wait("globalThis.found !== undefined", time.Minute)
	return eval[[]string](b, "globalThis.found")
}

// inTheme makes the browser ask for light or dark, without motion.
func inTheme(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	})
}

const (
	unfold = `for (const d of document.querySelectorAll("details")) d.open = true`
	// checkOne lets an exercise be checked, and fail.
	checkOne = unfold + `; document.querySelector(".do-check").click()`
	checked  = `/broken|passed/.test(document.querySelector(".exercise").dataset.check)`
)

// A hand-in that is made, and one that waits for a word of its student.
const (
	makeHandIn = unfold + `; document.getElementById("student").value = "Ada"; document.querySelector(".do-hand-in").click()`
	// The editor sees what was typed a moment later: a hand-in that is made in the same moment would find that something was changed meanwhile.
	breakProgram = `document.querySelector('.editor[data-program="end"] .cm-content').focus(); document.execCommand("insertText", false, "x"); `
	brokenThen   = `const seen = () => document.querySelector('.editor[data-program="end"] .edited').hidden ? setTimeout(seen, 20) : (() => { ` + makeHandIn + ` })(); setTimeout(seen, 20)`
	endReady     = benchReady + ` && document.querySelector('.editor[data-program="end"] .cm-content')`
)

func TestAxeFindsNothing(t *testing.T) {
	b := openOn(t, build.Handler(siteDir, build.SiteHeaders("")), "/", 15*time.Minute)
	program, err := link.Encode(link.Link{Files: []link.File{{Name: "main.go", Text: embedded}}, Run: link.Run{Procs: "2", Seed: "11"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct{ name, path, ready, then, until string }{
		{"home", "/", "true", "", ""},
		{"lesson", "/lessons/stealing/", benchReady, unfold, ""},
		{"lesson with several programs", "/lessons/local-queues/", benchReady, unfold, ""},
		{"checked", "/lessons/stealing/", benchReady, checkOne, checked},
		{"statistics", "/lessons/stealing/", benchReady, `document.getElementById("run").click(); document.getElementById("tab-stats").click()`, "bench.dataset.state === 'done' && document.getElementById('pane-stats').dataset.ready === 'true'"},
		{"life", "/lessons/stealing/", benchReady + " && document.querySelector('#stage [data-who=g7]')", `document.querySelector("#stage [data-who=g7]").dispatchEvent(new MouseEvent("click", {bubbles: true}))`, "!document.getElementById('about-one').hidden"},
		{"timeline", "/lessons/stealing/", benchReady, `document.getElementById("timeline").scrollIntoView()`, "document.getElementById('timeline').dataset.events"},
		{"questions", "/play/", benchReady, `document.getElementById("tab-ask").click(); document.getElementById("run").click()`, "bench.dataset.state === 'done' && (document.querySelector('.ask-button[value=stolen]:enabled')?.click(), document.querySelector('.ask-show'))"},
		{"legend", "/lessons/threads/", benchReady, `document.getElementById("what-is-what").click()`, "document.getElementById('legend-panel')?.open"},
		{"table", "/lessons/stealing/", benchReady, `document.getElementById("tab-table").click()`, ""},
		{"settings", "/play/", benchReady, `document.getElementById("settings").click()`, "document.getElementById('settings-panel')?.open"},
		{"claims", "/claims/", "true", "", ""},
		{"demo", "/demos/d5/", benchReady, "", ""},
		{"source", "/src/sched/steal.go/", "true", "", ""},
		{"assignment", "/assignments/bounded-pool/", benchReady, unfold, ""},
		{"assignment that was handed in", "/assignments/bounded-pool/", benchReady, makeHandIn, "document.getElementById('hand-in').dataset.state === 'done'"},
		// The page keeps the program that is broken, for whoever comes next.
		{"assignment that does not compile", "/assignments/bounded-pool/", endReady, breakProgram + brokenThen, "document.getElementById('hand-in').dataset.state === 'unsure'"},
		{"guide", "/guide/lessons/", "true", "", ""},
		{"embed", "/embed/" + program, "document.body?.dataset.touched === 'no' && document.getElementById('embed-how').textContent !== ''", "", ""},
		{"embed that has run", "/embed/" + program, "document.body?.dataset.touched === 'no' && document.getElementById('embed-how').textContent !== ''", `document.getElementById("embed-run").click()`, "bench.dataset.state === 'done'"},
		{"missing", "/nothing/", "true", "", ""},
	} {
		for _, theme := range []string{"light", "dark"} {
			t.Run(p.name+" "+theme, func(t *testing.T) {
				b.T = t
				b.do(inTheme(theme), chromedp.Navigate("about:blank"), chromedp.Navigate(b.url+p.path))
				b.wait(p.ready, 20*time.Second)
				if p.then != "" {
					b.do(chromedp.Evaluate[chromedp.Void]("(() => { " + p.then + " })()"))
				}
				if p.until != "" {
					b.wait(p.until, 3*time.Minute)
				}
				b.do(chromedp.Sleep(300 * time.Millisecond))
				for _, f := range axe(b) {
					t.Error(strings.ReplaceAll(f, "\n", " "))
				}
			})
		}
	}
}

// packed serves the site compressed, as hosts do, and counts what it sends.
type packed struct {
	site http.Handler
	mu   sync.Mutex
	sent map[string]int // by path
}

func (p *packed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	counted := &countedAnswer{ResponseWriter: w}
	z := gzip.NewWriter(counted)
	w.Header().Set("Content-Encoding", "gzip")
	r.Header.Del("Range")
	p.site.ServeHTTP(&packedAnswer{w, z}, r)
	z.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent[r.URL.Path] += counted.n
}

type packedAnswer struct {
	http.ResponseWriter
	z *gzip.Writer
}

func (p *packedAnswer) WriteHeader(code int) {
	p.Header().Del("Content-Length")
	p.ResponseWriter.WriteHeader(code)
}

func (p *packedAnswer) Write(b []byte) (int, error) { return p.z.Write(b) }

type countedAnswer struct {
	http.ResponseWriter
	n int
}

func (c *countedAnswer) Write(b []byte) (int, error) {
	c.n += len(b)
	return c.ResponseWriter.Write(b)
}

// mostFirst is what a lesson may load, compressed, before the first Run.
const mostFirst = 250 << 10

func TestFirstLoadIsSmall(t *testing.T) {
	for _, path := range []string{"/lessons/stealing/", "/lessons/spinning/", "/lessons/watchman/"} {
		p := &packed{site: build.Handler(siteDir, build.SiteHeaders("")), sent: map[string]int{}}
		b := openOn(t, p, path, 2*time.Minute)
		b.wait(benchReady, 30*time.Second)
		b.do(chromedp.Sleep(2 * time.Second)) // what is fetched later without being asked counts, too
		p.mu.Lock()
		sum := 0
		for file, n := range p.sent {
			sum += n
			t.Logf("%8d  %s", n, file)
		}
		p.mu.Unlock()
		t.Logf("%s: %d KiB", path, sum>>10)
		if sum > mostFirst || sum < 20<<10 {
			t.Errorf("%s loads %d bytes before the first Run, at most %d are meant", path, sum, mostFirst)
		}
	}
}

// TestLighthouse: a lesson on a phone reaches 90 in each category. It depends on the speed of the machine and fetches Lighthouse from npm,
// so it is part of the soak only.
func TestLighthouse(t *testing.T) {
	if os.Getenv("GOPARK_SOAK") == "" {
		t.Skip("part of gopark soak: it measures, and fetches Lighthouse")
	}
	server := httptest.NewServer(&packed{site: build.Handler(siteDir, build.SiteHeaders("")), sent: map[string]int{}})
	t.Cleanup(server.Close)
	exe, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	report := filepath.Join(t.TempDir(), "report.json")
	cmd := exec.Command("npx", "--yes", "lighthouse@12.8.2", server.URL+"/lessons/stealing/", "--output=json", "--output-path="+report, "--quiet", "--chrome-flags=--headless=new --no-sandbox --disable-gpu")
	cmd.Env = append(os.Environ(), "CHROME_PATH="+exe)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("lighthouse: %v\n%s", err, out)
	}
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		Categories map[string]struct {
			Score     float64
			AuditRefs []struct {
				ID     string
				Weight float64
			}
		}
		Audits map[string]struct {
			Title string
			Score *float64
		}
	}
	if err := json.Unmarshal(data, &found); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"performance", "accessibility", "best-practices", "seo"} {
		c, ok := found.Categories[name]
		fmt.Printf("lighthouse: %s %.0f\n", name, c.Score*100)
		for _, a := range c.AuditRefs {
			if audit := found.Audits[a.ID]; a.Weight > 0 && audit.Score != nil && *audit.Score < 0.9 {
				t.Logf("%s: %s (%.2f)", name, audit.Title, *audit.Score)
			}
		}
		if !ok || c.Score < 0.9 {
			t.Errorf("%s: %.0f, want 90 or more", name, c.Score*100)
		}
	}
}
