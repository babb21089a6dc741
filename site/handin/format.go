package handin

// This file is the format of a hand-in. It is read strictly: a field that is unknown, missing, twice there or null, a text
// that is no UTF-8 and a value out of its bounds are all refused, each with its reason.

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Format names the format and its version.
const Format = "gopark hand-in 1"

// Suffix ends the name of a hand-in.
const Suffix = ".gopark.json"

// Bounds of a hand-in.
const (
	MaxBytes    = 2 << 20 // of the file
	MaxProgram  = 64 << 10
	MaxStudent  = 100 // characters
	MaxExercise = 20
	MaxChecks   = 100 // of an exercise
	MaxPoints   = 1_000_000
	MaxSeed     = 1<<31 - 1
	Runs        = 3 // of each exercise whose digests are handed in
)

// Schema is the JSON Schema of a hand-in.
//
//go:embed schema.json
var Schema []byte

// A HandIn is one student's answers to an assignment.
type HandIn struct {
	Format     string   `json:"format"`
	Assignment Which    `json:"assignment"`
	Engine     string   `json:"engine"`  // version of the engine that ran it
	Student    string   `json:"student"` // name or id; "" if it is not asked for
	Exercises  []Answer `json:"exercises"`
	Claim      Claim    `json:"claim"` // of all exercises
}

// Which says which assignment it is.
type Which struct {
	Name string `json:"name"` // of its folder
	Hash string `json:"hash"` // see Assignment.Hash
}

// An Answer is that to one exercise.
type Answer struct {
	ID    string `json:"id"`
	Files []File `json:"files"` // one
	Runs  []Run  `json:"runs"`
	Claim Result `json:"claim"`
}

// A File is a program.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the text as UTF-8, in hex
	Text   string `json:"text"`
}

// A Run is what the page saw of one run.
type Run struct {
	Seed   uint64 `json:"seed"`
	Digest string `json:"digest"` // "" if the program does not compile, or reached a limit
}

// A Claim is a number of points.
type Claim struct {
	Points int `json:"points"`
	Of     int `json:"of"`
}

// A Result is what became of the checks of an exercise.
type Result struct {
	Points int     `json:"points"`
	Of     int     `json:"of"`
	Checks []Check `json:"checks"`
}

// A Check is what became of one.
type Check struct {
	Rule   string `json:"rule"` // with single blanks
	Points int    `json:"points"`
	Pass   bool   `json:"pass"`
}

// Parse reads a hand-in. The error says why it is none.
func Parse(data []byte) (*HandIn, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("it is larger than %d KiB", MaxBytes>>10)
	}
	var h HandIn
	if err := checkFormat(data); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &h, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("it is no hand-in: %s", wordsOf(err))
	}
	if err := complete(data, &h); err != nil {
		return nil, err
	}
	return &h, h.check()
}

// checkFormat looks at nothing but the format, so that a file of a later one is told so.
func checkFormat(data []byte) error {
	var f struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("it is no hand-in: %s", wordsOf(err))
	}
	switch {
	case f.Format == Format:
		return nil
	case strings.HasPrefix(f.Format, "gopark hand-in "):
		return fmt.Errorf("its format is %.40q, and this gopark reads %q", f.Format, Format)
	}
	return fmt.Errorf("it is no hand-in: format is %.40q, not %q", f.Format, Format)
}

// complete refuses what Unmarshal takes for a zero value: fields that are missing, and null.
func complete(data []byte, h *HandIn) error {
	again, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("it is no hand-in: %s", wordsOf(err))
	}
	have, want := jsontext.Value(bytes.Clone(data)), jsontext.Value(again)
	if err := have.Canonicalize(); err != nil {
		return fmt.Errorf("it is no hand-in: %s", wordsOf(err))
	}
	if err := want.Canonicalize(); err != nil {
		return fmt.Errorf("it is no hand-in: %s", wordsOf(err))
	}
	if !bytes.Equal(have, want) {
		return fmt.Errorf("it is no hand-in: a field is missing, or null")
	}
	return nil
}

// wordsOf says what is wrong with the JSON, and where, in words that name no types of Go.
func wordsOf(err error) string {
	var kind *json.SemanticError
	if errors.As(err, &kind) {
		at, what := place(kind.JSONPointer), ""
		switch {
		case errors.Is(err, json.ErrUnknownName):
			what = "there is no such field"
		case kind.Err == nil && kind.GoType != nil:
			what = fmt.Sprintf("want %s, there is %s", goWords(kind.GoType), jsonWords[kind.JSONKind])
		case kind.Err != nil:
			what = fmt.Sprintf("want %s: %v", goWords(kind.GoType), kind.Err)
		}
		return cut(at+what, 200)
	}
	var form *jsontext.SyntacticError
	if errors.As(err, &form) {
		text := strings.TrimPrefix(form.Err.Error(), "jsontext: ")
		return cut(fmt.Sprintf("%s%s, after %d bytes", place(form.JSONPointer), text, form.ByteOffset), 200)
	}
	return cut(err.Error(), 200)
}

// place is where in the file something is wrong: exercises/0/claim.
func place(at jsontext.Pointer) string {
	if at == "" {
		return ""
	}
	return strings.TrimPrefix(string(at), "/") + ": "
}

func goWords(t reflect.Type) string {
	if t == nil {
		return "something else"
	}
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct:
		return "an object"
	}
	return "a whole number"
}

var jsonWords = map[jsontext.Kind]string{
	'n': "null", 'f': "false", 't': "true", '"': "a text", '0': "a number", '{': "an object", '[': "a list", 0: "something else",
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + " …"
}

var (
	isHash   = regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString
	isEngine = regexp.MustCompile(`^[0-9a-f]{16,64}$`).MatchString
	isName   = regexp.MustCompile(`^[a-z][a-z0-9-]{0,79}$`).MatchString
	isFile   = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}\.go$`).MatchString
)

// check holds h against the bounds.
func (h *HandIn) check() error {
	switch {
	case !isName(h.Assignment.Name):
		return fmt.Errorf("assignment.name %.40q is no name of an assignment", h.Assignment.Name)
	case !isHash(h.Assignment.Hash):
		return fmt.Errorf("assignment.hash is no SHA-256 in hex")
	case !isEngine(h.Engine):
		return fmt.Errorf("engine %.40q is no version of an engine", h.Engine)
	case CheckStudent(h.Student) != nil:
		return CheckStudent(h.Student)
	case len(h.Exercises) == 0 || len(h.Exercises) > MaxExercise:
		return fmt.Errorf("exercises: there are %d, want 1 to %d", len(h.Exercises), MaxExercise)
	}
	seen := map[string]bool{}
	for _, a := range h.Exercises {
		if !isName(a.ID) {
			return fmt.Errorf("exercise %.40q: that is no id", a.ID)
		}
		if seen[a.ID] {
			return fmt.Errorf("exercise %s is there twice", a.ID)
		}
		seen[a.ID] = true
		if err := a.check(); err != nil {
			return fmt.Errorf("exercise %s: %w", a.ID, err)
		}
	}
	return h.Claim.check()
}

func (a *Answer) check() error {
	switch {
	case len(a.Files) != 1:
		return fmt.Errorf("there are %d files, want 1", len(a.Files))
	case !isFile(a.Files[0].Name):
		return fmt.Errorf("%.60q is no name of a Go file", a.Files[0].Name)
	case len(a.Files[0].Text) > MaxProgram:
		return fmt.Errorf("the program is longer than %d KiB", MaxProgram>>10)
	case !isHash(a.Files[0].SHA256):
		return fmt.Errorf("sha256 is no SHA-256 in hex")
	case len(a.Runs) != Runs:
		return fmt.Errorf("there are %d runs, want %d", len(a.Runs), Runs)
	case len(a.Claim.Checks) > MaxChecks:
		return fmt.Errorf("there are %d checks, want %d at most", len(a.Claim.Checks), MaxChecks)
	}
	for _, r := range a.Runs {
		switch {
		case r.Digest != "" && !isHash(r.Digest):
			return fmt.Errorf("a digest is no SHA-256 in hex")
		case r.Seed > MaxSeed:
			return fmt.Errorf("a seed is larger than %d", MaxSeed)
		}
	}
	for _, c := range a.Claim.Checks {
		if !isPoints(c.Points) {
			return fmt.Errorf("a check claims %d points", c.Points)
		}
	}
	return Claim{a.Claim.Points, a.Claim.Of}.check()
}

func isPoints(n int) bool { return n >= 0 && n <= MaxPoints }

func (c Claim) check() error {
	if !isPoints(c.Points) || !isPoints(c.Of) {
		return fmt.Errorf("it claims %d of %d points", c.Points, c.Of)
	}
	return nil
}

// CheckStudent says what is wrong with a student's name or id: it is one line of at most MaxStudent characters.
func CheckStudent(s string) error {
	if utf8.RuneCountInString(s) > MaxStudent {
		return fmt.Errorf("student is longer than %d characters", MaxStudent)
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return fmt.Errorf("student has a character that cannot be printed: %+q", r)
		}
	}
	if strings.TrimSpace(s) != s {
		return fmt.Errorf("student begins or ends with a blank")
	}
	return nil
}
