package build

// This file writes the pages of assignments: /assignments/NAME/, which are lessons that end with something to hand in, and their
// list. The format of a hand-in is published too, as a JSON Schema.

import (
	"fmt"
	"slices"

	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
)

// handInView is what page/handin.html shows, and what handin.ts wants to know.
type handInView struct {
	Asks   string // name, id or nothing
	Points int
	Most   int // characters of a student's name
	Data   handInData
}

type handInData struct {
	Format     string       `json:"format"`
	Assignment handin.Which `json:"assignment"`
	Asks       string       `json:"asks"`
	Exercises  []string     `json:"exercises"`
	Suffix     string       `json:"suffix"`
	Runs       int          `json:"runs"`
	Largest    int          `json:"largest"` // program, in bytes
}

// loadAssignments reads the assignments beside the lessons in dir.
func (s *site) loadAssignments(dir string) error {
	all, err := lesson.LoadAssignments(dir)
	if err != nil {
		return err
	}
	var ps lesson.Problems
	for _, l := range all {
		if slices.ContainsFunc(s.lessons, func(p *page) bool { return p.Slug == l.Slug }) {
			ps = append(ps, l.Problem(1, "there is a lesson %s already: want another name", l.Slug))
		}
		p := newPage(l)
		p.place = lesson.AssignmentsDir
		s.assignments = append(s.assignments, p)
	}
	if len(ps) > 0 {
		return ps
	}
	return s.hashAssignments()
}

// hashAssignments gives each page whose answers are handed in its hash.
func (s *site) hashAssignments() error {
	for _, p := range s.allLessons() {
		if p.HandIn == "" {
			continue
		}
		a, err := handin.Of(p.Lesson)
		if err != nil {
			return err
		}
		p.hash = a.Hash
	}
	return nil
}

// url is the address of the page.
func (p *page) url() string { return "/" + p.place + "/" + p.Slug + "/" }

// allLessons are those of the course, and the assignments.
func (s *site) allLessons() []*page { return slices.Concat(s.lessons, s.assignments) }

// handIn is the last part of an assignment; nil for another lesson.
func (s *site) handIn(p *page) *handInView {
	if p.HandIn == "" {
		return nil
	}
	v := &handInView{Asks: p.HandIn, Most: handin.MaxStudent, Data: handInData{
		Format: handin.Format, Assignment: handin.Which{Name: p.Slug, Hash: p.hash}, Asks: p.HandIn, Suffix: handin.Suffix, Runs: handin.Runs, Largest: handin.MaxProgram,
	}}
	for _, x := range p.Exercises {
		v.Points += x.Points()
		v.Data.Exercises = append(v.Data.Exercises, x.ID)
	}
	return v
}

// Worth says what the assignment is worth.
func (v *handInView) Worth() string {
	points := "1 point"
	if v.Points != 1 {
		points = fmt.Sprintf("%d points", v.Points)
	}
	if n := len(v.Data.Exercises); n > 1 {
		return fmt.Sprintf("%d exercises, %s in all, to hand in.", n, points)
	}
	return "An exercise to hand in, " + points + "."
}

func (s *site) writeAssignments() error {
	for _, p := range s.assignments {
		text, err := s.lessonHTML(p)
		if err != nil {
			return err
		}
		f := s.benchFrame(frame{Title: p.Title, Description: p.Summary, Crumb: p.Title, Above: &crumb{"Assignments", "/assignments/"}, Path: p.url()})
		data := map[string]any{"Lesson": p.Lesson, "Text": text, "HandIn": s.handIn(p), "Assignment": true}
		if err := s.writePage("assignments/"+p.Slug+"/index.html", f, "lesson.html", data); err != nil {
			return err
		}
	}
	f := frame{Title: "Assignments", Description: "Exercises to hand in, for classes.", Crumb: "Assignments", Script: s.ui["home.ts"], Kind: "plain-page", Path: "/assignments/"}
	if err := s.writePage("assignments/index.html", f, "assignments.html", map[string]any{"Assignments": s.assignments}); err != nil {
		return err
	}
	return s.write("guide/hand-in-1.schema.json", handin.Schema)
}
