package build

import (
	"bytes"
	"flag"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/site/lesson"
)

var keepSite = flag.String("site", "", "build the site into this folder and keep it")

// repoRoot is the repository, seen from this package.
const repoRoot = "../.."

// siteOptions build the site with the real engine, but without the compile service,
// which takes long to build.
func siteOptions(out string) Options {
	return Options{Root: repoRoot, Out: out, Compile: compileProgram, Record: recordProgram, Figures: figuresProgram}
}

func TestBuild(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	if *keepSite != "" {
		out = *keepSite
	}
	if err := Build(siteOptions(out)); err != nil {
		t.Fatal(err)
	}
	pages := readPages(out)
	for _, path := range []string{"/", "/lessons/stealing/", "/play/", "/src/sched/", "/src/sched/steal.go/", "/claims/", "/demos/", "/demos/d26/", "/404.html"} {
		if pages[path] == "" {
			t.Errorf("there is no page %s", path)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "_headers")); err != nil {
		t.Error(err)
	}
	t.Run("every file has its headers", func(t *testing.T) { filesAreInFamilies(t, out) })
	t.Run("every link leads somewhere", func(t *testing.T) { checkLinks(t, out, pages) })
	t.Run("a lesson can be read without scripts and on paper", func(t *testing.T) {
		for _, want := range []string{"<svg", "stole 5 of the 9", `<span class="t-key">package</span> main`, "<noscript><details><summary>Answer</summary><p>5</p>", "<b>stole"} {
			if !strings.Contains(pages["/lessons/stealing/"], want) {
				t.Errorf("the lesson has no %s", want)
			}
		}
	})
}

// readPages reads the pages of a site, by path.
func readPages(out string) map[string]string {
	pages := map[string]string{}
	filepath.WalkDir(out, func(name string, d os.DirEntry, err error) error {
		if filepath.Ext(name) == ".html" {
			text, _ := os.ReadFile(name)
			rel, _ := filepath.Rel(out, name)
			pages["/"+strings.TrimSuffix(filepath.ToSlash(rel), "index.html")] = string(text)
		}
		return nil
	})
	return pages
}

var (
	linkTo  = regexp.MustCompile(`(?:href|src|data-module|data-recording)="([^"#]*)(#[^"]*)?"`)
	idOfTag = regexp.MustCompile(` id="([^"]+)"`)
)

// checkLinks holds that what pages link to is there, places in pages included, and that no address depends on where
// the site is.
func checkLinks(t *testing.T, out string, pages map[string]string) {
	ids := map[string]bool{}
	for path, text := range pages {
		for _, m := range idOfTag.FindAllStringSubmatch(text, -1) {
			ids[path+"#"+m[1]] = true
		}
	}
	for path, text := range pages {
		for _, m := range linkTo.FindAllStringSubmatch(text, -1) {
			to, err := url.Parse(html.UnescapeString(m[1]))
			if err != nil {
				t.Errorf("%s links to %q", path, m[1])
				continue
			}
			if to.Scheme != "" {
				continue
			}
			if strings.HasPrefix(m[1], "/") && path != "/404.html" {
				t.Errorf("%s links to %s, which is not relative", path, m[1])
			}
			at := (&url.URL{Path: path}).ResolveReference(to).Path
			if pages[at] == "" {
				if _, err := os.Stat(filepath.Join(out, at)); err != nil || strings.HasSuffix(at, "/") {
					t.Errorf("%s links to %s", path, at)
				}
			}
			if len(m[2]) > 1 && !ids[at+m[2]] {
				t.Errorf("%s links to %s%s, where there is no such place", path, at, m[2])
			}
		}
	}
}

// What lesson "stealing" says of its solution is what a run gives.
func TestTheSolutionOfStealingTakesEight(t *testing.T) {
	src, err := os.ReadFile(repoRoot + "/lessons/stealing/solution.go")
	if err != nil {
		t.Fatal(err)
	}
	module, err := compileProgram("solution.go", src)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		file, err := recordProgram(module, &lesson.Program{Settings: check.Settings{Procs: 2}, Seed: int(seed)})
		if err != nil {
			t.Fatal(err)
		}
		records, err := event.ReadAll(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if r.Kind == kind.Steal {
				if r.N != 8 {
					t.Errorf("with seed %d the first steal takes %d", seed, r.N)
				}
				break
			}
		}
	}
}
