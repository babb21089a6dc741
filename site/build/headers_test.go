package build

import (
	"crypto/sha256"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// Each family, as the browser sees it.
func TestFamiliesHaveTheirHeaders(t *testing.T) {
	const (
		same, cross = "same-origin", "cross-origin"
		forever     = "public, max-age=31536000, immutable"
	)
	for _, test := range []struct{ path, resource, cors, cache, frames, workers, types string }{
		{"/", same, "", "", "'none'", "'self'", "gopark"},
		{"/lessons/stealing/", same, "", "", "'none'", "'self'", "gopark"},
		{"/embed/", cross, "*", "", "*", "'self' blob:", "gopark"},
		{"/assets/x.js", cross, "*", forever, "'none'", "'self'", "'none'"},
		{"/assets/x.wasm", cross, "*", forever, "'none'", "'self'", "'none'"},
		{"/gopark.js", cross, "*", "no-cache", "'none'", "'self'", "'none'"},
		{"/sw.js", cross, "*", "no-cache", "'none'", "'self'", "'none'"},
	} {
		h := http.Header{}
		SiteHeaders("").Set(h, test.path)
		source := sources(h.Get("Content-Security-Policy"))
		for _, is := range [][3]string{
			{"Cross-Origin-Opener-Policy", h.Get("Cross-Origin-Opener-Policy"), same},
			{"Cross-Origin-Resource-Policy", h.Get("Cross-Origin-Resource-Policy"), test.resource},
			{"Access-Control-Allow-Origin", h.Get("Access-Control-Allow-Origin"), test.cors},
			{"Cache-Control", h.Get("Cache-Control"), test.cache},
			{"X-Content-Type-Options", h.Get("X-Content-Type-Options"), "nosniff"},
			{"default-src", source["default-src"], "'none'"},
			{"script-src", source["script-src"], "'self' 'wasm-unsafe-eval'"},
			{"style-src", source["style-src"], "'self'"},
			{"connect-src", source["connect-src"], "'self'"},
			{"worker-src", source["worker-src"], test.workers},
			{"frame-ancestors", source["frame-ancestors"], test.frames},
			{"require-trusted-types-for", source["require-trusted-types-for"], "'script'"},
			{"trusted-types", source["trusted-types"], test.types},
		} {
			if is[1] != is[2] {
				t.Errorf("%s of %s is %q, want %q", is[0], test.path, is[1], is[2])
			}
		}
		if h.Get("Cross-Origin-Embedder-Policy") != "require-corp" || h.Get("Document-Isolation-Policy") != "isolate-and-require-corp" {
			t.Errorf("%s does not isolate", test.path)
		}
	}
}

// sources are the directives of a policy.
func sources(policy string) map[string]string {
	all := map[string]string{}
	for _, part := range strings.Split(policy, "; ") {
		name, value, _ := strings.Cut(part, " ")
		all[name] = value
	}
	return all
}

// No path is in two families, whatever files there will be: an exact path is not below a folder's, and no folder is in
// another.
func TestFamiliesAreDisjoint(t *testing.T) {
	hs := SiteHeaders("")
	for i, a := range hs {
		for j, b := range hs {
			if i != j && b.matches(strings.TrimSuffix(a.For, "*")) {
				t.Errorf("%s and %s overlap", a.For, b.For)
			}
		}
	}
}

// filesAreInFamilies holds that each file of a built site is in one family.
func filesAreInFamilies(t *testing.T, out string) {
	n := 0
	err := filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		rel, err := filepath.Rel(out, name)
		if err == nil {
			err = placed(filepath.ToSlash(rel))
		}
		if err != nil {
			t.Error(err)
		}
		return nil
	})
	if err != nil || n < 50 {
		t.Errorf("%d files: %v", n, err)
	}
}

func TestAFileInNoFamilyIsRefused(t *testing.T) {
	s := &site{tmp: t.TempDir(), sums: map[string][sha256.Size]byte{}}
	if err := s.write("new/index.html", nil); err == nil || !strings.Contains(err.Error(), "/new/: 0 rules") {
		t.Errorf("it says %v", err)
	}
	if err := s.write("_headers", nil); err != nil {
		t.Error(err)
	}
}

const generatedMark = "# From here on the rules of site/build/headers.go.\n"

// netlify.toml says what the table says. Netlify reads _headers too, and takes a rule that stands in both once, if the
// two are the same.
func TestNetlifySaysTheSame(t *testing.T) {
	const name = repoRoot + "/netlify.toml"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	ours, _, ok := strings.Cut(string(text), generatedMark)
	if !ok {
		t.Fatalf("netlify.toml has no line %q", strings.TrimSpace(generatedMark))
	}
	want := ours + generatedMark + SiteHeaders("").toml()
	if string(text) != want {
		if !*update {
			t.Error("netlify.toml and headers.go differ: run this test with -update")
		} else if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var file struct {
		Headers []struct {
			For    string
			Values map[string]string
		}
	}
	if _, err := toml.Decode(want, &file); err != nil {
		t.Fatal(err)
	}
	var again Headers
	for _, rule := range file.Headers {
		again = append(again, headerRule{For: rule.For, Values: rule.Values})
	}
	if again.text() != SiteHeaders("").text() {
		t.Errorf("read again it is\n%s", again.text())
	}
}

// Cloudflare Pages takes 100 rules, and 2,000 characters in a line.
func TestHeadersFileIsNotTooLong(t *testing.T) {
	hs := SiteHeaders("https://" + strings.Repeat("long.", 30) + "example.org/some/base/")
	if len(hs) > 100 {
		t.Errorf("%d rules", len(hs))
	}
	for _, line := range strings.Split(hs.text(), "\n") {
		if len(line) > 2000 {
			t.Errorf("%d characters: %s", len(line), line)
		}
	}
}

func TestOrigins(t *testing.T) {
	for _, test := range []struct{ origin, host, base string }{
		{"", "", "/"},
		{"https://example.org", "https://example.org", "/"},
		{"https://example.org/", "https://example.org", "/"},
		{"https://example.org/go/park", "https://example.org", "/go/park/"},
		{"http://localhost:80/x/", "http://localhost:80", "/x/"},
	} {
		if err := checkOrigin(test.origin); err != nil {
			t.Error(err)
		}
		if host, base := hostOf(test.origin), basePath(test.origin); host != test.host || base != test.base {
			t.Errorf("%s is %s and %s", test.origin, host, base)
		}
	}
	for _, bad := range []string{"example.org", "ftp://example.org", "https://", "https://a.org/?x", "https://a.org/#x", "https://u:p@a.org", "https://a.org; script-src *", "https://*.a.org", "https://a.org\nX: y"} {
		if checkOrigin(bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	h := http.Header{}
	SiteHeaders("https://example.org/go/").Set(h, "/go/embed/")
	if want := "script-src 'self' https://example.org 'wasm-unsafe-eval';"; !strings.Contains(h.Get("Content-Security-Policy"), want) {
		t.Errorf("the policy of a frame is %s", h.Get("Content-Security-Policy"))
	}
}

func TestServeAnswersAsNetlify(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"index.html": "home", "a/index.html": "a", "m.wasm": "\x00asm", "404.html": "none", "_headers": "secret", "s.js": "x"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
	}
	server := httptest.NewServer(Handler(dir, Headers{{For: "/a/*", Values: map[string]string{"X": "y"}}}))
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
		if got := res.Header.Get("X"); (got == "y") != strings.HasPrefix(test.path, "/a") {
			t.Errorf("%s has X: %s", test.path, got)
		}
	}
}
