// Package e2e drives the whole site in a headless Chromium, as a learner does. The
// site is built once, by the command that a person would use.
package e2e

import (
	"context"
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

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gopark/gopark/site/build"
)

const repoRoot = "../.."

var (
	binary  string // the command gopark
	siteDir string
)

// TestMain builds the command and the site. GOPARK_SITE names a site that is there
// already.
func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	tmp, err := os.MkdirTemp("", "gopark-e2e-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(tmp)
	binary = filepath.Join(tmp, "gopark")
	if err := command("go", "build", "-o", binary, "."); err != nil {
		return 0, err
	}
	if siteDir = os.Getenv("GOPARK_SITE"); siteDir == "" {
		siteDir = filepath.Join(tmp, "site")
		if err := command(binary, "site", "-o", siteDir); err != nil {
			return 0, err
		}
	}
	return m.Run(), nil
}

func command(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = repoRoot
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// tab is one page in the browser.
type tab struct {
	*testing.T
	ctx context.Context
	url string // of the host
	mu  sync.Mutex
	bad []string // what the console said
}

// open starts a browser and goes to a page of the site that has a bench.
func open(t *testing.T, path string) *tab {
	t.Helper()
	return openFor(t, path, benchReady, 4*time.Minute)
}

const benchReady = "bench?.dataset.editor === 'ready' && bench.dataset.threads !== undefined"

// openFor starts a browser, for so long at most, and goes to a page of the site, which is there when ready is true.
func openFor(t *testing.T, path, ready string, most time.Duration) *tab {
	t.Helper()
	b := openOn(t, build.Handler(siteDir, build.SiteHeaders("")), path, most)
	b.wait(ready, 15*time.Second)
	return b
}

// openOn is the same for any host, and does not wait.
func openOn(t *testing.T, host http.Handler, path string, most time.Duration) *tab {
	t.Helper()
	server := httptest.NewServer(host)
	t.Cleanup(server.Close)
	b := &tab{T: t, ctx: chromium(t, most), url: server.URL}
	if err := chromedp.Listen(b.ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(1440, 960), chromedp.Navigate(server.URL+path))
	return b
}

func chromium(t *testing.T, most time.Duration) context.Context {
	t.Helper()
	exe, err := exec.LookPath("chromium")
	if err != nil {
		if exe, err = exec.LookPath("google-chrome"); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal("no Chromium on this machine")
			}
			t.Skip("no Chromium on this machine")
		}
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(exe), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
	)
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, most)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return ctx
}

// hear notes errors and warnings of the console.
func (b *tab) hear(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		if ev.Type == "error" || ev.Type == "warning" {
			for _, a := range ev.Args {
				b.bad = append(b.bad, fmt.Sprintf("console: %s %s", a.Value, a.Description))
			}
		}
	case *runtime.EventExceptionThrown:
		text := ev.ExceptionDetails.Text
		if ev.ExceptionDetails.Exception != nil {
			text += " " + ev.ExceptionDetails.Exception.Description
		}
		b.bad = append(b.bad, "uncaught: "+text)
	case *log.EventEntryAdded:
		if ev.Entry.Level == "error" {
			b.bad = append(b.bad, "log: "+ev.Entry.Text+" "+ev.Entry.URL)
		}
	}
}

// silent holds that the console said nothing.
func (b *tab) silent() {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, line := range b.bad {
		b.Error(line)
	}
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

func (b *tab) click(id string) {
	b.Helper()
	b.do(chromedp.Click(chromedp.ID(id)))
}

// eval gives the value of an expression in the page.
func eval[T any](b *tab, js string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](js))
	if err != nil {
		b.Fatalf("%s: %v", js, err)
	}
	return v
}

// wait waits until an expression is true; bench stands for the element.
func (b *tab) wait(js string, atMost time.Duration) time.Duration {
	b.Helper()
	begun := time.Now()
	for {
		if eval[bool](b, "(() => { const bench = document.getElementById('bench'); return !!("+js+") })()") {
			return time.Since(begun)
		}
		if time.Since(begun) > atMost {
			b.silent()
			b.Fatalf("after %v not yet: %s\nthe bench: %s\nnotice: %s", atMost, js,
				eval[string](b, "JSON.stringify(document.getElementById('bench')?.dataset) ?? ''"), b.textOf("#notice"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (b *tab) text(id string) string {
	b.Helper()
	return eval[string](b, "document.getElementById('"+id+"').textContent")
}

func (b *tab) data(name string) string {
	b.Helper()
	return eval[string](b, "document.getElementById('bench').dataset."+name+" ?? ''")
}

// write replaces the program in the editor, as a person does who selects all and pastes.
func (b *tab) write(program string) {
	b.Helper()
	b.do(chromedp.Focus(chromedp.CSS(".cm-content")), chromedp.KeyEvent("a", chromedp.KeyModifiers(kb.ModifierCtrl)))
	taken, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`(async () => {
		await new Promise(requestAnimationFrame) // the editor shows what is selected
		await new Promise(requestAnimationFrame)
		const clipboardData = new DataTransfer()
		clipboardData.setData("text/plain", `+quote(program)+`)
		return !document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}))
	})()`, chromedp.EvalAwaitPromise))
	if err != nil || !taken {
		b.Fatalf("the editor does not take what is pasted: %v", err)
	}
}

func quote(s string) string {
	r := strings.NewReplacer("\\", "\\\\", "`", "\\`", "$", "\\$")
	return "`" + r.Replace(s) + "`"
}

// clickOn clicks what a selector finds first, by its own click: it may be small or
// covered by its label.
func clickOn(selector string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Evaluate[chromedp.Void]("document.querySelector("+quote(selector)+").click()")(ctx, t)
		return chromedp.Void{}, err
	}
}

func (b *tab) textOf(selector string) string {
	b.Helper()
	return eval[string](b, "document.querySelector("+quote(selector)+")?.textContent ?? ''")
}
