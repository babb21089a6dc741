package bench

// This file runs modules in a headless Chromium, in the Workers of the page and
// with the headers of netlify.toml. The tests of digests use it too.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/ui/engine"
)

// browsers are the places where Debian and others put it.
var browsers = []string{"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"}

// Chromium is a browser with one tab that runs modules.
type Chromium struct {
	ctx     context.Context
	cancel  []func()
	server  *http.Server
	profile string

	mu      sync.Mutex
	modules map[string][]byte // by path
}

// PageRun says how a module is run in the page.
type PageRun struct {
	URL       string     `json:"url"`
	Mode      string     `json:"mode"` // virtual or parallel
	Procs     int        `json:"procs"`
	Seed      uint64     `json:"seed,string"` // a number of JavaScript has 53 bits only
	Slice     int        `json:"slice,omitempty"`
	Set       [][2]int64 `json:"set,omitempty"`          // knobs and their values
	Until     int64      `json:"until,omitempty,string"` // ns of virtual time
	Args      []string   `json:"args,omitempty"`
	Pages     int        `json:"pages,omitempty"`     // of memory, 64 KiB each
	StopAfter int        `json:"stopAfter,omitempty"` // ms
	Count     []int      `json:"count,omitempty"`     // kinds of events
	AsPage    bool       `json:"asPage,omitempty"`    // parallel: the first million records are taken and the others counted, as the page does
}

// Totals is what the Ps of a parallel run counted.
type Totals struct {
	Switches int64 `json:"switches"`
	Steals   int64 `json:"steals"`
	Stolen   int64 `json:"stolen"` // goroutines taken by them
}

// PageResult is what came of it.
type PageResult struct {
	Code    int            `json:"code"`
	Digest  string         `json:"digest"`
	Stdout  string         `json:"stdout"`
	Stderr  string         `json:"stderr"`
	Events  int            `json:"events"`
	Lost    int            `json:"lost"`
	Failure string         `json:"failure"`
	Counts  map[string]int `json:"counts"`
	MS      float64        `json:"ms"`
	Totals  Totals         `json:"totals"`
}

// NewChromium starts the browser.
func NewChromium() (*Chromium, error) {
	exe := browser()
	if exe == "" {
		return nil, errors.New("chromium is not installed")
	}
	c := &Chromium{modules: map[string][]byte{}}
	url, err := c.serve()
	if err != nil {
		return nil, err
	}
	if c.profile, err = os.MkdirTemp("", "gopark-chromium-"); err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(exe), chromedp.UserDataDir(c.profile),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
	)
	alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancelTab := chromedp.NewContext(alloc)
	c.ctx, c.cancel = ctx, []func(){cancelTab, cancelAlloc}
	if err := chromedp.Do(ctx, chromedp.Navigate(url), chromedp.WaitReady(chromedp.CSS("html[data-ready]"))); err != nil {
		c.Close()
		return nil, fmt.Errorf("start chromium: %w", err)
	}
	threads, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("gopark.threadsWork()", chromedp.EvalAwaitPromise))
	if err == nil && !threads {
		err = errors.New("the page has no shared memory: check the headers")
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func browser() string {
	for _, name := range browsers {
		if _, err := os.Stat(name); err == nil {
			return name
		}
	}
	return ""
}

// serve serves the page, its scripts and the modules, with the headers that the site has for its own.
func (c *Chromium) serve() (url string, err error) {
	headers := build.SiteHeaders("")
	files := map[string][]byte{"/": []byte("<!doctype html><title>gopark</title><script type=module src=/harness.js></script>")}
	if files["/worker.js"], err = engine.Worker(); err != nil {
		return "", err
	}
	if files["/harness.js"], err = engine.Harness(); err != nil {
		return "", err
	}
	types := map[string]string{"/": "text/html", "/worker.js": "text/javascript", "/harness.js": "text/javascript"}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	c.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			headers.Set(w.Header(), "/")
		} else {
			headers.Set(w.Header(), "/assets"+r.URL.Path)
		}
		c.mu.Lock()
		body, ok := c.modules[r.URL.Path]
		c.mu.Unlock()
		kind := "application/wasm"
		if !ok {
			body, kind = files[r.URL.Path], types[r.URL.Path]
		}
		if body == nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", kind)
		w.Write(body)
	})}
	go c.server.Serve(listener)
	return "http://" + listener.Addr().String() + "/", nil
}

// Add makes a module known; the URL is for PageRun.
func (c *Chromium) Add(module []byte) (url string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	url = fmt.Sprintf("/module%d.wasm", len(c.modules))
	c.modules[url] = module
	return url
}

// Run runs a module in the page.
func (c *Chromium) Run(r PageRun) (PageResult, error) {
	options, err := json.Marshal(r)
	if err != nil {
		return PageResult{}, err
	}
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[PageResult]("gopark.run("+string(options)+")", chromedp.EvalAwaitPromise))
}

// Close ends the browser.
func (c *Chromium) Close() {
	for _, cancel := range c.cancel {
		cancel()
	}
	if c.server != nil {
		c.server.Close()
	}
	for range 20 { // the browser may still be writing its profile
		if os.RemoveAll(c.profile) == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
}
