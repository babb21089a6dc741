// This file keeps what was done in a file, so that a soak can be ended and goes on later.
package soak

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// state is the file.
type state struct {
	Commit string             `json:"commit"`
	Parts  map[string]*result `json:"parts"`
}

// result is what is known of a part.
type result struct {
	Rounds   int               `json:"rounds"`
	Took     time.Duration     `json:"took_ns"`
	Counts   counts            `json:"counts,omitempty"`
	At       map[string]string `json:"at,omitempty"` // where a part goes on inside of a suite
	Failures []string          `json:"failures,omitempty"`
	Last     time.Time         `json:"last"`
	Done     bool              `json:"done"`
}

// stateFile is where it is. Each commit has its own.
func stateFile(commit string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "gopark", fmt.Sprintf("soak-%.12s.json", commit)), nil
}

// readState reads the file. What another commit did does not count.
func readState(file, commit string) (*state, error) {
	s := &state{}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	if s.Commit != commit || s.Parts == nil {
		s = &state{commit, map[string]*result{}}
	}
	return s, nil
}

// write replaces the file as a whole.
func (s *state) write(file string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// of is the result of a part, made if there is none.
func (s *state) of(name string) *result {
	r := s.Parts[name]
	if r == nil {
		r = &result{}
		s.Parts[name] = r
	}
	if r.Counts == nil { // nothing was counted yet
		r.Counts = counts{}
	}
	return r
}

// results is where dated results are kept, in the repository.
const results = "site/soak/results.md"

// record adds the summary to a file, without the parts that were not run.
func (s *state) record(file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	var ran []part
	for _, p := range parts {
		if s.Parts[p.name] != nil {
			ran = append(ran, p)
		}
	}
	fmt.Fprintln(f)
	s.summary(f, ran)
	return f.Close()
}

// summary prints a table of parts.
func (s *state) summary(w io.Writer, parts []part) {
	fmt.Fprintf(w, "## Commit %.12s\n\n| part | rounds | took | counted | failures | last |\n|---|---|---|---|---|---|\n", s.Commit)
	for _, p := range parts {
		r := s.Parts[p.name]
		if r == nil {
			fmt.Fprintf(w, "| %s | not run | | | | |\n", p.name)
			continue
		}
		rounds := fmt.Sprint(r.Rounds)
		if !r.Done {
			rounds += ", not done"
		}
		fmt.Fprintf(w, "| %s | %s | %v | %s | %d | %s |\n", p.name, rounds, r.Took.Round(time.Second), r.Counts.text(), len(r.Failures), r.Last.UTC().Format("2006-01-02 15:04"))
	}
}

func (c counts) text() (text string) {
	var names []string
	for name := range c {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%d %s", c[name], name)
	}
	return text
}
