package build

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHeadersOfTheRepositoryIsolate(t *testing.T) {
	hs, err := ReadHeaders(os.DirFS(repoRoot))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/lessons/stealing/", "/assets/x.js", "/assets/x.wasm"} {
		h := http.Header{}
		hs.Set(h, path)
		for name, want := range map[string]string{
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Embedder-Policy": "require-corp",
			"Cross-Origin-Resource-Policy": "cross-origin",
			"Document-Isolation-Policy":    "isolate-and-require-corp",
			"X-Content-Type-Options":       "nosniff",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s of %s is %q, want %q", name, path, got, want)
			}
		}
		policy := h.Get("Content-Security-Policy")
		if !strings.Contains(policy, "script-src 'self' 'wasm-unsafe-eval';") || strings.Contains(policy, "unsafe-eval';;") {
			t.Errorf("policy of %s is %q", path, policy)
		}
	}
}

func TestTheLaterRuleCounts(t *testing.T) {
	hs, err := parseHeaders("[[headers]]\nfor = \"/*\"\n[headers.values]\nA = \"1\"\nB = \"1\"\n[[headers]]\nfor = \"/x/*\"\n[headers.values]\nA = \"2\"\n")
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	hs.Set(h, "/x/y")
	if h.Get("A") != "2" || h.Get("B") != "1" {
		t.Errorf("headers are %v", h)
	}
	if want := "/*\n  A: 1\n  B: 1\n/x/*\n  A: 2\n"; hs.text() != want {
		t.Errorf("_headers is\n%s", hs.text())
	}
}

func TestBadHeaderRulesAreRefused(t *testing.T) {
	for _, src := range []string{"[[headers]]\nfor = \"x\"\n", "[[headers]]\nfor = \"/*/y\"\n", "[[headers"} {
		if _, err := parseHeaders(src); err == nil {
			t.Errorf("%q is taken", src)
		}
	}
}

func TestServeAnswersAsNetlify(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"index.html": "home", "a/index.html": "a", "m.wasm": "\x00asm", "404.html": "none", "_headers": "secret", "s.js": "x"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
	}
	hs, _ := parseHeaders("[[headers]]\nfor = \"/*\"\n[headers.values]\nX = \"y\"\n")
	server := httptest.NewServer(Handler(dir, hs))
	defer server.Close()
	for _, test := range []struct {
		path   string
		status int
		kind   string
		body   string
	}{
		{"/", 200, "text/html; charset=utf-8", "home"},
		{"/a/", 200, "text/html; charset=utf-8", "a"},
		{"/a", 200, "text/html; charset=utf-8", "a"}, // by a redirect
		{"/m.wasm", 200, "application/wasm", "\x00asm"},
		{"/s.js", 200, "text/javascript; charset=utf-8", "x"},
		{"/gone", 404, "text/html; charset=utf-8", "none"},
		{"/_headers", 404, "text/html; charset=utf-8", "none"},
		{"/../../../etc/passwd", 404, "text/html; charset=utf-8", "none"},
	} {
		res, err := http.Get(server.URL + test.path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != test.status || res.Header.Get("Content-Type") != test.kind || string(body) != test.body {
			t.Errorf("%s: %d %s %q", test.path, res.StatusCode, res.Header.Get("Content-Type"), body)
		}
		if res.Header.Get("X") != "y" {
			t.Errorf("%s has no header of netlify.toml", test.path)
		}
	}
}
