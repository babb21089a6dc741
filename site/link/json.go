package link

// This file is about what is inside: the JSON, and what it may say.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// json writes what Decode reads. It is not HTML: < and > stay as they are, and short.
func (l Link) json() []byte {
	files := make([][2]string, len(l.Files))
	for i, f := range l.Files {
		files[i] = [2]string{f.Name, f.Text}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(struct {
		Files  [][2]string `json:"files"`
		Run    Run         `json:"run,omitzero"`
		At     string      `json:"at,omitempty"`
		Engine string      `json:"engine,omitempty"`
	}{files, l.Run, l.At, l.Engine}) // strings only: it cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

var errInside = errors.New("the link is damaged: what it holds is no program")

// parse reads the JSON. Package json would take fields in any case and null for every type, which the page does not;
// so this looks at the values themselves.
func parse(plain []byte) (Link, error) {
	var value any
	if !utf8.Valid(plain) || json.Unmarshal(plain, &value) != nil {
		return Link{}, errInside
	}
	top, ok := value.(map[string]any)
	if !ok {
		return Link{}, errInside
	}
	if err := known(top, "at", "engine", "files", "run"); err != nil {
		return Link{}, err
	}
	var l Link
	if l.Files, ok = filesOf(top["files"]); !ok {
		return Link{}, errInside
	}
	run := map[string]any{}
	if v, given := top["run"]; given {
		if run, ok = v.(map[string]any); !ok {
			return Link{}, errInside
		}
	}
	if err := known(run, slices.Collect(maps.Keys(l.Run.fields()))...); err != nil {
		return Link{}, err
	}
	for name, field := range l.Run.fields() {
		if !take(field, run, name) {
			return Link{}, errInside
		}
	}
	if !take(&l.At, top, "at") || !take(&l.Engine, top, "engine") {
		return Link{}, errInside
	}
	return l, l.check()
}

// known refuses what only a newer Gopark can have written.
func known(object map[string]any, names ...string) error {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("this link was made by a newer Gopark: %s is not known here", short(name))
		}
	}
	return nil
}

// take takes a text, if it is there and is one.
func take(to *string, object map[string]any, name string) bool {
	value, given := object[name]
	if !given {
		return true
	}
	text, ok := value.(string)
	*to = text
	return ok
}

func filesOf(value any) (files []File, ok bool) {
	list, ok := value.([]any)
	if !ok {
		return nil, false
	}
	for _, item := range list {
		pair, _ := item.([]any)
		if len(pair) != 2 {
			return nil, false
		}
		name, isName := pair[0].(string)
		text, isText := pair[1].(string)
		if !isName || !isText {
			return nil, false
		}
		files = append(files, File{name, text})
	}
	return files, true
}

// fields are those of r by their names in JSON.
func (r *Run) fields() map[string]*string {
	return map[string]*string{
		"procs": &r.Procs, "seed": &r.Seed, "mode": &r.Mode, "policy": &r.Policy, "costs": &r.Costs, "io": &r.IO,
		"until": &r.Until, "schedtrace": &r.Schedtrace, "scheddetail": &r.Scheddetail,
	}
}

const maxWords = 2000 // of one setting

var (
	fileName  = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,80}\.go$`)
	moment    = regexp.MustCompile(`^(?:|[0-9]{1,9}|end|(?:first|last)\([a-z-]{1,40}\)|nth\([a-z-]{1,40},[0-9]{1,9}\))$`)
	engine    = regexp.MustCompile(`^(?:|[0-9a-f]{8,64})$`)
	procs     = regexp.MustCompile(`^(?:|[1-9]|[1-5][0-9]|6[0-4])$`)
	seed      = regexp.MustCompile(`^[0-9]{0,20}$`)
	modes     = []string{"", "virtual", "parallel"}
	switchOns = []string{"", "on"}
)

// check holds a link to what one may say. Policy, costs and the like are for those to read who know them.
func (l Link) check() error {
	if err := Check(l.Files); err != nil {
		return err
	}
	_, seedErr := strconv.ParseUint("0"+l.Run.Seed, 10, 64)
	for _, part := range []struct {
		name, value string
		ok          bool
	}{
		{"procs", l.Run.Procs, procs.MatchString(l.Run.Procs)},
		{"seed", l.Run.Seed, seed.MatchString(l.Run.Seed) && seedErr == nil},
		{"mode", l.Run.Mode, slices.Contains(modes, l.Run.Mode)},
		{"scheddetail", l.Run.Scheddetail, slices.Contains(switchOns, l.Run.Scheddetail)},
		{"at", l.At, moment.MatchString(l.At)},
		{"engine", l.Engine, engine.MatchString(l.Engine)},
	} {
		if !part.ok {
			return fmt.Errorf("the link says %s=%s, which cannot be", part.name, short(part.value))
		}
	}
	fields := l.Run.fields()
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if utf8.RuneCountInString(*fields[name]) > maxWords {
			return fmt.Errorf("the link has more than %d characters of %s", maxWords, name)
		}
	}
	return nil
}

// Check holds the files of a link, or of a txtar, to what they may be called.
func Check(files []File) error {
	if len(files) == 0 {
		return errors.New("there is no program in it")
	}
	if len(files) > MaxFiles {
		return fmt.Errorf("there are more than %d files", MaxFiles)
	}
	seen := map[string]bool{}
	for _, f := range files {
		if !fileName.MatchString(f.Name) {
			return fmt.Errorf("there is a file %s, which is no name of a Go file", short(f.Name))
		}
		if low := strings.ToLower(f.Name); seen[low] {
			return fmt.Errorf("there are two files %s", short(f.Name))
		} else {
			seen[low] = true
		}
	}
	return nil
}

// short quotes the beginning of a text; what is not plain ASCII becomes a question mark.
func short(text string) string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
	if len(plain) > 40 {
		plain = plain[:40] + "..."
	}
	return `"` + plain + `"`
}
