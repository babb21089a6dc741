package build

// This file starts a headless Chromium for tests: a tab of a given width and theme,
// with whatever its console says noted.

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium gives a context with a browser, or skips the test where there is none
// (never in CI).
func chromium(t *testing.T) context.Context {
	t.Helper()
	exe := ""
	for _, name := range []string{"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"} {
		if _, err := os.Stat(name); err == nil {
			exe = name
			break
		}
	}
	if exe == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no Chromium on this machine")
		}
		t.Skip("no Chromium on this machine")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(exe), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("force-color-profile", "srgb"),
	)
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 8*time.Minute)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return ctx
}

// complaints are what the console of a tab said.
type complaints struct {
	mu   sync.Mutex
	list []string
}

func (c *complaints) add(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, fmt.Sprintf(format, args...))
}

func (c *complaints) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.list
	c.list = nil
	return list
}

// listen notes errors and warnings of the tab, uncaught errors included.
func listen(t *testing.T, ctx context.Context) *complaints {
	t.Helper()
	c := &complaints{}
	err := chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventConsoleAPICalled:
			if ev.Type == "error" || ev.Type == "warning" {
				c.add("console: %s %v", ev.Type, describe(ev.Args))
			}
		case *runtime.EventExceptionThrown:
			c.add("uncaught: %s %s", ev.ExceptionDetails.Text, exception(ev.ExceptionDetails.Exception))
		case *log.EventEntryAdded:
			if ev.Entry.Level == "error" {
				c.add("log: %s %s", ev.Entry.Text, ev.Entry.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func exception(o *runtime.RemoteObject) string {
	if o == nil {
		return ""
	}
	return o.Description
}

func describe(args []*runtime.RemoteObject) (out []string) {
	for _, a := range args {
		if a.Description != "" {
			out = append(out, a.Description)
		} else {
			out = append(out, string(a.Value))
		}
	}
	return out
}

// theme makes the browser ask for light or dark.
func theme(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	})
}

// startSite builds the site and serves it with its headers.
func startSite(t *testing.T) *httptest.Server {
	t.Helper()
	out := filepath.Join(t.TempDir(), "site")
	if err := Build(siteOptions(out)); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(Handler(out, SiteHeaders("")))
	t.Cleanup(server.Close)
	return server
}

// shoot writes a screenshot of the window and one of the whole page, if asked to.
func shoot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	if *shots == "" {
		return
	}
	name = filepath.Join(*shots, filepath.Base(name))
	window, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	for file, data := range map[string][]byte{name + ".png": window, name + "-whole.png": whole} {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// waitFor waits until an expression is true, 20 seconds at most.
func waitFor(js string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
			ok, err := chromedp.Evaluate[bool](js)(ctx, t)
			if ok || err != nil {
				return err
			}
			if time.Since(begun) > 20*time.Second {
				return fmt.Errorf("after 20 s not yet: %s", js)
			}
		}
	})
}
