package e2e

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gopark/gopark/site/build"
)

// importing needs packages that few programs have.
const importing = `package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
)

func main() {
	c := make(chan string)
	go func() {
		u, _ := url.Parse("https://example.org/a?b=c")
		c <- regexp.MustCompile("[aeiou]").ReplaceAllString(u.Host, "-")
	}()
	text, err := json.Marshal(map[string]string{"host": <-c})
	fmt.Println(string(text), err)
}
`

// The compiler of the page fetches the packages that a program imports, each once and no others; the module is that of the command. A
// package that cannot be fetched is said, and can be had the next time.
func TestPackagesComeWhenTheyAreImported(t *testing.T) {
	var mu sync.Mutex
	var fetched []string
	lost := true
	site := build.Handler(siteDir, build.SiteHeaders(""))
	b := openOn(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, name, ok := strings.Cut(r.URL.Path, "/std."); ok {
			name = name[:strings.LastIndex(name, "-")]
			mu.Lock()
			fetched = append(fetched, name)
			gone := lost && name == "net.url"
			mu.Unlock()
			if gone {
				http.NotFound(w, r)
				return
			}
		}
		site.ServeHTTP(w, r)
	}), "/play/", 4*time.Minute)
	taken := func() []string {
		mu.Lock()
		defer mu.Unlock()
		list := slices.Clone(fetched)
		fetched = nil
		slices.Sort(list)
		return list
	}
	b.wait(benchReady, 30*time.Second)
	b.write("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n")
	b.runs()
	if got := taken(); !slices.Equal(got, []string{"all"}) {
		t.Errorf("a program with fmt made the page fetch %q", got)
	}
	b.write(importing)
	b.click("run")
	b.wait("bench.dataset.state === 'failed'", time.Minute)
	if !eval[bool](b, `/\/std\.net\.url-\S+: 404/.test(document.body.innerText)`) {
		t.Errorf("without a package it says %q", b.textOf("main"))
	}
	taken()
	mu.Lock()
	lost = false
	mu.Unlock()
	b.runs()
	b.wait("bench.dataset.digest", time.Second)
	b.settings()
	_, errOut := b.cli(importing, "-digest")
	if want := strings.Fields(errOut); b.data("digest") != want[len(want)-1] {
		t.Errorf("the digest is %s, by the command %q", b.data("digest"), want)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	got := taken()
	for _, name := range []string{"encoding.json", "net.url", "regexp", "regexp.syntax"} {
		if !slices.Contains(got, name) {
			t.Errorf("%s was not fetched: %q", name, got)
		}
	}
	b.write(strings.ReplaceAll(importing, `"encoding/json"`, `"encoding/csv"; "encoding/json"`) + "var _ csv.Reader\n")
	b.runs()
	if got := taken(); !slices.Equal(got, []string{"bufio", "encoding.csv"}) {
		t.Errorf("one import more made the page fetch %q", got)
	}
	b.write(importing + "// once more\n")
	b.runs()
	if got := taken(); len(got) > 0 {
		t.Errorf("the same imports made the page fetch %q", got)
	}
}
