package build

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestGuidesAreForAnySite: they are part of the sites of others, who have neither our lessons nor our repository.
func TestGuidesAreForAnySite(t *testing.T) {
	ours := []*regexp.Regexp{
		regexp.MustCompile(`\b(core|wasm|site|lessons)/[a-z]+/[a-z]+\.(go|ts)\b`),
		regexp.MustCompile(`/assignments/bounded-pool|/lessons/[a-z-]+/`),
		regexp.MustCompile(`[A-Z]{4,}\.md`),
	}
	link := regexp.MustCompile(`\]\(([^)]+)\)`)
	for _, g := range guides {
		src, err := os.ReadFile("../../" + g.file)
		if err != nil {
			t.Fatal(err)
		}
		html, err := markdownHTML(src)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(src), "\n") {
			for _, re := range ours {
				if found := re.FindString(line); found != "" {
					t.Errorf("%s:%d: %s is ours alone", g.file, i+1, found)
				}
			}
			for _, m := range link.FindAllStringSubmatch(line, -1) {
				if place, ok := strings.CutPrefix(m[1], "#"); ok && strings.Contains(string(html), `id="`+place+`"`) {
					continue
				}
				if !isGuideLink(m[1]) {
					t.Errorf("%s:%d: a link to %s", g.file, i+1, m[1])
				}
			}
		}
	}
}

// isGuideLink says whether a link leads to something that each site has.
func isGuideLink(to string) bool {
	for _, g := range guides {
		if to == "../"+g.name+"/" {
			return true
		}
	}
	return strings.HasPrefix(to, "https://") || to == "../hand-in-1.schema.json"
}
