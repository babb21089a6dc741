package build

// This file holds that the links of a lesson to pages of the site lead somewhere. What is elsewhere is not asked.

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/gopark/gopark/site/lesson"
)

var ownID = regexp.MustCompile(` id="([a-z0-9-]+)"`)

// checkLinks looks at the links of all lessons, and at the places that they lead to: none may have the name of
// something that each page has.
func (s *site) checkLinks() error {
	var ps lesson.Problems
	for _, m := range ownID.FindAllStringSubmatch(pageTexts(), -1) {
		for _, p := range s.lessons {
			if line, taken := p.Place(m[1]); taken && m[1] != "main" {
				ps = append(ps, p.Problem(line, "#%s is something else in each page: take another id, or other words for the heading", m[1]))
			}
		}
	}
	pages := s.knownPages()
	for _, p := range s.allLessons() {
		for _, l := range p.Links {
			if text := checkLink(p, l.To, pages); text != "" {
				ps = append(ps, p.Problem(l.Line, "link to %s: %s", l.To, text))
			}
		}
	}
	if len(ps) > 0 {
		return ps
	}
	return nil
}

// pageTexts are the templates of a lesson's page.
func pageTexts() string {
	var all strings.Builder
	files, _ := pageFiles.ReadDir("page")
	for _, f := range files {
		switch f.Name() {
		case "home.html", "claims.html", "source.html", "missing.html":
			continue // other pages
		}
		text, err := pageFiles.ReadFile("page/" + f.Name())
		if err != nil {
			panic(err) // it is part of the program
		}
		all.Write(text)
	}
	return all.String()
}

// knownPages are the paths of the pages, each with what says whether a place is there; nil: no place is.
func (s *site) knownPages() map[string]func(string) bool {
	pages := map[string]func(string) bool{"/": func(at string) bool { return at == "lessons" }, "/play/": nil, "/src/sched/": nil}
	for _, p := range s.allLessons() {
		pages[p.url()] = p.HasPlace
	}
	pages["/assignments/"] = nil
	pages["/guide/"] = nil
	for _, g := range guides {
		pages["/guide/"+g.name+"/"] = nil
	}
	for _, f := range s.source.Files {
		pages[f.URL()] = f.hasPlace
	}
	if s.claims == nil {
		return pages
	}
	known := map[string]bool{}
	for _, c := range s.claims.All() {
		known[c.ID] = true
	}
	pages["/claims/"] = func(at string) bool { return known[at] }
	pages["/demos/"] = nil
	for _, d := range s.demos {
		pages[d.URL()] = nil
	}
	return pages
}

// hasPlace knows the functions of a file, and its lines.
func (f *sourceFile) hasPlace(at string) bool {
	for _, fn := range f.Funcs {
		if fn.Anchor == at {
			return true
		}
	}
	var n int
	if _, err := fmt.Sscanf(at, "L%d", &n); err != nil {
		return false
	}
	return n >= 1 && n <= strings.Count(string(f.text), "\n")
}

// checkLink says what is wrong with a link in the page of p.
func checkLink(p *page, to string, pages map[string]func(string) bool) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" {
		return ""
	}
	base := &url.URL{Path: p.url()}
	full := base.ResolveReference(u)
	has, known := pages[full.Path]
	switch {
	case !known:
		if _, known := pages[full.Path+"/"]; known {
			return "the address of a page ends in /"
		}
		return "there is no such page"
	case u.Fragment != "" && (has == nil || !has(u.Fragment)):
		return "there is no such place in that page"
	}
	return ""
}
