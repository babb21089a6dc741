package command

// This file tries the exercises of lessons in the background while gopark serve serves them: those of lessons that have changed, one lesson after
// the other.

import (
	"context"
	"fmt"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
	"github.com/gopark/gopark/wasm/host/cli"
)

// triedSeeds are those for which a solution must pass here: fewer than gopark check wants, so that it is said soon.
const triedSeeds = 10

// solutions remembers what it has tried.
type solutions struct {
	dir  string
	io   cli.IO
	seen map[string]uint64 // state of the folder that was tried, by folder
	wake chan struct{}
}

// newSolutions takes the lessons as they are now for tried.
func newSolutions(dir string, io cli.IO) *solutions {
	s := &solutions{dir: dir, io: io, seen: map[string]uint64{}, wake: make(chan struct{}, 1)}
	s.changed()
	return s
}

// look says that lessons have changed.
func (s *solutions) look() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// run tries what has changed until ctx is done.
func (s *solutions) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		for _, l := range s.changed() {
			if err := s.try(l); err != nil {
				fmt.Fprintf(s.io.Err, "gopark serve: the exercises of %s could not be tried: %v\n", l.Slug, err)
			}
		}
	}
}

// changed are the lessons that have changed since it was asked before.
func (s *solutions) changed() (all []*lesson.Lesson) {
	lessons, faults, err := readLessons(s.dir)
	if err != nil || len(faults) > 0 {
		return nil // the build says so
	}
	for _, l := range lessons {
		if now := build.StateOf(l.Dir()); s.seen[l.Dir()] != now {
			s.seen[l.Dir()] = now
			all = append(all, l)
		}
	}
	return all
}

func (s *solutions) try(l *lesson.Lesson) error {
	if len(l.Exercises) == 0 {
		return nil
	}
	r, err := trial.NewRunner("")
	if err != nil {
		return err
	}
	defer r.Close()
	ps, err := r.CheckLesson(l, trial.Options{Seeds: triedSeeds})
	if err != nil {
		return err
	}
	for _, p := range ps {
		fmt.Fprintln(s.io.Err, p.Error())
	}
	if len(ps) == 0 {
		fmt.Fprintf(s.io.Err, "the exercises of %s hold\n", l.Slug)
	}
	return nil
}
