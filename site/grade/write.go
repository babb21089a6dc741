package grade

// This file writes results: text for people, json, csv for a sheet, junit for CI, gradescope for its harness. What comes from a
// hand-in is hostile until it is written: control characters would move a terminal's cursor, a cell that begins with = is a
// formula.

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/handin"
)

// A Book is all results of an assignment.
type Book struct {
	Assignment handin.Which `json:"assignment"`
	Title      string       `json:"title"`
	Engine     string       `json:"engine"`
	Of         int          `json:"of"`       // points that can be reached, hidden checks included
	Starters   string       `json:"starters"` // hash of the programs that it begins with, as Result.Programs
	Results    []Result     `json:"results"`
	Passed     []string     `json:"passedOver,omitempty"` // files that have not the name of a hand-in
}

// A Format is a way to write a book.
type Format struct {
	Name, Does string
	Write      func(io.Writer, *Book) error
	One        bool // for a single hand-in
}

// Formats are all, the usual one first.
var Formats = []Format{
	{"text", "for people", writeText, false},
	{"json", "everything", writeJSON, false},
	{"csv", "a line for each hand-in", writeCSV, false},
	{"junit", "a suite for each hand-in, for CI", writeJUnit, false},
	{"gradescope", "results.json of a Gradescope autograder, for one hand-in", writeGradescope, true},
}

// Decided says whether every hand-in has its points.
func (b *Book) Decided() bool {
	for i := range b.Results {
		if !b.Results[i].Decided() {
			return false
		}
	}
	return true
}

// plain makes one line of a text that comes from others.
func plain(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// why is a sentence about a check that did not pass.
func (c *CheckResult) why() string {
	if c.Pass {
		return ""
	}
	return fmt.Sprintf("want %s, got %s (seed %d)", c.Want, c.Got, c.Seed)
}

// label is what stands for a hand-in.
func (r *Result) label() string {
	if r.Student != "" {
		return r.Student
	}
	return r.Submission
}

func writeText(w io.Writer, b *Book) error {
	fmt.Fprintf(w, "%s, engine %s\n", plain(b.Title), b.Engine)
	for i := range b.Results {
		r := &b.Results[i]
		fmt.Fprintf(w, "\n%-8s %3d of %d  %s\n", r.State, r.Points, r.Of, plain(r.label()))
		if r.Student != "" {
			fmt.Fprintf(w, "         %s\n", plain(r.Submission))
		}
		if r.Reason != "" {
			fmt.Fprintf(w, "         %s\n", plain(r.Reason))
		}
		for _, f := range r.flagLines() {
			fmt.Fprintf(w, "       ! %s\n", plain(f))
		}
		for _, hint := range r.hints() {
			fmt.Fprintf(w, "         %s\n", plain(hint))
		}
		for _, x := range r.Exercises {
			writeExercise(w, &x)
		}
	}
	if len(b.Passed) > 0 {
		fmt.Fprintf(w, "\npassed over, for a hand-in is called NAME.gopark.json: %s\n", plain(few(b.Passed)))
	}
	fmt.Fprintf(w, "\n%s\n", plain(b.summary()))
	return nil
}

// flagsByKind are the flags, those of a kind as one.
func (r *Result) flagsByKind() (all []Flag) {
	at := map[string]int{}
	for _, f := range r.Flags {
		if i, ok := at[f.Kind]; ok {
			all[i].Text += "; " + f.Text
			continue
		}
		at[f.Kind] = len(all)
		all = append(all, f)
	}
	return all
}

// flagLines are the same as text.
func (r *Result) flagLines() (lines []string) {
	for _, f := range r.flagsByKind() {
		lines = append(lines, f.Kind+": "+f.Text)
	}
	return lines
}

// hints are what Compare found, in words.
func (r *Result) hints() (all []string) {
	if r.Unchanged {
		all = append(all, "nothing was changed in the programs of the assignment")
	}
	if len(r.Same) > 0 {
		all = append(all, "the same programs as "+few(r.Same))
	}
	if len(r.Near) > 0 {
		all = append(all, "but for names, comments and layout the same program as "+few(r.Near))
	}
	if r.As != "" {
		all = append(all, "made under the name of "+r.As+", whose seeds its runs have")
	}
	if len(r.Again) > 0 {
		all = append(all, "handed in more than once, see "+few(r.Again))
	}
	return all
}

// few lists ten at most.
func few(all []string) string {
	const most = 10
	if len(all) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
	}
	return strings.Join(all, ", ")
}

// summary is the last line of the report: how many have their points, the mean of these, and who needs a look.
func (b *Book) summary() string {
	n, sum := map[string]int{}, 0
	for _, r := range b.Results {
		n[r.State]++
		if r.Decided() {
			sum += r.Points
		}
	}
	decided := n[Graded] + n[Flagged]
	text := fmt.Sprintf("%d of %d hand-ins graded", decided, len(b.Results))
	if n[Flagged] > 0 {
		text += fmt.Sprintf(", %d of them flagged", n[Flagged])
	}
	if decided > 0 {
		text += fmt.Sprintf("; mean %.1f of %d points", float64(sum)/float64(decided), b.Of)
	}
	for _, s := range []struct{ state, words string }{{Limit, "over a limit"}, {Refused, "refused"}, {Failed, "failed"}} {
		if n[s.state] > 0 {
			text += fmt.Sprintf("; %d %s", n[s.state], s.words)
		}
	}
	return text
}

func writeExercise(w io.Writer, x *ExerciseResult) {
	fmt.Fprintf(w, "         %s: %d of %d\n", x.ID, x.Points, x.Of)
	if x.Problem != "" {
		fmt.Fprintf(w, "           does not compile: %s\n", plain(firstLine(x.Problem)))
		return
	}
	for _, c := range x.Checks {
		mark, hidden, why := "ok  ", "", ""
		if !c.Pass {
			mark, why = "FAIL", ": "+c.why()
		}
		if c.Hidden {
			hidden = " (hidden)"
		}
		fmt.Fprintf(w, "           %s %d  %s%s%s\n", mark, c.Points, plain(c.Rule), hidden, plain(why))
	}
}

func writeJSON(w io.Writer, b *Book) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(b)
}

func writeCSV(w io.Writer, b *Book) error {
	c := csv.NewWriter(w)
	head := []string{"submission", "student", "state", "points", "of", "notes", "programs"}
	ids := exerciseIDs(b)
	for _, id := range ids {
		head = append(head, "points of "+id)
	}
	c.Write(head)
	for i := range b.Results {
		r := &b.Results[i]
		row := []string{cell(r.Submission), cell(r.Student), r.State, strconv.Itoa(r.Points), strconv.Itoa(r.Of), cell(r.notes()), r.Programs}
		for _, id := range ids {
			points := ""
			for _, x := range r.Exercises {
				if x.ID == id {
					points = strconv.Itoa(x.Points)
				}
			}
			row = append(row, points)
		}
		c.Write(row)
	}
	c.Flush()
	return c.Error()
}

// cell keeps a spreadsheet from taking a text for a formula.
func cell(s string) string {
	s = plain(s)
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

// notes are the reason, what does not compile, the flags and the hints in a line.
func (r *Result) notes() string {
	var all []string
	if r.Reason != "" {
		all = append(all, r.Reason)
	}
	for _, x := range r.Exercises {
		if x.Problem != "" {
			all = append(all, x.ID+" does not compile: "+firstLine(x.Problem))
			continue
		}
		if i := slices.IndexFunc(x.Checks, func(c CheckResult) bool { return c.Want == check.ToItsEnd }); i >= 0 {
			all = append(all, x.ID+": "+x.Checks[i].Got)
		}
	}
	return strings.Join(slices.Concat(all, r.flagLines(), r.hints()), "; ")
}

// exerciseIDs are those that a result has, in their order.
func exerciseIDs(b *Book) (ids []string) {
	seen := map[string]bool{}
	for _, r := range b.Results {
		for _, x := range r.Exercises {
			if !seen[x.ID] {
				seen[x.ID] = true
				ids = append(ids, x.ID)
			}
		}
	}
	return ids
}

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Name    string       `xml:"name,attr"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure"`
	Error   *junitMessage `xml:"error"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
}

// writeJUnit: a check is a test that passes or fails, and a hidden one says so in its name; a flag, a limit and a hand-in that is none are errors.
func writeJUnit(w io.Writer, b *Book) error {
	all := junitSuites{Name: b.Assignment.Name}
	for i := range b.Results {
		all.Suites = append(all.Suites, suiteOf(&b.Results[i]))
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func suiteOf(r *Result) junitSuite {
	s := junitSuite{Name: plain(r.label()), Properties: []junitProperty{
		{"submission", plain(r.Submission)}, {"state", r.State}, {"points", strconv.Itoa(r.Points)}, {"of", strconv.Itoa(r.Of)},
	}}
	seen := map[string]int{}
	add := func(c junitCase) { // of one name there is one test: an exercise may have a rule twice
		key := c.Class + "\n" + c.Name
		if seen[key]++; seen[key] > 1 {
			c.Name = fmt.Sprintf("%s (%d)", c.Name, seen[key])
		}
		s.Tests++
		if c.Failure != nil {
			s.Failures++
		}
		if c.Error != nil {
			s.Errors++
		}
		s.Cases = append(s.Cases, c)
	}
	if r.Reason != "" {
		add(junitCase{"hand-in", r.State, nil, &junitMessage{plain(r.Reason), r.State}})
	}
	for _, f := range r.flagsByKind() {
		add(junitCase{"hand-in", f.Kind, nil, &junitMessage{plain(f.Text), f.Kind}})
	}
	for _, x := range r.Exercises {
		if x.Problem != "" {
			add(junitCase{x.ID, "compiles", &junitMessage{Message: plain(x.Problem)}, nil})
		}
		for _, c := range x.Checks {
			test := junitCase{x.ID, plain(c.Rule), nil, nil}
			if c.Hidden {
				test.Name += " (hidden)"
			}
			if !c.Pass {
				test.Failure = &junitMessage{Message: plain(c.why())}
			}
			add(test)
		}
	}
	return s
}

type scopeResults struct {
	Score      int            `json:"score"`
	Output     string         `json:"output"`
	Format     string         `json:"output_format"`
	Visibility string         `json:"visibility"`
	Stdout     string         `json:"stdout_visibility"`
	Tests      []scopeTest    `json:"tests"`
	Extra      map[string]any `json:"extra_data"`
}

type scopeTest struct {
	Score      int    `json:"score"`
	MaxScore   int    `json:"max_score"`
	Status     string `json:"status"`
	Name       string `json:"name"`
	NameFormat string `json:"name_format"`
	Number     string `json:"number"`
	Output     string `json:"output,omitempty"`
	Format     string `json:"output_format"`
	Visibility string `json:"visibility"`
}

// writeGradescope: hidden checks stay hidden from students; flags are for the staff, in extra_data and in hidden tests.
func writeGradescope(w io.Writer, b *Book) error {
	if len(b.Results) != 1 {
		return fmt.Errorf("gradescope wants one hand-in, there are %d", len(b.Results))
	}
	r := &b.Results[0]
	out := scopeResults{Score: r.Points, Format: "text", Visibility: "visible", Stdout: "hidden", Tests: []scopeTest{}, Extra: map[string]any{
		"state": r.State, "student": r.Student, "flags": r.Flags, "engine": b.Engine, "programs": r.Programs, "assignment": b.Assignment,
	}}
	if out.Output = plain(r.Reason); r.Reason == "" {
		out.Output = fmt.Sprintf("%d of %d points.", r.Points, r.Of)
	}
	for i, f := range r.flagsByKind() {
		out.Tests = append(out.Tests, scopeTest{0, 0, "failed", "hand-in: " + f.Kind, "text", fmt.Sprintf("0.%d", i+1), plain(f.Text), "text", "hidden"})
	}
	for i, x := range r.Exercises {
		if x.Problem != "" {
			out.Tests = append(out.Tests, scopeTest{0, 0, "failed", x.ID + ": compiles", "text", fmt.Sprintf("%d.0", i+1), plain(x.Problem), "text", "visible"})
		}
		for n, c := range x.Checks {
			t := scopeTest{0, c.Points, "failed", x.ID + ": " + plain(c.Rule), "text", fmt.Sprintf("%d.%d", i+1, n+1), plain(c.why()), "text", "visible"}
			if c.Pass {
				t.Score, t.Status = c.Points, "passed"
			}
			if c.Hidden {
				t.Visibility = "hidden"
			}
			out.Tests = append(out.Tests, t)
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
