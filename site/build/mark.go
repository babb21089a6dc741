package build

// This file tells the page what of a lesson can be done, so that it can keep what is. Each question and each
// exercise has a mark, which is another when what is asked is: an answer to the old one does not count then.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/gopark/gopark/site/lesson"
)

// contents is a lesson as contents.ts wants it.
type contents struct {
	Slug      string `json:"slug"`
	Title     string `json:"title"`
	Questions []item `json:"questions"`
	Exercises []item `json:"exercises"`
}

// item is a question or an exercise.
type item struct {
	ID   string `json:"id"`
	Mark string `json:"mark"`
	Quiz bool   `json:"quiz,omitempty"` // done when the right answer is found; else when there is one
}

func contentsOf(l *lesson.Lesson) contents {
	c := contents{Slug: l.Slug, Title: l.Title, Questions: []item{}, Exercises: []item{}}
	for _, p := range l.Predicts {
		c.Questions = append(c.Questions, item{p.ID, markOfQuestion(p), false})
	}
	for _, q := range l.Quizzes {
		for _, p := range q.Questions {
			c.Questions = append(c.Questions, item{p.ID, markOfQuestion(p), true})
		}
	}
	for _, x := range l.Exercises {
		if len(x.Checks) > 0 { // nothing else says whether it is solved
			c.Exercises = append(c.Exercises, item{x.ID, markOfExercise(x), false})
		}
	}
	return c
}

func markOfQuestion(p *lesson.Predict) string {
	return fingerprint(p.Question, p.Choices, p.Answer)
}

func markOfExercise(x *lesson.Exercise) string {
	var rules []string
	for _, c := range x.Checks {
		rules = append(rules, c.Rule.Text)
	}
	return fingerprint(rules, x.Source, x.Base())
}

func fingerprint(parts ...any) string {
	text, err := json.Marshal(parts)
	if err != nil {
		panic(err) // texts, numbers and settings can be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:5])
}
