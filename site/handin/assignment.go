package handin

// This file is what an assignment grades.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
)

// An Assignment is a lesson whose exercises are graded.
type Assignment struct {
	*lesson.Lesson

	// Hash is the SHA-256 of all that decides on the points: exercises, starters, rules, settings. Titles, texts and
	// hints can be mended without changing it.
	Hash string
}

// graded is what the hash is of; as JSON.
type graded struct {
	Format    string           `json:"format"`
	Asks      string           `json:"asks"`
	Exercises []gradedExercise `json:"exercises"`
}

type gradedExercise struct {
	ID       string            `json:"id"`
	File     string            `json:"file"`
	Base     check.Base        `json:"base"`
	Rules    []string          `json:"rules"`
	Points   []int             `json:"points"`
	Programs map[string]string `json:"programs"` // starter and those that answers are compared with
	Limits   check.Limits      `json:"limits"`
}

// Of makes an assignment of a lesson.
func Of(l *lesson.Lesson) (*Assignment, error) {
	if l.HandIn == "" {
		return nil, fmt.Errorf("lesson %s is no assignment", l.Slug)
	}
	g := graded{Format: Format, Asks: l.HandIn}
	for _, x := range l.Exercises {
		e := gradedExercise{ID: x.ID, File: x.File, Base: x.Base(), Limits: check.UsualLimits, Programs: map[string]string{check.Starter: string(x.Source)}}
		for _, c := range x.Checks {
			e.Rules = append(e.Rules, c.Rule.Text)
			e.Points = append(e.Points, c.Points)
			if name := c.Rule.Against(); name != "" && name != check.Starter {
				src, err := l.ReadProgram(name)
				if err != nil {
					return nil, fmt.Errorf("read %s: %w", name, err)
				}
				e.Programs[name] = string(src)
			}
		}
		g.Exercises = append(g.Exercises, e)
	}
	text, err := json.Marshal(g) // keys of maps are in order
	if err != nil {
		return nil, err
	}
	return &Assignment{l, Hash(text)}, nil
}

// Hash is SHA-256 in hex.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Points are those of all exercises.
func (a *Assignment) Points() (sum int) {
	for _, x := range a.Exercises {
		sum += x.Points()
	}
	return sum
}

// IDs are those of the exercises, in their order.
func (a *Assignment) IDs() (all []string) {
	for _, x := range a.Exercises {
		all = append(all, x.ID)
	}
	return all
}

// SeedText is what the seeds of the runs of an exercise are derived from (check.Seeds). Two students have different runs of the
// same program, so one cannot hand in the other's.
func SeedText(assignment, exercise, student string) string {
	return Format + "\n" + assignment + "\n" + exercise + "\n" + student
}

// Seeds are those of the runs of an exercise.
func Seeds(assignment, exercise, student string) []uint64 {
	return check.Seeds(SeedText(assignment, exercise, student), Runs)
}
