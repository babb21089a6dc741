package build

// This file is the table of headers: which paths of the site are answered with which. It is the only one:
// _headers is written from it, `gopark serve`, the service worker and the tests answer by it, the policy in the
// head of each page comes out of it, and a test holds netlify.toml to it.
//
// Hosts differ in what they do when two rules match a path: one takes the later, another joins the values by a
// comma, and a browser that gets "same-origin, same-origin" isolates nothing. So the families are disjoint: each
// file of the site is in one of them and in no other. Build refuses a file that is in none.

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Headers are the header rules of a site. A path matches one of them, or none.
type Headers []headerRule

type headerRule struct {
	For    string // a path, or the beginning of some, with a * behind it
	Family string
	Values map[string]string
}

// family is a kind of path.
type family struct {
	name  string
	paths []string
	set   func(origin string) map[string]string
}

// families are all of them.
var families = []family{
	{"page", []string{"/", "/index.html", "/404.html", "/lessons/*", "/play/*", "/src/*", "/claims/*", "/demos/*", "/guide/*", "/assignments/*"}, pageHeaders},
	{"embed", []string{"/embed/*"}, embedHeaders},
	{"asset", []string{"/assets/*"}, assetHeaders},
	{"stable", []string{"/gopark.js", "/engines.json", "/sw.js"}, stableHeaders},
}

// isolated are the headers with which Workers can share memory: COOP and COEP for a page of our own and for the
// scripts of its Workers, Document-Isolation-Policy for a frame in somebody's page that has neither.
func isolated(more map[string]string) map[string]string {
	all := map[string]string{
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Embedder-Policy": "require-corp",
		"Document-Isolation-Policy":    "isolate-and-require-corp",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
	}
	maps.Copy(all, more)
	return all
}

// pageHeaders: nobody may frame our pages, and nobody else's script runs in them.
func pageHeaders(string) map[string]string {
	return isolated(map[string]string{
		"Cross-Origin-Resource-Policy": "same-origin",
		"Content-Security-Policy":      contentPolicy{}.text(),
	})
}

// embedHeaders: /embed/ is what others may frame, with a sandbox or without. In a sandbox the page has no origin: its
// Workers come from blobs, and where 'self' means nothing there, the origin is named.
func embedHeaders(origin string) map[string]string {
	return isolated(map[string]string{
		"Cross-Origin-Resource-Policy": "cross-origin",
		"Access-Control-Allow-Origin":  "*",
		"Content-Security-Policy":      contentPolicy{origin: origin, blobs: true, ancestors: "*"}.text(),
	})
}

// assetHeaders: the names below /assets/ hold a hash of the content. The policy is that of the Workers among them,
// which take the one of their own script.
func assetHeaders(string) map[string]string {
	return isolated(map[string]string{
		"Cross-Origin-Resource-Policy": "cross-origin",
		"Access-Control-Allow-Origin":  "*",
		"Content-Security-Policy":      contentPolicy{noPolicies: true}.text(),
		"Cache-Control":                "public, max-age=31536000, immutable",
	})
}

// stableHeaders: what is asked for by a name that stays.
func stableHeaders(origin string) map[string]string {
	all := assetHeaders(origin)
	all["Cache-Control"] = "no-cache"
	return all
}

// contentPolicy is a Content-Security-Policy: nothing but our own files, no script or style in the page's text, and where a
// string becomes a script's address (Trusted Types) it is by our one policy, site/ui/engine/trusted.ts.
type contentPolicy struct {
	origin     string // of the site, "" if it is not known
	blobs      bool   // Workers may come from blobs
	noPolicies bool   // not even ours: no string becomes a script
	ancestors  string // who may frame it; "" is nobody
	inPage     bool   // for a <meta>, which may not say who frames it
}

func (p contentPolicy) text() string {
	self, workers, types := "'self'", "", "gopark"
	if p.origin != "" {
		self += " " + p.origin
	}
	if p.blobs {
		workers = " blob:"
	}
	if p.noPolicies {
		types = "'none'"
	}
	parts := []string{
		"default-src 'none'",
		"script-src " + self + " 'wasm-unsafe-eval'",
		"worker-src " + self + workers,
		"connect-src " + self,
		"style-src " + self,
		"img-src " + self + " data:",
		"font-src " + self,
		"object-src 'none'",
		"frame-src 'none'",
		"base-uri 'none'",
		"form-action 'none'",
	}
	if !p.inPage {
		parts = append(parts, "frame-ancestors "+orNone(p.ancestors))
	}
	return strings.Join(append(parts, "require-trusted-types-for 'script'", "trusted-types "+types), "; ")
}

func orNone(source string) string {
	if source == "" {
		return "'none'"
	}
	return source
}

// SiteHeaders are the rules of a site. origin is where it will be, "" if that is not known: "https://example.org", or
// with a path if it is not at the root of its host.
func SiteHeaders(origin string) Headers {
	base := basePath(origin)
	var hs Headers
	for _, f := range families {
		for _, path := range f.paths {
			hs = append(hs, headerRule{base + path[1:], f.name, f.set(hostOf(origin))})
		}
	}
	return hs
}

// checkOrigin says what is wrong with an origin that somebody typed.
func checkOrigin(origin string) error {
	if origin == "" {
		return nil
	}
	u, err := url.Parse(origin)
	switch {
	case err != nil:
		return fmt.Errorf("origin %q is no URL", origin)
	case u.Scheme != "https" && u.Scheme != "http" || u.Host == "":
		return fmt.Errorf("origin %q: want https://HOST or https://HOST/PATH/", origin)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.ContainsAny(origin, " ;,*'\"<>\n"):
		return fmt.Errorf("origin %q: want scheme, host and path, and nothing else", origin)
	}
	return nil
}

// hostOf is an origin without its path.
func hostOf(origin string) string {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// basePath is the path under which the site is; "/" if that is not known.
func basePath(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return "/"
	}
	return "/" + strings.TrimPrefix(strings.TrimSuffix(u.EscapedPath(), "/")+"/", "/")
}

// of are the rules that match a path.
func (hs Headers) of(path string) (matching []headerRule) {
	for _, rule := range hs {
		if rule.matches(path) {
			matching = append(matching, rule)
		}
	}
	return matching
}

// Set writes the headers for a path. One in no family is that of no file, and gets none: the page that says so has
// its policy in its head.
func (hs Headers) Set(to http.Header, path string) {
	for _, rule := range hs.of(path) {
		for name, value := range rule.Values {
			to.Set(name, value)
		}
	}
}

func (r headerRule) matches(path string) bool {
	if prefix, ok := strings.CutSuffix(r.For, "*"); ok {
		return strings.HasPrefix(path, prefix)
	}
	return path == r.For
}

// text writes the rules in the form of a _headers file.
func (hs Headers) text() string {
	var b strings.Builder
	for _, rule := range hs {
		fmt.Fprintln(&b, rule.For)
		for _, name := range slices.Sorted(maps.Keys(rule.Values)) {
			fmt.Fprintf(&b, "  %s: %s\n", name, rule.Values[name])
		}
	}
	return b.String()
}

// toml writes them in the form of netlify.toml.
func (hs Headers) toml() string {
	var b strings.Builder
	for _, rule := range hs {
		fmt.Fprintf(&b, "\n[[headers]]\n  for = %q\n  [headers.values]\n", rule.For)
		for _, name := range slices.Sorted(maps.Keys(rule.Values)) {
			fmt.Fprintf(&b, "    %s = %q\n", name, rule.Values[name])
		}
	}
	return b.String()
}

// pathsOf are the paths at which a file of the site is found.
func pathsOf(file string) []string {
	if folder, ok := strings.CutSuffix(file, "index.html"); ok && (folder == "" || strings.HasSuffix(folder, "/")) {
		return []string{"/" + folder, "/" + file}
	}
	return []string{"/" + file}
}

// placed holds that a file is in one family of headers. What hosts read and do not serve is in none.
func placed(file string) error {
	if file == "_headers" || file == "_redirects" {
		return nil
	}
	hs := SiteHeaders("")
	for _, path := range pathsOf(file) {
		if n := len(hs.of(path)); n != 1 {
			return fmt.Errorf("%s: %d rules of headers.go match it, and one should", path, n)
		}
	}
	return nil
}
