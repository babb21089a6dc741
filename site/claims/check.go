package claims

// This file holds the claims against the lessons, in both directions: each place that a claim names is there, and each
// box that names a claim is of the kind that its verdict asks for.

import (
	"fmt"
	"slices"

	"github.com/gopark/gopark/site/lesson"
)

// Check resolves the places: a lesson without a place is its box about the claim. demos are the names of all demos. l may be
// nil, if there are no claims.
func (l *List) Check(lessons []*lesson.Lesson, demos []string) (ps lesson.Problems) {
	known := map[string]*Claim{}
	bySlug := map[string]*lesson.Lesson{}
	for _, x := range lessons {
		bySlug[x.Slug] = x
	}
	if l != nil {
		for _, c := range l.All() {
			known[c.ID] = c
			for i := range c.See {
				if text := c.resolve(&c.See[i], bySlug, demos); text != "" {
					ps = append(ps, lesson.Problem{File: l.File, Line: c.Line, Text: c.ID + ": " + text})
				}
			}
		}
	}
	for _, x := range lessons {
		for _, b := range x.Boxes {
			ps = append(ps, checkBox(x, b, known)...)
		}
	}
	return ps
}

// resolve says what is wrong with a place.
func (c *Claim) resolve(p *Place, lessons map[string]*lesson.Lesson, demos []string) string {
	if p.Demo != "" {
		if !slices.Contains(demos, p.Demo) {
			return "there is no demo " + p.Demo
		}
		return ""
	}
	x := lessons[p.Lesson]
	if x == nil {
		return "there is no lesson " + p.Lesson
	}
	if p.Anchor == "" {
		p.Anchor = lesson.ClaimAnchor(c.ID)
		if !x.HasPlace(p.Anchor) {
			return fmt.Sprintf("lesson %s has no box about it", p.Lesson)
		}
	}
	if !x.HasPlace(p.Anchor) {
		return fmt.Sprintf("lesson %s has no place #%s", p.Lesson, p.Anchor)
	}
	if (c.Verdict == False || c.Verdict == Simplified) && !x.HasPlace(lesson.ClaimAnchor(c.ID)) {
		return fmt.Sprintf("it is %s, and lesson %s shows it, but has no box about it", c.Verdict, p.Lesson)
	}
	return ""
}

// checkBox holds that the claims of a box are there, know of it, and are of its kind: a myth is about something false, and
// what is said to be simplified is that.
func checkBox(x *lesson.Lesson, b *lesson.Box, known map[string]*Claim) (ps lesson.Problems) {
	say := func(format string, args ...any) {
		ps = append(ps, x.Problem(b.Line, format, args...))
	}
	anyFalse := false
	for _, name := range b.Claims {
		c := known[name]
		if c == nil {
			say("%s is not in %s", name, Name)
			continue
		}
		anyFalse = anyFalse || c.Verdict == False
		switch {
		case c.Verdict == False && b.Kind != "MYTH":
			say("%s is false: its box is a MYTH", name)
		case c.Verdict != False && c.Verdict != Simplified:
			say("%s is %s: it needs no box", name, c.Verdict)
		case !slices.ContainsFunc(c.See, func(p Place) bool { return p.Lesson == x.Slug }):
			say("%s does not name this lesson in %s", name, Name)
		}
	}
	if b.Kind == "MYTH" && len(b.Claims) > 0 && !anyFalse && len(ps) == 0 {
		say("none of %v is false: its box is SIMPLIFIED", b.Claims)
	}
	return ps
}
