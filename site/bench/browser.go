package bench

// This file measures in a headless Chromium: programs in a page of their own, and
// edits in the page of the site.

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/build"
)

// browserBench is a browser, and the site if it was needed.
type browserBench struct {
	*Chromium
	config Config
	dir    string // for the site
	server *httptest.Server
}

func newBrowserBench(dir string, config Config) (*browserBench, error) {
	c, err := NewChromium()
	return &browserBench{Chromium: c, config: config, dir: filepath.Join(dir, "site")}, err
}

func (b *browserBench) run(j job) (outcome, error) {
	if j.mode == "edit" {
		return b.edit(j)
	}
	return j.inPage(b.Run, b.Add(j.module))
}

// inPage runs j in the Workers of the page, wherever they are.
func (j job) inPage(run func(PageRun) (PageResult, error), url string) (outcome, error) {
	mode := "parallel"
	if j.mode == "virtual" {
		mode = "virtual"
	}
	res, err := run(PageRun{URL: url, Mode: mode, Procs: j.procs, Seed: 1, Args: j.args, AsPage: j.mode != "events"})
	switch {
	case err != nil:
	case res.Failure != "":
		err = errors.New(res.Failure)
	case res.Code != 0:
		err = fmt.Errorf("exit code %d\n%s", res.Code, res.Stderr)
	}
	return outcome{res.Stdout, res.Events, time.Duration(res.MS * 1e6)}, err
}

func (b *browserBench) close() {
	if b.server != nil {
		b.server.Close()
	}
	b.Close()
}

// edit edits the program in the playground and runs it, again and again. The page itself says how
// long it took from the press of Run to the first event. The compiler is loaded by the first
// edit, which does not count.
func (b *browserBench) edit(j job) (outcome, error) {
	if err := b.serveSite(); err != nil {
		return outcome{}, err
	}
	src, err := os.ReadFile(j.source)
	if err != nil {
		return outcome{}, err
	}
	tab, cancel := chromedp.NewContext(b.ctx)
	defer cancel()
	ctx, cancelTime := context.WithTimeout(tab, patience)
	defer cancelTime()
	if err := chromedp.Do(ctx, chromedp.Navigate(b.server.URL+"/play/")); err != nil {
		return outcome{}, err
	}
	var out outcome
	for i := range 12 {
		text := strings.Replace(string(src), "seed = 0", "seed = "+strconv.Itoa(i), 1)
		ms, err := chromedp.Run(ctx, chromedp.Evaluate[float64](oneEdit+"("+strconv.Quote(text)+")", chromedp.EvalAwaitPromise))
		if err != nil {
			return outcome{}, err
		}
		out.stdout += fmt.Sprintln(ms * 1e6)
	}
	return out, nil
}

// oneEdit does with the page what a person does, and gives ms.
const oneEdit = `(async text => {
  const until = async test => { while (!test()) await new Promise(done => setTimeout(done, 10)) }
  const bench = document.getElementById("bench")
  await until(() => bench.dataset.editor === "ready" && bench.dataset.threads !== undefined)
  document.querySelector(".cm-content").focus()
  if (!document.execCommand("selectAll") || !document.execCommand("insertText", false, text)) throw new Error("the editor takes no text")
  await until(() => !document.querySelector(".edited").hidden)
  document.getElementById("run").click()
  await until(() => bench.dataset.state === "done" || bench.dataset.state === "failed")
  if (bench.dataset.state === "failed") throw new Error(document.getElementById("notice").textContent)
  return Number(bench.dataset.firstEvent)
})`

// serveSite builds the site, the first time, and serves it.
func (b *browserBench) serveSite() error {
	if b.server != nil {
		return nil
	}
	if err := b.config.BuildSite(b.dir); err != nil {
		return fmt.Errorf("build the site: %w", err)
	}
	b.server = httptest.NewServer(build.Handler(b.dir, build.SiteHeaders("")))
	return nil
}
