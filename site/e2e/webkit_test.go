package e2e

// This file starts WebKitGTK's MiniBrowser by its WebDriver, on a screen that is not there (Xvfb).

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// webkit is one tab of a browser.
type webkit struct {
	*testing.T
	session string // its URL

	mu  sync.Mutex
	bad []string // what the console said
}

// startWebKit starts one. Shared memory is off in it, as it comes.
func startWebKit(t *testing.T) *webkit {
	t.Helper()
	driver := need(t, "WebKitGTK's driver", "WebKitWebDriver")
	xvfb := need(t, "Xvfb", "Xvfb")
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if len(found) == 0 {
		need(t, "WebKitGTK's MiniBrowser", "MiniBrowser")
	}
	screen := startScreen(t, xvfb)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	listener.Close()
	home := t.TempDir()
	cmd := exec.Command(driver, "--host=127.0.0.1", "--port="+port)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_RUNTIME_DIR="+home, "DISPLAY="+screen, "LIBGL_ALWAYS_SOFTWARE=1",
		"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WEBKIT_DISABLE_COMPOSITING_MODE=1")
	w := &webkit{T: t}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatalf("start WebKitGTK: %v", err)
	}
	t.Cleanup(func() {
		w.ask(nil, http.MethodDelete, "", nil)
		cmd.Process.Kill()
		cmd.Wait()
	})
	go w.hear(out)
	w.session = "http://127.0.0.1:" + port + "/session"
	var opened struct{ SessionID string }
	options := map[string]any{"binary": found[0], "args": []string{"--automation", "--enable-write-console-messages-to-stdout=true"}}
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) { // until the driver listens
		err := w.ask(&opened, http.MethodPost, "", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}})
		if err == nil {
			break
		}
		if time.Since(begun) > 30*time.Second {
			t.Fatalf("start WebKitGTK: %v", err)
		}
	}
	w.session += "/" + opened.SessionID
	w.command(nil, "/timeouts", map[string]any{"script": 60000, "pageLoad": 60000})
	return w
}

// startScreen gives the name of a new X display.
func startScreen(t *testing.T, xvfb string) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(xvfb, "-displayfd", "3", "-screen", "0", "1440x960x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		t.Fatalf("start Xvfb: %v", err)
	}
	w.Close()
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("start Xvfb: %v", err)
	}
	return ":" + strings.TrimSpace(line)
}

// hear notes what the console says; the browser writes it to its stdout.
func (w *webkit) hear(out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if line := lines.Text(); strings.HasPrefix(line, "CONSOLE") && (strings.Contains(line, " ERROR ") || strings.Contains(line, " WARN ")) {
			w.mu.Lock()
			w.bad = append(w.bad, line)
			w.mu.Unlock()
		}
	}
}

func (w *webkit) ask(to any, method, path string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(method, w.session+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	var got struct{ Value json.RawMessage }
	if err := json.NewDecoder(res.Body).Decode(&got); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return errors.New(string(got.Value))
	}
	if to == nil {
		return nil
	}
	return json.Unmarshal(got.Value, to)
}

func (w *webkit) command(to any, path string, body any) {
	w.Helper()
	if err := w.ask(to, http.MethodPost, path, body); err != nil {
		w.Fatalf("%s: %v", path, err)
	}
}

func (w *webkit) navigate(url string) {
	w.Helper()
	w.command(nil, "/url", map[string]any{"url": url})
}

// eval gives the value of an expression, a promise's when it has one.
func (w *webkit) eval(js string) (value string, err error) {
	err = w.ask(&value, http.MethodPost, "/execute/async", map[string]any{
		"script": fmt.Sprintf("const done = arguments[0]; Promise.resolve(%s).then(v => done(String(v)), e => done('failed: ' + e))", js), "args": []any{},
	})
	return value, err
}

// said is what the console has said.
func (w *webkit) said() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.bad
}
