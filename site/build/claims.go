package build

// This file writes the page "What the articles say, checked": every claim of claims.yaml with its verdict and the places
// where it can be seen.

import (
	"fmt"
	"os"
	"strings"

	"github.com/gopark/gopark/site/claims"
	"github.com/gopark/gopark/site/lesson"
)

// readClaims reads the claims beside the lessons, and holds them against the lessons and against Go's source.
func (s *site) readClaims() (err error) {
	dir := s.lessonsDir()
	if s.claims, err = claims.Load(os.DirFS(dir), dir); err != nil {
		return err
	}
	var lessons []*lesson.Lesson
	for _, p := range s.lessons {
		lessons = append(lessons, p.Lesson)
	}
	ps := s.claims.Check(lessons, demoNames())
	if s.claims != nil {
		for _, c := range s.claims.All() {
			for _, name := range c.Go {
				if s.golang.url(name) == "" {
					ps = append(ps, lesson.Problem{File: s.claims.File, Line: c.Line, Text: fmt.Sprintf("%s: %s is not in package runtime of %s", c.ID, name, s.golang.version)})
				}
			}
		}
	}
	if len(ps) > 0 {
		return ps
	}
	if s.claims == nil {
		return nil
	}
	return s.readDemos()
}

// tally is how many claims have a verdict.
type tally struct {
	claims.Verdict
	Word string
	N    int
}

// verdictWords are the verdicts as the page has them.
var verdictWords = map[claims.Verdict]string{claims.True: "True", claims.Simplified: "Simplified", claims.False: "Not so", claims.Unsettled: "Not settled"}

type articleView struct {
	*claims.Article
	Tallies []tally
	Parts   []partView
}

type partView struct {
	Title, Anchor string
	Claims        []claimView
}

type claimView struct {
	*claims.Claim
	Word  string
	Refs  []link
	Shown []link
}

// Where is what the filter of the page looks at.
func (c claimView) Where() string {
	kinds := map[string]bool{}
	for _, p := range c.See {
		if p.Demo != "" {
			kinds["demo"] = true
		} else {
			kinds["lesson"] = true
		}
	}
	var all []string
	for _, k := range []string{"lesson", "demo"} {
		if kinds[k] {
			all = append(all, k)
		}
	}
	if len(all) == 0 {
		return "nowhere"
	}
	return strings.Join(all, " ")
}

// claimOf prepares a claim for a page.
func (s *site) claimOf(c *claims.Claim) claimView {
	v := claimView{Claim: c, Word: verdictWords[c.Verdict]}
	for _, name := range c.Go {
		v.Refs = append(v.Refs, link{name, s.golang.url(name)})
	}
	for _, p := range c.See {
		v.Shown = append(v.Shown, s.placeOf(p))
	}
	return v
}

// placeOf is the link to a place. Which places there are has been checked.
func (s *site) placeOf(p claims.Place) link {
	if p.Demo != "" {
		for _, d := range s.demos {
			if d.Name == p.Demo {
				return link{"demo " + d.Name + ", " + lowerFirst(d.Title), d.URL()}
			}
		}
	}
	title := p.Lesson
	for _, l := range s.lessons {
		if l.Slug == p.Lesson {
			title = l.Title
		}
	}
	return link{title, "/lessons/" + p.Lesson + "/#" + p.Anchor}
}

func lowerFirst(s string) string {
	if strings.HasPrefix(s, "Ps ") {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

func (s *site) writeClaims() error {
	if s.claims == nil {
		return nil
	}
	var articles []articleView
	all := s.claims.All()
	notShown := 0
	for _, a := range s.claims.Articles {
		v := articleView{Article: a}
		count := map[claims.Verdict]int{}
		for _, p := range a.Parts {
			part := partView{Title: p.Title, Anchor: a.ID + "-" + strings.ReplaceAll(strings.ToLower(p.Title), " ", "-")}
			for _, c := range p.Claims {
				count[c.Verdict]++
				if len(c.See) == 0 {
					notShown++
				}
				part.Claims = append(part.Claims, s.claimOf(c))
			}
			v.Parts = append(v.Parts, part)
		}
		for _, verdict := range claims.Verdicts {
			v.Tallies = append(v.Tallies, tally{verdict, verdictWords[verdict], count[verdict]})
		}
		articles = append(articles, v)
	}
	f := frame{Title: "What the articles say, checked", Description: fmt.Sprintf("%d claims about Go's scheduler, held against its source.", len(all)),
		Crumb: "What the articles say", Script: s.ui["claims.ts"], Kind: "claims", Path: "/claims/"}
	return s.writePage("claims/index.html", f, "claims.html", map[string]any{
		"Articles": articles, "All": len(all), "NotShown": notShown, "Version": strings.TrimPrefix(s.golang.version, "go"), "Verdicts": articles[0].Tallies})
}
