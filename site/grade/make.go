package grade

// This file makes a hand-in as the page does. It is for tests, and for classes that write their programs outside the page.

import (
	"fmt"

	"github.com/gopark/gopark/site/handin"
)

// Make makes the hand-in of a student: programs are by the ids of the exercises, which have their starters where there is none.
func (j *Judge) Make(student string, programs map[string]string) (*handin.HandIn, error) {
	a := j.assignment
	h := &handin.HandIn{Format: handin.Format, Assignment: handin.Which{Name: a.Slug, Hash: a.Hash}, Engine: j.engine, Student: student}
	for _, x := range a.Exercises {
		text, given := programs[x.ID]
		if !given {
			text = string(x.Source)
		}
		answer, done, err := j.answer(x, text)
		if err != nil {
			return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
		}
		rep, err := answer.Judge(x.Base(), x.Checks)
		if err != nil {
			return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
		}
		made := handin.Answer{
			ID: x.ID, Files: []handin.File{{Name: x.File, SHA256: handin.Hash([]byte(text)), Text: text}},
			Claim: handin.Result{Points: rep.Points, Of: rep.Of, Checks: []handin.Check{}},
		}
		for _, o := range rep.Outcomes {
			made.Claim.Checks = append(made.Claim.Checks, handin.Check{Rule: o.Rule, Points: o.Points, Pass: o.Pass})
		}
		seeds := handin.Seeds(a.Hash, x.ID, student)
		digests, err := answer.Digests(x.Settings, seeds)
		if err != nil {
			return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
		}
		for i, seed := range seeds {
			made.Runs = append(made.Runs, handin.Run{Seed: seed, Digest: digests[i]})
		}
		h.Exercises = append(h.Exercises, made)
		h.Claim.Points += rep.Points
		h.Claim.Of += rep.Of
		done()
	}
	return h, nil
}
