package lesson

// This file is about the places in a lesson that a link can lead to: its headings, its questions and exercises by
// their ids, its plays as play-ID, and its boxes by the claims that they are about.

import "github.com/yuin/goldmark/ast"

// PlayAnchor is the place of a program.
func PlayAnchor(id string) string { return "play-" + id }

// ClaimAnchor is the place of the box that is about a claim.
func ClaimAnchor(claim string) string { return "claim-" + claim }

// HasPlace says whether a link to #id leads to a place in the lesson.
func (l *Lesson) HasPlace(id string) bool {
	_, ok := l.places[id]
	return ok
}

// Place gives the line of a place.
func (l *Lesson) Place(id string) (line int, ok bool) {
	line, ok = l.places[id]
	return line, ok
}

// findPlaces fills l.places.
func (l *Lesson) findPlaces() {
	l.places = map[string]int{"main": 0}
	ast.Walk(l.Doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering {
			if id, ok := h.AttributeString("id"); ok {
				l.places[string(id.([]byte))] = lineOf(h, l.Source)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, p := range l.Plays {
		if !p.Hidden {
			l.places[PlayAnchor(p.ID)] = p.Line
		}
	}
	for _, x := range l.Exercises {
		l.places[x.ID] = x.Line
		if x.On == nil {
			l.places[PlayAnchor(x.ID)] = x.Line
		}
	}
	for _, p := range l.Predicts {
		l.places[p.ID] = p.Line
	}
	for _, q := range l.Quizzes {
		for _, p := range q.Questions {
			l.places[p.ID] = p.Line
		}
	}
	for _, b := range l.Boxes {
		for _, c := range b.Claims {
			l.places[ClaimAnchor(c)] = b.Line
		}
	}
}
