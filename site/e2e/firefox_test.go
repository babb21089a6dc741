package e2e

// This file starts Firefox and talks to it by WebDriver BiDi: JSON over a WebSocket, which Firefox offers itself.

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// firefox is one tab of a browser.
type firefox struct {
	*testing.T
	ctx     context.Context
	conn    *websocket.Conn
	context string // the tab

	mu      sync.Mutex
	next    int
	waiting map[int]chan bidiAnswer
	bad     []string // what the console said
}

// bidiAnswer is what the browser says of a command.
type bidiAnswer struct {
	result json.RawMessage
	err    error
}

// startFirefox starts one with a profile of its own.
func startFirefox(t *testing.T) *firefox {
	t.Helper()
	exe := need(t, "Firefox", "firefox-esr", "firefox")
	profile := t.TempDir()
	prefs := "user_pref(\"app.update.enabled\", false);\nuser_pref(\"browser.shell.checkDefaultBrowser\", false);\nuser_pref(\"datareporting.policy.dataSubmissionEnabled\", false);\nuser_pref(\"browser.startup.homepage_override.mstone\", \"ignore\");\n"
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	cmd := exec.CommandContext(ctx, exe, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+profile)
	out, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatalf("start Firefox: %v", err)
	}
	t.Cleanup(func() {
		cancel()
		cmd.Wait()
	})
	f := &firefox{T: t, ctx: ctx, waiting: map[int]chan bidiAnswer{}}
	if f.conn, _, err = websocket.Dial(ctx, listening(t, bufio.NewScanner(out))+"/session", nil); err != nil {
		t.Fatalf("reach Firefox: %v", err)
	}
	f.conn.SetReadLimit(64 << 20)
	go f.read()
	f.command(nil, "session.new", map[string]any{"capabilities": map[string]any{}})
	f.command(nil, "session.subscribe", map[string]any{"events": []string{"log.entryAdded"}})
	var tree struct{ Contexts []struct{ Context string } }
	f.command(&tree, "browsingContext.getTree", map[string]any{})
	f.context = tree.Contexts[0].Context
	return f
}

// need finds a browser. Without it the test is skipped, but not in CI.
func need(t *testing.T, name string, commands ...string) string {
	t.Helper()
	for _, c := range commands {
		if exe, err := exec.LookPath(c); err == nil {
			return exe
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not installed: none of %s is there", name, strings.Join(commands, ", "))
	}
	t.Skipf("%s is not installed: none of %s is there", name, strings.Join(commands, ", "))
	return ""
}

var address = regexp.MustCompile(`ws://[^\s/]+`)

// listening reads until the browser says where it listens, and from then on for nothing.
func listening(t *testing.T, lines *bufio.Scanner) string {
	t.Helper()
	for lines.Scan() {
		if at := address.FindString(lines.Text()); at != "" {
			go func() {
				for lines.Scan() {
				}
			}()
			return at
		}
	}
	t.Fatalf("Firefox does not say where it listens: %v", lines.Err())
	return ""
}

func (f *firefox) read() {
	for {
		var m struct {
			ID      int
			Type    string
			Method  string
			Result  json.RawMessage
			Error   string
			Message string
			Params  struct{ Level, Text string }
		}
		if wsjson.Read(f.ctx, f.conn, &m) != nil {
			return
		}
		f.mu.Lock()
		switch done := f.waiting[m.ID]; {
		case m.Method == "log.entryAdded":
			if m.Params.Level == "error" || m.Params.Level == "warn" {
				f.bad = append(f.bad, m.Params.Level+": "+m.Params.Text)
			}
		case done != nil && m.Type == "error":
			done <- bidiAnswer{err: errors.New(m.Error + ": " + m.Message)}
		case done != nil:
			done <- bidiAnswer{result: m.Result}
		}
		f.mu.Unlock()
	}
}

// ask sends a command and waits for what comes of it.
func (f *firefox) ask(to any, method string, params any) error {
	done := make(chan bidiAnswer, 1)
	f.mu.Lock()
	f.next++
	id := f.next
	f.waiting[id] = done
	f.mu.Unlock()
	if err := wsjson.Write(f.ctx, f.conn, map[string]any{"id": id, "method": method, "params": params}); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a := <-done:
		if a.err == nil && to != nil {
			a.err = json.Unmarshal(a.result, to)
		}
		return a.err
	case <-f.ctx.Done():
		return fmt.Errorf("%s: %w", method, f.ctx.Err())
	}
}

func (f *firefox) command(to any, method string, params any) {
	f.Helper()
	if err := f.ask(to, method, params); err != nil {
		f.Fatalf("%s: %v", method, err)
	}
}

func (f *firefox) navigate(url string) {
	f.Helper()
	err := f.ask(nil, "browsingContext.navigate", map[string]any{"context": f.context, "url": url, "wait": "complete"})
	// A page that its service worker loads anew before it is complete ends the first load so.
	if err != nil && !strings.Contains(err.Error(), "NS_BINDING_ABORTED") {
		f.Fatal(err)
	}
}

// eval gives the value of an expression, a promise's when it has one.
func (f *firefox) eval(js string) (string, error) { return f.evalIn(f.context, js) }

func (f *firefox) evalIn(context, js string) (string, error) {
	var got struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.ask(&got, "script.evaluate", map[string]any{
		"expression": "Promise.resolve(" + js + ").then(String)", "target": map[string]any{"context": context}, "awaitPromise": true,
	})
	if err == nil && got.Type == "exception" {
		err = errors.New(got.ExceptionDetails.Text)
	}
	return got.Result.Value, err
}

// firefoxFrame is a frame in the page of a tab.
type firefoxFrame struct {
	*firefox
	context string
}

func (f firefoxFrame) eval(js string) (string, error) { return f.evalIn(f.context, js) }

// frame is the first frame in the page.
func (f *firefox) frame() firefoxFrame {
	f.Helper()
	var tree struct {
		Contexts []struct{ Children []struct{ Context string } }
	}
	f.command(&tree, "browsingContext.getTree", map[string]any{"root": f.context})
	if len(tree.Contexts) == 0 || len(tree.Contexts[0].Children) == 0 {
		f.Fatal("the page has no frame")
	}
	return firefoxFrame{f, tree.Contexts[0].Children[0].Context}
}

// said is what the console has said.
func (f *firefox) said() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.bad
}
